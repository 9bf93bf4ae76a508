#include "formats/twm/validate.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/validate_parts.hpp"

namespace thaw::twm {

namespace {

void check_flag(const char* path, u8 value, IssueReporter& reporter) {
    if (value <= 1) return;
    reporter.report(issue::flag_value, [&] { return Finding{path, "0 or 1", std::to_string(value)}; });
}

std::string in_hex(const std::array<u8, 3>& bytes) {
    return text::hex(bytes[0]) + " " + text::hex(bytes[1]) + " " + text::hex(bytes[2]);
}

void check_container(const Document& document, IssueReporter& reporter) {
    const bool packed = document.container == Container::lz4;
    if (packed) {
        reporter.report(issue::packed, [&] {
            return Finding{"magic", "not packed",
                           std::to_string(document.packed.payload.size()) + " bytes from a block of " +
                               text::plural(document.packed.block.size(), "byte")};
        });
    }
    if (document.ancestor) {
        reporter.report_fatal_in_game(issue::ancestor, [] { return Finding{"magic", ".twm", ".mdl"}; });
    }
    if (packed == (document.version == 0)) return;
    if (!packed) {
        reporter.report(issue::not_packed, [] { return Finding{"version", "packed", "not packed"}; });
        return;
    }
    reporter.report_fatal_in_game(issue::container,
                                  [&] { return Finding{"version", "0", std::to_string(document.version)}; });
}

void check_header(const Document& document, IssueReporter& reporter) {
    if (document.version < newest_version) {
        reporter.report(issue::out_of_date, [&] {
            return Finding{"version", std::to_string(newest_version), std::to_string(document.version)};
        });
    }
    if (document.meshes.empty()) {
        reporter.report(issue::no_meshes, [] { return Finding{"num_meshes", "at least 1", "0"}; });
    }
    check_flag("skeleton_flag", document.skeleton_flag, reporter);
    if (document.reserved != std::array<u8, 3>{}) {
        reporter.report(issue::reserved, [&] { return Finding{"reserved", "0 0 0", in_hex(document.reserved)}; });
    }
    if (document.skeleton_flag != 0 && !document.has_joint_block()) {
        reporter.report(issue::skeleton_flag, [] { return Finding{"skeleton_flag", "a skeleton", "none"}; });
    }
    if (document.has_joint_block() && document.layout.joints == JointForm::padded) {
        reporter.report(issue::joint_gap, [] { return Finding{"num_joints", "68 bytes each", "72 bytes each"}; });
    }
}

void check_mesh_header(const Document& document, std::size_t m, IssueReporter& reporter) {
    const Mesh& mesh = document.meshes[m];
    const auto flag = [&](const char* name, u8 value) {
        if (value > 1) check_flag(field_path("meshes", m, name).c_str(), value, reporter);
    };
    flag("has_normals", mesh.has_normals);
    flag("has_uvs", mesh.has_uvs);
    flag("has_tangents", mesh.has_tangents);
    flag("has_binormals", mesh.has_binormals);
    flag("has_deformer", mesh.has_deformer);
    if (mesh.reserved == std::array<u8, 3>{}) return;
    reporter.report(issue::reserved,
                    [&] { return Finding{field_path("meshes", m, "reserved"), "0 0 0", in_hex(mesh.reserved)}; });
}

void check_animation_count(const Document& document, IssueReporter& reporter) {
    if (!document.joints.empty() || document.empty_animations == 0) return;
    reporter.report(issue::animations_without_joints, [&] {
        return Finding{"num_animations", "0", text::plural(document.empty_animations, "animation")};
    });
}

void check_end(const Document& document, IssueReporter& reporter) {
    const std::string end = document.footer();
    if (document.layout.end == EndForm::no_footer) {
        reporter.report(issue::footer_missing, [&] {
            return Finding{"trailing", end, text::printable(text::view_as_text(document.trailing.bytes()))};
        });
        return;
    }
    if (document.trailing.empty()) return;
    reporter.report(issue::trailing_bytes, Severity::warning,
                    [&] { return Finding{"trailing", "none", text::plural(document.trailing.size(), "byte")}; });
    const Bytes bytes = document.trailing.bytes();
    const auto again = std::search(bytes.begin(), bytes.end(), end.begin(), end.end(),
                                   [](u8 a, char b) { return a == static_cast<u8>(b); });
    if (again == bytes.end()) return;
    reporter.report(issue::footer_twice, [&] {
        return Finding{field_path("trailing", again - bytes.begin()), "one footer", "a second one"};
    });
}

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) {
    IssueReporter reporter(profile, issues, "twm");
    check_container(document, reporter);
    check_header(document, reporter);
    if (reporter.game()) validate_game(document, reporter);
    validate_skeleton(document, reporter);
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        check_mesh_header(document, m, reporter);
        validate_mesh(document, m, reporter);
        validate_weights(document, m, reporter);
    }
    check_animation_count(document, reporter);
    for (std::size_t a = 0; a < document.animations.size(); ++a) validate_animation(document, a, reporter);
    check_end(document, reporter);
}

}  // namespace thaw::twm
