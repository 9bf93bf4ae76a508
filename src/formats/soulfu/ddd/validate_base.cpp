// Findings about the base models: geometry, texture slots, skeleton.
#include "formats/soulfu/ddd/validate_parts.hpp"

#include <algorithm>

#include "formats/soulfu/ddd/issues.hpp"
#include "formats/soulfu/shared/bits.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

class BaseChecker {
public:
    BaseChecker(IssueReporter& reporter, const BaseModel& base, std::size_t index)
        : reporter_(reporter), base_(base), index_(index) {}

    void run() {
        check_vertices();
        for (std::size_t s = 0; s < base_.slots.size(); ++s) check_slot(s);
        check_unused();
        check_bones();
    }

private:
    void check_vertices() {
        std::size_t anchors = 0;
        std::size_t first_anchor = 0;
        for (std::size_t v = 0; v < base_.vertices.size(); ++v) {
            const Vertex& vertex = base_.vertices[v];
            for (std::size_t b = 0; b < vertex.bones.size(); ++b) {
                if (vertex.bones[b] < base_.bones.size()) continue;
                reporter_.report(issue::index_out_of_range, [&] {
                    return Finding{field_path("bases", index_, "vertices", v, "bones", b), below(base_.bones.size()),
                                   std::to_string(vertex.bones[b])};
                });
            }
            if ((vertex.weight & weight_mask) < least_heavy_weight) {
                reporter_.report(issue::lighter_bone_first, [&] {
                    return Finding{field_path("bases", index_, "vertices", v, "weight"),
                                   "at least " + std::to_string(least_heavy_weight),
                                   std::to_string(vertex.weight & weight_mask)};
                });
            }
            if ((vertex.weight & anchor_bit) != 0 && anchors++ == 0) first_anchor = v;
        }
        if (anchors == 0) return;
        reporter_.report(issue::anchors, [&] {
            return Finding{field_path("bases", index_, "vertices", first_anchor, "weight"), "none",
                           std::to_string(anchors) + " of " + std::to_string(base_.vertices.size())};
        });
    }

    void check_slot(std::size_t s) {
        const Slot& slot = base_.slots[s];
        if (slot.mode == 0) return;
        if (slot.mode != 1) {
            reporter_.report(issue::slot_mode, [&] {
                return Finding{field_path("bases", index_, "slots", s, "mode"), "0 or 1", std::to_string(slot.mode)};
            });
        }
        if (slot.triangles.empty()) {
            reporter_.report(issue::empty_slot, [&] {
                return Finding{field_path("bases", index_, "slots", s, "num_triangles"), "at least 1", "0"};
            });
        }
        for (std::size_t t = 0; t < slot.triangles.size(); ++t) check_triangle(s, t);
    }

    void check_triangle(std::size_t s, std::size_t t) {
        const auto& corners = base_.slots[s].triangles[t].corners;
        for (std::size_t c = 0; c < corners.size(); ++c) {
            check_corner(s, t, c, "vertex", corners[c].vertex, base_.vertices.size());
            check_corner(s, t, c, "tex_vertex", corners[c].tex_vertex, base_.tex_vertices.size());
        }
        const u16 a = corners[0].vertex, b = corners[1].vertex, c = corners[2].vertex;
        if (a != b && b != c && a != c) return;
        reporter_.report(issue::degenerate_triangle, [&] {
            return Finding{field_path("bases", index_, "slots", s, "triangles", t), "three vertices",
                           std::to_string(a) + ", " + std::to_string(b) + ", " + std::to_string(c)};
        });
    }

    void check_corner(std::size_t s, std::size_t t, std::size_t c, const char* field, std::size_t value,
                      std::size_t limit) {
        if (value < limit) return;
        reporter_.report(issue::index_out_of_range, [&] {
            return Finding{field_path("bases", index_, "slots", s, "triangles", t, "corners", c, field), below(limit),
                           std::to_string(value)};
        });
    }

    void check_unused() {
        std::vector<bool> vertex_used(base_.vertices.size());
        std::vector<bool> tex_vertex_used(base_.tex_vertices.size());
        for (const Slot& slot : base_.slots) {
            for (const Triangle& triangle : slot.triangles) {
                for (const Corner& corner : triangle.corners) {
                    if (corner.vertex < vertex_used.size()) vertex_used[corner.vertex] = true;
                    if (corner.tex_vertex < tex_vertex_used.size()) tex_vertex_used[corner.tex_vertex] = true;
                }
            }
        }
        report_unused(issue::unused_vertices, "vertices", vertex_used);
        report_unused(issue::unused_tex_vertices, "tex_vertices", tex_vertex_used);
    }

    void report_unused(const IssueKind& kind, const char* list, const std::vector<bool>& used) {
        const auto first = std::find(used.begin(), used.end(), false);
        if (first == used.end()) return;
        reporter_.report(kind, [&] {
            return Finding{field_path("bases", index_, list, first - used.begin()), "all in use",
                           std::to_string(std::count(first, used.end(), false)) + " of " + std::to_string(used.size())};
        });
    }

    void check_bones() {
        for (std::size_t b = 0; b < base_.bones.size(); ++b) {
            const Bone& bone = base_.bones[b];
            for (std::size_t j = 0; j < bone.joints.size(); ++j) {
                if (bone.joints[j] < base_.joint_sizes.size()) continue;
                reporter_.report(issue::index_out_of_range, [&] {
                    return Finding{field_path("bases", index_, "bones", b, "joints", j),
                                   below(base_.joint_sizes.size()), std::to_string(bone.joints[j])};
                });
            }
            if (bone.joints[0] == bone.joints[1]) {
                reporter_.report(issue::bone_without_length, [&] {
                    return Finding{field_path("bases", index_, "bones", b, "joints"), "two joints",
                                   std::to_string(bone.joints[0])};
                });
            }
            if (bone.id >= bone_names.size()) {
                reporter_.report(issue::bone_id, [&] {
                    return Finding{field_path("bases", index_, "bones", b, "id"), below(bone_names.size()),
                                   std::to_string(bone.id)};
                });
            }
        }
    }

    IssueReporter& reporter_;
    const BaseModel& base_;
    std::size_t index_;
};

bool corner_is_good(const BaseModel& base, const Corner& corner) {
    return corner.vertex < base.vertices.size() && corner.tex_vertex < base.tex_vertices.size();
}

bool is_sound(const BaseModel& base) {
    const auto bone_exists = [&](u8 bone) { return bone < base.bones.size(); };
    for (const Vertex& vertex : base.vertices) {
        if (!std::all_of(vertex.bones.begin(), vertex.bones.end(), bone_exists)) return false;
    }
    for (const Slot& slot : base.slots) {
        for (const Triangle& triangle : slot.triangles) {
            for (const Corner& corner : triangle.corners) {
                if (!corner_is_good(base, corner)) return false;
            }
        }
    }
    return std::all_of(base.bones.begin(), base.bones.end(), [&](const Bone& bone) {
        return bone.joints[0] < base.joint_sizes.size() && bone.joints[1] < base.joint_sizes.size();
    });
}

}  // namespace

void validate_base(const BaseModel& base, std::size_t index, IssueReporter& reporter) {
    BaseChecker(reporter, base, index).run();
}

bool has_bad_index(const File& file) { return !std::all_of(file.bases.begin(), file.bases.end(), is_sound); }

}  // namespace thaw::ddd
