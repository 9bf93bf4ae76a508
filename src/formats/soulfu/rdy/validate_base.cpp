// Findings about the base models: geometry, texture slots, skeleton, edge lines.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/rdy/validate.hpp"
#include "formats/soulfu/shared/bits.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::rdy {

namespace {

class BaseChecker {
public:
    BaseChecker(IssueReporter& reporter, const BaseModel& base, std::size_t index)
        : reporter_(reporter), base_(base), index_(index) {}

    void run() {
        for (std::size_t v = 0; v < base_.vertices.size(); ++v) check_vertex(v);
        check_marks();
        for (std::size_t t = 0; t < base_.tex_vertices.size(); ++t) {
            check_finite(base_.tex_vertices[t].u, "tex_vertices", t, "u");
            check_finite(base_.tex_vertices[t].v, "tex_vertices", t, "v");
        }
        for (std::size_t s = 0; s < base_.slots.size(); ++s) check_slot(s);
        for (std::size_t j = 0; j < base_.joint_sizes.size(); ++j) check_finite(base_.joint_sizes[j], "joint_sizes", j);
        for (std::size_t b = 0; b < base_.bones.size(); ++b) check_bone(b);
        for (std::size_t e = 0; e < base_.edge_lines.size(); ++e) check_edge_line(e);
    }

private:
    template <class... Segments>
    void check_finite(f32 value, Segments... segments) {
        if (std::isfinite(value)) return;
        reporter_.report(issue::not_finite, [&] {
            return Finding{field_path("bases", index_, segments...), "a number",
                           std::isnan(value) ? "not a number" : "infinite"};
        });
    }
    template <std::size_t N>
    void check_finite(const std::array<f32, N>& values, const char* list, std::size_t i, const char* field) {
        for (std::size_t k = 0; k < N; ++k) check_finite(values[k], list, i, field, k);
    }
    template <class... Segments>
    void check_index(std::size_t value, std::size_t limit, Segments... segments) {
        if (value < limit) return;
        reporter_.report(issue::index_out_of_range, [&] {
            return Finding{field_path("bases", index_, segments...), below(limit), std::to_string(value)};
        });
    }

    void check_vertex(std::size_t v) {
        const Vertex& vertex = base_.vertices[v];
        check_finite(vertex.position, "vertices", v, "position");
        for (std::size_t b = 0; b < vertex.bones.size(); ++b) {
            check_index(vertex.bones[b], base_.bones.size(), "vertices", v, "bones", b);
        }
        if ((vertex.weight & ddd::weight_mask) < ddd::least_heavy_weight) {
            reporter_.report(issue::lighter_bone_first, [&] {
                return Finding{field_path("bases", index_, "vertices", v, "weight"),
                               "at least " + std::to_string(ddd::least_heavy_weight),
                               std::to_string(vertex.weight & ddd::weight_mask)};
            });
        }
        check_finite(vertex.normal, "vertices", v, "normal");
        check_finite(vertex.along, "vertices", v, "along");
        check_finite(vertex.forward, "vertices", v, "forward");
        check_finite(vertex.side, "vertices", v, "side");
        check_finite(vertex.bone_normal, "vertices", v, "bone_normal");
    }

    template <class IsMarked>
    void check_mark(const IssueKind& kind, const char* field, IsMarked&& is_marked) {
        const auto first = std::find_if(base_.vertices.begin(), base_.vertices.end(), is_marked);
        if (first == base_.vertices.end()) return;
        reporter_.report(kind, [&] {
            const auto marked = std::count_if(first, base_.vertices.end(), is_marked);
            return Finding{field_path("bases", index_, "vertices", first - base_.vertices.begin(), field), "none",
                           std::to_string(marked) + " of " + std::to_string(base_.vertices.size())};
        });
    }
    void check_marks() {
        check_mark(issue::anchors, "weight", [](const Vertex& v) { return (v.weight & ddd::anchor_bit) != 0; });
        check_mark(issue::hidden, "hidden", [](const Vertex& v) { return v.hidden != 0; });
    }

