#include "cli/image_arguments.hpp"

#include <optional>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw::cli {

namespace {

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
    return show_of(words) ? std::string() : words + " is not a list of wireframe,bones,normals,attachments,axes";
}

}  // namespace

RenderOptions ImageArguments::applied_to(RenderOptions out, u32 usual_size) const {
    const Size chosen = size_of(size).value_or(Size{usual_size, usual_size});
    out.width = chosen.width;
    out.height = chosen.height;
    out.view = view_of(view).value_or(View{});
    out.samples = samples == "1" ? 1 : samples == "16" ? 16 : 4;
    if (filter == "nearest") out.filter = Filter::nearest;
    if (filter == "bilinear") out.filter = Filter::bilinear;
    out.background = color_of(background).value_or(Color{});
    out.show = show_of(show).value_or(Show{});
    out.style = style == "game" ? Style::game : Style::clean;
    out.skin = skin;
    out.frame_all = frame_all;
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

void add_time(Verb& verb, double& time) {
    verb.number({.names = "--time",
                 .type = "SECONDS",
                 .help = "moment of the clip to draw [default: 0]",
                 .check = number_in(0, 1e6)},
                time);
}

}  // namespace thaw::cli
