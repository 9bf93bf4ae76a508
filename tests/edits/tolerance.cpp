// How finely each format stores things.
#include <algorithm>
#include <cmath>

#include "edits/judge.hpp"

namespace edits {

Tolerance tolerance_of(std::string_view format, const Glb& glb, const Facts& facts) {
    Tolerance out;
    out.exact = 2e-6 * facts.size + 1e-7;
    out.step = 2 * out.exact;
    out.uv_exact = 1e-5;
    const auto extra = [&](const char* list, const char* key) -> json {
        for (const json& each : glb.list(list)) {
            if (each.contains("extras") && each["extras"].contains(key)) return each["extras"][key];
        }
        return nullptr;
    };
    if (format == "unreal") {
        double scale = 1;
        const json placement = extra("meshes", "thaw_placement");
        if (placement.is_string()) {
            scale = 0;
            const json parsed = json::parse(placement.get<std::string>());
            for (const json& s : parsed["scale"]) scale = std::max(scale, std::abs(s.get<double>()));
        }
        // Half a step in each of three directions, as large as the actor shows it.
        double shown = 1;
        for (const PartFacts& part : facts.parts) {
            const Matrix& world = facts.nodes[part.node].world;
            for (std::size_t c = 0; c < 3; ++c) {
                shown = std::max(shown, std::hypot(world[4 * c], world[4 * c + 1], world[4 * c + 2]));
            }
        }
        out.step = scale * 0.01905 * 0.9 * shown;
        out.uv_step = 0.6 / 255;
    } else if (format == "ddd" || format == "rdy") {
        const json unit = extra("scenes", "thaw_feet_per_unit");
        out.step = std::max(
            out.step, format == "ddd" && unit.is_number() ? unit.get<double>() * 0.3048 * 0.9 : facts.size / 16384);
        out.uv_step = 0.6 / 256;
        for (const json& image : glb.list("images")) {
            const std::string name = image.value("name", "");
            if (name.ends_with(".JPG") || name.ends_with(".jpg")) out.pixel_step = 16;  // blocks of eight by eight
        }
    } else if (format == "ctr") {
        double sum = 0;
        for (const char* key : {"thaw_scale_x", "thaw_scale_y", "thaw_scale_z"}) {
            const json s = extra("meshes", key);
            const double step = (s.is_number() ? s.get<double>() : 4096) / 4096 / 64;
            sum += step * step * (key[11] == 'y' ? 4 : 1);  // heights are even
        }
        out.step = 0.8 * std::sqrt(sum);
        out.uv_step = 0.6 / 16;
        out.pixel_step = 9;  // five bits
        out.color_step = 0.02;
        out.crops_images = true;
    } else {
        out.uv_step = 1e-5;
    }
    // Keys between frames are at most 0.1 % of the model's size off, and both files may have others: an edit may change
    // what is 0.1 %.
    if (format == "ctc") out.between_frames = 2e-3 * facts.size;
    return out;
}

}  // namespace edits
