// Crash Team Racing models: the native document. See README.md in this folder for the bytes and how we know them.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include <thaw/regions.hpp>

namespace thaw::ctr {

inline constexpr u32 external_map_bit = 0x80000000;  // of the wrapper word: the pointer map is a file of its own
inline constexpr u32 terminator = 0xFFFFFFFF;        // of a command list
inline constexpr u64 frame_header_bytes = 0x1C;
inline constexpr u64 animation_header_bytes = 0x18;
inline constexpr u64 level_header_bytes = 0x40;  // that are described
inline constexpr u64 least_level_bytes = 0x194;  // of a level; the header of the game's own has 0x1B0
inline constexpr u64 mesh_info_bytes = 0x20;
inline constexpr u64 icon_table_bytes = 0x10;
inline constexpr u64 icon_group_header_bytes = 0x14;
inline constexpr u8 whole_value_bits = 7;                           // bit count of a coordinate that is stored as it is
inline constexpr i16 least_origin = -8192, greatest_origin = 7936;  // of a frame
inline constexpr u16 greatest_scale = 32767;                        // signed where the game multiplies with it
inline constexpr u16 half_rate_bit = 0x8000;
inline constexpr u16 always_drawn = 0xFFFF;  // a LOD distance that nothing is beyond

inline constexpr std::size_t name_bytes = 16;
using Name = std::array<char, name_bytes>;

// A number that is a place in the body. 0 leads nowhere.
struct Pointer {
    static constexpr std::size_t disk_bytes = 4;
    u32 target = 0;
};

struct Model {
    static constexpr std::size_t disk_bytes = 0x18;
    Name name{};
    i16 id = -1;
    i16 num_meshes = 0;
    u32 meshes = 0;

    bool operator==(const Model&) const = default;
};

// One level of detail.
struct Mesh {
    static constexpr std::size_t disk_bytes = 0x40;
    Name name{};
    u32 unknown_0x10 = 0;
    u16 lod_distance = always_drawn;
    u16 flags = 0;
    std::array<u16, 3> scale{};  // 4096: one game unit per step of the grid (R2)
    i16 padding = 0;
    u32 commands = 0;
    u32 frame = 0;     // of a mesh that does not move
    u32 textures = 0;  // a table of pointers to layouts
    u32 colours = 0;
    u32 deltas = 0;  // of the static frame; 0: its bytes are raw (R5)
    u32 num_animations = 0;
    u32 animations = 0;     // a table of pointers
    u32 anim_textures = 0;  // R6

    bool operator==(const Mesh&) const = default;
};

struct Command {
    static constexpr std::size_t disk_bytes = 4;
    u32 word = terminator;

    bool uses_slot() const { return (word >> 26 & 1) != 0; }
    bool uses_cache() const { return (word >> 27 & 1) != 0; }
    u8 slot() const { return static_cast<u8>(word >> 16); }
    u8 colour() const { return static_cast<u8>(word >> 9 & 0x7F); }
    u16 texture() const { return static_cast<u16>(word & 0x1FF); }  // 1-based, 0: none
    // Of a word that gives new colours to kept vertices (R8).
    u8 old_colour() const { return colour(); }
    u8 new_colour() const { return static_cast<u8>(word >> 2 & 0x7F); }
    bool operator==(const Command&) const = default;
};

struct CommandList {
    u32 cached_colours = 0;           // R3: how many colours the game copies to fast memory
    std::vector<Command> commands{};  // the terminator is the last one
};

struct Colour {
    static constexpr std::size_t disk_bytes = 4;
    u8 red = 0;
    u8 green = 0;
    u8 blue = 0;
    u8 weight = 0;  // OR-ed into the drawing command: 0 opaque, 2 half transparent

    auto operator<=>(const Colour&) const = default;
};

struct TextureLayout {
    static constexpr std::size_t disk_bytes = 12;
    u8 u0 = 0, v0 = 0;
    u16 clut = 0;
    u8 u1 = 0, v1 = 0;
    u16 page = 0;
    u8 u2 = 0, v2 = 0;
    u8 u3 = 0, v3 = 0;  // triangles do not use it

    u32 clut_x() const { return (clut & 0x3Fu) * 16; }
    u32 clut_y() const { return clut >> 6 & 0x1FFu; }
    u32 page_x() const { return (page & 0xFu) * 64; }
    u32 page_y() const { return (page >> 4 & 1u) * 256; }
    u32 blend() const { return page >> 5 & 3u; }
    u32 depth() const { return page >> 7 & 3u; }
    auto operator<=>(const TextureLayout&) const = default;
};

struct Delta {
    static constexpr std::size_t disk_bytes = 4;
    u32 word = 0;

    // Per axis, modulo 256, so that signs do not matter; X has only even values.
    std::array<u8, 3> base() const;
    std::array<u8, 3> bits() const;  // each 0..7; the stream has one bit more
};

struct Frame {
    std::array<i16, 3> origin{};
    i16 padding = 0;
    std::array<u8, 16> unknown_0x08{};
    u32 data_offset = frame_header_bytes;  // from the frame's start
    Blob data{};                           // as much as the vertices need, or as is there
};

struct Animation {
    static constexpr std::size_t disk_bytes = animation_header_bytes;
    Name name{};
    u16 num_frames = 0;  // as played; bit 15: only every second one is stored
    u16 frame_bytes = 0;
    u32 deltas = 0;

