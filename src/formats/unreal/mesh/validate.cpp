#include "formats/unreal/mesh/validate.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/shared/issue_reporter.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/skin_sets.hpp"
#include "formats/unreal/mesh/survey.hpp"

namespace thaw::unreal {

namespace {

constexpr u32 game_skin_slots = 8;  // MultiSkins of an actor

class Checker {
public:
    Checker(const Document& document, Profile profile, Issues& issues)
        : d_(document), issues_(issues), data_(profile, issues, "data"), aniv_(data_.in("aniv")) {}

    void run() {
        if (d_.data) {
            polys_ = survey_polys(*d_.data);
            mismatched_ = is_mismatched_pair(d_, polys_.used_end);
            check_header();
            check_polys();
            check_trailing("data", d_.data->trailing);
        } else {
            issues_.add(issue::data_missing, "data", {}, "_d.3d");
        }
        if (d_.aniv) {
            check_frame_size();
            check_frames();
            check_trailing("aniv", d_.aniv->trailing);
        } else {
            issues_.add(issue::aniv_missing, "aniv", {}, "_a.3d");
        }
        if (d_.mesh() != nullptr) check_sequences(*d_.mesh());
    }

private:
    void check_trailing(std::string_view part, const Blob& trailing) {
        if (trailing.empty()) return;
        issues_.add(issue::trailing_bytes, part, "trailing", {}, text::plural(trailing.size(), "byte"));
    }

    // --- data file
    // -----------------------------------------------------------------------------------------------------
    void check_header() {
        const DataFile& f = *d_.data;
        if (f.num_polys == 0) issues_.add(issue::empty_model, "data", "num_polys", "at least 1", "0");
        if (f.num_polys > f.polys.size()) {
            issues_.add(issue::num_polys_beyond_file, "data", "num_polys", std::to_string(f.polys.size()),
                        std::to_string(f.num_polys));
        }
        if (f.num_vertices == 0) issues_.add(issue::empty_model, "data", "num_vertices", "at least 1", "0");
        const bool one_based = polys_.min_index >= 1 && polys_.max_index == f.num_vertices && f.num_vertices > 0;
        if (one_based) {
            issues_.add(issue::one_based_indices, "data", "num_vertices", "0 to " + std::to_string(f.num_vertices - 1),
                        std::to_string(polys_.min_index) + " to " + std::to_string(polys_.max_index));
        }
        if (!f.polys.empty() && polys_.used_count < f.num_vertices) {
            const auto first = std::find(polys_.used.begin(), polys_.used.end(), false) - polys_.used.begin();
            issues_.add(
                issue::unreferenced_vertices, "data", "num_vertices", {},
                text::plural(f.num_vertices - polys_.used_count, "vertex") + " (first: " + std::to_string(first) + ")");
        }
        check_reserved();
    }

    void check_reserved() {
        const DataFile& f = *d_.data;
        const auto field = [&](const char* path, bool is_set) {
            if (is_set) issues_.add(issue::reserved_not_zero, "data", path, "0");
        };
        const auto any = [](const auto& values) {
            return std::any_of(values.begin(), values.end(), [](auto v) { return v != 0; });
        };
        field("bogus_rotation", f.bogus_rotation != 0);
        field("bogus_frame", f.bogus_frame != 0);
        field("bogus_normal", any(f.bogus_normal));
        field("fix_scale", f.fix_scale != 0);
        field("unused", any(f.unused));
        field("padding", any(f.padding));
        check_reserved_byte("color", &Poly::color);
        check_reserved_byte("flags", &Poly::flags);
    }

    // One finding for all polygons: tools that fill these bytes fill all of them.
    void check_reserved_byte(const char* name, u8 Poly::* byte) {
        const auto& polys = d_.data->polys;
        const auto is_set = [&](const Poly& p) { return p.*byte != 0; };
        const auto first = std::find_if(polys.begin(), polys.end(), is_set);
        if (first == polys.end()) return;
        issues_.add(issue::reserved_not_zero, "data", field_path("polys", first - polys.begin(), name), "0",
                    text::plural(static_cast<u64>(std::count_if(first, polys.end(), is_set)), "polygon"));
    }

    void check_polys() {
        const auto& polys = d_.data->polys;
        const auto duplicates = duplicate_triangles(*d_.data);
        auto duplicate = duplicates.begin();
        const u64 frames = d_.frames_present();
        // A mismatched pair is one finding, not one for every polygon. The last frame is the shortest.
        stored_ = frames > 0 && !mismatched_ ? d_.vertices_present(frames - 1) : d_.data->num_vertices;
        for (u32 i = 0; i < polys.size(); ++i) {
            check_vertices(polys[i], i);
            if (duplicate != duplicates.end() && duplicate->poly == i) {
                data_.report(issue::duplicate_triangle, [&] {
                    return Finding{
                        field_path("polys", i, "vertices"), {}, "polys[" + std::to_string(duplicate->first) + "]"};
                });
                ++duplicate;
            }
            check_type(polys[i], i);
            check_slot(polys[i], i);
        }
        if (weapons_ > 1) {
            issues_.add(issue::many_weapon_triangles, "data", field_path("polys", second_weapon_, "type"), "1",
                        std::to_string(weapons_));
        }
    }

    void check_vertices(const Poly& poly, u32 i) {
        const u32 vertices = d_.data->num_vertices;
        for (u32 corner = 0; corner < 3; ++corner) {
            const u32 v = poly.vertices[corner];
            if (v < stored_) continue;
            const bool exists = v < vertices;
            data_.report(exists ? issue::vertex_not_stored : issue::index_out_of_range, [&] {
                return Finding{field_path("polys", i, "vertices", corner), below(exists ? stored_ : vertices),
                               std::to_string(v)};
            });
        }
        if (is_degenerate(poly)) {
            data_.report(issue::degenerate_triangle, [&] {
                const auto& v = poly.vertices;
                return Finding{field_path("polys", i, "vertices"), "three different vertices",
                               std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", " + std::to_string(v[2])};
            });
        }
    }

