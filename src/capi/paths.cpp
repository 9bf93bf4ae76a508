#include "capi/paths.hpp"

#include "capi/objects.hpp"
#include "io/folders.hpp"
#include "io/open.hpp"
#include "media/meshopt.hpp"
#include "media/webp.hpp"

namespace thaw::capi {

namespace {

bool is_named(const io::OpenResult& result, const std::string& name) {
    const auto* opened = std::get_if<io::Opened>(&result);
    const Bundle& bundle = opened != nullptr ? opened->model.bundle : std::get<io::Refused>(result).bundle;
    return name.empty() || bundle.model == name;
}

}  // namespace

Result<OpenedModel> open_path(const std::string& path, const PathOptions& options, const Context& context) {
    const Format* format = options.format.empty() ? nullptr : find_format(options.format);
    if (!options.format.empty() && format == nullptr) {
        return Error{Code::unsupported, "there is no format " + options.format};
    }
    if (path == "-") return Error{Code::unsupported, "standard input is not read from here", path};
    io::Folders folders(context);
    std::vector<io::Given> given;
    for (const OptionValue& one : options.companions) given.push_back({one.name, one.value});
    io::Opener opener(folders, {.search = options.search, .format = format, .given = std::move(given)}, context);
    for (io::OpenResult& result : opener.open(path)) {
        if (!is_named(result, options.model)) continue;
        if (auto* opened = std::get_if<io::Opened>(&result)) return OpenedModel(std::move(*opened));
        return std::move(std::get<io::Refused>(result).error);
    }
    return Error{Code::missing_part, "the file holds no model " + options.model, path};
}

MotionEncoderMaker webp_encoder() { return media::webp_motion_encoder; }
MeshoptEncoder meshopt_encoder() { return media::encode_meshopt; }
MeshoptDecoder meshopt_decoder() { return media::decode_meshopt; }

Result<AnyArchive> open_archive_path(const std::string& path, const Context& context) {
    auto folders = std::make_shared<io::Folders>(context);
    auto archive = folders->archive_at(path);
    if (!archive) return archive.error();
    if (*archive == nullptr) return Error{Code::not_recognised, "this is no archive that Thaw knows", path};
    const auto held = *archive;
    return AnyArchive{held->facts().kind, held->entries(),
                      [folders, held](std::size_t entry) { return held->load(entry); }};
}

}  // namespace thaw::capi
