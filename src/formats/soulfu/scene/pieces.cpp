#include "formats/soulfu/scene/pieces.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/model_name.hpp"
#include "formats/soulfu/ddd/source.hpp"
#include "formats/soulfu/scene/issues.hpp"

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

void add_pieces(const Body& body, const std::vector<Piece>& pieces, std::span<const SceneLooks> looks,
                const SceneOptions& options, Issues& issues, Scene& scene) {
    if (pieces.empty()) return;
    const std::vector<Bone> bones = body.source.shape(0, 0, false).bones;
    std::string together;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& piece = pieces[i];
        const std::string name = model_name(piece.bundle.parts[0].name);
        const std::string_view grip = grip_of(piece.place);
        const u32 holder = grip.empty() ? no_index : find_grip(body.nodes, grip, scene);
        const auto leave_out = [&](std::string expected, const std::string& found) {
            issues.add(soulfu::issue::part_skipped, piece.role, {}, std::move(expected),
                       text::printable(name) + " (" + found + ")");
        };
        if (!piece.error.empty()) {
            leave_out("a DDD", piece.error);
            continue;
        }
        if (!grip.empty() && holder == no_index) {
            leave_out("a bone " + std::string(grip) + " on the body", "nothing to hold it");
            continue;
        }
        const auto& own = piece.document.file.bases[0].bones;
        if (grip.empty() && !have_the_same_bones(own, bones)) {
            leave_out(text::plural(bones.size(), "bone") + " between the same joints as the body's",
                      own.size() == bones.size() ? "other joints" : text::plural(own.size(), "bone"));
            continue;
        }
        Issues own_issues;
        const DddSource source(piece.document, own_issues);
        Materials materials(source, piece.bundle, looks[i], own_issues, scene, piece.place);
        BaseBuilder builder(source, options, materials, own_issues, scene,
                            {.name = name, .place = piece.place, .units_per_foot = body.units_per_foot});
        if (grip.empty()) {
            builder.dress(0, body.nodes);
        } else {
            builder.add(0, holder, std::nullopt);
        }
        // They are about the part's file, not the body's, but in the words of the body's format.
        for (Issue& issue : own_issues.list()) {
            issue.part = piece.role;
            if (issue.kind == &source.anchors()) issue.kind = &body.source.anchors();
            issues.add(std::move(issue));
        }
        together += (together.empty() ? "" : ", ") + text::printable(name + " as " + piece.place);
    }
    if (!together.empty()) issues.add(soulfu::issue::assembled, body.source.part(), {}, {}, together);
}

}  // namespace thaw::ddd
