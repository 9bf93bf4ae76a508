#include "cli/image_arguments.hpp"

#include <charconv>
#include <cmath>
#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw::cli {

namespace {

struct NamedView {
    const char* name;
    View view;
};
constexpr std::array<NamedView, 6> named_views{{{"front", {0, 0}},
                                                {"back", {180, 0}},
                                                {"left", {90, 0}},
                                                {"right", {-90, 0}},
                                                {"top", {0, 90}},
                                                {"three-quarter", {35, 15}}}};

struct NamedColor {
    const char* name;
    std::array<u8, 4> color;
};
constexpr std::array<NamedColor, 4> named_colors{
    {{"none", {0, 0, 0, 0}}, {"white", {255, 255, 255, 255}}, {"black", {0, 0, 0, 255}}, {"grey", {64, 68, 76, 255}}}};

std::optional<double> number_of(std::string_view word) {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<View> view_of(std::string_view word) {
    for (const NamedView& named : named_views) {
        if (word == named.name) return named.view;
    }
    const auto comma = word.find(',');
    const auto yaw = number_of(word.substr(0, comma));
    if (!yaw || std::abs(*yaw) > 3600) return std::nullopt;
    if (comma == std::string_view::npos) return View{*yaw, 0};
    const auto pitch = number_of(word.substr(comma + 1));
    if (!pitch || std::abs(*pitch) > 90) return std::nullopt;
    return View{*yaw, *pitch};
}

struct Size {
    u32 width = 0;
    u32 height = 0;
};

std::optional<Size> size_of(std::string_view word) {
    const auto side = [](std::string_view part) {
        const auto value = text::whole_integer<u32>(part);
        return value && *value >= 1 && *value <= greatest_render_side ? value : std::nullopt;
    };
    const auto times = word.find('x');
    const auto width = side(word.substr(0, times));
    const auto height = times == std::string_view::npos ? width : side(word.substr(times + 1));
    if (!width || !height) return std::nullopt;
    return Size{*width, *height};
}

std::optional<std::array<u8, 4>> color_of(std::string_view word) {
    for (const NamedColor& named : named_colors) {
        if (word == named.name) return named.color;
    }
    if (word.starts_with('#')) word.remove_prefix(1);
    const auto value = text::whole_integer<u32>(word, 16);
    if (word.size() != 6 || !value) return std::nullopt;
    return std::array<u8, 4>{static_cast<u8>(*value >> 16), static_cast<u8>(*value >> 8), static_cast<u8>(*value), 255};
}

bool* named_show(Show& show, std::string_view word) {
    if (word == "wireframe") return &show.wireframe;
    if (word == "bones") return &show.bones;
    if (word == "normals") return &show.normals;
    if (word == "attachments") return &show.attachments;
    return word == "axes" ? &show.axes : nullptr;
}

// False if a word is none of the known ones.
bool parse_show(std::string_view words, Show& show) {
    while (!words.empty()) {
        const auto comma = words.find(',');
        bool* named = named_show(show, words.substr(0, comma));
        if (named == nullptr) return false;
        *named = true;
        words = comma == std::string_view::npos ? std::string_view() : words.substr(comma + 1);
    }
    return true;
}

std::string check_view(const std::string& word) {
    if (view_of(word)) return {};
    return word + " is neither front, back, left, right, top, three-quarter nor YAW,PITCH in degrees";
}

std::string check_size(const std::string& word) {
    if (size_of(word)) return {};
    return word + " is neither N nor WIDTHxHEIGHT with sides of 1 to " + std::to_string(greatest_render_side);
}

std::string check_color(const std::string& word) {
    return color_of(word) ? std::string() : word + " is neither none, white, black, grey nor #RRGGBB";
}

std::string check_show(const std::string& words) {
    Show show;
    return parse_show(words, show) ? std::string()
                                   : words + " is not a list of wireframe,bones,normals,attachments,axes";
}

}  // namespace

View ImageArguments::camera() const { return view_of(view).value_or(View{}); }

RenderOptions ImageArguments::options(const Format& format, u32 usual_size) const {
    RenderOptions out;
    const Size chosen = size_of(size).value_or(Size{usual_size, usual_size});
    out.width = chosen.width;
    out.height = chosen.height;
    out.samples = samples == "1" ? 1 : samples == "16" ? 16 : 4;
    if (filter == "nearest") out.filter = Filter::nearest;
    if (filter == "bilinear") out.filter = Filter::bilinear;
    out.background = color_of(background).value_or(std::array<u8, 4>{});
    parse_show(show, out.show);
    if (style == "game") {
        out.style = format.style;
        if (out.style.snap) out.samples = 1;
    }
    return out;
}

void add_image_arguments(Verb& verb, ImageArguments& arguments, const char* usual_size) {
    verb.text({.names = "--size",
               .type = "N|WxH",
               .help = std::string("size in pixels [default: ") + usual_size + "]",
               .check = check_size},
              arguments.size);
    verb.text({.names = skin_option,
               .type = "NAME|N",
               .help = "use this one of the model's sets of textures, or of a script's characters"},
              arguments.skin);
    add_look_arguments(verb, arguments);
}

void add_look_arguments(Verb& verb, ImageArguments& arguments) {
    verb.text({.names = "--view",
               .type = "NAME|YAW,PITCH",
               .help = "view from front, back, left, right, top, three-quarter, or by degrees [default: three-quarter]",
               .check = check_view},
              arguments.view);
    verb.flag({.names = "--frame-all",
               .help = "leave room in a still image for the whole clip, or for all clips if none is named"},
              arguments.frame_all);
    verb.text({.names = "--style",
               .type = "clean|game",
               .help = "draw clean, or as the game did [default: clean]",
               .check = one_of({"clean", "game"})},
              arguments.style);
    verb.text({.names = "--background",
               .type = "COLOR",
               .help = "fill with none, white, black, grey or #RRGGBB [default: none, transparent]",
               .check = check_color},
              arguments.background);
    verb.text({.names = "--show",
               .type = "LIST",
               .help = "also draw any of wireframe,bones,normals,attachments,axes",
               .check = check_show},
              arguments.show);
    verb.text({.names = "--samples",
               .type = "1|4|16",
               .help = "samples per pixel; more make smoother edges [default: 4]",
               .check = one_of({"1", "4", "16"})},
              arguments.samples);
    verb.text({.names = "--filter",
               .type = "auto|nearest|bilinear",
               .help = "sample textures this way; auto: as the model says [default: auto]",
               .check = one_of({"auto", "nearest", "bilinear"})},
              arguments.filter);
}

}  // namespace thaw::cli
