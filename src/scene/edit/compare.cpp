#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "scene/edit/parts.hpp"
#include "scene/shapes.hpp"

namespace thaw {

bool Edit::has(ChangeKind kind) const { return count(kind) > 0; }

u64 Edit::count(ChangeKind kind) const {
    u64 out = 0;
    for (const Change& change : changes) out += change.kind == kind ? change.count : 0;
    return out;
}

std::string Edit::structural_change(std::optional<ChangeKind> but) const {
    for (const Change& change : changes) {
        if (change.kind >= first_structural_change && change.kind != but) return change.text;
    }
    return {};
}

std::string in_words(const Edit& edit) {
    if (edit.empty()) return "nothing changed; byte-identical";
    std::string out;
    for (const Change& change : edit.changes) out += (out.empty() ? "" : ", ") + change.text;
    return out + "; all else byte-identical";
}

namespace edit {

void Work::change(ChangeKind kind, u64 count, std::string text) {
    const auto place = std::upper_bound(out.changes.begin(), out.changes.end(), kind,
                                        [](ChangeKind k, const Change& c) { return k < c.kind; });
    out.changes.insert(place, {kind, count, std::move(text)});
}

bool Work::is_stopped() {
    out.stopped = out.stopped || input.context.cancelled();
    return out.stopped;
}

namespace {

// Also of shapes that a model at rest does not show: a flame starts as nothing.
double size_of(const Scene& scene) {
    double out = 0;
    std::vector<Vec3> points;
    for (const Mesh& mesh : scene.meshes) {
        for (u32 shape = 0; shape < shape_count(mesh); ++shape) {
            shape_points(mesh, shape, points);
            for (const Vec3 p : points) {
                out = std::max({out, std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
            }
        }
    }
    return out;
}

void start(Work& work) {
    work.out.scene = work.base;
    work.size = size_of(work.base);
    evaluate(work.base, nullptr, 0, work.base_rest);
    evaluate(work.edited, nullptr, 0, work.edited_rest);
}

void number(Work& work) {
    const auto numbers = [&](u32 mesh, std::size_t count, std::map<u32, std::vector<u32>>& patched) {
        if (const auto known = patched.find(mesh); known != patched.end()) return std::move(known->second);
        std::vector<u32> out(count, no_index);
        const bool is_base = mesh < work.base.meshes.size() && !work.replaced[mesh];
        if (is_base) std::iota(out.begin(), out.end(), u32{0});
        return out;
    };
    for (u32 m = 0; m < work.out.scene.meshes.size(); ++m) {
        const Mesh& mesh = work.out.scene.meshes[m];
        std::size_t triangles = 0;
        for (const Primitive& primitive : mesh.primitives) {
            triangles += primitive.topology == Topology::triangles ? primitive.indices.size() / 3 : 0;
        }
        work.out.source_points.push_back(numbers(m, mesh.points.size(), work.patched_points));
        if (m < work.base.meshes.size() && work.replaced[m] && !work.replaced_points[m].empty()) {
            work.out.source_points.back() = std::move(work.replaced_points[m]);
        }
        work.out.source_triangles.push_back(numbers(m, triangles, work.patched_triangles));
    }
}

// All but the first step, which is done.
Edit compared(Work& work) {
    place_nodes(work);
    pair_materials(work);
    for (const auto step : {compare_meshes, compare_materials, compare_nodes, compare_skins, compare_clips}) {
        if (work.is_stopped()) return std::move(work.out);
        step(work);
    }
    if (work.is_stopped()) return std::move(work.out);
    u64 fields = 0;
    work.out.scene.extras = with_base_extras(work.edited.extras, work.base.extras, fields);
    if (fields > 0) work.change(ChangeKind::fields, fields, text::plural(fields, "field") + " changed");
    number(work);
    return std::move(work.out);
}

}  // namespace

}  // namespace edit

Edit compare(const CompareInput& input) {
    edit::Work given{input, input.base, input.edited};
    edit::start(given);
    edit::pair_nodes(given);
    if (const auto turned = edit::in_axes_of_base(given)) {
        edit::Work work{input, input.base, *turned};
        edit::start(work);
        edit::pair_nodes(work);
        return edit::compared(work);
    }
    return edit::compared(given);
}

}  // namespace thaw
