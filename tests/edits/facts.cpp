#include "edits/facts.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "edits/facts_maths.hpp"

namespace edits {

namespace {

template <class Array>
void take(const json& object, const char* key, Array& out) {
    if (!object.contains(key)) return;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = object[key][i].template get<double>();
}

double to_linear(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }

class Reading {
public:
    explicit Reading(const Glb& glb) : glb_(glb) {}

    Facts run() {
        read_nodes();
        read_skins();
        read_materials();
        read_clips();
        for (std::size_t m = 0; m < glb_.count("meshes"); ++m) read_targets(m);
        for (std::size_t n = 0; n < out_.nodes.size(); ++n) {
            if (is_in_scene(n)) read_mesh(n);
        }
        measure();
        return std::move(out_);
    }

private:
    void read_nodes() {
        const json& nodes = glb_.list("nodes");
        out_.nodes.resize(nodes.size());
        std::vector<Matrix> locals;
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            NodeFacts& node = out_.nodes[n];
            node.name = nodes[n].value("name", "");
            take(nodes[n], "translation", node.translation);
            take(nodes[n], "rotation", node.rotation);
            take(nodes[n], "scale", node.scale);
            node.has_matrix = nodes[n].contains("matrix");
            take(nodes[n], "matrix", node.matrix);
            node.has_mesh = nodes[n].contains("mesh");
            node.is_skinned = nodes[n].contains("skin");
            if (!nodes[n].contains("children")) continue;
            for (const json& child : nodes[n]["children"]) out_.nodes.at(child.get<std::size_t>()).parent = n;
        }
        stand_in_one_place(nodes);
        for (const NodeFacts& node : out_.nodes) locals.push_back(local_of(node));
        const auto worlds = worlds_of(out_.nodes, locals);
        for (std::size_t n = 0; n < nodes.size(); ++n) out_.nodes[n].world = worlds[n];
    }

    // Models of a pack stand side by side to be looked at; the file says of none where it is.
    void stand_in_one_place(const json& nodes) {
        std::vector<std::size_t> models;
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            if (nodes[n].contains("extras") && nodes[n]["extras"].contains("thaw_id")) models.push_back(n);
        }
        if (models.size() < 2) return;
        for (const std::size_t n : models) out_.nodes[n].translation = {};
    }

    bool is_in_scene(std::size_t node) const {
        while (out_.nodes[node].parent != NodeFacts::no_node) node = out_.nodes[node].parent;
        const json& scene = glb_.root["scenes"][glb_.root.value("scene", std::size_t{0})];
        if (!scene.contains("nodes")) return false;
        const json& roots = scene["nodes"];
        return std::find(roots.begin(), roots.end(), json(node)) != roots.end();
    }

    void read_skins() {
        for (const json& skin : glb_.list("skins")) {
            SkinFacts facts;
            for (const json& joint : skin["joints"]) facts.joints.push_back(joint.get<std::size_t>());
            facts.inverse_binds.assign(facts.joints.size(), identity);
            if (skin.contains("inverseBindMatrices")) {
                const Table table = read_accessor(glb_, skin["inverseBindMatrices"].get<std::size_t>());
                for (std::size_t i = 0; i < facts.joints.size(); ++i) {
                    for (std::size_t k = 0; k < 16; ++k) facts.inverse_binds[i][k] = double{table.row(i)[k]};
                }
            }
            out_.skins.push_back(std::move(facts));
        }
    }

    void read_materials() {
        for (const json& image : glb_.list("images")) {
            ImageFacts facts;
            facts.pixels = decode_image(view_bytes(glb_, image["bufferView"].get<std::size_t>()));
            const Bytes& rgba = facts.pixels.rgba;
            facts.is_uniform = true;
            for (std::size_t i = 4; i < rgba.size() && facts.is_uniform; ++i) facts.is_uniform = rgba[i] == rgba[i - 4];
            for (std::size_t k = 0; k < 3; ++k) facts.color[k] = to_linear(rgba[k] / 255.0);
            facts.color[3] = rgba[3] / 255.0;
            out_.images.push_back(std::move(facts));
        }
        for (const json& material : glb_.list("materials")) {
            MaterialFacts facts;
            facts.name = material.value("name", "");
            facts.alpha = material.value("alphaMode", "OPAQUE");
            facts.double_sided = material.value("doubleSided", false);
            const json pbr = material.value("pbrMetallicRoughness", json::object());
            take(pbr, "baseColorFactor", facts.factor);
            const json extras = material.value("extras", json::object());
            if (extras.contains("thaw_strength")) facts.strength = extras["thaw_strength"].get<double>() / 128;
            if (pbr.contains("baseColorTexture")) read_texture(pbr["baseColorTexture"]["index"], facts);
            out_.materials.push_back(std::move(facts));
        }
    }

