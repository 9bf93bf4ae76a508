// The parts of from_scene(), one per concern. They undo what the parts of to_scene() do, and share its axes: (x, y, z)
// of the scene is (x, y, -z) of the file (C12).
#pragma once

#include <map>

#include <thaw/pose.hpp>

#include "base/text.hpp"
#include "formats/ctc/model/document.hpp"
#include "formats/shared/build_names.hpp"
#include "formats/shared/rig.hpp"

namespace thaw::ctc {

// A vertex on its way: where it is in the bind pose, in the scene's axes and metres.
struct BuildVertex {
    Vec3d position{};
    Vec3 normal{0, 1, 0};
    u32 bone = 0;
};

struct BuildTriangle {
    std::array<u32, 3> vertices{};  // in the order of the file
    std::array<Vec2, 3> uvs{};
    std::array<Vec4, 3> colors{};
    u32 list = 0;         // no_index: not drawn
    bool pinned = false;  // an attachment point counts on its first corner
};

// The mesh of one node.
struct BuildPiece {
    u32 node = 0;
    u32 first_vertex = 0;
    std::vector<Vec3> at_rest{};  // its points as the scene shows them
};

struct BuildMorph {
    std::string name{};
    std::vector<u32> vertices{};
    std::vector<Vec3d> targets{};  // as positions are
};

// A point to attach things to: an existing triangle, or a node that gets one of its own.
struct BuildPoint {
    u32 node = no_index;
    u32 triangle = no_index;
};

// How a bone of the rig becomes one that neither grows nor shrinks. A point p of the mesh is stored as shape * p.
struct BoneBind {
    thaw::Matrix shape = identity_matrix;  // without translation
    thaw::Matrix inverse_shape = identity_matrix;
    thaw::Matrix bind = identity_matrix;  // rigid; its inverse is what the file has
    thaw::Matrix inverse_bind = identity_matrix;
};

struct BuildWork {
    const SceneInput& input;
    const BuildOptions& options;
    Issues& issues;
    const Scene& scene;
    const Document* base = nullptr;  // before the edit
    Document document{};
    Built built{};
    Pose rest{};

    u32 main = no_index;  // the node that becomes the main key
    std::vector<BuildPiece> pieces{};
    std::vector<u32> list_of_material{};  // by material, and one more for triangles without
    u32 lists = 0;
    std::vector<BuildTriangle> triangles{};  // their corners are points of the pieces until there are vertices
    std::vector<BuildPoint> points{};
    build::Rig rig{};
    std::vector<BoneBind> binds{};  // by bone
    std::vector<BuildVertex> vertices{};
    std::vector<u32> vertex_of_point{};  // of all pieces together; no_index for one that is left out
    std::vector<BuildMorph> morphs{};

    std::string refusal{};  // the first limit that is exceeded

    // False if there is more than the limit. Without `fit` that is the end of it, but not before all limits are known.
    bool fits(const char* path, u64 most, u64 found, const char* what);
    void refuse(const char* path, u64 most, u64 found, const char* what);
    void say_fitted(const char* path, u64 most, std::string found);
    bool may_fit() const { return options.fit; }
};

// In this order.
void build_materials(BuildWork& work);  // lists and skins
void build_triangles(BuildWork& work);  // pieces and triangles
void build_points(BuildWork& work);     // attachment points that have a triangle already
void build_bones(BuildWork& work);
void build_vertices(BuildWork& work);
void build_morphs(BuildWork& work);
void build_point_triangles(BuildWork& work);  // for attachment points that have none
void fit_vertices(BuildWork& work);
void build_tables(BuildWork& work);  // vertices, triangles, lists, colours and morphs as the file has them
Status build_clips(BuildWork& work);

// A pose of the whole skeleton, each bone without scale. Says how far from 1 the scale was that had to go.
struct RigidPose {
    thaw::Matrix main = identity_matrix;
    std::vector<thaw::Matrix> bones{};
    double scale_lost = 0;
};
void pose_rigidly(const BuildWork& work, const Pose& pose, RigidPose& out);

std::array<f32, 3> file_point(const Vec3d& position);
std::array<f32, 3> file_direction(Vec3 direction);
// The key that moves something as the matrix does. Angles are as near as they can be to those of the key before, if
// there is one, whole turns included.
Key key_of(const thaw::Matrix& local, const Key* before);
std::array<u8, 4> file_color(Vec4 color);
// Points that hang on several bones, and the most that is lost of one of them.
void report_shared(Issues& issues, const std::string& name, u64 shared, u64 points, f32 most);
void report_reddened(Issues& issues, u64 triangles);  // C17

inline constexpr Vec4 white{1, 1, 1, 1};
inline Vec4 product(Vec4 a, Vec4 b) { return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w}; }

// How many fields of the header the scene has otherwise.
u64 take_header(const Extras& scene, Document& document);
void take_unread(const Extras& node, Bone& bone);  // C9

inline constexpr std::size_t longest_skin = 63;
// The file that the game finds for a skin. `found`: the one that was there, whose ending is often another than the
// skin's.
std::string image_name(const Material& skin, std::string_view found);

// Names as the base's things have them, whatever their bytes are; others as the game can bear them.
template <std::size_t N>
class FileNames {
public:
    template <class T>
    FileNames(std::size_t longest, std::string_view what, Issues& issues, const std::vector<T>* base)
        : names_(longest, what, issues) {
        if (base == nullptr) return;
        for (const T& each : *base) known_.emplace(text::to_utf8(text::until_nul(each.name)), each.name);
    }

    bool knows(const std::string& name) const { return known_.contains(name); }
    std::array<char, N> take(const std::string& wanted) {
        const auto known = known_.find(wanted);
        return known == known_.end() ? text::nul_padded<N>(names_.take(wanted)) : known->second;
    }

private:
    build::Names names_;
    std::map<std::string, std::array<char, N>> known_{};
};

inline constexpr const char* still_node = "ctc_still";  // the joint of vertices that no bone moves
// By node of the scene that a document gave: its bone, or no_index.
std::vector<u32> bones_of_nodes(const Document& document, const Scene& scene);
inline u32 main_node_in(const Scene& scene) { return scene.nodes.front().name == "ctc_main" ? 0 : 1; }

}  // namespace thaw::ctc
