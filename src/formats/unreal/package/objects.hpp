// The objects of an Unreal package that Thaw knows field by field. Raw, as they stand in the file.
#pragma once

#include <array>
#include <vector>

#include <thaw/blob.hpp>

#include "base/compact.hpp"

namespace thaw::upackage {

// A count and that many elements.
template <class T>
struct List {
    Compact count{};
    std::vector<T> items{};
};

// The same, preceded (from version 62 on) by where it ends, so that a game can skip it.
template <class T>
struct LazyList {
    bool has_end = false;
    u32 end = 0;
    Compact count{};
    std::vector<T> items{};
    u64 real_end = 0;  // where it lies, noted in passing

    bool ends_elsewhere() const { return has_end && end != real_end; }
};

// Bytes of a text whose length, with the NUL, is this: below 0 it counts characters of 16 bits.
u64 text_bytes(Compact length);

// Of an object whose script was running when it was saved; up to version 44 every object has one.
struct StateFrame {
    u64 zeros = 0;  // up to version 37
    Compact node{};
    Compact state_node{};
    u64 probe_mask = 0;
    u32 latent_action = 0;  // up to version 44 only with a node
    Compact offset{};       // from version 45 on, only with a node
};

enum class PropertyType : u8 {
    none,
    byte_value,
    int_value,
    bool_value,
    float_value,
    object,
    name,
    old_string,
    class_value,
    array,
    structure,
    vector,
    rotator,
    string,
    map,
    fixed_array,
};

struct Property {
    Compact name{};
    bool is_last = false;  // named None: it ends the list and has nothing else
    u8 info = 0;           // type, how the size is written, and whether an index follows (or: the value of a bool)
    Compact reference{};   // of a struct its name, of a string its length, of an object, a class or a name the value
    u32 size = 0;          // where it is written
    std::array<u8, 4> index{};
    u64 value_at = 0;  // where a value that is no number begins, noted in passing
    i32 number = 0;
    f32 real = 0;

    PropertyType type() const { return static_cast<PropertyType>(info & 15); }
    bool bit() const { return (info & 0x80) != 0; }
    u32 size_code() const { return info >> 4 & 7u; }
    u32 declared_bytes() const;
    // What the value takes: as its type has it, whatever the size says, like the engine reads it. Of types whose
    // values are of any length, as declared.
    u64 value_bytes() const;
    bool has_index() const { return bit() && type() != PropertyType::bool_value; }
    u32 array_index() const;
};

struct Box {
    static constexpr std::size_t disk_bytes = 25;
    std::array<f32, 3> low{};
    std::array<f32, 3> high{};
    u8 is_valid = 0;
};

struct Sphere {
    std::array<f32, 3> center{};
    f32 radius = 0;  // from version 62 on
};

struct Triangle {
    static constexpr std::size_t disk_bytes = 20;
    std::array<u16, 3> vertices{};
    std::array<std::array<u8, 2>, 3> uvs{};
    u32 flags = 0;
    i32 texture = 0;
};

struct SequenceNotify {
    f32 time = 0;
    Compact function{};
};

struct AnimSequence {
    Compact name{};
    Compact group{};
    i32 start = 0;
    i32 frames = 0;
    List<SequenceNotify> notifies{};
    f32 rate = 0;
};

struct Connect {
    static constexpr std::size_t disk_bytes = 8;
    i32 count = 0;
    i32 first = 0;
};

struct Face {
    static constexpr std::size_t disk_bytes = 8;
    std::array<u16, 3> wedges{};
    u16 material = 0;
};

struct Wedge {
    static constexpr std::size_t disk_bytes = 4;
    u16 vertex = 0;
    std::array<u8, 2> uv{};
};

struct Material {
    static constexpr std::size_t disk_bytes = 8;
    u32 flags = 0;
    i32 texture = 0;
};

// What a LodMesh adds to a Mesh.
struct LodBody {
    List<u16> collapse_points{};
    List<u16> face_levels{};
    List<Face> faces{};
    List<u16> collapse_wedges{};
    List<Wedge> wedges{};
    List<Material> materials{};
    List<Face> special_faces{};
    i32 model_vertices = 0;
    i32 special_vertices = 0;
    f32 scale_max = 0;
    f32 hysteresis = 0;
    f32 strength = 0;
    i32 least_vertices = 0;
    f32 morph = 0;
    f32 z_displace = 0;
    List<u16> remap{};
    i32 old_frame_vertices = 0;
};

struct MeshBody {
    Box box{};
    Sphere sphere{};
    u32 vertices_end = 0;
    Compact vertex_count{};
    u8 vertex_bytes = 4;  // 8 in Deus Ex: decided by where the list ends
    Blob vertices{};
    u64 vertices_real_end = 0;
    LazyList<Triangle> triangles{};
    List<AnimSequence> sequences{};
    LazyList<Connect> connects{};
    Box frame_box{};
    Sphere frame_sphere{};
    LazyList<i32> vertex_links{};
    List<Compact> textures{};
    List<Box> boxes{};
    Compact sphere_count{};
    std::vector<Sphere> spheres{};
    i32 frame_vertices = 0;
    i32 frames = 0;
    u32 and_flags = 0;
    u32 or_flags = 0;
    std::array<f32, 3> scale{1, 1, 1};
    std::array<f32, 3> origin{};
    std::array<i32, 3> rotation{};  // pitch, yaw, roll; 65536 is a full turn
    i32 current_poly = 0;
    i32 current_vertex = 0;
    f32 texture_lod = 0;       // version 65
    List<f32> texture_lods{};  // from version 66 on
    LodBody lod{};

    bool is_deus_ex() const { return vertex_bytes == 8; }
    u64 stored_vertices() const { return vertices.size() / vertex_bytes; }
};

struct Mip {
    u32 end = 0;
    Compact count{};
    Blob pixels{};
    u64 real_end = 0;
    u32 width = 0;
    u32 height = 0;
    u8 width_bits = 0;
    u8 height_bits = 0;
};

struct TextureBody {
    Compact mip_count{};
    std::vector<Mip> mips{};
    bool has_packed = false;  // its properties say so
    Compact packed_count{};
    std::vector<Mip> packed{};
};

struct Color {
    static constexpr std::size_t disk_bytes = 4;
    std::array<u8, 4> rgba{};
};

struct PaletteBody {
    List<Color> colors{};
};

// A sound or a piece of music: a whole file.
struct SoundBody {
    Compact format{};  // a name
    u32 end = 0;       // from version 62 on
    Compact count{};
    Blob bytes{};
    u64 real_end = 0;
};

// The text that a class was compiled from.
struct TextBody {
    u32 position = 0;
    u32 top = 0;
    Compact length{};  // with the NUL; below 0 it counts characters of 16 bits
    Blob text{};
};

struct Dependency {
    Compact class_reference{};
    u32 is_deep = 0;
    u32 script_checksum = 0;
};

// Up to the default properties, which are those of the object.
struct ClassBody {
    Compact super{};
    Compact next{};
    Compact script_text{};
    Compact children{};
    Compact friendly_name{};
    u32 line = 0;
    u32 text_position = 0;
    u32 script_bytes = 0;  // in memory, where an object takes four bytes
    Blob code{};
    u64 probe_mask = 0;
    u64 ignore_mask = 0;
    u16 label_table = 0;
    u32 state_flags = 0;
    u32 old_record_bytes = 0;  // up to version 61
    u32 class_flags = 0;
    std::array<u8, 16> guid{};
    List<Dependency> dependencies{};
    List<Compact> package_imports{};
    Compact within{};  // from version 62 on
    Compact config{};
};

}  // namespace thaw::upackage
