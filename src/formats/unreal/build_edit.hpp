// The steps of edit_base().
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "formats/unreal/build_parts.hpp"

namespace thaw::unreal {

// A triangle of the edited scene and the one it was.
struct TrianglePair {
    u32 edited = 0;  // of the flat triangles
    u32 base = 0;
    u32 turn = 0;  // corner k of the earlier one is corner (k + turn) % 3 of the edited one
};

struct EditMatch {
    std::vector<TrianglePair> pairs{};  // by triangle of the base
    std::vector<u32> point_of{};        // by point of the base: where it is now, or no_index
};

// Finds each triangle of the base again: by the vertices that points came from, by their order, or by where points are.
// None if the scene has other triangles now.
std::optional<EditMatch> match_edit(const build::Flat& base, const build::Flat& edited, const IntoFile& into);

// Why the base cannot just be changed.
inline Error goes_beyond(std::string why) { return {Code::unrepresentable, std::move(why)}; }

struct PolyEditInput {
    BuildWork& work;
    const Scene& base_scene;
    const build::Flat& base;
    const EditMatch& match;
    const Document& document;
    const std::vector<u32>& drawn;  // polygons, by triangle of the base
    bool turned;                    // triangles of the scene are (v0, v2, v1)
};

struct PolyEdits {
    std::vector<std::pair<u32, Poly>> changed{};
    u64 uvs = 0;  // polygons with other texture coordinates
    u64 surfaces = 0;
};
Result<PolyEdits> edit_polys(const PolyEditInput& input);

// The same clips in any order; what an editor has dropped does not count.
bool plays_alike(const build::Flat& base, const build::Flat& edited, std::optional<double> fps);
// Those that are other pixels than before, where both are known.
std::vector<BuiltTexture> painted_pictures(const Scene& base, const Scene& edited, const Document& document);

}  // namespace thaw::unreal
