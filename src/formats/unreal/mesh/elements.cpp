// Where the pair stores what the scene shows. Points, and in each frame of them the weapon triangle, are in the aniv
// file, polygons in the data file. Clips and materials are the script's.
#include "formats/unreal/mesh/elements.hpp"

#include <algorithm>
#include <map>

#include "formats/shared/element_map.hpp"
#include "formats/unreal/family.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

enum DataField : std::size_t { corners, type, slot, uv0, uv1, uv2 };
constexpr std::string_view data_fields[] = {"polys[].vertices", "polys[].type", "polys[].texture",
                                            "polys[].uv0",      "polys[].uv1",  "polys[].uv2"};
constexpr std::string_view aniv_fields[] = {"frames[].vertices[]"};

class Elements final : public ElementMap {
public:
    Elements(const Document& document, const SceneOptions& options, const Scene& scene)
        : document_(document),
          scene_(scene),
          is_raw_(options.raw),
          still_(static_cast<u32>(options.frame.value_or(0))),
          data_(format, document, "data", data_fields),
          aniv_(format, document, "aniv", aniv_fields) {
        if (scene.meshes.empty()) return;  // nothing is shown
        sort_polys();
        for (u32 m = 0; m < scene.meshes.size(); ++m) first_frames_.push_back(first_frame(m));
    }

    void bits_of(const Element& e, ElementBits& out) const override {
        switch (e.kind) {
            case ElementKind::point: add_vertex(first_frames_[e.mesh] + e.frame, e.index, out); break;
            case ElementKind::triangle: {
                const u32 poly = drawn_[e.primitive][e.index];
                out.add(data_, corners, {poly});
                out.add(data_, type, {poly});
                out.add(data_, slot, {poly});
                break;
            }
            case ElementKind::uv: out.add(data_, uv0 + stored_corner(e.index % 3), {uv_poly(e)}); break;
            case ElementKind::bone:
                if (scene_.nodes[e.index].name == "WeaponAttach" && weapon_) add_weapon(still_, out);
                break;
            case ElementKind::key: add_key(e, out); break;
            default: break;
        }
    }

private:
    void sort_polys() {
        const Extent extent = extent_of(document_);
        const auto& polys = document_.data->polys;
        std::map<u16, std::vector<u32>> sorted;
        for (u32 i = 0; i < polys.size(); ++i) {
            const Shown shown = shown_of(polys[i], document_, extent);
            if (shown == Shown::drawn) sorted[material_key(polys[i])].push_back(i);
            if (shown == Shown::weapon && !weapon_) weapon_ = i;
        }
        for (auto& [key, list] : sorted) drawn_.push_back(std::move(list));
        Placing placing = placing_of(placement_of(document_), is_raw_);
        if (const Mesh* mesh = document_.mesh(); mesh != nullptr && !is_usable(placing)) {
            Placement usual = usual_placement(document_);
            usual.unmirror = mesh->placement.unmirror;
            placing = placing_of(usual, is_raw_);
        }
        is_turned_ = placing.turned;
    }

    // Of the file, which the mesh's frame 0 is: a scene may have a mesh for each clip.
    u64 first_frame(u32 m) const {
        const auto& frames = scene_.meshes[m].frames;
        if (frames && frames->stride > 0) return frames->offset / frames->stride;
        return scene_.meshes.size() == 1 ? still_ : clip_start(m);
    }

    u64 clip_start(std::size_t clip) const {
        if (clip >= scene_.clips.size()) return 0;
        const json::Value* start = scene_.clips[clip].extras.find("first_frame");
        const i64* number = start == nullptr ? nullptr : start->get_if<i64>();
        return number == nullptr ? 0 : static_cast<u64>(*number);
    }

    // Triangles are turned round where the scene mirrors the file.
    std::size_t stored_corner(std::size_t corner) const { return is_turned_ ? (3 - corner) % 3 : corner; }
    u32 uv_poly(const Element& e) const { return drawn_[e.primitive][e.index / 3]; }

    // Of Deus Ex's four numbers the last is not used.
    void add_vertex(u64 frame, u64 vertex, ElementBits& out) const {
        out.add(aniv_, 0, {frame, vertex}, 0, document_.is_deus_ex() ? 48 : 32);
    }

    // It is in the middle of two corners; all three turn it.
    void add_weapon(u64 frame, ElementBits& out, std::initializer_list<std::size_t> which = {0, 1, 2}) const {
        out.add(data_, corners, {*weapon_});
        for (const std::size_t i : which) add_vertex(frame, document_.data->polys[*weapon_].vertices[i], out);
    }

    // Only the weapon's keys are stored; which frames a clip shows is the script's.
    void add_key(const Element& e, ElementBits& out) const {
        const Clip& clip = scene_.clips[e.clip];
        const Channel& channel = clip.channels[e.channel];
        if (!weapon_ || scene_.nodes[channel.node].name != "WeaponAttach") return;
        if (channel.path == Path::translation) return add_weapon(shown_frame(e.clip, e.index), out, {0, 2});
        add_weapon(shown_frame(e.clip, e.index), out);
        // A weapon that is lost stays turned as it was before.
        for (u32 k = e.index; channel.path == Path::rotation && k > 0 && is_lost(shown_frame(e.clip, k));) {
            add_weapon(shown_frame(e.clip, --k), out);
        }
    }

    u64 shown_frame(u32 c, u32 key) const {
        for (const Channel& channel : scene_.clips[c].channels) {
            if (channel.path != Path::frame) continue;
            return first_frames_[scene_.nodes[channel.node].mesh] + channel.frames[key];
        }
        return clip_start(c);  // it shows one frame all the time
    }

    bool is_lost(u64 frame) const {
        std::array<Vec3d, 3> v{};
        for (std::size_t i = 0; i < 3; ++i) {
            v[i] = exact(document_.vertex(frame, document_.data->polys[*weapon_].vertices[i]));
        }
        return !(length(cross(v[1] - v[0], v[2] - v[0])) > 0);
    }

    const Document& document_;
    const Scene& scene_;
    bool is_raw_;
    u32 still_;
    MappedFile data_;
    MappedFile aniv_;
    std::vector<std::vector<u32>> drawn_{};  // polygons by primitive
    std::vector<u64> first_frames_{};        // by mesh
    std::optional<u32> weapon_{};
    bool is_turned_ = true;
};

}  // namespace

std::unique_ptr<ElementMap> element_map(const Document& document, const Bundle&, const SceneOptions& options,
                                        const Scene& scene) {
    return std::make_unique<Elements>(document, options, scene);
}

}  // namespace thaw::unreal
