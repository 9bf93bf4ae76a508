#include "formats/twm/convert.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/twm/issues.hpp"

namespace thaw::twm {

namespace {

constexpr u64 most_u32 = 0xFFFFFFFF;

Error too_large(std::string path, std::string message) {
    return {Code::unrepresentable, std::move(message), {}, std::move(path)};
}

// Nothing is changed before it is known that everything fits.
Status check_fits(const Document& document, u32 version) {
    for (std::size_t m = 0; m < document.meshes.size(); ++m) {
        const Mesh& mesh = document.meshes[m];
        if (version >= 3 && std::max<u64>(mesh.positions.size(), mesh.stored_indices()) > most_u32) {
            return too_large(field_path("meshes", m), "version 3 counts vertices and indices with 32 bits");
        }
        if (version < 2) continue;
        const auto large = std::find_if(mesh.wide_indices.begin(), mesh.wide_indices.end(),
                                        [](u64 index) { return index > most_u32; });
        if (large == mesh.wide_indices.end()) continue;
        return too_large(field_path("meshes", m, "indices", large - mesh.wide_indices.begin()),
                         "index " + std::to_string(*large) + " does not fit the 32 bits that version " +
                             std::to_string(version) + " has");
    }
    return Done{};
}

class Converter {
public:
    Converter(Document& document, Issues& issues) : document_(document), reporter_(Profile::spec, issues, "twm") {}

    void run(u32 version) {
        convert_header(version);
        for (std::size_t m = 0; m < document_.meshes.size(); ++m) convert_mesh(m, version);
        convert_end();
        const Layout before = document_.layout;
        document_.version = version;
        document_.layout = canonical_layout(document_);
        document_.container = version == 0 ? Container::lz4 : Container::plain;
        if (before.clusters == ClusterForm::after_meshes && any_weights()) {
            report(issue::weights_moved, "meshes", "right after the indices of each mesh",
                   std::string(cluster_form_name(before.clusters)));
        }
    }

private:
    void report(const IssueKind& kind, std::string path, std::string expected, std::string found) {
        reporter_.report(kind, [&] { return Finding{std::move(path), std::move(expected), std::move(found)}; });
    }

    bool any_weights() const {
        return std::any_of(document_.meshes.begin(), document_.meshes.end(),
                           [](const Mesh& mesh) { return !mesh.weight_counts.empty(); });
    }

    void set_flag(u8& flag, bool wanted, const std::string& path) {
        const u8 value = wanted ? 1 : 0;
        if (flag == value) return;
        report(issue::flag_repaired, path, std::to_string(value), std::to_string(flag));
        flag = value;
    }

    void clear(std::array<u8, 3>& reserved, const std::string& path) {
        if (reserved == std::array<u8, 3>{}) return;
        report(issue::reserved_cleared, path, "0 0 0",
               text::hex(reserved[0]) + " " + text::hex(reserved[1]) + " " + text::hex(reserved[2]));
        reserved = {};
    }

    void convert_header(u32 version) {
        if (document_.ancestor) report(issue::magic_changed, "magic", ".twm", ".mdl");
        document_.ancestor = false;
        const bool uvs = std::any_of(document_.meshes.begin(), document_.meshes.end(),
                                     [](const Mesh& mesh) { return !mesh.uvs.empty(); });
        if (uvs && (version < newest_version) != (document_.version < newest_version)) {
            report(issue::uv_origin, "version", std::to_string(version), std::to_string(document_.version));
        }
        if (document_.has_joint_block() && document_.layout.joints == JointForm::padded) {
            report(issue::gap_removed, "num_joints", "68 bytes each", "72 bytes each");
        }
        for (Joint& joint : document_.joints) joint.gap = 0;
        set_flag(document_.skeleton_flag, document_.has_joint_block(), "skeleton_flag");
        clear(document_.reserved, "reserved");
    }

    void convert_mesh(std::size_t m, u32 version) {
        Mesh& mesh = document_.meshes[m];
        const auto path = [&](const char* name) { return field_path("meshes", m, name); };
        if (document_.layout.salvaged) {
            report(issue::attributes_dropped, path("attributes"), "blocks that can be told apart",
                   text::plural(mesh.attributes.size(), "byte"));
            mesh.attributes = {};
            mesh.has_normals = mesh.has_uvs = mesh.has_tangents = mesh.has_binormals = 0;
        }
        set_flag(mesh.has_normals, mesh.has_normals != 0, path("has_normals"));
        set_flag(mesh.has_uvs, mesh.has_uvs != 0, path("has_uvs"));
        set_flag(mesh.has_tangents, mesh.has_tangents != 0, path("has_tangents"));
        set_flag(mesh.has_binormals, mesh.has_binormals != 0, path("has_binormals"));
        set_flag(mesh.has_deformer, !mesh.weight_counts.empty(), path("has_deformer"));
        clear(mesh.reserved, path("reserved"));
        convert_indices(mesh, path("num_indices"), version);
    }

    void convert_indices(Mesh& mesh, const std::string& path, u32 version) {
        const bool half = document_.index_form() == IndexForm::half;
        if (half && mesh.declared_indices(true) > 0) {
            report(issue::index_count_repaired, path, std::to_string(mesh.stored_indices()),
                   std::to_string(mesh.declared_indices(true)));
        }
        mesh.half_index.clear();
        if (version < 2 && mesh.wide_indices.empty()) {
            mesh.wide_indices.assign(mesh.indices.begin(), mesh.indices.end());
            mesh.indices.clear();
        } else if (version >= 2 && mesh.indices.empty()) {
            for (const u64 index : mesh.wide_indices) mesh.indices.push_back(static_cast<u32>(index));
            mesh.wide_indices.clear();
        }
    }

    void convert_end() {
        if (document_.joints.empty() && document_.empty_animations > 0) {
            report(issue::animations_dropped, "num_animations", "0",
                   text::plural(document_.empty_animations, "animation"));
            document_.empty_animations = 0;
        }
        if (document_.layout.end == EndForm::footer) return;
        report(issue::footer_repaired, "trailing", document_.footer(),
               text::printable(text::view_as_text(document_.trailing.bytes())));
        document_.trailing = {};  // what is left of the damaged one
    }

    Document& document_;
    IssueReporter reporter_;
};

}  // namespace

Status convert_variant(Document& document, std::string_view variant, Issues& issues) {
    constexpr std::string_view names[] = {"v0", "v1", "v2", "v3"};
    const auto name = std::find(std::begin(names), std::end(names), variant);
    if (name == std::end(names)) {
        return Error{Code::unsupported, "no version '" + text::printable(variant) + "'; there are v0, v1, v2 and v3"};
    }
    const auto version = static_cast<u32>(name - std::begin(names));
    if (auto status = check_fits(document, version); !status) return status.error();
    Converter(document, issues).run(version);
    return Done{};
}

}  // namespace thaw::twm