    void read_texture(std::size_t index, MaterialFacts& facts) {
        const json& texture = glb_.root["textures"][index];
        if (texture.contains("source")) facts.image = texture["source"].get<int>();
        if (!texture.contains("sampler")) return;
        const json& sampler = glb_.root["samplers"][texture["sampler"].get<std::size_t>()];
        facts.nearest = sampler.value("magFilter", 9729) == 9728;
        facts.clamp = sampler.value("wrapS", 10497) == 33071;
    }

    void read_clips() {
        for (const json& animation : glb_.list("animations")) {
            ClipFacts clip;
            clip.name = animation.value("name", "");
            clip.is_step = true;
            std::set<float> times;
            for (const json& channel : animation["channels"]) {
                if (!channel["target"].contains("node")) continue;
                const json& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
                ChannelFacts facts;
                facts.node = channel["target"]["node"].get<std::size_t>();
                facts.path = channel["target"]["path"].get<std::string>();
                facts.is_step = sampler.value("interpolation", "LINEAR") == "STEP";
                facts.times = read_accessor(glb_, sampler["input"].get<std::size_t>()).values;
                facts.values = read_accessor(glb_, sampler["output"].get<std::size_t>());
                if (facts.times.empty()) continue;
                facts.values.width = facts.values.values.size() / facts.times.size();
                clip.is_step = clip.is_step && facts.is_step;
                times.insert(facts.times.begin(), facts.times.end());
                clip.channels.push_back(std::move(facts));
            }
            clip.times.assign(times.begin(), times.end());
            clip.seconds = clip.times.empty() ? 0 : clip.times.back();
            out_.clips.push_back(std::move(clip));
        }
    }

    void read_targets(std::size_t mesh) {
        const json& primitives = glb_.root["meshes"][mesh]["primitives"];
        std::vector<TargetFacts> facts;
        const json& first = primitives[0];
        facts.resize(first.contains("targets") ? first["targets"].size() : 0);
        const json extras = glb_.root["meshes"][mesh].value("extras", json::object());
        if (extras.is_object() && extras.contains("targetNames")) {
            for (std::size_t t = 0; t < facts.size() && t < extras["targetNames"].size(); ++t) {
                facts[t].name = extras["targetNames"][t].get<std::string>();
            }
        }
        for (const ClipFacts& clip : out_.clips) {
            for (const ChannelFacts& channel : clip.channels) {
                if (channel.path != "weights") continue;
                const json& node = glb_.root["nodes"][channel.node];
                if (!node.contains("mesh") || node["mesh"] != mesh) continue;
                for (std::size_t i = 0; i < channel.values.values.size() && !facts.empty(); ++i) {
                    if (channel.values.values[i] != 0) facts[i % facts.size()].is_shown = true;
                }
            }
        }
        out_.targets.push_back(std::move(facts));
    }

    void read_mesh(std::size_t n) {
        const json& node = glb_.root["nodes"][n];
        if (!node.contains("mesh")) return;
        const auto mesh = node["mesh"].get<std::size_t>();
        const json& primitives = glb_.root["meshes"][mesh]["primitives"];
        for (std::size_t p = 0; p < primitives.size(); ++p) {
            if (primitives[p].value("mode", 4) == 4) read_primitive(n, mesh, p, primitives[p]);
        }
    }

