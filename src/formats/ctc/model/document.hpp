// Anachronox CTC: the native document. See README.md in this folder for the bytes and how we know them.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

namespace thaw {
class Codec;
}

namespace thaw::ctc {

inline constexpr u32 header_bytes = 0x90;
inline constexpr u64 tri3_bytes = 40;  // per triangle, of unknown meaning
inline constexpr double metres_per_unit = 0.0254;
inline constexpr i16 lowest_version = 8;
inline constexpr i16 highest_version = 14;
inline constexpr i16 usual_version = 11;  // C2: named points and morphs can be asked for from here on
inline constexpr std::array<char, 4> usual_skeleton_magic{'S', 'T', 'G', 'W'};
inline constexpr std::array<u8, 3> lit_colour{0x33, 0x66, 0xE5};  // C17: the light of the scene instead of a colour

struct Skin {
    static constexpr std::size_t disk_bytes = 64;
    std::array<char, 64> name{};
};

struct Vertex {
    static constexpr std::size_t disk_bytes = 24;
    std::array<f32, 3> position{};  // of the bind pose: left-handed, Y up, facing -Z
    std::array<f32, 3> normal{};
};

struct Triangle {
    static constexpr std::size_t disk_bytes = 6;
    std::array<i16, 3> vertices{};
};

struct Uv {
    static constexpr std::size_t disk_bytes = 8;
    f32 u = 0;
    f32 v = 0;  // growing downward
};

struct TriangleUvs {
    static constexpr std::size_t disk_bytes = 24;
    std::array<Uv, 3> corners{};
};

// Column-major: the translation is in elements 12 to 14 (C10).
using Matrix = std::array<f32, 16>;
inline constexpr Matrix identity{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};

struct Bone {
    static constexpr std::size_t disk_bytes = 164;
    i32 parent_plus_one = 0;            // 0: a root
    i32 child_count = 0;                // the game trusts it (C8)
    u32 child_list = 0;                 // a pointer, only in the game's memory
    std::array<f32, 6> unknown_0x0c{};  // never read; has the shape of a rest key (C9)
    Matrix final_transform = identity;  // written by the game
    Matrix base_transform = identity;   // inverse of the bind pose
};

struct Influence {
    static constexpr std::size_t disk_bytes = 8;
    i32 bone = 0;
    f32 weight = 1;
};

struct Animation {
    static constexpr std::size_t disk_bytes = 24;
    std::array<char, 16> name{};
    i32 a = 0;  // what a and b mean is not known: see clips.hpp (C6)
    i32 b = 0;
};

struct Key {
    static constexpr std::size_t disk_bytes = 24;
    std::array<f32, 3> translation{};
    std::array<f32, 3> angles{};  // degrees about Y, X, Z (C11)

    bool is_finite() const;
};

struct Morph {
    std::array<char, 16> name{};
    u32 count = 0;   // of its indices and targets in the flat arrays below
    f32 weight = 0;  // this and the pointers: only in the game's memory
    std::array<u32, 2> pointers{};
};

struct MorphTarget {
    static constexpr std::size_t disk_bytes = 12;
    std::array<f32, 3> position{};  // of the bind pose, absolute
};

struct Attachment {
    static constexpr std::size_t disk_bytes = 12;
    std::array<char, 8> name{};
    i32 triangle = 0;
};

struct Collapse {
    static constexpr std::size_t disk_bytes = 28;
    i32 from = 0;
    i32 to = 0;
    std::array<i32, 3> unknown_0x08{};
    f32 u = 0;
    f32 v = 0;
};

struct Colour {
    static constexpr std::size_t disk_bytes = 4;
    std::array<u8, 4> rgba{};
};

// Where the header says each table is. Kept as they are; an empty table's offset may be anything.
struct Offsets {
    u32 skins = 0;
    u32 vertices = 0;
    u32 out_vertices = 0;
    u32 triangles = 0;
    u32 uvs = 0;
    u32 bones = 0;
    u32 skeleton = 0;
    u32 animations = 0;
    u32 frames = 0;
    u32 gl_commands = 0;
    u32 morphs = 0;
    u32 attachments = 0;
    u32 triangle_lists = 0;
    u32 collapses = 0;
    u32 tri3 = 0;
    u32 colours = 0;
    u32 end = 0;
};

struct Document : thaw::Document {
    Blob image;  // the file as it was read, or zeros: writing lays the fields over it

    i16 version = usual_version;
    i16 unknown_0x06 = 0;  // read by nobody (C2)
    i32 skin_width = 256;
    i32 skin_height = 256;
    i32 frame_size = 0;       // these three are read by nobody
    i32 num_tex_coords = 0;   // (C14)
    i32 num_gl_commands = 0;  // (C15)
    f32 lod_cache = -1;       // written by the game (C20)
    Offsets offsets;

    std::vector<Skin> skins;
    std::vector<Vertex> vertices;
    std::vector<Triangle> triangles;
    std::vector<TriangleUvs> uvs;  // one per triangle
    std::vector<Bone> bones;
    std::array<char, 4> skeleton_magic = usual_skeleton_magic;
    std::vector<u32> influence_counts;  // one per vertex
    std::vector<Influence> influences;  // of vertex 0, then of vertex 1, ...
    std::vector<Animation> animations;
    std::vector<Key> main_keys;  // one per frame: the model as a whole
    std::vector<Key> bone_keys;  // of frame 0, one per bone; then of frame 1, ...
    std::vector<Morph> morphs;
    std::vector<i32> morph_indices;          // of morph 0, then of morph 1, ...
    std::vector<MorphTarget> morph_targets;  // in step with the indices
    std::vector<Attachment> attachments;
    std::vector<i32> triangle_lists;  // sizes of consecutive runs of triangles
    std::vector<Collapse> collapses;
    std::vector<Colour> colours;

    // Room the game works in; what a file holds there has no meaning.
    Blob out_vertices;
    Blob tri3;

    u64 num_frames() const { return main_keys.size(); }
    std::span<const Key> bone_keys_of(u64 frame) const;
    // Do the arrays that have no count of their own agree with those they belong to? Always so in a document that was
    // read; one that does not agree cannot be written.
    bool lists_agree() const;
    // Triangles in lists, which are the ones that are drawn.
    u64 drawn_triangles() const;
};

// One table of the file: what it is called there, and the bytes it takes.
struct Extent {
    const char* name;
    const char* offset_field;  // of the header, that says where it is
    u64 offset;
    u64 size;
    u64 end() const { return offset + size; }
};
// Of every table that is not empty, in header order.
std::vector<Extent> extents(const Document& document);

// Puts every table where a writer of the game would have put it, makes room for the game's scratch areas and sets
// ofs_end. What no field explains is dropped: bytes between tables become zero.
// Unrepresentable if the file would be longer than the header can say.
Status relayout(Document& document);

}  // namespace thaw::ctc
