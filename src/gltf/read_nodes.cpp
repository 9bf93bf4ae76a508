// Nodes, parents first, and skins.
#include <algorithm>
#include <cmath>

#include "gltf/read_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::gltf {

namespace {

constexpr double shear_tolerance = 1e-4;  // of the matrix's largest element

bool is_unit(Quat q) { return std::abs(static_cast<double>(dot(q, q)) - 1) < 1e-3; }

class NodeReader {
public:
    explicit NodeReader(Reading& r) : r_(r), in_(r.input), json_(r.input.list("nodes")) {}

    void run() {
        if (!in_.charge({}, json_.size() * (sizeof(Node) + 32))) return;
        if (!find_parents() || !find_skins()) return;
        choose();
        if (!in_.ok() || !sort()) return;
        for (const u32 old : order_) read_node(old);
        if (!in_.ok()) return;
        read_skins();
        if (!in_.ok()) return;
        place_skinned();
        check_influences();
    }

private:
    bool find_parents() {
        parent_.assign(json_.size(), no_index);
        for (u32 i = 0; i < json_.size(); ++i) {
            for (const Ref value : in_.member(json_[i], "children", Kind::array).items()) {
                const u32 child = in_.index_of(value, json_.size());
                if (!in_.ok()) return false;
                if (parent_[child] != no_index) return in_.fail(Code::bad_value, value, "a node with two parents");
                parent_[child] = i;
            }
        }
        return in_.ok();
    }

    bool find_skins() {
        for (const Ref skin : in_.list("skins")) {
            auto& joints = joints_.emplace_back();
            const Ref list = in_.member(skin, "joints", Kind::array);
            if (!in_.ok()) return false;
            if (list.size() == 0) return in_.fail(Code::bad_value, skin, "a skin without joints");
            if (list.size() > 0x10000) return in_.fail(Code::unsupported, list, "more than 65536 joints");
            if (!in_.charge(skin, sizeof(Skin) + list.size() * (4 + 4 + sizeof(Mat4)))) return false;
            for (const Ref value : list.items()) joints.push_back(in_.index_of(value, json_.size()));
            if (!in_.ok()) return false;
            std::vector<u32> sorted = joints;
            std::sort(sorted.begin(), sorted.end());
            if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
                return in_.fail(Code::bad_value, list, "a joint twice");
            }
        }
        return true;
    }

    // The nodes of the scene that is shown, and the joints that skins need.
    void choose() {
        kept_.assign(json_.size(), true);
        const auto& scenes = in_.list("scenes");
        if (scenes.empty()) return;
        u32 number = in_.index(in_.root(), "scene", scenes.size());
        if (!in_.ok()) return;
        if (number == no_index) number = 0;
        kept_.assign(json_.size(), false);
        std::vector<u32> open;
        for (const Ref value : in_.member(scenes[number], "nodes", Kind::array).items()) {
            const u32 root = in_.index_of(value, json_.size());
            if (!in_.ok()) return;
            open.push_back(root);
        }
        while (!open.empty()) {
            const u32 node = open.back();
            open.pop_back();
            if (kept_[node]) continue;
            kept_[node] = true;
            for (const Ref value : json_[node].find("children").items()) {
                open.push_back(static_cast<u32>(*value.integer()));
            }
        }
        for (const auto& joints : joints_) {
            for (const u32 joint : joints) keep_line(joint);
        }
        for (u32 i = 0; i < json_.size(); ++i) {
            if (kept_[i]) keep_line(parent_[i]);
        }
        const auto lost = std::count(kept_.begin(), kept_.end(), false);
        if (lost > 0) in_.note(issue::other_scenes, scenes[number], {}, text::plural(static_cast<u64>(lost), "node"));
    }
    // With everything above it. A ring ends where it began.
    void keep_line(u32 node) {
        for (; node != no_index && !kept_[node]; node = parent_[node]) kept_[node] = true;
    }