    // Where a skeleton that rests in its bind pose has been put as a whole.
    Matrix skeleton_place(const SkinFacts& skin) const {
        Matrix out = identity;
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            const Matrix own = product(out_.nodes[skin.joints[j]].world, skin.inverse_binds[j]);
            if (j == 0) out = own;
            for (std::size_t i = 0; i < 16; ++i) {
                if (!(std::abs(own[i] - out[i]) <= 1e-4 * std::max(1.0, std::abs(out[i])))) return identity;
            }
        }
        return out;
    }

    void read_primitive(std::size_t n, std::size_t mesh, std::size_t p, const json& primitive) {
        const json& attributes = primitive["attributes"];
        const auto column = [&](const char* name) {
            return attributes.contains(name) ? read_accessor(glb_, attributes[name].get<std::size_t>()) : Table{};
        };
        const Table positions = column("POSITION"), uvs = column("TEXCOORD_0"), colors = column("COLOR_0");
        const Table joints = column("JOINTS_0"), weights = column("WEIGHTS_0");
        PartFacts part{.node = n, .mesh = mesh, .material = primitive.value("material", -1)};
        part.has_uv = uvs.width > 0;
        part.has_color = colors.width > 0;
        part.first = out_.vertices.size();
        part.count = positions.count();
        if (glb_.root["nodes"][n].contains("skin") && joints.width > 0) {
            part.skin = glb_.root["nodes"][n]["skin"].get<std::size_t>();
        }
        const bool is_skinned = part.skin != NodeFacts::no_node;
        const Matrix placed = is_skinned ? skeleton_place(out_.skins[part.skin]) : out_.nodes[n].world;
        for (std::size_t v = 0; v < positions.count(); ++v) {
            VertexFacts vertex{.id = {mesh, p, v}, .part = out_.parts.size()};
            for (std::size_t k = 0; k < 3; ++k) vertex.at[k] = double{positions.row(v)[k]};
            for (std::size_t k = 0; k < uvs.width; ++k) vertex.uv[k] = double{uvs.row(v)[k]};
            for (std::size_t k = 0; k < colors.width; ++k) vertex.color[k] = double{colors.row(v)[k]};
            vertex.rest = transformed(placed, vertex.at);
            for (std::size_t k = 0; k < joints.width && is_skinned; ++k) {
                const double weight = double{weights.row(v)[k]};
                const auto joint = static_cast<std::size_t>(joints.row(v)[k]);
                if (weight > 0) vertex.influences.push_back({out_.skins[part.skin].joints.at(joint), joint, weight});
            }
            out_.vertices.push_back(std::move(vertex));
        }
        if (primitive.contains("targets")) {
            for (const json& target : primitive["targets"]) {
                const bool has = target.contains("POSITION");
                part.targets.push_back(has ? read_accessor(glb_, target["POSITION"].get<std::size_t>()) : Table{});
            }
        }
        std::vector<std::uint32_t> indices;
        if (primitive.contains("indices")) {
            indices = read_integers(glb_, primitive["indices"].get<std::size_t>());
        } else {
            for (std::size_t i = 0; i < part.count; ++i) indices.push_back(static_cast<std::uint32_t>(i));
        }
        for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
            out_.triangles.push_back(
                {{part.first + indices[i], part.first + indices[i + 1], part.first + indices[i + 2]}});
        }
        out_.parts.push_back(std::move(part));
    }

    void measure() {
        bool first = true;
        for (const VertexFacts& vertex : out_.vertices) {
            for (std::size_t k = 0; k < 3; ++k) {
                out_.low[k] = first ? vertex.rest[k] : std::min(out_.low[k], vertex.rest[k]);
                out_.high[k] = first ? vertex.rest[k] : std::max(out_.high[k], vertex.rest[k]);
            }
            first = false;
        }
        out_.size = std::hypot(out_.high[0] - out_.low[0], out_.high[1] - out_.low[1], out_.high[2] - out_.low[2]);
    }

    const Glb& glb_;
    Facts out_{};
};

}  // namespace

const ClipFacts* Facts::clip(const std::string& name) const {
    const auto found = std::find_if(clips.begin(), clips.end(), [&](const ClipFacts& c) { return c.name == name; });
    return found == clips.end() ? nullptr : &*found;
}

Facts facts_of(const Glb& glb) { return Reading(glb).run(); }

}  // namespace edits
