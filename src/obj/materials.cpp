#include <algorithm>

#include "obj/parts.hpp"
#include "scene/maths.hpp"

namespace thaw::obj {

namespace {

// MTL is older than linear colours: its numbers are what the screen shows.
f32 shown(f32 linear) { return linear_to_srgb(std::clamp(linear, 0.0f, 1.0f)); }

void write_color(Vec4 color, TextWriter& out) {
    out << "Kd " << shown(color.x) << " " << shown(color.y) << " " << shown(color.z);
    out.end_line();
    if (color.w < 1) {
        out << "d " << color.w;
        out.end_line();
    }
}

}  // namespace

void write_materials(const Scene& scene, const ObjOptions& options, const std::vector<std::string>& words,
                     std::string_view plain_word, TextWriter& out) {
    for (std::size_t i = 0; i < scene.materials.size(); ++i) {
        const Material& material = scene.materials[i];
        out << "newmtl " << words[i];
        out.end_line();
        write_color(material.base_color, out);
        if (material.image >= options.image_names.size() || options.image_names[material.image].empty()) continue;
        const std::string& image = options.image_names[material.image];
        out << "map_Kd " << image;
        out.end_line();
        if (material.alpha != AlphaMode::opaque) {
            out << "map_d " << image;
            out.end_line();
        }
    }
    if (plain_word.empty()) return;
    out << "newmtl " << plain_word;
    out.end_line();
    write_color({1, 1, 1, 1}, out);
}

}  // namespace thaw::obj
