// How models are drawn: what the verbs that make images have in common.
#pragma once

#include <string>
#include <vector>

#include <thaw/render.hpp>

#include "cli/command_line.hpp"

namespace thaw::cli {

// The sets of textures of a scene are chosen by it; formats may have an option of that name, which takes a number.
inline constexpr const char* skin_option = "--skin";

struct ImageArguments {
    std::string view = "three-quarter";
    std::string size{};  // the verb's own if not given
    std::string samples = "4";
    std::string filter = "auto";
    std::string style = "clean";
    std::string background = "none";
    std::string show{};
    std::string skin{};
    bool frame_all = false;  // a still leaves room for what comes later in the clip, or in any if none was named

    // The size if none was given.
    RenderOptions applied_to(RenderOptions options, u32 usual_size) const;
};

// All of them.
void add_image_arguments(Verb& verb, ImageArguments& arguments, const char* usual_size);
// Those that make sense for many models at once: no size, no skin.
void add_look_arguments(Verb& verb, ImageArguments& arguments);
void add_time(Verb& verb, double& time);

}  // namespace thaw::cli
