// Edits of points, corners and triangles.
#include <algorithm>
#include <cmath>
#include <map>

#include "edits/edit_parts.hpp"

namespace edits::parts {

namespace {

using Place = std::array<double, 3>;

Place place(const Table& table, std::size_t i) {
    const auto row = table.row(i);
    return {double{row[0]}, double{row[1]}, double{row[2]}};
}

double distance(const Place& a, const Place& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

struct Box {
    Place low{}, high{};
    bool empty = true;

    void add(const Place& p) {
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = empty ? p[k] : std::min(low[k], p[k]);
            high[k] = empty ? p[k] : std::max(high[k], p[k]);
        }
        empty = false;
    }
    double diagonal() const { return distance(low, high); }
    Place middle() const { return {(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2}; }
};

// Which vertices of a mesh are one point of the model: those of one native vertex, and those that are alike in
// everything that says where a vertex is.
class Points {
public:
    Points(const Glb& glb, std::size_t mesh) : glb_(glb), mesh_(mesh) {
        const json& primitives = glb.root["meshes"][mesh]["primitives"];
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            const json& attributes = primitives[p]["attributes"];
            positions_.push_back(read_accessor(glb, attributes["POSITION"].get<std::size_t>()));
            for (const char* name : {"_SOURCE_VERTEX", "JOINTS_0", "WEIGHTS_0"}) {
                columns_[name].push_back(attributes.contains(name) ? read_accessor(glb, attributes[name]) : Table{});
            }
            for (std::size_t v = 0; v < positions_[p].count(); ++v) {
                by_place_[place(positions_[p], v)].emplace_back(p, v);
                const Table& source = columns_["_SOURCE_VERTEX"][p];
                if (source.width == 1) by_source_[source.row(v)[0]].emplace_back(p, v);
            }
        }
    }

    const Table& positions(std::size_t primitive) const { return positions_[primitive]; }
    Box box() const {
        Box out;
        for (const Table& table : positions_) {
            for (std::size_t v = 0; v < table.count(); ++v) out.add(place(table, v));
        }
        return out;
    }

    // All vertices that are the same point as one of these.
    std::set<VertexId> closure(const std::vector<std::pair<std::size_t, std::size_t>>& start) {
        std::set<VertexId> out;
        std::vector<std::pair<std::size_t, std::size_t>> open = start;
        while (!open.empty()) {
            const auto [p, v] = open.back();
            open.pop_back();
            if (!out.insert({mesh_, p, v}).second) continue;
            const Table& source = columns_["_SOURCE_VERTEX"][p];
            if (source.width == 1) {
                const auto& same = by_source_[source.row(v)[0]];
                open.insert(open.end(), same.begin(), same.end());
            }
            for (const auto& other : by_place_[place(positions_[p], v)]) {
                if (!out.contains({mesh_, other.first, other.second}) && is_alike({p, v}, other)) open.push_back(other);
            }
        }
        return out;
    }

private:
    using Vertex = std::pair<std::size_t, std::size_t>;

    bool is_alike(const Vertex& a, const Vertex& b) {
        for (const char* name : {"JOINTS_0", "WEIGHTS_0"}) {
            const Table& x = columns_[name][a.first];
            const Table& y = columns_[name][b.first];
            if (x.width != y.width) return false;
            if (x.width > 0 && !std::ranges::equal(x.row(a.second), y.row(b.second))) return false;
        }
        const json& primitives = glb_.root["meshes"][mesh_]["primitives"];
        const json& one = primitives[a.first];
        const json& other = primitives[b.first];
        const std::size_t n = one.contains("targets") ? one["targets"].size() : 0;
        for (std::size_t t = 0; t < n; ++t) {
            const Table& x = offsets(one["targets"][t]);
            const Table& y = offsets(other["targets"][t]);
            if (x.width == 0 || y.width == 0) continue;
            if (!std::ranges::equal(x.row(a.second), y.row(b.second))) return false;
        }
        return true;
    }

    const Table& offsets(const json& target) {
        static const Table none;
        if (!target.contains("POSITION")) return none;
        const auto accessor = target["POSITION"].get<std::size_t>();
        const auto found = offsets_.find(accessor);
        return found != offsets_.end() ? found->second
                                       : offsets_.emplace(accessor, read_accessor(glb_, accessor)).first->second;
    }

    const Glb& glb_;
    std::size_t mesh_;
    std::vector<Table> positions_{};
    std::map<std::string, std::vector<Table>> columns_{};
    std::map<Place, std::vector<Vertex>> by_place_{};
    std::map<float, std::vector<Vertex>> by_source_{};
    std::map<std::size_t, Table> offsets_{};
};

template <class Move>
void move_all(Edited& out, const std::set<VertexId>& vertices, Move&& move) {
    std::map<std::size_t, std::set<std::size_t>> by_accessor;  // primitives may share one
    for (const auto& [mesh, primitive, vertex] : vertices) {
        const json& attributes = primitive_of(out.glb, {mesh, primitive})["attributes"];
        by_accessor[attributes["POSITION"].get<std::size_t>()].insert(vertex);
    }
    for (const auto& [accessor, rows] : by_accessor) {
        Table table = read_accessor(out.glb, accessor);
        for (const std::size_t v : rows) {
            const Place was = place(table, v);
            const Place is = move(was);
            for (std::size_t k = 0; k < 3; ++k) table.row(v)[k] = static_cast<float>(is[k]);
            out.change.amount = std::max(out.change.amount, distance(was, is));
        }
        replace_values(out.glb, accessor, table);
    }
    out.change.vertices = vertices;
}

Table table_of(std::size_t width, std::vector<float> values) { return {width, std::move(values)}; }

}  // namespace

const json& primitive_of(const Glb& glb, PrimitiveId id) {
    return glb.root.at("meshes").at(id.mesh).at("primitives").at(id.primitive);
}

json& primitive_of(Glb& glb, PrimitiveId id) {
    return glb.root.at("meshes").at(id.mesh).at("primitives").at(id.primitive);
}

bool is_triangles(const json& primitive) { return primitive.value("mode", 4) == 4; }

std::vector<std::uint32_t> indices_of(const Glb& glb, const json& primitive) {
    if (primitive.contains("indices")) return read_integers(glb, primitive["indices"].get<std::size_t>());
    const auto position = primitive.at("attributes").at("POSITION").get<std::size_t>();
    std::vector<std::uint32_t> out(glb.root["accessors"][position]["count"].get<std::size_t>());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint32_t>(i);
    return out;
}

std::optional<PrimitiveId> largest_primitive(const Glb& glb, const std::string& attribute) {
    std::optional<PrimitiveId> best;
    std::size_t most = 0;
    for (std::size_t m = 0; m < glb.count("meshes"); ++m) {
        const json& primitives = glb.root["meshes"][m]["primitives"];
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            if (!is_triangles(primitives[p])) continue;
            if (!attribute.empty() && !primitives[p]["attributes"].contains(attribute)) continue;
            const std::size_t n = indices_of(glb, primitives[p]).size();
            if (n <= most) continue;
            most = n;
            best = PrimitiveId{m, p};
        }
    }
    return best;
}

