// What a GLB shows, read apart from Thaw's own code, so that two of them can be compared whatever their order.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "edits/edits.hpp"
#include "edits/png.hpp"

namespace edits {

using Point = std::array<double, 3>;
using Matrix = std::array<double, 16>;  // by columns, as glTF has them

struct NodeFacts {
    std::string name{};
    std::size_t parent = no_node;
    Point translation{};
    std::array<double, 4> rotation{0, 0, 0, 1};
    Point scale{1, 1, 1};
    bool has_matrix = false;
    Matrix matrix{};
    Matrix world{};  // at rest
    bool has_mesh = false, is_skinned = false;

    static constexpr std::size_t no_node = ~std::size_t{0};
};

struct Influence {
    std::size_t node = 0;
    std::size_t joint = 0;  // of the skin
    double weight = 0;
};

struct ImageFacts {
    Pixels pixels{};
    bool is_uniform = false;                  // of one colour
    std::array<double, 4> color{1, 1, 1, 1};  // that one, linear
};

struct MaterialFacts {
    std::string name{};
    std::array<double, 4> factor{1, 1, 1, 1};
    std::string alpha = "OPAQUE";
    bool double_sided = false;
    int image = -1;
    double strength = 1;  // how much brighter its image is made, and its colours darker
    bool nearest = false, clamp = false;
};

struct TargetFacts {
    std::string name{};
    bool is_shown = false;  // by a clip
};

// A vertex of a primitive of a mesh of a node.
struct VertexFacts {
    VertexId id{};
    std::size_t part = 0;
    Point at{};    // in the mesh
    Point rest{};  // in the scene; of skinned meshes that rest otherwise in the bind pose
    std::array<double, 2> uv{};
    std::array<double, 4> color{1, 1, 1, 1};
    std::vector<Influence> influences{};
};

// A primitive of a mesh as a node shows it.
struct PartFacts {
    std::size_t node = 0, mesh = 0, skin = NodeFacts::no_node;
    int material = -1;
    bool has_uv = false, has_color = false;
    std::size_t first = 0, count = 0;  // vertices
    std::vector<Table> targets{};      // offsets; width 0 where there are none
};

struct ChannelFacts {
    std::size_t node = 0;
    std::string path{};
    bool is_step = false;
    std::vector<float> times{};
    Table values{};
};

struct ClipFacts {
    std::string name{};
    double seconds = 0;
    bool is_step = false;  // all of it
    std::vector<ChannelFacts> channels{};
    std::vector<double> times{};  // of all keys
};

struct SkinFacts {
    std::vector<std::size_t> joints{};
    std::vector<Matrix> inverse_binds{};
};

struct Triangle {
    std::array<std::size_t, 3> corners{};  // vertices
};

struct Facts {
    std::vector<NodeFacts> nodes{};
    std::vector<PartFacts> parts{};
    std::vector<VertexFacts> vertices{};
    std::vector<Triangle> triangles{};
    std::vector<std::vector<TargetFacts>> targets{};  // by mesh
    std::vector<SkinFacts> skins{};
    std::vector<MaterialFacts> materials{};
    std::vector<ImageFacts> images{};
    std::vector<ClipFacts> clips{};
    std::array<double, 3> low{}, high{};
    double size = 0;  // the diagonal of the box around all of it

    const ClipFacts* clip(const std::string& name) const;
};

Facts facts_of(const Glb& glb);

// Where everything is at a moment of a clip.
struct PosedFacts {
    std::vector<Matrix> nodes{};
    std::vector<Point> vertices{};
};
PosedFacts posed(const Facts& facts, const ClipFacts& clip, double seconds);
// A single target, fully on; the mesh's others off. In the mesh's own space.
Point with_target(const Facts& facts, std::size_t vertex, std::size_t target);

}  // namespace edits
