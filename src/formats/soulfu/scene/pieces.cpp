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

// A rider is no item: it sits as it is.
bool is_hand(std::string_view grip) { return grip != grip_of("RIDER"); }

HeldItem add_held(const SceneSource& item, BaseBuilder& builder, std::string_view grip, u32 holder, u8 events,
                  Scene& scene) {
    HeldItem out{.left = grip.starts_with("LEFT")};
    std::vector<std::size_t> bases;
    for (std::size_t state = 0; state < out.shown_by.size(); ++state) {
        const std::size_t frame = state < item.frames() ? state : 0;
        std::size_t base = is_hand(grip) && frame < item.frames() ? item.head(frame).base : 0;
        if (base >= item.bases()) base = 0;
        const auto known = std::find(bases.begin(), bases.end(), base);
        out.shown_by[state] = static_cast<std::size_t>(known - bases.begin());
        if (known == bases.end()) bases.push_back(base);
    }
    for (const std::size_t base : bases) out.shapes.push_back(builder.add(base, holder, std::nullopt));
    for (std::size_t i = 0; i < bases.size(); ++i) {
        if (i != out.shown(events)) scene.nodes[out.shapes[i].node].local.scale = {};
    }
    return out;
}

}  // namespace

std::size_t HeldItem::shown(u8 events) const {
    constexpr u8 left_strikes = 16, right_strikes = 32, drawn = 128;
    if ((events & (left ? left_strikes : right_strikes)) != 0) return shown_by[2];
    return shown_by[(events & drawn) != 0 ? 1 : 0];
}

std::vector<HeldItem> add_pieces(const Body& body, const std::vector<Piece>& pieces, std::span<const SceneLooks> looks,
                                 u8 events, const SceneOptions& options, Issues& issues, Scene& scene) {
    std::vector<HeldItem> held;
    if (pieces.empty()) return held;
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
            held.push_back(add_held(source, builder, grip, holder, events, scene));
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
    return held;
}

}  // namespace thaw::ddd
