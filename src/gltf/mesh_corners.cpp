// What the corners of a part have of their own: coordinates, colours, the material and its variants.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "gltf/mesh_parts.hpp"

namespace thaw::gltf {

namespace {

class CornerReader {
public:
    CornerReader(Reading& r, MeshPart& part) : r_(r), in_(r.input), part_(part), out_(part.out) {}

    void run() {
        out_.material = in_.index(part_.json, "material", r_.scene.materials.size());
        variants();
        if (!in_.charge(part_.json, part_.corners * u64{28})) return;
        coordinates();
        colors();
        note_others();
    }

private:
    Placement placement() const { return out_.material == no_index ? Placement() : r_.placements[out_.material]; }

    void coordinates() {
        const Placement place = placement();
        set_ = "TEXCOORD_" + std::to_string(place.uv_set);
        const Numbers* numbers = attribute(r_, part_, set_, {2});
        if (numbers == nullptr || !r_.accessors.vectors(*numbers, out_.uvs)) return;
        if (!part_.used.empty()) {
            for (u32 corner = 0; corner < part_.corners; ++corner) out_.uvs[corner] = out_.uvs[part_.used[corner]];
            out_.uvs.resize(part_.corners);
        }
        if (place.offset != Placement().offset || place.scale != Placement().scale || place.rotation != 0) {
            move_coordinates(place);
        }
    }

    void move_coordinates(const Placement& place) {
        const double c = std::cos(static_cast<double>(place.rotation));
        const double s = std::sin(static_cast<double>(place.rotation));
        bool finite = true;
        for (Vec2& uv : out_.uvs) {
            const double u = double{uv.x} * double{place.scale[0]};
            const double v = double{uv.y} * double{place.scale[1]};
            uv = {static_cast<f32>(c * u + s * v + double{place.offset[0]}),
                  static_cast<f32>(c * v - s * u + double{place.offset[1]})};
            if (std::isfinite(uv.x) && std::isfinite(uv.y)) continue;
            uv = {};
            finite = false;
        }
        if (!finite) in_.note(issue::non_finite, part_.json);
    }

    void colors() {
        const Numbers* numbers = attribute(r_, part_, "COLOR_0", {3, 4});
        std::vector<f32> values;
        if (numbers == nullptr || !r_.accessors.floats(*numbers, values)) return;
        out_.colors.reserve(part_.corners);
        bool within = true;
        for (u32 corner = 0; corner < part_.corners; ++corner) {
            std::array<f32, 4> c{0, 0, 0, 1};
            for (u32 k = 0; k < numbers->width; ++k) {
                const f32 value = values[std::size_t{numbers->width} * part_.vertex(corner) + k];
                within = within && value >= 0 && value <= 1;
                c[k] = std::clamp(value, 0.0f, 1.0f);
            }
            out_.colors.push_back({c[0], c[1], c[2], c[3]});
        }
        if (!within) in_.note(issue::color, part_.attributes.find("COLOR_0"));
        const auto& colors = out_.colors;
        const bool is_one = std::adjacent_find(colors.begin(), colors.end(), std::not_equal_to<>()) == colors.end();
        if (is_one || !mixes_colors_up()) return;
        in_.note(issue::color_order, part_.attributes.find("COLOR_0"));
        r_.file.colors_mixed_up = true;
    }

    // Its exporter looks up colours of corners by the number of the vertex (KhronosGroup/glTF-Blender-IO#1815). The
    // add-on goes round that, and says so in the name of the generator.
    bool mixes_colors_up() const {
        const auto generator = in_.root().find("asset").find("generator").string();
        return generator && generator->ends_with("glTF Blender I/O v3.4.50");
    }

    // Every variant has a material: the one the part has without, unless the variant names another.
    void variants() {
        const Ref extension = Input::extension(part_.json, "KHR_materials_variants");
        if (!extension || r_.scene.variants.empty()) return;
        if (!in_.charge(extension, r_.scene.variants.size() * 4)) return;
        std::vector<u32> out(r_.scene.variants.size(), out_.material);
        for (const Ref mapping : in_.member(extension, "mappings", Kind::array).items()) {
            const u32 material = in_.required_index(mapping, "material", r_.scene.materials.size());
            for (const Ref variant : in_.member(mapping, "variants", Kind::array).items()) {
                const u32 index = in_.index_of(variant, out.size());
                if (!in_.ok()) return;
                out[index] = material;
            }
        }
        if (!in_.ok()) return;
        const Placement first = placement();
        bool alike = true;
        for (u32& material : out) {
            if (material == no_index) material = plain_material();
            alike = alike && r_.placements[material] == first;
        }
        if (!alike) in_.note(issue::uv_transform, extension);
        out_.variants = std::move(out);
    }

    u32 plain_material() {
        if (r_.plain_material == no_index) {
            r_.plain_material = static_cast<u32>(r_.scene.materials.size());
            r_.scene.materials.push_back({.unlit = false});
            r_.placements.emplace_back();
        }
        return r_.plain_material;
    }

    void note_others() {
        part_.attributes.each([&](std::string_view name, Ref value) {
            const bool known = name == "POSITION" || name == "NORMAL" || name == "TANGENT" || name == "COLOR_0" ||
                               name == "_SOURCE_VERTEX" || name == set_ || name.starts_with("JOINTS_") ||
                               name.starts_with("WEIGHTS_");
            if (!known) in_.note(issue::attribute, value, {}, text::printable(name));
        });
    }

    Reading& r_;
    Input& in_;
    MeshPart& part_;
    Primitive& out_;
    std::string set_;
};

}  // namespace

void read_corners(Reading& r, MeshPart& part) { CornerReader(r, part).run(); }

}  // namespace thaw::gltf
