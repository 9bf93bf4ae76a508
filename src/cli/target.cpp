#include "cli/target.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

std::string upper(std::string_view text) {
    std::string out(text);
    for (char& c : out) c = text::upper(c);
    return out;
}

Target file_target(const Format& format, const std::string& out, std::string_view suffix) {
    const std::string_view typed = std::string_view(out).substr(out.size() - suffix.size());
    return {.kind = Target::Kind::file,
            .format = &format,
            .stem = out.substr(0, out.size() - suffix.size()),
            .suffix = std::string(suffix),
            .upper = typed != suffix && typed == upper(suffix)};
}

// A short word after the last dot, as file names have and folder names rarely do.
std::string extension_of(const std::string& out) {
    const std::string_view name = io::name_of(out);
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || name.size() - dot > 6 || name.size() - dot < 2) return {};
    return text::lower(name.substr(dot));
}

std::string_view first_suffix(const Model& model) {
    const Format& format = *model.format;
    return format.ending_of == nullptr ? format.parts.front().suffix : format.ending_of(*model.document);
}

// How the file for a role ends: `_d.3d` for role "data".
std::string_view suffix_of(const Model& model, std::string_view role) {
    const auto parts = model.format->parts;
    if (parts.front().role == role) return first_suffix(model);
    const auto part = std::find_if(parts.begin(), parts.end(), [&](const PartRole& p) { return p.role == role; });
    return part == parts.end() ? std::string_view() : part->suffix;
}

// `.3d` stands for `_d.3d` and `_a.3d`, `.ptr` for `.ctr` and `.ptr`.
bool names_the_set(const Format& format, std::string_view suffix) {
    return std::any_of(format.parts.begin(), format.parts.end(),
                       [&](const PartRole& part) { return part.suffix.ends_with(suffix); });
}

}  // namespace

Result<Target> parse_target(const std::string& out) {
    if (out == "-") return Target{.kind = Target::Kind::stream};
    if (out.ends_with('/')) return Target{.folder = out};
    const std::string extension = extension_of(out);
    for (const Format* format : formats()) {
        for (const PartRole& part : format->parts) {
            if (text::ends_with_ignoring_case(out, part.suffix)) return file_target(*format, out, part.suffix);
        }
        for (const std::string_view known : format->extensions) {
            if (extension == known) return file_target(*format, out, known);
        }
    }
    if (extension.empty()) return Target{.folder = out};
    if (extension == ".glb" || extension == ".gltf") {
        return Error{Code::unsupported, "-o " + out + ": this version cannot write glTF, only a model's own format"};
    }
    return Error{Code::unsupported,
                 "-o " + out + ": no format writes " + extension + " (see thaw formats); a folder's name ends with /"};
}

std::string misnamed(const Target& target, const Model& model) {
    const Format& format = *model.format;
    if (target.kind != Target::Kind::file || format.ending_of == nullptr) return {};
    const std::string_view ending = first_suffix(model);
    const bool of_another_part = target.suffix != format.parts.front().suffix && names_the_set(format, target.suffix);
    if (target.suffix == ending || of_another_part) return {};
    return "the name of this kind of " + std::string(format.title) + " ends with " + std::string(ending) + ", not " +
           target.suffix;
}

std::vector<io::OutputFile> place_files(const Target& target, const io::Input& input, const Model& model,
                                        const Bundle& written) {
    std::vector<io::OutputFile> files;
    for (const Part& part : written.parts) {
        std::string path;
        std::string suffix(suffix_of(model, part.role));
        if (target.kind == Target::Kind::file) {
            const bool first = part.role == model.format->parts.front().role;
            if (first && !names_the_set(*model.format, target.suffix)) suffix = target.suffix;
            path = target.stem + (target.upper ? upper(suffix) : suffix);
        } else {
            const bool named = !part.name.empty() && part.name != "-";
            path = io::join(io::join(target.folder, input.below),
                            named ? std::string(io::name_of(part.name)) : "stdin" + suffix);
        }
        files.push_back({std::move(path), part.bytes});
    }
    return files;
}

}  // namespace thaw::cli
