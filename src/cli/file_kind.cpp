#include "cli/file_kind.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cli/archive_files.hpp"
#include "images/image.hpp"

namespace thaw::cli {

namespace {

std::string ending_of(const Format& format, const std::string& role, const Blob& bytes) {
    if (format.ending_of == nullptr || role != format.parts.front().role) return {};
    const auto model = read(format, {{{role, {}, bytes}}});
    return model ? std::string(format.ending_of(*model->document)) : std::string();
}

}  // namespace

std::string FileKind::words() const {
    switch (is) {
        case Is::empty: return "empty";
        case Is::image: return image;
        case Is::text: return "text";
        case Is::unknown: return "of no known kind";
        case Is::model: break;
    }
    std::string out(format->id);
    if (format->parts.size() > 1 && role != format->parts.front().role) out += " " + role;
    if (!ending.empty()) out += " (" + ending + ")";
    return out;
}

FileKind kind_of_file(std::string_view name, const Blob& bytes) {
    if (bytes.empty()) return {.is = FileKind::Is::empty};
    if (const auto detection = detect(name, bytes); detection && detection->sniffed.confidence > Confidence::weak) {
        const std::string& role = detection->sniffed.role;
        if (!is_own(*detection->format, role)) return {.is = FileKind::Is::text};
        return {.is = FileKind::Is::model,
                .format = detection->format,
                .role = role,
                .ending = ending_of(*detection->format, role, bytes)};
    }
    if (const std::string_view image = image_kind(bytes.bytes()); !image.empty()) {
        return {.is = FileKind::Is::image, .image = std::string(image)};
    }
    return {.is = is_text(bytes.bytes()) ? FileKind::Is::text : FileKind::Is::unknown};
}

FileKind kind_by_name(std::string_view name) {
    if (const NamedFile named = find_by_file_name(name); named.part != nullptr) {
        return {.is = FileKind::Is::model, .format = named.format, .role = std::string(named.part->role)};
    }
    constexpr std::array<std::string_view, 6> images{"png", "jpg", "bmp", "pcx", "tim", "tga"};
    for (const std::string_view image : images) {
        if (text::ends_with_ignoring_case(name, "." + std::string(image))) {
            return {.is = FileKind::Is::image, .image = std::string(image)};
        }
    }
    return {};
}

}  // namespace thaw::cli
