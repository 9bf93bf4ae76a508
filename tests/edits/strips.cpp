#include "edits/strips.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace edits {

namespace {

void erase_extras(json& value) {
    if (value.is_object()) value.erase("extras");
    if (!value.is_structured()) return;
    for (json& child : value) erase_extras(child);
}

void drop(Glb& glb) {
    erase_extras(glb.root);
    glb.root["asset"]["generator"] = "another program";
    if (!glb.root.contains("meshes")) return;
    for (json& mesh : glb.root["meshes"]) {
        for (json& primitive : mesh["primitives"]) {
            json kept = json::object();
            for (const auto& [name, accessor] : primitive["attributes"].items()) {
                if (!name.starts_with('_')) kept[name] = accessor;
            }
            primitive["attributes"] = kept;
        }
    }
}

// The same on every machine and in every run.
class Shuffler {
public:
    std::vector<std::size_t> order(std::size_t n) {
        std::vector<std::size_t> out(n);
        std::iota(out.begin(), out.end(), std::size_t{0});
        for (std::size_t i = n; i > 1; --i) std::swap(out[i - 1], out[next() % i]);
        return out;
    }
    std::size_t next() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<std::size_t>(state_ >> 33);
    }

private:
    std::uint64_t state_ = 2026;
};

std::vector<std::size_t> inverse(const std::vector<std::size_t>& order) {
    std::vector<std::size_t> out(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) out[order[i]] = i;
    return out;
}

class Reordering {
public:
    explicit Reordering(Glb& glb) : glb_(glb) {}

    void run() {
        json& root = glb_.root;
        if (root.contains("meshes")) {
            for (json& mesh : root["meshes"]) reorder_mesh(mesh);
        }
        for (std::size_t s = 0; s < glb_.count("skins"); ++s) reorder_joints(s);
        reorder_list("materials", {}, [&](const auto& to) {
            for_each_primitive([&](json& primitive) { remap(primitive, "material", to); });
            each_variant_mapping([&](json& mapping) { remap(mapping, "material", to); });
        });
        reorder_list("images", {}, [&](const auto& to) {
            for (json& texture : root["textures"]) remap(texture, "source", to);
        });
        reorder_list("meshes", {}, [&](const auto& to) {
            for (json& node : root["nodes"]) remap(node, "mesh", to);
        });
        reorder_nodes();
        if (!root.contains("animations")) return;
        for (json& animation : root["animations"]) shuffle(animation["channels"]);
        shuffle(root["animations"]);
    }

private:
    template <class Apply>
    void reorder_list(const char* key, std::vector<std::size_t> order, Apply&& apply) {
        if (!glb_.root.contains(key)) return;
        json& list = glb_.root[key];
        if (order.empty()) order = shuffler_.order(list.size());
        json shuffled = json::array();
        for (const std::size_t i : order) shuffled.push_back(list[i]);
        list = std::move(shuffled);
        apply(inverse(order));
    }

    static void remap(json& object, const char* key, const std::vector<std::size_t>& to) {
        if (object.contains(key)) object[key] = to[object[key].get<std::size_t>()];
    }

    static void remap_all(json& list, const std::vector<std::size_t>& to) {
        for (json& index : list) index = to[index.get<std::size_t>()];
    }

    void shuffle(json& list) {
        json shuffled = json::array();
        for (const std::size_t i : shuffler_.order(list.size())) shuffled.push_back(list[i]);
        list = std::move(shuffled);
    }

    template <class Visit>
    void for_each_primitive(Visit&& visit) {
        for (json& mesh : glb_.root["meshes"]) {
            for (json& primitive : mesh["primitives"]) visit(primitive);
        }
    }

    template <class Visit>
    void each_variant_mapping(Visit&& visit) {
        for_each_primitive([&](json& primitive) {
            if (!primitive.contains("extensions")) return;
            json& extensions = primitive["extensions"];
            if (!extensions.contains("KHR_materials_variants")) return;
            for (json& mapping : extensions["KHR_materials_variants"]["mappings"]) visit(mapping);
        });
    }

    void reorder_nodes() {
        reorder_list("nodes", {}, [&](const auto& to) {
            json& root = glb_.root;
            for (json& node : root["nodes"]) {
                if (!node.contains("children")) continue;
                remap_all(node["children"], to);
                shuffle(node["children"]);
            }
            for (json& scene : root["scenes"]) {
                if (!scene.contains("nodes")) continue;
                remap_all(scene["nodes"], to);
                shuffle(scene["nodes"]);
            }
            if (root.contains("skins")) {
                for (json& skin : root["skins"]) {
                    remap_all(skin["joints"], to);
                    remap(skin, "skeleton", to);
                }
            }
            if (!root.contains("animations")) return;
            for (json& animation : root["animations"]) {
                for (json& channel : animation["channels"]) remap(channel["target"], "node", to);
            }
        });
    }

