#include "cli/target.hpp"

#include <algorithm>
#include <optional>

#include "base/safe_name.hpp"
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

// `.3d` stands for `_d.3d` and `_a.3d`, `.ptr` for `.ctr` and `.ptr`.
bool names_the_set(const Format& format, std::string_view suffix) {
    return std::any_of(format.parts.begin(), format.parts.end(),
                       [&](const PartRole& part) { return part.suffix.ends_with(suffix); });
}

constexpr std::string_view native_word = "native";

Error unknown_word(const std::string& to) {
    return {Code::unsupported, "--to " + to + ": not glb, gltf, obj, native or a format (see thaw formats)"};
}

// What a stream or a folder gets, which have no extension to say so.
Result<Target> chosen(Target target, const std::string& to, const std::string& variant) {
    target.word = to.empty() ? variant : to;
    if (to == native_word || (to.empty() && !variant.empty())) return target;
    target.exchange = to.empty() ? Exchange::glb : exchange_of(to);
    if (target.word.empty()) target.word = extension_of(target.exchange);
    if (target.exchange != Exchange::none) return target;
    target.format = find_format(to);
    if (target.format != nullptr) return target;
    return unknown_word(to);
}

// By how the name ends; of formats that end alike the one that `to` names.
std::optional<Target> by_name(const std::string& out, const std::string& extension, const std::string& to) {
    if (const Exchange exchange = exchange_of(extension); exchange != Exchange::none) {
        return Target{
            .kind = Target::Kind::file, .exchange = exchange, .stem = out.substr(0, out.size() - extension.size())};
    }
    std::optional<Target> found;
    const auto add = [&](const Format& format, std::string_view suffix) {
        if (!found || (format.id == to && found->format != &format)) found = file_target(format, out, suffix);
    };
    for (const Format* format : formats()) {
        for (const PartRole& part : format->parts) {
            if (text::ends_with_ignoring_case(out, part.suffix)) add(*format, part.suffix);
        }
        for (const std::string_view known : format->extensions) {
            if (extension == known) add(*format, known);
        }
    }
    return found;
}

// A format named twice has to be the same one.
bool agrees(const Target& target, const std::string& to) {
    if (to.empty()) return true;
    if (to == native_word) return target.format != nullptr;
    return target.format == nullptr ? exchange_of(to) == target.exchange : target.format->id == to;
}

}  // namespace

Result<Target> parse_target(const std::string& out, const std::string& to, const std::string& variant) {
    if (out.empty()) return chosen({.folder = ""}, to, variant);
    if (out == "-") return chosen({.kind = Target::Kind::stream}, to, variant);
    if (out.ends_with('/')) return chosen({.folder = out}, to, variant);
    const std::string extension = extension_of(out);
    if (extension.empty()) return chosen({.folder = out}, to, variant);
    if (!to.empty() && to != native_word && exchange_of(to) == Exchange::none && find_format(to) == nullptr) {
        return unknown_word(to);
    }
    auto target = by_name(out, extension, to);
    if (!target) {
        return Error{Code::unsupported, "-o " + out + ": no format writes " + extension +
                                            " (see thaw formats); a folder's name ends with /"};
    }
    if (!agrees(*target, to)) {
        const std::string says(target->format == nullptr ? extension_of(target->exchange) : target->format->id);
        return Error{Code::unsupported, "--to " + to + " contradicts -o " + out + ", whose name says " + says};
    }
    target->native = to == native_word;
    return std::move(*target);
}

std::string place_scene(const Target& target, const std::string& folder, const io::Input& input, const Model& model,
                        std::string_view scene_name) {
    if (target.kind == Target::Kind::file) return target.stem;
    return io::join(io::join(folder, input.below), text::safe_name(output_stem(model, scene_name)));
}

std::string suffix_error(const Target& target, const Model& model) {
    const Format& format = *model.format;
    if (target.kind != Target::Kind::file || format.ending_of == nullptr) return {};
    const std::string_view ending = first_suffix(model);
    const bool of_another_part = target.suffix != format.parts.front().suffix && names_the_set(format, target.suffix);
    if (target.suffix == ending || of_another_part) return {};
    return "the name of this kind of " + std::string(format.title) + " ends with " + std::string(ending) + ", not " +
           target.suffix;
}

std::string stem_of(const io::Input& input) {
    if (input.path == "-") return "stdin";
    if (const NamedFile named = find_by_file_name(input.path); named.part != nullptr) {
        return stem_of(*named.format, input.path);
    }
    const std::string_view name = io::name_of(input.path);
    return std::string(name.substr(0, name.rfind('.')));
}

std::vector<io::OutputFile> place_files(const Target& target, const std::string& folder, const io::Input& input,
                                        const Model& model, const Bundle& written) {
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
            path = io::join(io::join(folder, input.below),
                            named ? std::string(io::name_of(part.name)) : text::safe_name(stem_of(input)) + suffix);
        }
        files.push_back({std::move(path), part.bytes});
    }
    return files;
}

}  // namespace thaw::cli
