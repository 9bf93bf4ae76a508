// From a scene: all of its meshes as one, at rest. Each loss is said, and what does not fit is refused.
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/shared/flatten.hpp"
#include "formats/shared/measures.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

namespace {

constexpr std::size_t most = std::numeric_limits<u16>::max();

// False if it lies too far out.
bool store(Vec3 at, Point& out, double& farthest) {
    const std::array<f32, 3> metres{at.x, at.y, at.z};
    for (std::size_t axis = 0; axis < metres.size(); ++axis) {
        const double exact = metres[axis] / millimetre;
        const double whole = std::round(exact);
        if (!(std::abs(whole) <= std::numeric_limits<i16>::max())) return false;
        out.position[axis] = static_cast<i16>(whole);
        farthest = std::max(farthest, std::abs(exact - whole) * millimetre);
    }
    return true;
}

// The first image that is shown, under a name that the file has room for.
void add_image(const Scene& scene, Document& document, Built& out) {
    for (const Material& material : scene.materials) {
        if (material.image == no_index) continue;
        const std::string name = "skin.png";
        std::copy(name.begin(), name.end(), document.image.begin());
        out.textures.push_back({.image = material.image, .name = name});
        return;
    }
}

}  // namespace

Result<Built> from_scene(const SceneInput& input, const BuildOptions&, Issues& issues) {
    const build::Flat flat = build::flatten(input.scene, input.source_points, {}, issues);
    if (flat.points > most || flat.triangles.size() > most) {
        return Error{Code::unrepresentable, "a toy has room for " + std::to_string(most) + " points and triangles"};
    }
    if (!flat.clips.empty()) {
        issues.add(thaw::issue::not_kept, "toy", {}, {}, text::plural(flat.clips.size(), "clip"));
    }
    auto document = std::make_unique<Document>();
    std::vector<Vec3> points;
    Pose scratch;
    flat.pose(0, points, scratch);
    double farthest = 0;
    for (const Vec3 point : points) {
        document->points.emplace_back();
        if (store(point, document->points.back(), farthest)) continue;
        return Error{Code::unrepresentable, "a toy reaches no farther than 32 metres"};
    }
    constexpr double noise = 1e-6;  // of single floats
    if (farthest > noise) {
        issues.add(thaw::issue::positions_rounded, "toy", "points", {}, build::millimetres(farthest));
    }
    for (const build::FlatTriangle& t : flat.triangles) {
        Triangle& out = document->triangles.emplace_back();
        std::transform(t.points.begin(), t.points.end(), out.points.begin(), [](u32 p) { return static_cast<u16>(p); });
    }
    Built out;
    add_image(input.scene, *document, out);
    out.document = std::move(document);
    return out;
}

}  // namespace thaw::toy
