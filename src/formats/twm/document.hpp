// Twilli Engine model: the native document. See README.md in this folder for the bytes and how we know them.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

namespace thaw::twm {

inline constexpr u32 oldest_version = 0;
inline constexpr u32 newest_version = 3;
inline constexpr u32 no_parent = 0xFFFFFFFF;
inline constexpr std::size_t footer_bytes = 16;

struct Vec2 {
    static constexpr std::size_t disk_bytes = 8;
    f32 u = 0;
    f32 v = 0;
};

struct Vec3 {
    static constexpr std::size_t disk_bytes = 12;
    f32 x = 0;
    f32 y = 0;
    f32 z = 0;
};

struct Joint {
    u32 parent = no_parent;              // a root has 0xFFFFFFFF, its own index, or is joint 0 (T3)
    u32 gap = 0;                         // only in the padded layout (T2)
    std::array<f32, 16> inverse_bind{};  // mesh to joint, translation in 12 to 14: glTF's order
};

struct Weight {
    static constexpr std::size_t disk_bytes = 12;
    u32 joint = 0;
    f64 weight = 0;
};

struct Key {
    static constexpr std::size_t disk_bytes = 44;
    u32 ms = 0;
    Vec3 translation{};
    Vec3 scale{1, 1, 1};
    std::array<f32, 4> rotation{0, 0, 0, 1};  // x y z w of a quaternion, or Euler degrees in the ancestor (T6)
};

struct Mesh {
    u8 has_normals = 0;  // these five: any value but 0 means yes
    u8 has_uvs = 0;
    u8 has_tangents = 0;
    u8 has_binormals = 0;
    u8 has_deformer = 0;
    std::array<u8, 3> reserved{};
    std::vector<Vec3> positions{};
    std::vector<Vec3> normals{};
    std::vector<Vec2> uvs{};
    std::vector<Vec3> tangents{};
    std::vector<Vec3> binormals{};
    Blob attributes{};                 // instead of the four above, where they cannot be told apart (T9)
    std::vector<u32> indices{};        // three a triangle
    std::vector<u64> wide_indices{};   // instead of `indices` where the layout has 64-bit ones
    std::vector<u32> half_index{};     // at most one: the low half that an odd half array ends with (T8)
    std::vector<u64> weight_counts{};  // one per vertex if there are weights at all
    std::vector<Weight> weights{};     // of all vertices, one after the other

    u64 stored_indices() const { return indices.size() + wide_indices.size(); }
    u64 declared_indices(bool half) const;  // what the file says, which a half array lies about
    u64 index(u64 i) const;                 // i < stored_indices()
};

struct Animation {
    std::vector<u32> key_counts{};  // one per joint
    std::vector<Key> keys{};        // of all joints, one after the other
};

enum class JointForm : u8 { none, packed, padded };                      // no block, 68 or 72 bytes a joint
enum class ClusterForm : u8 { deformer, skeleton, after_meshes, none };  // whose flag asks for weights, and where
enum class IndexForm : u8 { u64s, half, u32s };                          // 8 bytes, 8 bytes for half of them, 4
enum class EndForm : u8 { footer, no_footer };

// What the bytes alone do not tell: found by trying, kept so that writing gives the same bytes.
struct Layout {
    JointForm joints = JointForm::none;
    ClusterForm clusters = ClusterForm::deformer;
    IndexForm indices = IndexForm::u32s;
    EndForm end = EndForm::footer;
    bool salvaged = false;    // the attribute blocks of the only mesh cannot be told apart (T9)
    u64 attribute_bytes = 0;  // how long they are together, if so

    friend bool operator==(const Layout&, const Layout&) = default;
};

enum class Container : u8 { plain, lz4 };

// A packed file keeps its block: writing an unchanged payload gives the block back, whoever packed it.
struct Packed {
    Blob block{};
    Blob payload{};  // what the block holds
};

struct Document : thaw::Document {
    Container container = Container::plain;
    Packed packed{};
    Layout layout{};
    bool ancestor = false;  // `.mdl` where a `.twm` has its magic

    u32 version = newest_version;
    u8 skeleton_flag = 0;
    std::array<u8, 3> reserved{};
    std::vector<Joint> joints{};
    std::vector<Mesh> meshes{};
    std::vector<Animation> animations{};
    u32 empty_animations = 0;  // the animation count of a file without joints, where they take no bytes
    Blob trailing{};

    bool has_wide_counts() const { return version < 3; }
    u64 num_animations() const { return joints.empty() ? empty_animations : animations.size(); }
    std::string_view magic() const { return ancestor ? ".mdl" : ".twm"; }
    std::string footer() const { return std::string(magic()) + " END OF FILE"; }
    bool is_root(std::size_t joint) const;
    // 64-bit indices ended with version 1, whatever `layout` says.
    IndexForm index_form() const { return version < 2 ? layout.indices : IndexForm::u32s; }
    // A block that the flag does not ask for is never there; one that it asks for may be missing (T1).
    bool has_joint_block() const { return skeleton_flag != 0 && layout.joints != JointForm::none; }
    // Does this mesh carry weights under the layout?
    bool has_clusters(const Mesh& mesh) const;
};

bool is_finite(const Vec3& v);
bool is_finite(const Key& key);

// The canonical layout of a version: what Thaw writes when it writes anew.
Layout canonical_layout(const Document& document);
// "joints 68, indices u64, weights by deformer": stable words, one phrase per decision.
std::string layout_name(const Layout& layout);
std::string_view joint_form_name(JointForm form);
std::string_view cluster_form_name(ClusterForm form);
std::string_view index_form_name(IndexForm form);

}  // namespace thaw::twm
