// SoulFu DDD: the native document. See README.md in this folder for the bytes and how we know them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

namespace thaw {
class Codec;
}

namespace thaw::ddd {

// Texture slots are drawn one after the other, over a black hull.
inline constexpr RenderStyle game_style{.in_order = true, .outline = true};

inline constexpr double metres_per_foot = 0.3048;
inline constexpr f32 units_per_scaling = 20000;
inline constexpr double feet_per_joint_size = 0.015;
inline constexpr std::size_t slot_count = 4;    // texture slots of a base model
inline constexpr std::size_t shadow_count = 4;  // shadow layers of a frame
inline constexpr u16 external_frames = 0x4000;  // the only header flag any engine tests (D7)
inline constexpr u16 usual_flags = 0xBFFF;      // what all 257 known files hold

struct Vertex {
    static constexpr std::size_t disk_bytes = 9;
    std::array<i16, 3> position{};  // raw; feet = raw * scaling / 20000
    std::array<u8, 2> bones{};
    u8 weight = 0;  // low 7 bits: weight of bone 0 = 2w / 255; bit 7: faces the camera
};

struct TexVertex {
    static constexpr std::size_t disk_bytes = 4;
    i16 u = 0;  // / 256
    i16 v = 0;  // / 256, growing downward
};

struct Corner {
    static constexpr std::size_t disk_bytes = 4;
    u16 vertex = 0;
    u16 tex_vertex = 0;

    bool operator==(const Corner&) const = default;
};

struct Triangle {
    static constexpr std::size_t disk_bytes = 12;
    std::array<Corner, 3> corners{};

    bool operator==(const Triangle&) const = default;
};

struct Slot {
    u8 mode = 0;  // 0: unused, and nothing else is stored
    u8 flags = 0;
    u8 alpha = 0;
    std::vector<Triangle> triangles{};
};

struct Bone {
    static constexpr std::size_t disk_bytes = 5;
    u8 id = 0;  // 0 plain, 1 LEFT, 2 RIGHT, 3 LEFT2, 4 RIGHT2, 5 SADDLE
    std::array<u16, 2> joints{};
};

struct BaseModel {
    std::vector<Vertex> vertices{};
    std::vector<TexVertex> tex_vertices{};
    std::array<Slot, slot_count> slots{};
    std::vector<u8> joint_sizes{};  // collision radius; feet = value * 0.015
    std::vector<Bone> bones{};
};

struct Vector3 {
    static constexpr std::size_t disk_bytes = 6;
    i16 x = 0;
    i16 y = 0;
    i16 z = 0;
};

struct ShadowCorner {
    static constexpr std::size_t disk_bytes = 4;
    i16 x = 0;
    i16 y = 0;
};

struct Shadow {
    u8 alpha = 0;  // 0: no corners are stored (D2)
    std::array<ShadowCorner, 4> corners{};
};

struct Frame {
    u8 action = 0;
    u8 events = 0;
    u8 base_model = 0;
    std::array<i16, 2> movement{};    // feet = value / 256
    std::vector<Vector3> forwards{};  // one per bone of the base model
    std::vector<Vector3> joints{};    // one per joint of the base model
    std::array<Shadow, shadow_count> shadows{};
};

struct File {
    u16 scaling = 1;
    u16 flags = usual_flags;
    u8 padding = 0;
    std::array<u8, shadow_count> shadow_textures{};
    u16 unused_frame_count = 0;  // header field of a linked file, where it means nothing (D4)
    std::array<char, 8> link{};  // name of the file with the frames, only if linked
    std::vector<BaseModel> bases{};
    std::vector<Frame> frames{};  // empty if linked
    Blob trailing{};

    bool is_linked() const { return (flags & external_frames) != 0; }
    std::string_view link_name() const;  // up to the first NUL
    double feet_per_unit() const { return scaling / double{units_per_scaling}; }
};

struct Document : thaw::Document {
    File file;
    std::optional<File> linked;  // the file that `link` names, or one given instead, if it was at hand; never written
    std::vector<std::string>
        fitting_animations;  // names of files that were found to fit, where none was named or given
    std::string link_error;  // why the file at hand could not be read; the model itself still can

    // The frames that move this model: its own, or the linked file's.
    const File& animation() const { return file.is_linked() && linked ? *linked : file; }
};

// What any file of this format would take on disk and in the game's memory.
u64 disk_bytes(const File& file);
u64 ready_bytes_estimate(const File& file);

}  // namespace thaw::ddd
