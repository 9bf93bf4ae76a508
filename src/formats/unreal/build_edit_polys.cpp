// Slots, types and texture coordinates of an edited scene's triangles.
#include <algorithm>

#include "formats/unreal/build_edit.hpp"
#include "formats/unreal/survey.hpp"

namespace thaw::unreal {

namespace {

class PolyEditing {
public:
    explicit PolyEditing(const PolyEditInput& in) : in_(in), work_(in.work), scene_(in.base_scene) {}

    Result<PolyEdits> run() {
        PolyEdits out;
        std::array<bool, 256> known{};
        for (const Poly& poly : in_.document.data->polys) known[poly.texture] = true;
        UvRounding rounding;
        for (const TrianglePair& pair : in_.match.pairs) {
            const build::FlatTriangle& now = work_.flat.triangles[pair.edited];
            const build::FlatTriangle& then = in_.base.triangles[pair.base];
            Poly poly = in_.document.data->polys[in_.drawn[pair.base]];
            if (!set_surface(now, then, poly)) return goes_beyond("a new material, " + name_of(now.material));
            if (!known[poly.texture]) return goes_beyond("a new skin slot, " + std::to_string(poly.texture));
            if (has_uvs(now.node)) set_uvs(now, pair.turn, poly, rounding);
            const Poly& stored = in_.document.data->polys[in_.drawn[pair.base]];
            if (poly.type != stored.type || poly.texture != stored.texture) ++out.surfaces;
            if (poly.uvs != stored.uvs) ++out.uvs;
            if (poly.type != stored.type || poly.texture != stored.texture || poly.uvs != stored.uvs) {
                out.changed.emplace_back(in_.drawn[pair.base], poly);
            }
        }
        report_uvs(rounding, work_.issues);
        return out;
    }

private:
    std::string name_of(u32 material) const {
        return material < work_.scene().materials.size() ? work_.scene().materials[material].name : "none";
    }

    // False where nobody can tell the slot.
    bool set_surface(const build::FlatTriangle& now, const build::FlatTriangle& then, Poly& poly) const {
        const auto& materials = work_.scene().materials;
        if (now.material >= materials.size()) return then.material >= scene_.materials.size();
        const Material& edited = materials[now.material];
        const SaidSurface said = said_surface(edited);
        if (said.slot) poly.texture = *said.slot;
        if (said.type) poly.type = *said.type;
        if (said.slot && said.type) return true;
        if (then.material >= scene_.materials.size()) return false;
        const Material& earlier = scene_.materials[then.material];
        if (!said.slot && edited.name != earlier.name) return false;
        // An editor that dropped what the material said has kept how it looks.
        if (!said.type && type_by_look(edited) != type_by_look(earlier)) {
            poly.type = static_cast<u8>(type_by_look(edited) | (poly.type & flat_bit));
        }
        return true;
    }

    // A mesh without any has lost them on the way; nobody puts a whole model on one spot of its picture.
    bool has_uvs(u32 node) const {
        const auto& parts = work_.scene().meshes[work_.scene().nodes[node].mesh].primitives;
        return std::any_of(parts.begin(), parts.end(), [](const Primitive& p) { return !p.uvs.empty(); });
    }

    void set_uvs(const build::FlatTriangle& now, u32 turn, Poly& poly, UvRounding& rounding) const {
        UvRounding own;
        const auto bytes = uv_bytes(now.uvs, own);
        const auto before = poly.uvs;
        for (u32 corner = 0; corner < 3; ++corner) {
            // In the file the last two corners change places with those of the scene.
            const u32 k = in_.turned && corner > 0 ? 3 - corner : corner;
            poly.uvs[corner] = bytes[(k + turn) % 3];
        }
        if (poly.uvs == before) return;
        rounding.corners += own.corners;
        rounding.rounded += own.rounded;
        rounding.largest = std::max(rounding.largest, own.largest);
        rounding.cut += own.cut;
    }

    const PolyEditInput& in_;
    BuildWork& work_;
    const Scene& scene_;
};

}  // namespace

Result<PolyEdits> edit_polys(const PolyEditInput& input) { return PolyEditing(input).run(); }

}  // namespace thaw::unreal
