#include "gltf/mesh_parts.hpp"

#include <algorithm>
#include <numeric>

#include "base/text.hpp"

namespace thaw::gltf {

namespace {

// The indices as the file has them, or counting up where there are none.
bool read_indices(Reading& r, MeshPart& part, std::vector<u32>& out) {
    const Ref value = part.json.find("indices");
    if (!value) {
        if (!r.input.charge(part.json, u64{4} * part.vertices)) return false;
        out.resize(part.vertices);
        std::iota(out.begin(), out.end(), u32{0});
        return true;
    }
    const Numbers* numbers = r.accessors.find(value, {1});
    if (numbers == nullptr || !r.accessors.integers(*numbers, out)) return false;
    u32 most = 0;
    for (const u32 index : out) most = std::max(most, index);
    if (most < part.vertices) return true;
    const auto wrong = std::find_if(out.begin(), out.end(), [&](u32 index) { return index >= part.vertices; });
    return r.accessors.fail(Code::bad_index, *numbers, static_cast<u64>(wrong - out.begin()),
                            "vertex " + std::to_string(*wrong) + " of " + std::to_string(part.vertices));
}

// Leaves out what no index mentions, unless it stands for a native vertex.
bool use_vertices(Reading& r, MeshPart& part) {
    part.corners = part.vertices;
    if (part.attributes.find("_SOURCE_VERTEX")) return true;
    auto& indices = part.out.indices;
    if (!r.input.work(part.json, part.vertices) || !r.input.charge(part.json, u64{5} * part.vertices)) return false;
    std::vector<u8> used(part.vertices, 0);
    for (const u32 index : indices) used[index] = 1;
    const auto count = static_cast<u32>(std::count(used.begin(), used.end(), u8{1}));
    part.corners = count;
    if (count == part.vertices) return true;
    r.input.note(issue::unused, part.json, {},
                 std::to_string(part.vertices - count) + " of " + std::to_string(part.vertices));
    std::vector<u32> corner(part.vertices);
    part.used.reserve(count);
    for (u32 v = 0; v < part.vertices; ++v) {
        corner[v] = static_cast<u32>(part.used.size());
        if (used[v] != 0) part.used.push_back(v);
    }
    for (u32& index : indices) index = corner[index];
    return true;
}

// False if the part is left out, or after an error.
bool read_part(Reading& r, MeshPart& part) {
    Input& in = r.input;
    part.attributes = in.member(part.json, "attributes", Kind::object);
    const u64 mode = in.whole(part.json, "mode", 4);
    if (!in.ok()) return false;
    if (mode > 6) return in.fail(Code::bad_value, part.json.find("mode"), "an unknown mode");
    if (mode == 0) {
        in.note(issue::points, part.json);
        return false;
    }
    if (!part.attributes.find("POSITION")) {
        in.note(issue::mesh_empty, part.json, {}, "no positions");
        return false;
    }
    const Numbers* positions = r.accessors.find(part.attributes.find("POSITION"), {3});
    if (positions == nullptr) return false;
    part.vertices = static_cast<u32>(positions->count);
    std::vector<u32> indices;
    if (!read_indices(r, part, indices)) return false;
    const u64 read = indices.size();
    if (!in.charge(part.json, 24 * read)) return false;
    std::size_t left_over = 0;
    part.out.indices = plain_indices(static_cast<Mode>(mode), std::move(indices), left_over);
    part.out.topology = mode < 4 ? Topology::lines : Topology::triangles;
    if (left_over > 0)
        in.note(issue::triangles, part.json, {}, std::to_string(left_over) + " of " + std::to_string(read));
    if (part.out.indices.empty()) {
        in.note(issue::mesh_empty, part.json, {}, "no triangles");
        return false;
    }
    part.targets = in.member(part.json, "targets", Kind::array).items();
    return use_vertices(r, part);
}

}  // namespace

std::vector<MeshPart> read_parts_of(Reading& r, Ref mesh) {
    std::vector<MeshPart> out;
    u32 number = 0;
    u64 corners = 0;
    for (const Ref json : r.input.member(mesh, "primitives", Kind::array).items()) {
        MeshPart part{.json = json, .number = number++};
        if (!r.input.charge(json, sizeof(MeshPart))) break;
        if (!read_part(r, part)) {
            if (!r.input.ok()) break;
            continue;
        }
        part.first_corner = static_cast<u32>(corners);
        corners += part.corners;
        if (corners >= no_index) {
            r.input.fail(Code::unsupported, json, "a mesh of more than four thousand million vertices");
            break;
        }
        out.push_back(std::move(part));
    }
    return out;
}

const Numbers* attribute_of(Reading& r, const MeshPart& part, Ref attributes, std::string_view name,
                            std::initializer_list<u32> widths) {
    const Ref value = attributes.find(name);
    if (!value || !r.input.ok()) return nullptr;
    const Numbers* out = r.accessors.find(value, widths);
    if (out == nullptr || out->count == part.vertices) return out;
    r.input.fail(Code::bad_value, value,
                 std::to_string(out->count) + " elements for " + text::plural(part.vertices, "vertex"));
    return nullptr;
}

const Numbers* attribute(Reading& r, const MeshPart& part, std::string_view name, std::initializer_list<u32> widths) {
    return attribute_of(r, part, part.attributes, name, widths);
}

}  // namespace thaw::gltf