    // In the order of the file if parents come first there, else each tree from its root on.
    bool sort() {
        bool sorted = true;
        for (u32 i = 0; i < json_.size(); ++i) {
            sorted = sorted && (parent_[i] == no_index || parent_[i] < i || !kept_[i]);
        }
        if (sorted) {
            for (u32 i = 0; i < json_.size(); ++i) {
                if (kept_[i]) order_.push_back(i);
            }
        } else {
            std::vector<u32> open;
            for (u32 i = 0; i < json_.size(); ++i) {
                if (!kept_[i] || parent_[i] != no_index) continue;
                open.push_back(i);
                while (!open.empty()) {
                    const u32 node = open.back();
                    open.pop_back();
                    order_.push_back(node);
                    const auto children = json_[node].find("children").items();
                    for (std::size_t c = children.size(); c-- > 0;) {
                        const auto child = static_cast<u32>(*children[c].integer());
                        if (kept_[child]) open.push_back(child);
                    }
                }
            }
        }
        r_.nodes.assign(json_.size(), no_index);
        for (u32 i = 0; i < order_.size(); ++i) r_.nodes[order_[i]] = i;
        // What was not reached from a root goes round in a ring.
        for (u32 i = 0; i < json_.size(); ++i) {
            if (kept_[i] && r_.nodes[i] == no_index) return in_.fail(Code::bad_value, json_[i], "a node inside itself");
        }
        return true;
    }

    void read_node(u32 old) {
        const Ref json = json_[old];
        Node node{.name = in_.text(json, "name")};
        if (parent_[old] != no_index) node.parent = r_.nodes[parent_[old]];
        node.local = transform(json);
        const u32 mesh = in_.index(json, "mesh", r_.meshes.size());
        if (mesh != no_index) node.mesh = r_.meshes[mesh];
        node.skin = in_.index(json, "skin", joints_.size());
        node.extras = in_.extras(json);
        if (const json::Value* clips = node.extras.find("thaw_clips")) {
            if (clips->get_if<json::Object>() != nullptr) {
                r_.clips.push_back(*clips);
                node.extras = without_clips(node.extras);
            }
        }
        if (json.find("camera") || Input::extension(json, "KHR_lights_punctual")) in_.note(issue::camera_light, json);
        for (const Ref weight : in_.member(json, "weights", Kind::array).items()) {
            if (weight.number().value_or(0) == 0) continue;
            in_.note(issue::default_weights, json);
            break;
        }
        r_.scene.nodes.push_back(std::move(node));
    }

    static Extras without_clips(const Extras& extras) {
        json::Object out;
        for (const auto& member : *extras.get_if<json::Object>()) {
            if (member.first != "thaw_clips") out.push_back(member);
        }
        return out.empty() ? Extras() : Extras(std::move(out));
    }

    Transform transform(Ref json) {
        Transform out;
        std::array<f32, 16> m{};
        if (in_.numbers(json, "matrix", m)) return decompose(json, m);
        std::array<f32, 3> three{};
        std::array<f32, 4> four{};
        if (in_.numbers(json, "translation", three)) out.translation = {three[0], three[1], three[2]};
        if (in_.numbers(json, "scale", three)) out.scale = {three[0], three[1], three[2]};
        if (in_.numbers(json, "rotation", four)) {
            out.rotation = {four[0], four[1], four[2], four[3]};
            if (!is_unit(out.rotation)) {
                in_.note(issue::rotation, json.find("rotation"));
                out.rotation = normalised(out.rotation);
            }
        }
        return out;
    }

    Transform decompose(Ref json, const std::array<f32, 16>& m) {
        Matrix matrix{};
        double largest = 1e-6;
        for (std::size_t i = 0; i < 16; ++i) {
            matrix[i] = m[i];
            largest = std::max(largest, std::abs(matrix[i]));
        }
        const Transform out = decomposed(matrix);
        const bool affine = m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;
        if (!affine || difference(matrix, out) > shear_tolerance * largest) in_.note(issue::shear, json.find("matrix"));
        return out;
    }

    void read_skins() {
        const auto& list = in_.list("skins");
        for (std::size_t s = 0; s < list.size(); ++s) {
            Skin skin{.name = in_.text(list[s], "name")};
            for (const u32 joint : joints_[s]) skin.joints.push_back(r_.nodes[joint]);
            skin.inverse_binds.resize(skin.joints.size());
            if (const Ref value = list[s].find("inverseBindMatrices")) read_binds(value, skin);
            if (!in_.ok()) return;
            r_.scene.skins.push_back(std::move(skin));
        }
    }

