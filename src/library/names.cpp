#include "library/names.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/safe_name.hpp"
#include "base/text.hpp"

namespace thaw {

std::string stem_of(const Format& format, std::string_view path) {
    const std::string_view name = text::file_name(path);
    for (const PartRole& role : format.parts) {
        if (text::ends_with_ignoring_case(name, role.suffix)) {
            return std::string(name.substr(0, name.size() - role.suffix.size()));
        }
    }
    return std::string(name.substr(0, name.rfind('.')));
}

std::string output_stem(const Model& model, std::string_view scene_name) {
    if (!scene_name.empty()) return std::string(scene_name);
    const std::string_view file = model.bundle.parts.empty() ? std::string_view() : model.bundle.parts.front().name;
    return file == "-" ? "stdin" : stem_of(*model.format, file);
}

std::string_view first_suffix(const Model& model) {
    const Format& format = *model.format;
    return format.ending_of == nullptr ? format.parts.front().suffix : format.ending_of(*model.document);
}

std::string_view suffix_of(const Model& model, std::string_view role) {
    const auto parts = model.format->parts;
    if (parts.front().role == role) return first_suffix(model);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const PartRole& p) { return p.role == role; });
    return part == parts.end() ? std::string_view() : part->suffix;
}

std::string companion_name(const Part& part, const std::string& stem) {
    return part.name.starts_with('.') ? stem + part.name : text::safe_name(part.name);
}

}  // namespace thaw
