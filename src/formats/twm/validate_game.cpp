// What the published engine asks of a file. It reads static meshes of version 3 and nothing else.
#include "formats/twm/issues.hpp"
#include "formats/twm/validate_parts.hpp"

namespace thaw::twm {

namespace {

// Vertex buffers are bound one after the other while the shader counts on fixed places.
void check_attributes(const Document& document, std::size_t m, IssueReporter& reporter) {
    const Mesh& mesh = document.meshes[m];
    const std::array<std::pair<const char*, u8>, 4> flags{{{"has_normals", mesh.has_normals},
                                                           {"has_uvs", mesh.has_uvs},
                                                           {"has_tangents", mesh.has_tangents},
                                                           {"has_binormals", mesh.has_binormals}}};
    for (std::size_t i = 0; i + 1 < flags.size(); ++i) {
        if (flags[i].second != 0 || flags[i + 1].second == 0) continue;
        reporter.report(issue::game_attributes,
                        [&] { return Finding{field_path("meshes", m, flags[i].first), "1", "0"}; });
        return;
    }
}

}  // namespace

void validate_game(const Document& document, IssueReporter& reporter) {
    if (document.version != newest_version) {
        reporter.report(issue::game_version, [&] {
            return Finding{"version", std::to_string(newest_version), std::to_string(document.version)};
        });
    }
    if (document.has_joint_block()) {
        reporter.report(issue::game_skeleton, [&] {
            return Finding{"num_joints", "no skeleton", text::plural(document.joints.size(), "joint")};
        });
    }
    if (!document.animations.empty()) {
        reporter.report(issue::game_animations, [&] {
            return Finding{"num_animations", "0", text::plural(document.animations.size(), "animation")};
        });
    }
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        check_attributes(document, m, reporter);
        if (document.meshes[m].weight_counts.empty()) continue;
        reporter.report(issue::game_weights, [&] {
            return Finding{field_path("meshes", m, "has_deformer"), "no weights",
                           text::plural(document.meshes[m].weights.size(), "weight")};
        });
    }
}

}  // namespace thaw::twm
