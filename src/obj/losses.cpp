// What an OBJ cannot hold.
#include <algorithm>
#include <set>
#include <string>

#include "base/text.hpp"
#include "obj/parts.hpp"

namespace thaw {

namespace obj {

std::vector<Vec4> point_colors(const Mesh& mesh) {
    std::vector<Vec4> colors(mesh.points.size(), Vec4{1, 1, 1, 1});
    std::vector<bool> known(mesh.points.size());
    for (const Primitive& primitive : mesh.primitives) {
        for (std::size_t i = 0; i < primitive.colors.size(); ++i) {
            const u32 point = primitive.points[i];
            if (!known[point]) colors[point] = primitive.colors[i];
            known[point] = true;
        }
    }
    return colors;
}

namespace {

class Losses {
public:
    explicit Losses(const Scene& scene) : scene_(scene) {}

    std::string list() {
        add(scene_.clips.size(), "clip");
        std::set<u32> joints;
        for (const Skin& skin : scene_.skins) joints.insert(skin.joints.begin(), skin.joints.end());
        add(joints.size(), "bone");
        add(empty_ends(joints), "attachment");
        add(shapes(), "morph shape");
        if (scene_.variants.size() > 1) add(scene_.variants.size() - 1, "further skin");
        add_colors();
        add_materials("additive", [](const Material& m) { return m.blend == BlendMode::additive; });
        add_materials("modulating", [](const Material& m) { return m.blend == BlendMode::modulate; });
        add_materials("masked", [](const Material& m) { return m.alpha == AlphaMode::mask && m.image != no_index; });
        add_materials("sphere-mapped", [](const Material& m) { return m.environment && m.image != no_index; });
        return std::move(words_);
    }

private:
    void add(const std::string& words) { words_ += (words_.empty() ? "" : ", ") + words; }
    void add(u64 n, std::string_view one) {
        if (n > 0) add(text::plural(n, one));
    }

    // Nodes at which something can be held: nothing hangs there, and nothing is shown.
    u64 empty_ends(const std::set<u32>& joints) const {
        std::vector<bool> has_children(scene_.nodes.size());
        for (const Node& node : scene_.nodes) {
            if (node.parent != no_index) has_children[node.parent] = true;
        }
        u64 ends = 0;
        for (u32 i = 0; i < scene_.nodes.size(); ++i) {
            if (scene_.nodes[i].mesh == no_index && !has_children[i] && !joints.contains(i)) ++ends;
        }
        return ends;
    }

    u64 shapes() const {
        u64 n = 0;
        for (const Mesh& mesh : scene_.meshes) {
            n += mesh.targets.size();
            if (mesh.frames && mesh.frames->count > 1) n += mesh.frames->count - 1;
        }
        return n;
    }

    void add_colors() {
        bool clear = false, differ = false;
        for (const Mesh& mesh : scene_.meshes) {
            const auto written = point_colors(mesh);
            for (const Primitive& primitive : mesh.primitives) {
                for (std::size_t i = 0; i < primitive.colors.size(); ++i) {
                    const Vec4& color = primitive.colors[i];
                    const Vec4& kept = written[primitive.points[i]];
                    clear = clear || color.w < 1;
                    differ = differ || color.x != kept.x || color.y != kept.y || color.z != kept.z;
                }
            }
        }
        if (clear) add("transparent vertex colours");
        if (differ) add("several vertex colours at one point");
    }

    template <class Is>
    void add_materials(const std::string& what, Is is) {
        const auto n = std::count_if(scene_.materials.begin(), scene_.materials.end(), is);
        add(static_cast<u64>(n), what + " material");
    }

    const Scene& scene_;
    std::string words_{};
};

}  // namespace

}  // namespace obj

void report_obj_losses(const Scene& scene, Issues& issues) {
    std::string lost = obj::Losses(scene).list();
    if (!lost.empty()) issues.add(issue::obj_not_kept, {}, {}, {}, std::move(lost));
}

}  // namespace thaw
