// SoulFu RDY: the native document of the engine's own image of a model in memory. See README.md in this folder.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "formats/soulfu/ddd/document.hpp"

namespace thaw {
class Codec;
}

namespace thaw::rdy {

using ddd::external_frames;
using ddd::shadow_count;
using ddd::slot_count;
using ddd::usual_flags;

inline constexpr u16 no_frame = 0xFFFF;  // in the action table: the model does not have this action

// What the bytes do not tell but decides how they are laid out: which program on which machine made the image.
struct Layout {
    u8 pointer_bytes = 4;  // of the frame table: 4 or 8
    u8 actions = 128;      // entries of the action table: 128 or, in the author's note, 64 (D5)

    bool operator==(const Layout&) const = default;
};

struct Vertex {
    static constexpr std::size_t disk_bytes = 64;
    std::array<f32, 3> position{};  // feet
    std::array<u8, 2> bones{};
    u8 weight = 0;                // as in a DDD, the heavier bone first
    std::array<f32, 3> normal{};  // in the bind pose
    std::array<f32, 2> along{};   // seen from each bone: how far along it, as a fraction of its length
    std::array<f32, 2> forward{};
    std::array<f32, 2> side{};
    std::array<f32, 3> bone_normal{};  // the normal seen from the first bone: along, forward, side
    u8 hidden = 0;                     // fills the record up to 64 bytes; the modeler hides vertices with it
};

struct TexVertex {
    static constexpr std::size_t disk_bytes = 8;
    f32 u = 0;
    f32 v = 0;
};

using ddd::Corner;

// Strips or fans of triangles: one flat list of corners, and where each strip ends in it.
struct Primitives {
    std::vector<u32> ends{};
    std::vector<Corner> corners{};

    std::size_t size() const { return ends.size(); }
    // Empty if there is no such strip.
    std::span<const Corner> operator[](std::size_t i) const;
    void add(std::span<const Corner> strip);
    u64 triangles() const;  // those with two corners or fewer have none
};

struct Slot {
    u8 mode = 0;  // 0: unused, and nothing else is stored
    u8 flags = 0;
    u8 alpha = 0;
    Primitives strips{};
    Primitives fans{};  // no engine makes any (D12)
};

struct Bone {
    static constexpr std::size_t disk_bytes = 9;
    u8 id = 0;
    std::array<u16, 2> joints{};
    f32 length = 0;  // in the bind pose; 1 for a named bone
};

// An edge of two triangles, for shadows: the edge, and the opposite corner of either triangle.
struct EdgeLine {
    static constexpr std::size_t disk_bytes = 8;
    std::array<u16, 2> edge{};
    std::array<u16, 2> corners{};

    bool operator==(const EdgeLine&) const = default;
};

// Strips and fans taken apart, in order; every other triangle of a strip is turned so that all face the same way.
std::vector<ddd::Triangle> triangles_of(const Slot& slot);

// A base model in one level of detail.
struct BaseModel {
    std::vector<Vertex> vertices{};
    std::vector<TexVertex> tex_vertices{};
    std::array<Slot, slot_count> slots{};
    std::vector<f32> joint_sizes{};  // feet
    std::vector<Bone> bones{};
    std::vector<EdgeLine> edge_lines{};

    u64 triangles() const;
};

struct BoneAxes {
    static constexpr std::size_t disk_bytes = 24;
    std::array<f32, 3> forward{};
    std::array<f32, 3> side{};
};

struct Point {
    static constexpr std::size_t disk_bytes = 12;
    f32 x = 0;
    f32 y = 0;
    f32 z = 0;
};

struct ShadowCorner {
    static constexpr std::size_t disk_bytes = 8;
    f32 x = 0;
    f32 y = 0;
};

struct Shadow {
    u8 alpha = 0;  // 0: no corners are stored
    std::array<ShadowCorner, 4> corners{};
};

struct Frame {
    u8 action = 0;
    u8 events = 0;
    u8 base_model = 0;
    std::array<f32, 2> movement{};  // feet
    std::vector<BoneAxes> axes{};   // one per bone of the base model
    std::vector<Point> joints{};    // one per joint
    std::array<Shadow, shadow_count> shadows{};
};

// Where the five parts of a base model are, as the engine would find them. Never followed here.
struct Pointers {
    static constexpr std::size_t disk_bytes = 20;
    std::array<u32, 5> parts{};  // base model, texture vertices, slots, joints, bones

    bool operator==(const Pointers&) const = default;
};

struct File {
    Layout layout{};
    u16 flags = usual_flags;
    u8 num_detail_levels = 1;
    u8 num_base_models = 0;
    std::vector<u16> first_frames{};  // of each action; as many as the layout has actions
    std::array<u8, shadow_count> shadow_textures{};
    std::vector<Pointers> model_pointers{};    // level by level, in each base model by base model
    std::vector<u32> frame_pointers_narrow{};  // the frame table, in one of the two
    std::vector<u64> frame_pointers_wide{};
    std::vector<BaseModel> bases{};  // base model by base model, in each level by level: not the table's order
    std::vector<Frame> frames{};     // empty if linked
    Blob trailing{};

    bool is_linked() const { return (flags & external_frames) != 0; }
    bool is_wide() const { return layout.pointer_bytes == 8; }
    std::size_t num_frames() const { return is_wide() ? frame_pointers_wide.size() : frame_pointers_narrow.size(); }
    u64 frame_pointer(std::size_t i) const { return is_wide() ? frame_pointers_wide[i] : frame_pointers_narrow[i]; }
    // Null if there is none.
    const BaseModel* base(std::size_t base_model, std::size_t level = 0) const;
    std::string_view variant() const;  // of the format
};

struct Document : thaw::Document {
    File file;
};

// Where things are in the file.
struct Places {
    std::vector<Pointers> models{};  // in the order of the table
    std::vector<u64> frames{};
    u64 end = 0;
};
Places places_of(const File& file);
u64 bases_start(const File& file);  // the end of header and tables

// What to add to a place to get the pointer that the table holds: the address at which the image was in memory.
// From the first entry of each table; 0 where there is none.
u32 model_load_base(const File& file, const Places& places);
u64 frame_load_base(const File& file, const Places& places);

// Fills both tables with pointers into this document; those of a linked one lead elsewhere and stay. With base 0 they
// are offsets from the start of the file.
void set_tables(File& file, u32 model_base, u64 frame_base);
// What the action table of these frames is.
std::vector<u16> first_frames_of(const File& file);

}  // namespace thaw::rdy
