// The steps of to_scene(), in the order in which they are taken.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/mesh/skin_sets.hpp"
#include "formats/unreal/mesh/transform.hpp"

namespace thaw::unreal {

// What can be shown: frames that store every vertex in use, and the vertices that all of those store.
struct Extent {
    u32 points = 0;
    u32 frames = 0;
};

// What becomes of a polygon in the scene.
enum class Shown : u8 { drawn, weapon, outside, missing, degenerate };
Shown shown_of(const Poly& poly, const Document& document, const Extent& extent);
// Polygons alike in it share a material; in the scene those with a smaller one come first, in the order of the file.
u16 material_key(const Poly& poly);

// From stored numbers to the scene, in metres, and what of it a mesh and its node do.
struct Placing {
    Affine scene{};    // all of it
    Affine mesh{};     // all of it, or with raw only the change of axes
    Transform node{};  // with raw the rest
    // With raw: what a MODELDEF does after turning, where no single node can do both.
    std::optional<Transform> outer{};
    bool turned = true;  // triangles are (v0, v2, v1)
};

// A run of frames that plays.
struct Play {
    std::string name;
    std::vector<u32> frames{};  // of the file
    double rate = default_rate;
    const Sequence* sequence = nullptr;  // null without a script
    std::vector<const Notify*> events{};

    u32 first() const { return *std::min_element(frames.begin(), frames.end()); }
    u32 last() const { return *std::max_element(frames.begin(), frames.end()); }
};

struct SceneWork {
    const Document& document;
    const Bundle& bundle;
    const SceneOptions& options;
    Issues& issues;
    std::string name{};
    Extent extent{};
    Placing placing{};
    double draw_scale = 1;  // of the top nodes
    std::vector<Play> plays{};
    Scene scene{};
    // The mesh of the document as the class shows it that was asked for; null: as it is.
    const Mesh* as_shown = nullptr;
    std::vector<Outfit> outfits{};  // of a player: the first is how it is shown, the others are variants

    const Mesh* mesh() const { return as_shown != nullptr ? as_shown : document.mesh(); }
};

Extent extent_of(const Document& document);
Placing placing_of(const Placement& placement, bool raw);
// What is shown that much larger stays within reach.
bool is_usable(const Placing& placing, double draw_scale = 1);
bool is_speed(double rate);  // frames a second

// Beside other sequences one called All only says that these are all frames: if it shows the whole file, or nothing
// that the others do not show.
struct FrameRun {
    std::string_view name;
    i64 start = 0;
    i64 frames = 0;
};
std::vector<bool> find_only_all(const std::vector<FrameRun>& runs, u64 frames);

// One primitive for each material; what cannot be drawn is left out and reported. Makes the materials and images too.
std::vector<Primitive> make_primitives(SceneWork& work);
// The material of polygons with this slot and type, `first_poly` being the first of them; and that in each of the
// scene's variants, if there are some.
void add_materials(SceneWork& work, u8 slot, u8 type, u64 first_poly, Primitive& primitive);

// `first` and the `count` frames from there on, as frames or as the base shape alone.
thaw::Mesh make_mesh(const SceneWork& work, const std::vector<Primitive>& primitives, u32 first, u32 count);

// Which frames play, and how fast.
std::vector<Play> plays_of(SceneWork& work);
std::vector<std::string> frame_names(const SceneWork& work);
// The clip as far as the mesh goes: `node` shows it, and its mesh has the file's frames from `first_frame` on.
Clip make_clip(const Play& play, u32 node, u32 first_frame);

// The triangle that marks where a weapon is held.
struct WeaponTriangle {
    std::array<u16, 3> vertices{};
};
std::optional<WeaponTriangle> find_weapon(SceneWork& work);
Transform weapon_transform(const SceneWork& work, const WeaponTriangle& weapon, u32 frame);
void add_weapon_channels(const SceneWork& work, const WeaponTriangle& weapon, const Play& play, u32 node, Clip& clip);

}  // namespace thaw::unreal