    void check_type(const Poly& poly, u32 i) {
        if ((poly.type & style_bits) >= 5) {
            data_.report(issue::unknown_style, [&] {
                return Finding{field_path("polys", i, "type"), "0 to 4", std::to_string(poly.type & style_bits)};
            });
        }
        if ((poly.type & weapon_bit) == 0) return;
        if (++weapons_ == 2) second_weapon_ = i;
    }

    void check_slot(const Poly& poly, u32 i) {
        if ((poly.type & weapon_bit) != 0 || slot_seen_[poly.texture]) return;
        slot_seen_[poly.texture] = true;
        if (data_.game() && poly.texture >= game_skin_slots) {
            data_.report(issue::slot_beyond_game, [&] {
                return Finding{field_path("polys", i, "texture"), "0 to 7", std::to_string(poly.texture)};
            });
        }
        const Mesh* mesh = d_.mesh();
        if (mesh == nullptr) return;
        const SkinSlot* skin = mesh->skin(poly.texture);
        if ((skin != nullptr && !skin->file.empty()) || has_skin_on(mesh->player_skins, poly.texture)) return;
        data_.report(skin == nullptr ? issue::slot_without_image : issue::slot_without_file, [&] {
            return Finding{field_path("polys", i, "texture"), wanted_for_slot(*mesh, skin),
                           skin == nullptr ? std::to_string(poly.texture) : text::printable(skin->texture)};
        });
    }

    // --- aniv file
    // -----------------------------------------------------------------------------------------------------
    void check_frame_size() {
        if (!d_.data || d_.data->num_vertices == 0) return;
        const u64 needed = d_.num_vertices() * d_.vertex_bytes();
        const u64 size = d_.aniv->frame_size;
        const bool single = d_.aniv->num_frames <= 1;
        if (size == needed) return;
        const IssueKind& kind = d_.has_wrapped_frame_size()               ? issue::frame_size_wrapped
                                : mismatched_                             ? issue::pair_mismatch
                                : single && size == 3 * d_.num_vertices() ? issue::frame_size_three_quarters
                                : size > needed                           ? issue::frame_size_larger
                                                                          : issue::frame_size_smaller;
        const auto finding = [&] { return Finding{"frame_size", std::to_string(needed), std::to_string(size)}; };
        // The games step by the stored number and would find only the first frame.
        const bool unreadable = &kind == &issue::frame_size_wrapped && !single;
        if (unreadable) {
            aniv_.report_fatal_in_game(kind, finding);
        } else {
            aniv_.report(kind, finding);
        }
    }

    void check_frames() {
        const AnivFile& f = *d_.aniv;
        const u64 present = d_.frames_present();
        if (f.num_frames == 0 || (present == 0 && d_.num_vertices() > 0)) {
            if (f.num_frames == 0) {
                issues_.add(issue::empty_model, "aniv", "num_frames", "at least 1", "0");
            } else {
                issues_.add(issue::no_frames_stored, "aniv", "num_frames", "at least 1",
                            text::plural(f.num_frames, "frame"));
            }
            return;
        }
        if (present == 0) return;
        if (f.num_frames > present) {
            issues_.add(issue::num_frames_beyond_file, "aniv", "num_frames", std::to_string(present),
                        std::to_string(f.num_frames));
        }
        const u64 last = present - 1;
        if (d_.vertices_present(last) < d_.num_vertices()) {
            issues_.add(issue::short_frame, "aniv", field_path("frames", last),
                        text::plural(d_.num_vertices(), "vertex"), text::plural(d_.vertices_present(last), "vertex"));
        }
        if (frames_are_identical(d_)) {
            issues_.add(issue::identical_frames, "aniv", "num_frames", {}, text::plural(present, "frame"));
        }
        if (!d_.data) return;  // without it nobody knows whether a vertex has 4 or 8 bytes
        const FrameSurvey frames = survey_frames(d_);
        report_vertices(issue::coordinate_at_limit, frames.at_limit);
        report_vertices(issue::pad_not_zero, frames.pad);
    }

    void report_vertices(const IssueKind& kind, const Sighting& seen) {
        if (seen.count == 0) return;
        issues_.add(kind, "aniv", field_path("frames", seen.frame, "vertices", seen.vertex), {},
                    text::plural(seen.count, "vertex"));
    }

    // --- class script
    // --------------------------------------------------------------------------------------------------
    void check_sequences(const Mesh& mesh) {
        if (!d_.aniv || !d_.data) return;
        const u64 frames = mesh.frames_left(d_.frames_present());
        for (const Sequence& s : mesh.sequences) {
            if (s.is_within(frames)) continue;
            if (issues_.full()) {
                issues_.add(issue::sequence_beyond_frames, mesh.part());
                continue;
            }
            issues_.add(Issue{&issue::sequence_beyond_frames, issue::sequence_beyond_frames.severity,
                              std::string(mesh.part()), mesh.line(s), s.offset, text::plural(frames, "frame"),
                              s.described()});
        }
    }

    const Document& d_;
    Issues& issues_;
    IssueReporter data_;
    IssueReporter aniv_;
    PolySurvey polys_;
    bool mismatched_ = false;
    u64 stored_ = 0;
    u64 weapons_ = 0;
    u32 second_weapon_ = 0;
    std::array<bool, 256> slot_seen_{};
};

}  // namespace

void validate(const Document& document, Profile profile, Issues& issues) { Checker(document, profile, issues).run(); }

}  // namespace thaw::unreal
