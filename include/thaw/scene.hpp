// A model as every format and every viewer understands it. A value: vectors and integer indices, nothing else.
// Right-handed, +Y up, +Z forward, counter-clockwise triangles, metres and seconds, finite numbers, names in UTF-8.
// check() in src/scene/check.hpp says in full what holds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/geometry.hpp>
#include <thaw/json.hpp>
#include <thaw/options.hpp>

namespace thaw {

inline constexpr u32 no_index = 0xFFFFFFFF;

// What a person may want to read or edit, and what building needs: a JSON object, or null for nothing.
// In glTF these are flat keys that start with thaw_; a structured value is written as one string of JSON.
using Extras = json::Value;

struct Transform {
    Vec3 translation{};
    Quat rotation{};
    Vec3 scale{1, 1, 1};
    friend bool operator==(const Transform&, const Transform&) = default;
};

struct Node {
    std::string name{};
    u32 parent = no_index;  // smaller than the node's own index
    Transform local{};
    u32 mesh = no_index;
    u32 skin = no_index;  // with a mesh whose points have influences: the node is a root and its transform identity
    Extras extras{};
};

// How the points of a mesh hang on the joints of a skin.
struct Influences {
    u32 per_point = 0;  // 0: not skinned
    // per_point of them for each point, heaviest first; unused ones are joint 0 with weight 0, the weights of a point
    // add up to 1, no joint twice.
    std::vector<u16> joints{};
    std::vector<f32> weights{};
};

// Offsets that stay in the bytes of their file: three little-endian floats an element, finite where a point has one.
struct StoredOffsets {
    Blob bytes{};    // from the first element on; none: all of them are 0
    u64 stride = 0;  // from one element to the next
};

// Which element of which list of a target's stored offsets is a point's.
struct StoredPlace {
    u32 list = 0;
    u32 element = 0;
};

// A shape the mesh can take on: offsets of some of its points, listed or stored. src/scene/targets.hpp reads both.
struct MorphTarget {
    std::string name{};
    std::vector<u32> points{};  // increasing; the others stay
    std::vector<Vec3> offsets{};
    std::vector<StoredOffsets> stored{};  // instead of the two: by the mesh's places
};

// How a point is stored in a frame: three numbers, each a run of bits of a little-endian whole. Bit 0 is the lowest
// bit of the point's first byte. src/scene/frames.hpp has the usual ones.
struct PointLayout {
    enum class Numbers : u8 { floats, signed_integers, unsigned_integers };  // signed ones in two's complement
    Numbers numbers = Numbers::floats;
    u8 bytes = 12;                           // from one point to the next
    std::array<u8, 3> first_bit{0, 32, 64};  // of X, Y and Z; of floats a multiple of 8
    std::array<u8, 3> bits{32, 32, 32};      // 1 to 32; floats have 32
    friend bool operator==(const PointLayout&, const PointLayout&) = default;
};

// What a frame with steps of its own does to its stored numbers, before the transform of all frames.
struct FrameScale {
    Vec3d scale{1, 1, 1};
    Vec3d offset{};
    friend bool operator==(const FrameScale&, const FrameScale&) = default;
};

// A whole animation as positions of all points, frame after frame, in the packing of its file. Never unpacked as a
// whole. Frame 0 is the mesh's base shape; the others are its morph targets, in order.
struct VertexFrames {
    PointLayout layout{};
    Blob bytes{};
    u64 offset = 0;                    // of frame 0
    u64 stride = 0;                    // from one frame to the next
    u32 count = 0;                     // frames; each of them lies within the bytes with all its points
    Affine transform{};                // from the stored numbers to the scene: scale and offset of each axis, and turns
    std::vector<FrameScale> scales{};  // one a frame, or none at all
    std::vector<std::string> names{};  // one a frame, or none at all
};

enum class Topology : u8 { triangles, lines };

// The part of a mesh that has one material. Its corners are points with what may differ on either side of a seam.
struct Primitive {
    u32 material = no_index;
    Topology topology = Topology::triangles;
    bool flat = false;            // one normal a triangle: no two triangles share a corner
    std::vector<u32> points{};    // of each corner
    std::vector<Vec2> uvs{};      // of each corner, or none; (0, 0) is the image's upper left
    std::vector<Vec4> colors{};   // of each corner, or none; linear RGB and alpha, 0 to 1
    std::vector<u32> indices{};   // three corners a triangle, two a line
    std::vector<u32> variants{};  // the material in each of the scene's variants, or none
};

struct Mesh {
    std::string name{};
    std::vector<Vec3> points{};    // positions; with frames these are frame 0
    std::vector<Vec3> normals{};   // one a point, of unit length; none: computed from the triangles where wanted
    std::vector<Vec4> tangents{};  // one a point, or none
    Influences influences{};
    std::vector<MorphTarget> targets{};
    std::vector<StoredPlace> places{};     // one a point if a target has stored offsets
    std::optional<VertexFrames> frames{};  // instead of targets
    std::vector<Primitive> primitives{};   // at least one: a model without triangles has no mesh
    Extras extras{};
};

struct Skin {
    std::string name{};
    std::vector<u32> joints{};  // nodes
    std::vector<Mat4> inverse_binds{};
};

enum class AlphaMode : u8 { opaque, mask, blend };
// What glTF has no word for; kept in extras there, drawn by the renderer.
enum class BlendMode : u8 { normal, additive, modulate };

struct Material {
    std::string name{};
    Vec4 base_color{1, 1, 1, 1};  // linear
    u32 image = no_index;
    AlphaMode alpha = AlphaMode::opaque;
    f32 alpha_cutoff = 0.5f;
    BlendMode blend = BlendMode::normal;
    bool double_sided = false;
    bool unlit = true;         // as most of these games drew
    bool nearest = false;      // filtering of the image
    bool clamp = false;        // the image does not repeat
    bool environment = false;  // the image is a sphere map, whatever the coordinates say
    Extras extras{};
};

// Where the alpha of an image comes from.
enum class AlphaFrom : u8 {
    file,
    corner,       // what has nearly the colour of the upper left pixel is a hole
    corner_soft,  // the same, with soft edges
    darkness,     // a shadow: black, and the darker the image the more of it
    brightness,   // a light: colours at their brightest, and the brighter the image the more of them
};

// An image: a file as it was found, or pixels that the format made.
struct Image {
    std::string name{};
    Blob file{};                     // PNG, PCX, ...; decoded where it is needed
    bool first_color_clear = false;  // colour 0 of a palette is a hole
    AlphaFrom alpha = AlphaFrom::file;
    u32 width = 0;  // of the pixels
    u32 height = 0;
    Blob pixels{};  // 4 bytes each: red, green, blue, alpha; row after row from the top
    std::string
        pixel_hash{};  // of an image that is ready to be written: a glTF keeps it, to tell paint from conversion
};

// Whether somebody painted on an image of an edited scene, as far as more than its pixels is known.
enum class Paint : u8 { unknown, untouched, painted };

enum class Path : u8 { translation, rotation, scale, weights, frame };
enum class Interpolation : u8 { step, linear };

// A part of a rotation that is no turn about one axis: three angles, each of which changes evenly. Degrees about Y,
// then about X and Z as they are turned by then.
struct AngleTurn {
    f32 begin = 0;  // seconds
    f32 end = 0;
    Vec3d from{};
    Vec3d step{};  // up to the end
};

struct Channel {
    u32 node = no_index;
    Path path = Path::translation;
    Interpolation interpolation = Interpolation::linear;
    u32 timeline = 0;
    // By key: 3 numbers (translation, scale), 4 (rotation), one a target (weights).
    std::vector<f32> values{};
    // Path::frame instead: which of the mesh's frames is shown. Linear mixes the two neighbours.
    std::vector<u32> frames{};
    // Of a rotation, in the order of time: where the game goes another way than from key to key. Its keys lie on that
    // way, as near to each other as others need them; files that know keys alone have no place for it.
    std::vector<AngleTurn> turns{};
};

struct Clip {
    std::string name{};
    bool loop = true;
    std::vector<std::vector<f32>> timelines{};  // seconds, strictly increasing from 0 on; shared by channels
    std::vector<Channel> channels{};
    Extras extras{};  // rate, events: written to the extras of the root node, keyed by clip
};

struct Scene {
    std::string name{};
    std::vector<Node> nodes{};
    std::vector<Mesh> meshes{};
    std::vector<Skin> skins{};
    std::vector<Material> materials{};
    std::vector<std::string> variants{};  // names of alternative sets of materials
    std::vector<Image> images{};
    std::vector<Clip> clips{};
    Extras extras{};
};

// What a person may ask of the conversion. Each format heeds what its record lists as `scene_options`.
struct SceneOptions {
    enum class Normals : u8 { morph, base, none };
    enum class Loop : u8 { automatic, close, hold };

    bool raw = false;             // the format's own numbers, under one scaled node
    std::optional<double> fps{};  // instead of the file's, or of the usual one where files do not say
    std::optional<double> lod{};  // level, 0 is the finest; or, where detail is not in levels, the share to keep
    bool all_lods = false;
    Normals normals = Normals::base;
    Loop loop = Loop::automatic;
    bool split_clips = false;    // a mesh of its own for each clip of vertex frames
    std::optional<u64> frame{};  // a still: this frame, no clips
    OptionValues own{};          // options that one format alone knows
};

}  // namespace thaw
