// The bytes of the payload, after any decompression. Everything is little-endian and packed.
#include "formats/twm/layout.hpp"

namespace thaw::twm {

namespace {

// The number of elements as a field that is 64 bits wide before version 3.
template <class Container>
Count wide_count(Codec& io, const Document& d, const char* name, const Container& container) {
    return d.has_wide_counts() ? io.count<u64>(name, container) : io.count<u32>(name, container);
}

// A half array says how many indices it should have had.
struct Declared {
    u64 n;
    u64 size() const { return n; }
};

void describe_joint(Codec& io, const Document& d, Joint& j) {
    io.field("parent", j.parent, {.role = Role::index, .limit = d.joints.size(), .nowhere = "root"});
    if (d.layout.joints == JointForm::padded) io.field("gap", j.gap, {.role = Role::reserved});
    io.field("inverse_bind", j.inverse_bind);
}

void describe_skeleton(Codec& io, Document& d) {
    if (!d.has_joint_block()) return;
    const auto n = io.count<u32>("num_joints", d.joints);
    io.items("joints", d.joints, n, [&d](Codec& inner, Joint& j) { describe_joint(inner, d, j); });
}

void describe_attributes(Codec& io, const Document& d, Mesh& m) {
    const u64 n = m.positions.size();
    if (d.layout.salvaged) {
        io.bytes("attributes", m.attributes, d.layout.attribute_bytes);
        return;
    }
    if (m.has_normals != 0) io.sized_by("normals", m.normals, n);
    if (m.has_uvs != 0) io.sized_by("uvs", m.uvs, n);
    if (m.has_tangents != 0) io.sized_by("tangents", m.tangents, n);
    if (m.has_binormals != 0) io.sized_by("binormals", m.binormals, n);
}

void describe_indices(Codec& io, const Document& d, Mesh& m) {
    const bool half = d.index_form() == IndexForm::half;
    const auto n = wide_count(io, d, "num_indices", Declared{m.declared_indices(half)});
    switch (d.index_form()) {
        case IndexForm::u64s: io.items("indices", m.wide_indices, n); break;
        case IndexForm::u32s: io.items("indices", m.indices, n); break;
        case IndexForm::half:
            io.sized_by("indices", m.wide_indices, n.value / 2);
            io.sized_by("half_index", m.half_index, n.value % 2);
            break;
    }
}

void describe_clusters(Codec& io, const Document& d, Mesh& m) {
    if (!d.has_clusters(m)) return;
    io.lists("clusters", m.positions.size(), "num_weights", m.weight_counts, "weights", m.weights);
}

void describe_mesh(Codec& io, const Document& d, Mesh& m) {
    const auto n = wide_count(io, d, "num_vertices", m.positions);
    io.field("has_normals", m.has_normals, {.role = Role::flags});
    io.field("has_uvs", m.has_uvs, {.role = Role::flags});
    io.field("has_tangents", m.has_tangents, {.role = Role::flags});
    io.field("has_binormals", m.has_binormals, {.role = Role::flags});
    io.field("has_deformer", m.has_deformer, {.role = Role::flags});
    io.field("reserved", m.reserved, {.role = Role::reserved});
    io.items("positions", m.positions, n);
    describe_attributes(io, d, m);
    describe_indices(io, d, m);
    if (d.layout.clusters != ClusterForm::after_meshes) describe_clusters(io, d, m);
}

void describe_meshes(Codec& io, Document& d, Count n) {
    io.items("meshes", d.meshes, n, [&d](Codec& inner, Mesh& m) { describe_mesh(inner, d, m); });
    if (d.layout.clusters != ClusterForm::after_meshes) return;
    io.repeat("mesh_weights", d.meshes.size(),
              [&](u64 i) { describe_clusters(io, d, d.meshes[static_cast<std::size_t>(i)]); });
}

void describe_animations(Codec& io, Document& d) {
    if (d.joints.empty()) {
        io.field("num_animations", d.empty_animations, {.role = Role::count});
        return;
    }
    const auto n = io.count<u32>("num_animations", d.animations);
    io.items("animations", d.animations, n, [&d](Codec& inner, Animation& a) {
        inner.lists("tracks", d.joints.size(), "num_keys", a.key_counts, "keys", a.keys);
    });
}

}  // namespace

void describe(Codec& io, Vec2& v) {
    io.field("u", v.u);
    io.field("v", v.v);
}

void describe(Codec& io, Vec3& v) {
    io.field("x", v.x);
    io.field("y", v.y);
    io.field("z", v.z);
}

void describe(Codec& io, Weight& w) {
    io.field("joint", w.joint, {.role = Role::index});
    io.field("weight", w.weight);
}

void describe(Codec& io, Key& k) {
    io.field("ms", k.ms);
    io.field("translation", k.translation);
    io.field("scale", k.scale);
    io.field("rotation", k.rotation);
}

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.magic("magic", d.magic());
    io.within("version", d.version, oldest_version, newest_version, Code::bad_version);
    const auto meshes = io.count<u32>("num_meshes", d.meshes);
    io.field("skeleton_flag", d.skeleton_flag, {.role = Role::flags});
    io.field("reserved", d.reserved, {.role = Role::reserved});
    describe_skeleton(io, d);
    describe_meshes(io, d, meshes);
    describe_animations(io, d);
    if (d.layout.end == EndForm::footer) io.magic("footer", d.footer());
    io.rest("trailing", d.trailing);
}

}  // namespace thaw::twm