    bool is_half_rate() const { return (num_frames & half_rate_bit) != 0; }
    bool operator==(const Animation&) const = default;
};

// A texture of the mesh that changes over time.
struct AnimTexture {
    u32 slot = 0;  // the entry of the texture table that is replaced; the list's own place: end of the list
    i16 num_frames = 0;
    i16 frame_offset = 0;
    i16 frame_skip = 0;
    i16 current = 0;
    std::vector<Pointer> layouts{};
};

struct AnimTextureList {
    std::vector<AnimTexture> entries{};  // the end marker is the last one
};

struct PointerMap {
    u32 bytes = 0;
    std::vector<Pointer> entries{};  // each the place of a pointer in the body
    Blob trailing{};
};

struct Icon {
    static constexpr std::size_t disk_bytes = 0x20;
    Name name{};
    i32 index = 0;
    TextureLayout layout{};
};

struct IconGroup {
    Name name{};
    i16 id = 0;
    i16 num_icons = 0;
    std::vector<Pointer> icons{};
};

struct IconTable {
    u32 num_icons = 0;
    u32 icons_offset = 0;
    u32 num_groups = 0;
    u32 groups_offset = 0;
    std::vector<Icon> icons{};
    std::vector<Pointer> group_pointers{};
    Regions<IconGroup> groups{};
};

struct Pack {
    u32 icons = 0;
    std::vector<Pointer> models{};  // the 0 that ends the table is the last one
};

struct Instance {
    static constexpr std::size_t disk_bytes = 0x40;
    Name name{};
    u32 model = 0;
    std::array<i16, 4> scale{};
    std::array<u8, 4> colour{};
    u32 flags = 0;
    std::array<i32, 2> unknown_0x24{};
    u32 run_time = 0;
    std::array<i16, 3> position{};
    std::array<i16, 3> rotation{};  // 4096: a full turn
    i32 model_id = 0;
};

// The start of a level, as far as it concerns models.
struct Level {
    u32 mesh_info = 0;
    u32 skybox = 0;
    u32 anim_textures = 0;
    u32 num_instances = 0;
    u32 instances_offset = 0;
    u32 num_models = 0;
    u32 models_offset = 0;
    std::array<u32, 2> unknown_0x1c{};
    u32 instance_pointers = 0;
    std::array<u32, 5> unknown_0x28{};
    u32 icons = 0;
    std::vector<Instance> instances{};
    std::vector<Pointer> models{};
};

// What the body starts with. No field says so; the bytes are tried (see kind.hpp).
enum class Kind : u8 { model, pack, level };

// Offsets of regions are in the file; pointers are in the body.
struct File {
    Kind kind = Kind::model;
    bool wrapped = true;  // false: the file is a body without size and map, as in early demos
    Blob image{};
    u32 wrapper = 0;
    Pack pack{};
    Level level{};
    Regions<IconTable> icon_tables{};  // at most one
    Regions<Model> models{};
    Regions<std::vector<Mesh>> mesh_lists{};
    Regions<CommandList> command_lists{};
    Regions<std::vector<Pointer>> texture_tables{};
    Regions<AnimTextureList> anim_textures{};
    Regions<TextureLayout> layouts{};
    Regions<std::vector<Colour>> colour_tables{};
    Regions<std::vector<Pointer>> animation_tables{};
    Regions<Animation> animations{};
    Regions<std::vector<Delta>> delta_arrays{};
    Regions<Frame> frames{};
    PointerMap map{};

    u64 base() const { return wrapped ? 4 : 0; }
    u64 body_bytes() const;
    bool has_inline_map() const { return wrapped && (wrapper & external_map_bit) == 0; }
    bool wants_external_map() const { return wrapped && (wrapper & external_map_bit) != 0; }
    // Is there room for `bytes` in the body where the pointer leads? Never for 0.
    bool reaches(u32 pointer, u64 bytes) const;
    // The same for what may start at 0.
    bool holds(u64 body_offset, u64 bytes) const;
    u64 place(u32 pointer) const { return base() + pointer; }
};

struct Document : thaw::Document {
    std::optional<File> file;
    std::optional<PointerMap> map_file;  // the `.ptr` next to it

    // The map that goes with the body, wherever it is; null if it is not at hand.
    const PointerMap* map() const;
};

// Games keep flags in the low bits of a delta pointer.
inline u32 delta_target(u32 pointer) { return pointer & ~3u; }
// Frames that are in the file, and frames that are played.
u32 stored_frames(const Animation& animation);
u32 playback_frames(const Animation& animation);

// What a mesh refers to; null where its pointer leads nowhere.
const CommandList* commands_of(const File& file, const Mesh& mesh);
const std::vector<Colour>* colours_of(const File& file, const Mesh& mesh);
const std::vector<Pointer>* textures_of(const File& file, const Mesh& mesh);
const std::vector<Pointer>* animations_of(const File& file, const Mesh& mesh);
const Animation* animation_at(const File& file, u32 pointer);
const std::vector<Delta>* deltas_at(const File& file, u32 pointer);
const TextureLayout* layout_at(const File& file, u32 pointer);
const Frame* frame_at(const File& file, u64 file_offset);
// Stored frame k of the animation that `pointer` leads to.
const Frame* frame_of(const File& file, u32 pointer, u32 k);
// The pose of a mesh that shows it best without time: its own frame, or the first one of its first animation.
struct Pose {
    const Frame* frame = nullptr;
    const std::vector<Delta>* deltas = nullptr;  // null: the frame is raw
};
Pose rest_pose(const File& file, const Mesh& mesh);

}  // namespace thaw::ctr