// One that can be seen, and that no other lies upon: editors drop those on their own.
std::size_t middle_triangle(const Glb& glb, PrimitiveId id) {
    const json& primitive = primitive_of(glb, id);
    const auto indices = indices_of(glb, primitive);
    const Table positions = read_accessor(glb, primitive["attributes"]["POSITION"].get<std::size_t>());
    const std::size_t n = indices.size() / 3;
    const auto corners = [&](std::size_t t) {
        std::array<Place, 3> out{};
        for (std::size_t k = 0; k < 3; ++k) out[k] = place(positions, indices[t + k]);
        return out;
    };
    const auto sorted = [](std::array<Place, 3> c) {
        std::sort(c.begin(), c.end());
        return c;
    };
    std::map<std::array<Place, 3>, std::size_t> there;
    for (std::size_t i = 0; i < n; ++i) ++there[sorted(corners(3 * i))];
    for (const bool may_be_doubled : {false, true}) {
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t t = (n / 2 + i) % n * 3;
            const auto [a, b, c] = corners(t);
            if (!may_be_doubled && there[sorted({a, b, c})] > 1) continue;
            const Place u{b[0] - a[0], b[1] - a[1], b[2] - a[2]}, w{c[0] - a[0], c[1] - a[1], c[2] - a[2]};
            const double area =
                std::hypot(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]);
            if (area > 1e-9) return t;
        }
    }
    return n / 2 * 3;
}