    // The same numbers in another order, whatever their type, in an accessor of its own.
    std::size_t permuted(std::size_t accessor, const std::vector<std::size_t>& order) {
        json copy = glb_.root["accessors"][accessor];
        if (copy.contains("bufferView")) {
            const json& view = glb_.root["bufferViews"][copy["bufferView"].get<std::size_t>()];
            const std::map<std::string, std::size_t> widths{
                {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};
            const int type = copy["componentType"].get<int>();
            const std::size_t bytes = type <= 5121 ? 1 : type <= 5123 ? 2 : 4;
            const std::size_t element = widths.at(copy["type"].get<std::string>()) * bytes;
            const std::size_t stride = view.value("byteStride", element);
            const std::size_t start =
                view.value("byteOffset", std::size_t{0}) + copy.value("byteOffset", std::size_t{0});
            const int target = view.value("target", 0);
            const std::size_t room = target == 34962 ? (element + 3) / 4 * 4 : element;
            Bytes out;
            out.reserve(order.size() * room);
            for (const std::size_t i : order) {
                const auto at = glb_.binary.begin() + static_cast<std::ptrdiff_t>(start + i * stride);
                out.insert(out.end(), at, at + static_cast<std::ptrdiff_t>(element));
                out.insert(out.end(), room - element, 0);
            }
            const std::size_t added = add_view(glb_, out, target);
            if (room != element) glb_.root["bufferViews"][added]["byteStride"] = room;
            copy["bufferView"] = added;
            copy.erase("byteOffset");
        }
        glb_.root["accessors"].push_back(std::move(copy));
        return glb_.root["accessors"].size() - 1;
    }

    void reorder_mesh(json& mesh) {
        for (json& primitive : mesh["primitives"]) reorder_primitive(primitive);
        shuffle(mesh["primitives"]);
    }

    void reorder_primitive(json& primitive) {
        const auto position = primitive["attributes"]["POSITION"].get<std::size_t>();
        const auto count = glb_.root["accessors"][position]["count"].get<std::size_t>();
        const auto order = shuffler_.order(count);
        const auto to = inverse(order);
        for (auto& [name, accessor] : primitive["attributes"].items()) accessor = permuted(accessor, order);
        if (primitive.contains("targets")) {
            for (json& target : primitive["targets"]) {
                for (auto& [name, accessor] : target.items()) accessor = permuted(accessor, order);
            }
        }
        std::vector<std::uint32_t> indices(count);
        std::iota(indices.begin(), indices.end(), 0u);
        if (primitive.contains("indices")) indices = read_integers(glb_, primitive["indices"].get<std::size_t>());
        const std::size_t corners = primitive.value("mode", 4) == 4 ? 3 : 2;
        std::vector<std::uint32_t> shuffled;
        for (const std::size_t i : shuffler_.order(indices.size() / corners)) {
            const std::size_t first = corners == 3 ? shuffler_.next() % 3 : 0;
            for (std::size_t k = 0; k < corners; ++k) {
                shuffled.push_back(static_cast<std::uint32_t>(to[indices[i * corners + (first + k) % corners]]));
            }
        }
        const std::size_t added = add_indices(glb_, shuffled);
        primitive["indices"] = added;
    }

    // Only where no other skin has a word in what the numbers mean.
    void reorder_joints(std::size_t skin) {
        std::vector<std::size_t> meshes;
        for (const json& node : glb_.list("nodes")) {
            if (node.contains("mesh") && node.contains("skin") && node["skin"] == skin) meshes.push_back(node["mesh"]);
        }
        for (const json& node : glb_.list("nodes")) {
            if (!node.contains("mesh") || (node.contains("skin") && node["skin"] == skin)) continue;
            if (std::find(meshes.begin(), meshes.end(), node["mesh"].get<std::size_t>()) != meshes.end()) return;
        }
        std::sort(meshes.begin(), meshes.end());
        meshes.erase(std::unique(meshes.begin(), meshes.end()), meshes.end());
        json& joints = glb_.root["skins"][skin]["joints"];
        const auto order = shuffler_.order(joints.size());
        const auto to = inverse(order);
        json shuffled = json::array();
        for (const std::size_t i : order) shuffled.push_back(joints[i]);
        joints = std::move(shuffled);
        if (glb_.root["skins"][skin].contains("inverseBindMatrices")) {
            const std::size_t added = permuted(glb_.root["skins"][skin]["inverseBindMatrices"], order);
            glb_.root["skins"][skin]["inverseBindMatrices"] = added;
        }
        for (const std::size_t mesh : meshes) {
            for (json& primitive : glb_.root["meshes"][mesh]["primitives"]) {
                for (const char* name : {"JOINTS_0", "JOINTS_1"}) {
                    if (!primitive["attributes"].contains(name)) continue;
                    const auto accessor = primitive["attributes"][name].get<std::size_t>();
                    Table table{4, {}};
                    for (const std::uint32_t joint : read_integers(glb_, accessor)) {
                        table.values.push_back(joint < to.size() ? static_cast<float>(to[joint]) : 0.0f);
                    }
                    replace_values(glb_, accessor, table);
                }
            }
        }
    }

    Glb& glb_;
    Shuffler shuffler_{};
};

}  // namespace

std::string_view name_of(Strip strip) {
    switch (strip) {
        case Strip::kept: return "kept";
        case Strip::dropped: return "dropped";
        case Strip::reordered: return "reordered";
    }
    return "";
}

Glb stripped(const Glb& glb, Strip strip) {
    Glb out = glb;
    if (strip == Strip::kept) return out;
    drop(out);
    if (strip == Strip::reordered) Reordering(out).run();
    return out;
}

}  // namespace edits