    void read_binds(Ref value, Skin& skin) {
        const Numbers* numbers = r_.accessors.find(value, {16});
        std::vector<f32> all;
        if (numbers == nullptr || !r_.accessors.floats(*numbers, all)) return;
        if (numbers->count < skin.joints.size()) {
            in_.fail(
                Code::bad_value, value,
                std::to_string(numbers->count) + " matrices for " + std::to_string(skin.joints.size()) + " joints");
            return;
        }
        bool affine = true;
        for (std::size_t j = 0; j < skin.joints.size(); ++j) {
            auto& m = skin.inverse_binds[j].m;
            std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(16 * j), 16, m.begin());
            affine = affine && m[3] == 0 && m[7] == 0 && m[11] == 0 && m[15] == 1;
            m[3] = m[7] = m[11] = 0;
            m[15] = 1;
        }
        if (!affine) in_.note(issue::shear, value);
    }

    // A skinned mesh stands where its joints put it, whatever its node says. It becomes a root; the node stays for what
    // hangs on it.
    void place_skinned() {
        r_.mesh_nodes = r_.nodes;
        std::vector<bool> busy(r_.scene.nodes.size(), false);  // somebody needs the node itself
        for (const Node& node : r_.scene.nodes) {
            if (node.parent != no_index) busy[node.parent] = true;
        }
        for (const Skin& skin : r_.scene.skins) {
            for (const u32 joint : skin.joints) busy[joint] = true;
        }
        for (u32 old = 0; old < json_.size(); ++old) {
            const u32 at = r_.nodes[old];
            if (at == no_index || r_.scene.nodes[at].skin == no_index) continue;
            Node& node = r_.scene.nodes[at];
            const bool skinned = node.mesh != no_index && r_.scene.meshes[node.mesh].influences.per_point > 0;
            if (!skinned) {
                in_.note(issue::skin_unused, json_[old].find("skin"));
                node.skin = no_index;
            } else if (node.parent != no_index || !(node.local == Transform{})) {
                in_.note(issue::skin_node, json_[old]);
                if (busy[at]) {
                    if (!in_.charge(json_[old], sizeof(Node))) return;
                    Node root{.name = node.name, .mesh = node.mesh, .skin = node.skin};
                    node.mesh = node.skin = no_index;
                    r_.mesh_nodes[old] = static_cast<u32>(r_.scene.nodes.size());
                    r_.scene.nodes.push_back(std::move(root));
                } else {
                    node.parent = no_index;
                    node.local = {};
                }
            }
        }
    }

    // Influences need a skin that has all their joints.
    void check_influences() {
        std::vector<std::size_t> joints(r_.scene.meshes.size(), 0);
        for (const Node& node : r_.scene.nodes) {
            if (node.skin == no_index) continue;
            const std::size_t here = r_.scene.skins[node.skin].joints.size();
            joints[node.mesh] = joints[node.mesh] == 0 ? here : std::min(joints[node.mesh], here);
        }
        for (std::size_t i = 0; i < r_.meshes.size(); ++i) {
            const u32 m = r_.meshes[i];
            if (m == no_index || r_.scene.meshes[m].influences.per_point == 0) continue;
            Influences& influences = r_.scene.meshes[m].influences;
            const Ref json = in_.list("meshes")[i];
            if (joints[m] == 0) {
                in_.note(issue::skin_unused, json);
                influences = {};
            } else if (!limit_joints(influences, joints[m])) {
                in_.note(issue::influences, json, "joints below " + std::to_string(joints[m]));
            }
        }
    }

    static bool limit_joints(Influences& influences, std::size_t joints) {
        const std::size_t n = influences.per_point;
        bool fine = true;
        for (std::size_t p = 0; p < influences.joints.size() / n; ++p) {
            u16* joint = influences.joints.data() + p * n;
            f32* weight = influences.weights.data() + p * n;
            std::size_t count = 0;
            double sum = 0;
            for (std::size_t i = 0; i < n; ++i) {
                if (weight[i] == 0 || joint[i] >= joints) continue;
                joint[count] = joint[i];
                weight[count] = weight[i];
                sum += weight[count++];
            }
            const bool all = std::all_of(weight + count, weight + n, [](f32 w) { return w == 0; });
            if (all && count > 0) continue;
            fine = false;
            std::fill(joint + count, joint + n, u16{0});
            std::fill(weight + count, weight + n, 0.0f);
            for (std::size_t i = 0; i < count; ++i) weight[i] = static_cast<f32>(weight[i] / sum);
            if (count == 0) weight[0] = 1;
        }
        return fine;
    }

    Reading& r_;
    Input& in_;
    const std::vector<Ref>& json_;
    std::vector<u32> parent_;
    std::vector<std::vector<u32>> joints_;  // of each skin, as the file numbers nodes
    std::vector<bool> kept_;
    std::vector<u32> order_;
};

}  // namespace

void read_nodes(Reading& r) { NodeReader(r).run(); }

}  // namespace thaw::gltf
