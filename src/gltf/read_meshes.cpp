#include "gltf/mesh_parts.hpp"

namespace thaw::gltf {

namespace {

void note_degenerate(Reading& r, Ref json, const Mesh& mesh) {
    u64 count = 0;
    u64 all = 0;
    for (const Primitive& p : mesh.primitives) {
        if (p.topology != Topology::triangles) continue;
        all += p.indices.size() / 3;
        for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) {
            const u32 a = p.points[p.indices[i]], b = p.points[p.indices[i + 1]], c = p.points[p.indices[i + 2]];
            count += static_cast<u64>(a == b || b == c || c == a);
        }
    }
    if (count > 0) r.input.note(issue::degenerate, json, {}, std::to_string(count) + " of " + std::to_string(all));
}

void name_targets(Ref json, Mesh& mesh) {
    const std::vector<Ref> names = json.find("extras").find("targetNames").items();
    for (std::size_t i = 0; i < names.size() && i < mesh.targets.size(); ++i) {
        mesh.targets[i].name = names[i].string().value_or("");
    }
}

Extras without(const Extras& extras, std::string_view key) {
    const auto* members = extras.get_if<json::Object>();
    if (members == nullptr || extras.find(key) == nullptr) return extras;
    json::Object out;
    for (const auto& member : *members) {
        if (member.first != key) out.push_back(member);
    }
    return out.empty() ? Extras() : Extras(std::move(out));
}

void note_default_weights(Reading& r, Ref json) {
    for (const Ref weight : r.input.member(json, "weights", Kind::array).items()) {
        if (weight.number().value_or(0) == 0) continue;
        r.input.note(issue::default_weights, json);
        return;
    }
}

// False if there is nothing to show, or after an error.
bool read_mesh(Reading& r, Ref json) {
    std::vector<MeshPart> parts = read_parts_of(r, json);
    if (!r.input.ok() || parts.empty() || !r.input.charge(json, sizeof(Mesh))) return false;
    Mesh mesh{.name = r.input.text(json, "name")};
    std::vector<u32> sources;
    read_points(r, json, parts, mesh, sources);
    for (MeshPart& part : parts) {
        if (!r.input.ok()) return false;
        read_corners(r, part);
        mesh.primitives.push_back(std::move(part.out));
        part.out = {.topology = mesh.primitives.back().topology};
    }
    if (r.input.ok()) read_normals(r, json, parts, mesh);
    note_degenerate(r, json, mesh);
    note_default_weights(r, json);
    name_targets(json, mesh);
    mesh.extras = without(r.input.extras(json), "targetNames");
    if (!r.input.ok()) return false;
    r.scene.meshes.push_back(std::move(mesh));
    r.file.source_points.push_back(std::move(sources));
    return true;
}

}  // namespace

void read_meshes(Reading& r) {
    const auto& all = r.input.list("meshes");
    r.meshes.assign(all.size(), no_index);
    for (std::size_t i = 0; i < all.size() && r.input.ok(); ++i) {
        if (read_mesh(r, all[i])) {
            r.meshes[i] = static_cast<u32>(r.scene.meshes.size() - 1);
        } else if (r.input.ok()) {
            r.input.note(issue::mesh_empty, all[i]);
        }
    }
}

}  // namespace thaw::gltf
