#include <cmath>

#include <thaw/render.hpp>

#include "base/numbers.hpp"

namespace thaw {

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
    Color color;
};
constexpr std::array<NamedColor, 4> named_colors{
    {{"none", {0, 0, 0, 0}}, {"white", {255, 255, 255, 255}}, {"black", {0, 0, 0, 255}}, {"grey", {64, 68, 76, 255}}}};

bool* named_show(Show& show, std::string_view word) {
    if (word == "wireframe") return &show.wireframe;
    if (word == "bones") return &show.bones;
    if (word == "normals") return &show.normals;
    if (word == "attachments") return &show.attachments;
    return word == "axes" ? &show.axes : nullptr;
}

}  // namespace

std::optional<View> view_of(std::string_view word) {
    for (const NamedView& named : named_views) {
        if (word == named.name) return named.view;
    }
    const auto comma = word.find(',');
    const auto yaw = text::whole_number(word.substr(0, comma));
    if (!yaw || std::abs(*yaw) > 3600) return std::nullopt;
    if (comma == std::string_view::npos) return View{*yaw, 0};
    const auto pitch = text::whole_number(word.substr(comma + 1));
    if (!pitch || std::abs(*pitch) > 90) return std::nullopt;
    return View{*yaw, *pitch};
}

std::optional<Color> color_of(std::string_view word) {
    for (const NamedColor& named : named_colors) {
        if (word == named.name) return named.color;
    }
    if (word.starts_with('#')) word.remove_prefix(1);
    const auto value = text::whole_integer<u32>(word, 16);
    if (word.size() != 6 || !value) return std::nullopt;
    return Color{static_cast<u8>(*value >> 16), static_cast<u8>(*value >> 8), static_cast<u8>(*value), 255};
}

std::optional<Show> show_of(std::string_view words) {
    Show show;
    while (!words.empty()) {
        const auto comma = words.find(',');
        bool* named = named_show(show, words.substr(0, comma));
        if (named == nullptr) return std::nullopt;
        *named = true;
        words = comma == std::string_view::npos ? std::string_view() : words.substr(comma + 1);
    }
    return show;
}

}  // namespace thaw
