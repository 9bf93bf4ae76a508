// The steps of compare(), one per concern. Each finds its things again, and puts what was edited into `out.scene`,
// which starts as a copy of the base.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <thaw/pose.hpp>

#include "scene/edit/edit.hpp"
#include "scene/edit/surface.hpp"

namespace thaw::edit {

// What rounding by editors explains. Lengths are shares of the model's size.
inline constexpr double same_length = 2e-6;
inline constexpr double same_movement = 1e-5;
inline constexpr double same_bind = 1e-4;
inline constexpr double same_rotation = 1e-5;
inline constexpr f32 same_direction = 2e-3f;
inline constexpr f32 same_weight = 1e-4f;
inline constexpr f32 same_uv = 2e-6f;
inline constexpr f32 same_color = 0.4f / 255;  // of the range, as screens have it

struct Work {
    const CompareInput& input;
    const Scene& base;
    const Scene& edited;
    Edit out{};
    double size = 0;  // of the base, in metres

    std::vector<u32> base_node{};    // by node of the edited scene; no_index for a new one
    std::vector<u32> edited_node{};  // by node of the base; no_index for one that is gone
    std::vector<u32> out_node{};     // by node of the edited scene: of out.scene; no_index for one that nothing needs
    std::vector<u32> material{};     // by material of the edited scene: of the base; no_index for a new one
    Pose base_rest{}, edited_rest{};
    std::vector<Matrix>
        out_worlds{};              // by node of the base: at rest, on nodes that are where the edited scene has them
    std::vector<bool> replaced{};  // by mesh of the base: taken from the edited scene as it is there
    std::vector<bool> new_triangles{};  // by node of the edited scene: its mesh has some that the base does not have
    // By mesh of the base with other triangles: which points and triangles of the base its own are now.
    std::map<u32, std::vector<u32>> patched_points{}, patched_triangles{};
    std::vector<std::pair<u32, u32>> adopted{};  // mesh and part whose material is one of the edited scene's, and new
    std::vector<std::vector<u32>> replaced_points{};  // by such a mesh: the base's point that each of its points was
    bool all_meshes_new = false;  // objects were joined or cut apart, and edited: none of the base's is left

    void change(ChangeKind kind, u64 count, std::string text);
    bool is_stopped();  // asked between things that take long; once it is, so it stays
};

// In this order.
void pair_nodes(Work& work);
void place_nodes(Work& work);     // fills out_worlds
void pair_materials(Work& work);  // by their names
void compare_meshes(Work& work);  // pairs the other materials by the triangles that wear them
void compare_materials(Work& work);
void compare_nodes(Work& work);
void compare_skins(Work& work);
void compare_clips(Work& work);

// The edited scene with the axes that the base's joints have, and roots where the base's are; none if it is so. After
// pair_nodes().
std::optional<Scene> in_axes_of_base(const Work& work);

// By thing of the edited scene: that of the base with its name. Equal names take turns; one that an editor has numbered
// ("body.001") counts as without, if there is no other.
std::vector<u32> paired_by_name(const std::vector<std::string_view>& base, const std::vector<std::string_view>& edited);

// The extras of the edited thing, with members of the base that it lacks; counts those that it has otherwise.
Extras with_base_extras(const Extras& edited, const Extras& base, u64& changed);
bool is_same_value(const json::Value& a, const json::Value& b);  // however an editor wrote it

// Where the edited scene has a node of the base, seen from that node's parent in the base.
Transform local_of(const Work& work, u32 base_node, const Pose& edited_pose);
bool is_same_transform(const Transform& a, const Transform& b, double size);

}  // namespace thaw::edit
