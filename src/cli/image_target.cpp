#include "cli/image_target.hpp"

#include <algorithm>
#include <array>

#include "base/safe_name.hpp"
#include "base/text.hpp"
#include "cli/target.hpp"
#include "io/files.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

constexpr std::array<std::string_view, 4> extensions{".png", ".gif", ".webp", ".apng"};

bool has_known_extension(std::string_view name) {
    return std::any_of(extensions.begin(), extensions.end(),
                       [&](std::string_view known) { return text::ends_with_ignoring_case(name, known); });
}

// File managers make an empty file with a name of their own and want the image there.
bool is_file(const std::string& path) {
    io::System system;
    io::TargetStatus status;
    return !path.empty() && system.look(path, status) == 0 && status.exists && status.replaceable;
}

}  // namespace

Result<ImageTarget> parse_image_target(const std::string& out, std::string_view usual_extension) {
    const std::string usual(usual_extension);
    if (out == "-") return ImageTarget{.kind = ImageTarget::Kind::stream, .extension = usual};
    const std::string_view name = io::name_of(out);
    const auto dot = name.rfind('.');
    if (is_file(out) && !has_known_extension(name)) {
        return ImageTarget{.kind = ImageTarget::Kind::file, .path = out, .extension = usual};
    }
    if (out.empty() || out.ends_with('/') || dot == std::string_view::npos || dot == 0) {
        return ImageTarget{.path = out, .extension = usual};
    }
    const std::string extension = text::lower(name.substr(dot));
    if (has_known_extension(name)) {
        return ImageTarget{.kind = ImageTarget::Kind::file, .path = out, .extension = extension};
    }
    return Error{Code::unsupported,
                 "-o " + text::printable(out) + ": images are .png, .gif, .webp or .apng; a folder's name ends with /"};
}

Result<std::string> image_path(const ImageTarget& target, const io::Input& input, const Model& model,
                               std::string_view scene_name, UniqueNames& taken) {
    if (target.kind == ImageTarget::Kind::file) {
        if (taken.claim(target.path) == target.path) return target.path;
        return Error{Code::bad_value, "another model of this run has been drawn there", target.path};
    }
    const std::string stem = place_scene({}, target.path, input, model, scene_name);
    return taken.claim(stem, model.format->id) + target.extension;
}

Status write_image(const std::string& path, const Blob& bytes, bool force, const io::InputFiles& inputs) {
    return write_replacing({path, bytes}, force, inputs);
}

Status write_replacing(const io::OutputFile& file, bool force, const io::InputFiles& inputs) {
    io::System system;
    if (const std::string_view folder = io::folder_of(file.path); !folder.empty()) {
        if (auto status = io::make_folders(std::string(folder), system); !status) return status;
    }
    return io::write_files({&file, 1}, {force || is_ours(file.path), false, &inputs}, system);
}

Status check_image(const std::string& path, bool force, const io::InputFiles& inputs) {
    io::System system;
    const io::OutputFile file{path};
    return io::check_targets({&file, 1}, {force || is_ours(path), false, &inputs}, system);
}

}  // namespace thaw::cli
