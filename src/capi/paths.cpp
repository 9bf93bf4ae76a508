#include "capi/paths.hpp"

#include <thaw/files.hpp>

#include "capi/objects.hpp"
#include "io/folders.hpp"
#include "media/meshopt.hpp"
#include "media/webp.hpp"

namespace thaw::capi {

Result<OpenedModel> open_path(const std::string& path, const PathOptions& options, const Context& context) {
    if (path == "-") return Error{Code::unsupported, "standard input is not read from here", path};
    LoadOptions load{.format = options.format, .model = options.model, .search = options.search, .context = context};
    for (const OptionValue& one : options.companions) load.companions.set(one.name, one.value);
    return load_opened(path, load);
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
