// Findings about the vertex weights of a mesh.
#include <cmath>

#include "formats/twm/issues.hpp"
#include "formats/twm/validate_parts.hpp"

namespace thaw::twm {

namespace {

constexpr double sum_tolerance = 0.01;

class WeightChecker {
public:
    WeightChecker(const Document& document, std::size_t m, IssueReporter& reporter)
        : document_(document), mesh_(document.meshes[m]), m_(m), reporter_(reporter), seen_(document.joints.size()) {}

    void run() {
        check_place();
        u64 at = 0;
        for (std::size_t v = 0; v < mesh_.weight_counts.size(); ++v) {
            check_vertex(v, at);
            at += mesh_.weight_counts[v];
        }
        report(issue::joints_out_of_range, bad_joint_, "weights", below(document_.joints.size()));
        report(issue::not_finite, not_finite_, "weights", "finite numbers");
        report(issue::weight_negative, negative_, "weights", "0 or more");
        report_vertices(issue::weights_none, none_, "num_weights", "at least 1");
        report_vertices(issue::weights_sum, sum_, "weights", "1");
        report_vertices(issue::weights_twice, twice_, "weights", "each joint once");
    }

private:
    const char* list() const {
        return document_.layout.clusters == ClusterForm::after_meshes ? "mesh_weights" : "meshes";
    }

    void check_place() {
        const bool elsewhere = document_.layout.clusters == ClusterForm::after_meshes ||
                               (document_.layout.clusters == ClusterForm::skeleton && mesh_.has_deformer == 0);
        if (elsewhere && document_.has_clusters(mesh_)) {
            reporter_.report(issue::weights_elsewhere, [&] {
                return Finding{field_path(list(), m_, "clusters"), "right after the indices",
                               std::string(cluster_form_name(document_.layout.clusters))};
            });
        }
        if (mesh_.has_deformer == 0 || document_.has_clusters(mesh_)) return;
        reporter_.report(issue::weights_missing,
                         [&] { return Finding{field_path("meshes", m_, "has_deformer"), "weights", "none"}; });
    }

    void check_vertex(std::size_t v, u64 at) {
        const u64 n = mesh_.weight_counts[v];
        double sum = 0;
        bool twice = false;
        for (u64 i = 0; i < n; ++i) {
            const Weight& w = mesh_.weights[static_cast<std::size_t>(at + i)];
            place_of(bad_joint_, w.joint >= document_.joints.size(), v, i);
            place_of(not_finite_, !std::isfinite(w.weight), v, i);
            place_of(negative_, w.weight < 0, v, i);
            sum += w.weight;
            if (w.joint >= seen_.size()) continue;
            twice = twice || seen_[w.joint] == v + 1;
            seen_[w.joint] = v + 1;
        }
        none_.note_if(n == 0, v);
        sum_.note_if(n > 0 && std::isfinite(sum) && std::abs(sum - 1) > sum_tolerance, v);
        twice_.note_if(twice, v);
    }

    struct Places {
        Offenders tally{};
        u64 item = 0;  // of the first one
    };
    static void place_of(Places& places, bool wrong, u64 v, u64 item) {
        if (!wrong) return;
        if (!places.tally) places.item = item;
        places.tally.note(v);
    }

    void report(const IssueKind& kind, const Places& places, const char* field, const std::string& expected) {
        if (!places.tally) return;
        reporter_.report(kind, [&] {
            return Finding{field_path(list(), m_, "clusters", places.tally.first(), field, places.item), expected,
                           places.tally.of(mesh_.weights.size())};
        });
    }
    void report_vertices(const IssueKind& kind, const Offenders& tally, const char* field,
                         const std::string& expected) {
        if (!tally) return;
        reporter_.report(kind, [&] {
            return Finding{field_path(list(), m_, "clusters", tally.first(), field), expected,
                           tally.of(mesh_.weight_counts.size())};
        });
    }

    const Document& document_;
    const Mesh& mesh_;
    std::size_t m_;
    IssueReporter& reporter_;
    std::vector<u64> seen_;  // per joint: the vertex that named it last, plus 1
    Places bad_joint_, not_finite_, negative_;
    Offenders none_, sum_, twice_;
};

}  // namespace

void validate_weights(const Document& document, std::size_t m, IssueReporter& reporter) {
    WeightChecker(document, m, reporter).run();
}

}  // namespace thaw::twm