bool move_vertex(Edited& out) {
    const auto id = largest_primitive(out.glb);
    if (!id) return false;
    Points points(out.glb, id->mesh);
    const Box box = points.box();
    if (box.diagonal() <= 0) return false;
    const auto indices = indices_of(out.glb, primitive_of(out.glb, *id));
    const std::size_t vertex = indices[middle_triangle(out.glb, *id)];
    const Place at = place(points.positions(id->primitive), vertex), middle = box.middle();
    const double amount = 0.03 * box.diagonal(), far = distance(at, middle);
    const auto move = [&](const Place& p) {
        Place is = p;
        for (std::size_t k = 0; k < 3; ++k) {
            is[k] += far > amount ? (middle[k] - at[k]) / far * amount : (k == 0 ? amount : 0);
        }
        return is;
    };
    move_all(out, points.closure({{id->primitive, vertex}}), move);
    out.change.words = "vertex " + std::to_string(vertex) + " moved";
    return true;
}

bool shrink_part(Edited& out) {
    const auto id = largest_primitive(out.glb);
    if (!id) return false;
    Points points(out.glb, id->mesh);
    Box box;
    std::vector<std::pair<std::size_t, std::size_t>> all;
    for (std::size_t v = 0; v < points.positions(id->primitive).count(); ++v) {
        all.emplace_back(id->primitive, v);
        box.add(place(points.positions(id->primitive), v));
    }
    if (box.diagonal() <= 0) return false;
    const Place middle = box.middle();
    move_all(out, points.closure(all), [&](const Place& p) {
        Place is{};
        for (std::size_t k = 0; k < 3; ++k) is[k] = middle[k] + (p[k] - middle[k]) * 0.9;
        return is;
    });
    out.change.words = "a part shrunk to nine tenths";
    return true;
}

bool move_uv(Edited& out) {
    const auto id = largest_primitive(out.glb, "TEXCOORD_0");
    if (!id) return false;
    const std::size_t vertex = indices_of(out.glb, primitive_of(out.glb, *id))[middle_triangle(out.glb, *id)];
    const auto accessor = primitive_of(out.glb, *id)["attributes"]["TEXCOORD_0"].get<std::size_t>();
    Table table = read_accessor(out.glb, accessor);
    for (float& v : table.row(vertex)) v += v > 0.5f ? -0.125f : 0.125f;
    replace_values(out.glb, accessor, table);
    out.change.vertices = {{id->mesh, id->primitive, vertex}};
    out.change.words = "texture coordinates of vertex " + std::to_string(vertex) + " moved by 1/8";
    return true;
}

bool recolor(Edited& out) {
    auto id = largest_primitive(out.glb, "COLOR_0");
    out.change.new_column = !id;
    if (!id) id = largest_primitive(out.glb);
    if (!id) return false;
    json& attributes = primitive_of(out.glb, *id)["attributes"];
    const std::size_t vertex = indices_of(out.glb, primitive_of(out.glb, *id))[middle_triangle(out.glb, *id)];
    const auto paint = [&](std::span<float> row) {
        constexpr std::array one{0.8f, 0.1f, 0.3f}, other{0.1f, 0.6f, 0.2f};
        const auto& color = std::abs(row[0] - one[0]) + std::abs(row[1] - one[1]) > 0.5f ? one : other;
        std::copy(color.begin(), color.end(), row.begin());
    };
    if (out.change.new_column) {
        const auto position = attributes["POSITION"].get<std::size_t>();
        const auto count = out.glb.root["accessors"][position]["count"].get<std::size_t>();
        Table table = table_of(4, std::vector<float>(count * 4, 1));
        paint(table.row(vertex));
        const std::size_t added = add_accessor(out.glb, table, 34962);
        primitive_of(out.glb, *id)["attributes"]["COLOR_0"] = added;
        out.change.words = "vertex colours added, vertex " + std::to_string(vertex) + " is red";
    } else {
        const auto accessor = attributes["COLOR_0"].get<std::size_t>();
        Table table = read_accessor(out.glb, accessor);
        paint(table.row(vertex));
        replace_values(out.glb, accessor, table);
        out.change.words = "vertex " + std::to_string(vertex) + " has another colour";
    }
    out.change.vertices = {{id->mesh, id->primitive, vertex}};
    return true;
}

