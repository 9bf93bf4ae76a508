#include "formats/twm/document.hpp"

#include <algorithm>
#include <cmath>

namespace thaw::twm {

u64 Mesh::declared_indices(bool half) const {
    return half ? 2 * u64{wide_indices.size()} + half_index.size() : stored_indices();
}

u64 Mesh::index(u64 i) const {
    const auto at = static_cast<std::size_t>(i);
    return wide_indices.empty() ? indices[at] : wide_indices[at];
}

bool Document::is_root(std::size_t joint) const {
    const u32 parent = joints[joint].parent;
    return joint == 0 || parent == joint || parent >= joints.size();
}

bool Document::has_clusters(const Mesh& mesh) const {
    switch (layout.clusters) {
        case ClusterForm::deformer:
        case ClusterForm::after_meshes: return mesh.has_deformer != 0;
        case ClusterForm::skeleton: return skeleton_flag != 0;
        case ClusterForm::none: return false;
    }
    return false;
}

Layout canonical_layout(const Document& document) {
    Layout layout;
    layout.joints = document.skeleton_flag != 0 ? JointForm::packed : JointForm::none;
    layout.indices = document.version < 2 ? IndexForm::u64s : IndexForm::u32s;
    return layout;
}

std::string_view joint_form_name(JointForm form) {
    switch (form) {
        case JointForm::none: return "none";
        case JointForm::packed: return "68";
        case JointForm::padded: return "72";
    }
    return "none";
}

std::string_view cluster_form_name(ClusterForm form) {
    switch (form) {
        case ClusterForm::deformer: return "by deformer";
        case ClusterForm::skeleton: return "by skeleton flag";
        case ClusterForm::after_meshes: return "after all meshes";
        case ClusterForm::none: return "none";
    }
    return "none";
}

std::string_view index_form_name(IndexForm form) {
    switch (form) {
        case IndexForm::u64s: return "u64";
        case IndexForm::half: return "half u64";
        case IndexForm::u32s: return "u32";
    }
    return "u32";
}

std::string layout_name(const Layout& layout) {
    std::string name = "joints ";
    name += joint_form_name(layout.joints);
    name += ", indices ";
    name += index_form_name(layout.indices);
    name += ", weights ";
    name += cluster_form_name(layout.clusters);
    if (layout.salvaged) name += ", attributes unreadable";
    if (layout.end == EndForm::no_footer) name += ", no footer";
    return name;
}

bool is_finite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool is_finite(const Key& key) {
    return is_finite(key.translation) && is_finite(key.scale) &&
           std::all_of(key.rotation.begin(), key.rotation.end(), [](f32 value) { return std::isfinite(value); });
}

}  // namespace thaw::twm