    void check_slot(std::size_t s) {
        const Slot& slot = base_.slots[s];
        if (slot.mode == 0) return;
        if (slot.mode != 1) {
            reporter_.report(issue::slot_mode, [&] {
                return Finding{field_path("bases", index_, "slots", s, "mode"), "0 or 1", std::to_string(slot.mode)};
            });
        }
        check_primitives(slot.strips, s, "strips");
        if (slot.fans.size() > 0) {
            reporter_.report(issue::fans, [&] {
                return Finding{field_path("bases", index_, "slots", s, "num_fans"), "none",
                               text::plural(slot.fans.size(), "fan")};
            });
        }
        check_primitives(slot.fans, s, "fans");
    }

    void check_primitives(const Primitives& primitives, std::size_t s, const char* list) {
        for (std::size_t i = 0; i < primitives.size(); ++i) {
            const auto corners = primitives[i];
            if (corners.size() < 3) {
                reporter_.report(issue::short_strip, [&] {
                    return Finding{field_path("bases", index_, "slots", s, list, i, "num_corners"), "at least 3",
                                   text::plural(corners.size(), "corner")};
                });
            }
            for (std::size_t c = 0; c < corners.size(); ++c) {
                check_index(corners[c].vertex, base_.vertices.size(), "slots", s, list, i, "corners", c, "vertex");
                check_index(corners[c].tex_vertex, base_.tex_vertices.size(), "slots", s, list, i, "corners", c,
                            "tex_vertex");
            }
        }
    }

    void check_bone(std::size_t b) {
        const Bone& bone = base_.bones[b];
        if (bone.id >= ddd::bone_names.size()) {
            reporter_.report(issue::bone_id, [&] {
                return Finding{field_path("bases", index_, "bones", b, "id"), below(ddd::bone_names.size()),
                               std::to_string(bone.id)};
            });
        }
        for (std::size_t j = 0; j < bone.joints.size(); ++j) {
            check_index(bone.joints[j], base_.joint_sizes.size(), "bones", b, "joints", j);
        }
        if (bone.joints[0] == bone.joints[1]) {
            reporter_.report(issue::bone_without_length, [&] {
                return Finding{field_path("bases", index_, "bones", b, "joints"), "two joints",
                               std::to_string(bone.joints[0])};
            });
        }
        check_finite(bone.length, "bones", b, "length");
    }

    void check_edge_line(std::size_t e) {
        const EdgeLine& line = base_.edge_lines[e];
        for (std::size_t i = 0; i < 2; ++i) {
            check_index(line.edge[i], base_.vertices.size(), "edge_lines", e, "edge", i);
            check_index(line.corners[i], base_.vertices.size(), "edge_lines", e, "corners", i);
        }
    }

    IssueReporter& reporter_;
    const BaseModel& base_;
    std::size_t index_;
};

bool is_sound(const BaseModel& base, const Primitives& primitives) {
    return std::all_of(primitives.corners.begin(), primitives.corners.end(), [&](const Corner& corner) {
        return corner.vertex < base.vertices.size() && corner.tex_vertex < base.tex_vertices.size();
    });
}

bool is_sound(const BaseModel& base) {
    const auto within = [](std::size_t limit) { return [limit](std::size_t i) { return i < limit; }; };
    const auto all = [](const auto& values, auto holds) { return std::all_of(values.begin(), values.end(), holds); };
    return all(base.vertices, [&](const Vertex& v) { return all(v.bones, within(base.bones.size())); }) &&
           all(base.slots, [&](const Slot& s) { return is_sound(base, s.strips) && is_sound(base, s.fans); }) &&
           all(base.bones, [&](const Bone& b) { return all(b.joints, within(base.joint_sizes.size())); }) &&
           all(base.edge_lines, [&](const EdgeLine& e) {
               return all(e.edge, within(base.vertices.size())) && all(e.corners, within(base.vertices.size()));
           });
}

}  // namespace

void validate_base(const BaseModel& base, std::size_t index, IssueReporter& reporter) {
    BaseChecker(reporter, base, index).run();
}

bool has_bad_index(const File& file) {
    return !std::all_of(file.bases.begin(), file.bases.end(), [](const BaseModel& base) { return is_sound(base); });
}

}  // namespace thaw::rdy