bool remove_face(Edited& out) {
    const auto id = largest_primitive(out.glb);
    if (!id) return false;
    json& primitive = primitive_of(out.glb, *id);
    auto indices = indices_of(out.glb, primitive);
    if (indices.size() < 6) return false;
    const auto at = static_cast<std::ptrdiff_t>(middle_triangle(out.glb, *id));
    indices.erase(indices.begin() + at, indices.begin() + at + 3);
    const std::size_t added = add_indices(out.glb, indices);
    primitive_of(out.glb, *id)["indices"] = added;
    out.change.words = "triangle " + std::to_string(at / 3) + " removed";
    return true;
}

bool add_object(Edited& out, const EditOptions& options) {
    if (!largest_primitive(out.glb)) return false;
    double diagonal = 0;
    Place at{};
    for (std::size_t k = 0; k < 3; ++k) {
        diagonal += (options.high[k] - options.low[k]) * (options.high[k] - options.low[k]);
        at[k] = (options.low[k] + options.high[k]) / 2 + (k == 1 ? 0.2 * (options.high[k] - options.low[k]) : 0);
    }
    const auto half = static_cast<float>(std::sqrt(diagonal) * 0.05);
    if (half <= 0) return false;
    Table positions{3, {}}, normals{3, {}}, uvs{2, {}};
    std::vector<std::uint32_t> indices;
    for (std::size_t face = 0; face < 6; ++face) {
        const std::size_t axis = face / 2;
        const float side = face % 2 == 0 ? 1.0f : -1.0f;
        const auto first = static_cast<std::uint32_t>(positions.count());
        for (const auto& [u, v] : {std::pair{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}}) {
            std::array<float, 3> p{}, n{};
            n[axis] = side;
            p[axis] = side * half;
            p[(axis + 1) % 3] = u * side * half;
            p[(axis + 2) % 3] = v * half;
            positions.values.insert(positions.values.end(), p.begin(), p.end());
            normals.values.insert(normals.values.end(), n.begin(), n.end());
            uvs.values.insert(uvs.values.end(), {(u + 1) / 2, (v + 1) / 2});
        }
        for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(first + i);
    }
    json attributes{{"POSITION", add_accessor(out.glb, positions, 34962)},
                    {"NORMAL", add_accessor(out.glb, normals, 34962)},
                    {"TEXCOORD_0", add_accessor(out.glb, uvs, 34962)}};
    json& root = out.glb.root;
    const std::size_t material = out.glb.count("materials");
    root["materials"].push_back(
        {{"name", "added_red"},
         {"pbrMetallicRoughness", {{"baseColorFactor", {1, 0, 0, 1}}, {"metallicFactor", 0}, {"roughnessFactor", 1}}}});
    const std::size_t index_accessor = add_indices(out.glb, indices);
    const std::size_t mesh = out.glb.count("meshes");
    json primitive{{"attributes", attributes}, {"indices", index_accessor}, {"material", material}};
    root["meshes"].push_back({{"name", "added_cube"}, {"primitives", json::array({primitive})}});
    root["nodes"].push_back({{"name", "added_cube"}, {"translation", at}, {"mesh", mesh}});
    root["scenes"][root.value("scene", std::size_t{0})]["nodes"].push_back(root["nodes"].size() - 1);
    for (std::size_t v = 0; v < positions.count(); ++v) out.change.vertices.insert({mesh, 0, v});
    out.change.material = material;
    out.change.node = "added_cube";
    out.change.words = "a red cube added";
    return true;
}

}  // namespace edits::parts
