#include <thaw/files.hpp>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "io/open.hpp"
#include "media/meshopt.hpp"

namespace thaw {

namespace {

OpenResult plain(io::OpenResult result) {
    if (auto* opened = std::get_if<io::Opened>(&result)) return OpenedModel(std::move(*opened));
    auto& refused = std::get<io::Refused>(result);
    return RefusedModel{std::move(refused.error), refused.format, std::move(refused.bundle)};
}

Result<std::vector<OpenResult>> open_all(const std::string& path, const LoadOptions& options) {
    const Format* format = options.format.empty() ? nullptr : find_format(options.format);
    if (!options.format.empty() && format == nullptr) {
        return Error{Code::unsupported, "there is no format " + text::printable(options.format)};
    }
    Context context = options.context;
    if (context.meshopt == nullptr) context.meshopt = media::decode_meshopt;
    io::Folders folders(context);
    io::OpenOptions made{.search = options.search, .format = format};
    for (const OptionValue& one : options.companions.list()) made.given.push_back({one.name, one.value});
    io::Opener opener(folders, std::move(made), context);
    std::vector<OpenResult> out;
    for (io::OpenResult& result : opener.open(path)) out.push_back(plain(std::move(result)));
    return out;
}

const std::string& name_of(const OpenResult& result) {
    const auto* opened = std::get_if<OpenedModel>(&result);
    return opened != nullptr ? opened->model.bundle.model : std::get<RefusedModel>(result).bundle.model;
}

}  // namespace

std::vector<OpenResult> load_all(const std::string& path, const LoadOptions& options) {
    auto all = guarded([&] { return open_all(path, options); });
    if (all) return std::move(*all);
    std::vector<OpenResult> out;
    out.emplace_back(RefusedModel{std::move(all.error())});
    return out;
}

Result<OpenedModel> load_opened(const std::string& path, const LoadOptions& options) {
    for (OpenResult& result : load_all(path, options)) {
        if (!options.model.empty() && !text::equal_ignoring_case(name_of(result), options.model)) continue;
        if (auto* opened = std::get_if<OpenedModel>(&result)) return std::move(*opened);
        return std::move(std::get<RefusedModel>(result).error);
    }
    return Error{Code::missing_part, "the file holds no model " + text::printable(options.model), path};
}

Result<Model> load(const std::string& path, const LoadOptions& options) {
    auto opened = load_opened(path, options);
    if (!opened) return opened.error();
    return std::move(opened->model);
}

}  // namespace thaw
