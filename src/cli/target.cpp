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
            .upper = typed != suffix && typed == upper(suffix)};
}

// A short word after the last dot, as file names have and folder names rarely do.
std::string extension_of(const std::string& out) {
    const std::string_view name = io::name_of(out);
    const auto dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || name.size() - dot > 6 || name.size() - dot < 2) return {};
    return text::lower(name.substr(dot));
}

// `x_d.3d` for role "data" of a model that had no name of its own.
std::string part_name(const Format& format, std::string_view role, std::string_view stem, bool in_capitals) {
    for (const PartRole& part : format.parts) {
        if (part.role == role) return std::string(stem) + (in_capitals ? upper(part.suffix) : std::string(part.suffix));
    }
    return std::string(stem);
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

std::vector<io::OutputFile> place_files(const Target& target, const io::Input& input, const Format& format,
                                        const Bundle& written) {
    std::vector<io::OutputFile> files;
    for (const Part& part : written.parts) {
        std::string path;
        if (target.kind == Target::Kind::file) {
            path = part_name(format, part.role, target.stem, target.upper);
        } else {
            const bool named = !part.name.empty() && part.name != "-";
            path = io::join(io::join(target.folder, input.below),
                            named ? std::string(io::name_of(part.name)) : part_name(format, part.role, "stdin", false));
        }
        files.push_back({std::move(path), part.bytes});
    }
    return files;
}

}  // namespace thaw::cli
