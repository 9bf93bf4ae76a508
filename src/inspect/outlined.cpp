#include "inspect/outlined.hpp"

#include "inspect/find.hpp"

namespace thaw::inspect {

namespace {

struct NoField {
    std::size_t depth = 0;  // segments of the path that exist
    std::optional<Error> error{};
};

NoField explain(OutlinedFile& file, std::span<const Segment> path, const Context& context) {
    PathProbe probe(path);
    if (auto status = file.described.annotate(probe, context); !status) return {0, status.error()};
    return {probe.depth(), Error{Code::bad_value, probe.explain(), file.described.part.name}};
}

}  // namespace

Result<OutlinedFile> outline_file(const Format& format, const Bundle& files, std::string_view role,
                                  const Context& context) {
    auto described = describe_file(format, files, role, context);
    if (!described) return described.error();
    OutlinedFile out{std::move(*described), nullptr};
    out.tree = std::make_unique<Outline>(out.described.part.bytes.bytes());
    if (auto status = out.described.annotate(*out.tree, context); !status) return status.error();
    if (!out.tree->is_complete()) {
        return Error{Code::over_budget, "has more fields than a file of this size justifies", out.described.part.name};
    }
    return out;
}

Result<OutlinedFile> outline_file(const Model& model, std::string_view role, const Context& context) {
    const auto files = files_of(model, context);
    if (!files) return files.error();
    return outline_file(*model.format, *files, role, context);
}

Result<Item> find_in(OutlinedFile& file, std::string_view path, const Context& context) {
    const auto segments = parse_path(path);
    if (!segments) return segments.error();
    if (auto found = find_item(file.outline(), *segments)) return std::move(*found);
    return *explain(file, *segments, context).error;
}

Result<Found> find_in_files(const Model& model, std::string_view path, std::string_view role, const Context& context) {
    const auto files = files_of(model, context);
    if (!files) return files.error();
    const auto segments = parse_path(path);
    if (!segments) return segments.error();
    auto roles = roles_in(*model.format, *files);
    if (!role.empty() || roles.empty()) roles = {role};
    NoField nearest;
    for (const std::string_view one : roles) {
        auto file = outline_file(*model.format, *files, one, context);
        if (!file) return file.error();
        if (auto item = find_item(file->outline(), *segments)) return Found{std::move(*file), std::move(*item)};
        NoField here = explain(*file, *segments, context);
        if (!nearest.error || here.depth > nearest.depth) nearest = std::move(here);
    }
    return *nearest.error;
}

}  // namespace thaw::inspect
