#include "formats/soulfu/scene_pieces.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/model_name.hpp"
#include "formats/soulfu/ddd_source.hpp"
#include "formats/soulfu/scene_issues.hpp"

namespace thaw::ddd {

namespace {

// The game steps through the body's frames with the part's bones, so they have to be the same. Joints may be fewer.
bool have_the_same_bones(const std::vector<Bone>& a, const std::vector<Bone>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Bone& x, const Bone& y) { return x.joints == y.joints; });
}

u32 find_grip(const BaseNodes& body, std::string_view name, const Scene& scene) {
    for (u32 node = body.node; node < scene.nodes.size(); ++node) {
        const Node& one = scene.nodes[node];
        const auto holds = [&](const BoneNodes& bone) { return one.parent == bone.inner; };
        if (one.name == name && std::any_of(body.bones.begin(), body.bones.end(), holds)) return node;
    }
    return no_index;
}

}  // namespace

void add_pieces(const Body& body, const std::vector<Piece>& pieces, const SceneOptions& options, Issues& issues,
                Scene& scene) {
    const std::vector<Bone> bones = body.source.shape(0, 0, false).bones;
    for (const Piece& piece : pieces) {
        const std::string name = model_name(piece.bundle.parts[0].name);
        const auto leave_out = [&](std::string expected, const std::string& found) {
            issues.add(soulfu::issue::part_left_out, piece.role, {}, std::move(expected),
                       text::printable(name) + ": " + found);
        };
        if (!piece.error.empty()) {
            leave_out("a DDD", piece.error);
            continue;
        }
        const DddSource source(piece.document, issues);
        Materials materials(source, piece.bundle, false, issues, scene);
        BaseBuilder builder(source, options, materials, issues, scene,
                            {.name = name, .place = piece.place, .units_per_foot = body.units_per_foot});
        if (const std::string_view grip = grip_of(piece.place); !grip.empty()) {
            const u32 node = find_grip(body.nodes, grip, scene);
            if (node == no_index) {
                leave_out("a bone " + std::string(grip) + " of the body to hold it", "there is none");
            } else {
                builder.add(0, node, std::nullopt);
            }
        } else if (const auto& own = piece.document.file.bases[0].bones; !have_the_same_bones(own, bones)) {
            leave_out(text::plural(bones.size(), "bone") + " between the same joints as the body's",
                      own.size() == bones.size() ? "other joints" : text::plural(own.size(), "bone"));
        } else {
            builder.dress(0, body.nodes);
        }
    }
}

}  // namespace thaw::ddd
