#include "formats/twm/scene.hpp"

#include "base/text.hpp"
#include "formats/shared/model_name.hpp"
#include "formats/shared/options.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/scene_parts.hpp"
#include "formats/twm/validate_parts.hpp"

namespace thaw::twm {

namespace {

constexpr std::size_t most_joints = 0x10000;  // of a skin

void add_root(SceneWork& work) {
    const Document& d = work.document;
    work.scene.name = model_name(work.bundle.name_of("twm"));
    Node root;
    root.name = work.scene.name;
    root.extras.set("thaw_version", d.version).set("thaw_magic", d.magic());
    root.extras.set("thaw_skeleton_flag", d.skeleton_flag).set("thaw_layout", layout_name(d.layout));
    work.scene.nodes.push_back(std::move(root));
}

}  // namespace

std::vector<OptionRange> option_ranges(const Document& document, const Bundle&, const SceneOptions&) {
    return {slot_range(document.meshes.size())};
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    if (document.joints.size() > most_joints) {
        return Error{Code::unrepresentable,
                     "a scene has no room for " + std::to_string(document.joints.size()) + " joints",
                     {},
                     "num_joints"};
    }
    SceneWork work{document, bundle, options, IssueReporter(Profile::spec, issues, "twm")};
    add_root(work);
    validate_skeleton(document, work.reporter);
    add_skeleton(work);
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        validate_mesh(document, m, work.reporter);
        validate_weights(document, m, work.reporter);
        if (auto status = add_mesh(work, m); !status) return status.error();
    }
    if (work.scene.meshes.empty()) {
        work.reporter.report(issue::no_visible_meshes, [] { return Finding{"num_meshes", "at least 1", "0"}; });
    }
    for (std::size_t a = 0; a < document.animations.size(); ++a) {
        validate_animation(document, a, work.reporter);
        add_clip(work, a);
    }
    return std::move(work.scene);
}

}  // namespace thaw::twm
