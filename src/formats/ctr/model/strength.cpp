#include "formats/ctr/model/strength.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "formats/ctr/model/scene_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr u64 least_faces = 1 << 16;
constexpr double rounding = 1;  // that no strength avoids

double error_of(u32 strength, const Values& texels, const Values& colours) {
    double worst = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (u32 t = 0; t < 256; ++t) {
            if (!texels[axis][t]) continue;
            const double image = stronger(static_cast<u8>(t), strength);
            for (u32 c = 0; c < 256; ++c) {
                if (!colours[axis][c]) continue;
                const double wanted = std::min(255.0, t * static_cast<double>(c) / neutral_strength);
                const double shown = image * std::min(1.0, static_cast<double>(c) / strength);
                worst = std::max(worst, std::abs(shown - wanted));
            }
        }
    }
    return worst;
}

u8 brightest_of(const std::vector<Colour>* colours, const Face& face) {
    u8 out = 0;
    for (const Corner& corner : face.corners) {
        if (colours == nullptr || corner.colour >= colours->size()) continue;
        const Colour& c = (*colours)[corner.colour];
        out = std::max({out, c.red, c.green, c.blue});
    }
    return out;
}

}  // namespace

u8 strength_level(const std::vector<Colour>* colours, const Face& face) {
    const u8 brightest = brightest_of(colours, face);
    const auto enough = std::find_if(strengths.begin(), strengths.end(), [&](u16 s) { return s >= brightest; });
    return static_cast<u8>(enough - strengths.begin());
}

Strength best_strength(u8 level, const Values& texels, const Values& colours) {
    Strength best{strengths[level]};
    if (level == 0) return best;
    best.error = error_of(best.value, texels, colours);
    if (best.error <= rounding) return {best.value, 0};
    for (u16 s = neutral_strength; s <= 255; ++s) {
        const double error = error_of(s, texels, colours);
        if (error < best.error) best = {s, error};
    }
    return best;
}

std::map<UsedColours, Values> bright_colours_in(const File& file) {
    std::map<UsedColours, Values> out;
    std::set<std::tuple<u32, u32, u32>> seen;
    u64 faces_left = least_faces + file.image.size();
    for (const auto& list : file.mesh_lists) {
        for (const Mesh& mesh : list.value) {
            const CommandList* commands = commands_of(file, mesh);
            const auto* colours = colours_of(file, mesh);
            const auto* textures = textures_of(file, mesh);
            if (commands == nullptr || colours == nullptr || textures == nullptr) continue;
            if (!seen.emplace(mesh.commands, mesh.colours, mesh.textures).second) continue;
            if (commands->commands.size() > faces_left) return out;
            faces_left -= commands->commands.size();
            for (const Face& face : faces_of(*commands)) {
                if (face.texture == 0 || face.texture > textures->size()) continue;
                const TextureLayout* layout = layout_at(file, (*textures)[face.texture - 1u].target);
                const u8 level = strength_level(colours, face);
                if (layout == nullptr || level == 0) continue;
                const auto group = Materials::group_of(*layout);
                Values& used = out[{group.page, group.clut, level}];
                for (const Corner& corner : face.corners) {
                    if (corner.colour >= colours->size()) continue;
                    const Colour& c = (*colours)[corner.colour];
                    used[0].set(c.red);
                    used[1].set(c.green);
                    used[2].set(c.blue);
                }
            }
        }
    }
    return out;
}

}  // namespace thaw::ctr
