#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "scene/edit/parts.hpp"

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

namespace {

double size_of(const Scene& scene) {
    double out = 0;
    for (const Mesh& mesh : scene.meshes) {
        for (const Vec3 p : mesh.points) {
            out = std::max({out, std::abs(double{p.x}), std::abs(double{p.y}), std::abs(double{p.z})});
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

void number_points(Work& work) {
    for (std::size_t m = 0; m < work.out.scene.meshes.size(); ++m) {
        auto& numbers = work.out.source_points.emplace_back();
        const bool is_own = m < work.base.meshes.size(), known = is_own && !work.replaced[m];
        if (is_own && !known) numbers = work.replaced_points[m];
        numbers.resize(work.out.scene.meshes[m].points.size(), no_index);
        for (u32 p = 0; known && p < numbers.size(); ++p) numbers[p] = p;
    }
}

}  // namespace

}  // namespace edit

Edit compare(const CompareInput& input) {
    edit::Work work{input, input.base, input.edited};
    edit::start(work);
    edit::pair_nodes(work);
    edit::pair_materials(work);
    edit::compare_meshes(work);
    edit::compare_materials(work);
    edit::compare_nodes(work);
    edit::compare_skins(work);
    edit::compare_clips(work);
    u64 fields = 0;
    work.out.scene.extras = edit::with_base_extras(input.edited.extras, input.base.extras, fields);
    if (fields > 0) work.change(ChangeKind::fields, fields, text::plural(fields, "field") + " changed");
    edit::number_points(work);
    return std::move(work.out);
}

}  // namespace thaw
