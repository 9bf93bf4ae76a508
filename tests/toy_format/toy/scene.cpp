// The model as a scene. What cannot be shown is left out and said; nothing else repairs.
#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/shared/model_name.hpp"
#include "formats/shared/textures.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

namespace {

// T1: where a point lies between the outermost ones.
f32 share(i16 value, i16 low, i16 high) {
    return high > low ? static_cast<f32>(value - low) / static_cast<f32>(high - low) : 0.0f;
}

std::vector<Vec2> uvs_of(const Document& d) {
    const auto [left, right] = std::minmax_element(
        d.points.begin(), d.points.end(), [](const Point& a, const Point& b) { return a.position[0] < b.position[0]; });
    const auto [low, high] = std::minmax_element(
        d.points.begin(), d.points.end(), [](const Point& a, const Point& b) { return a.position[1] < b.position[1]; });
    std::vector<Vec2> out;
    for (const Point& p : d.points) {
        out.push_back({share(p.position[0], left->position[0], right->position[0]),
                       1 - share(p.position[1], low->position[1], high->position[1])});
    }
    return out;
}

Material material_of(const Document& d, const Bundle& bundle, IssueReporter& reporter, Scene& scene) {
    Material out{.name = "slot 0"};
    const std::string name = text::to_utf8(d.image_name());
    const Part* image = find_texture(bundle, "0", name);
    if (image == nullptr) {
        out.base_color = flat_color(0);
        if (!name.empty()) reporter.report(issue::image_missing, [&] { return Finding{"image", {}, name}; });
        return out;
    }
    out.image = 0;
    scene.images.push_back({.name = model_name(image->name), .file = image->bytes});
    return out;
}

}  // namespace

std::vector<OptionRange> option_ranges(const Document&, const Bundle&, const SceneOptions&) { return {slot_range(1)}; }

Result<Scene> to_scene(const Document& d, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    IssueReporter reporter(Profile::spec, issues, "toy");
    validate(d, Profile::spec, issues);
    const double metres = millimetre * options.own.number(option::toy_unit).value_or(1);
    Scene scene;
    scene.name = model_name(bundle.name_of("toy"));
    Mesh mesh{.name = scene.name};
    Primitive primitive{.material = 0, .uvs = uvs_of(d)};
    for (const Point& p : d.points) {
        primitive.points.push_back(static_cast<u32>(mesh.points.size()));
        const auto at = [&](std::size_t axis) { return static_cast<f32>(p.position[axis] * metres); };
        mesh.points.push_back({at(0), at(1), at(2)});
    }
    for (const Triangle& t : d.triangles) {
        if (is_whole(d, t)) primitive.indices.insert(primitive.indices.end(), t.points.begin(), t.points.end());
    }
    Node node{.name = scene.name};
    if (!primitive.indices.empty()) {
        scene.materials.push_back(material_of(d, bundle, reporter, scene));
        mesh.primitives.push_back(std::move(primitive));
        scene.meshes.push_back(std::move(mesh));
        node.mesh = 0;
    }
    scene.nodes.push_back(std::move(node));
    return scene;
}

}  // namespace thaw::toy
