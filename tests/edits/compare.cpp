#include "edits/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

#include "edits/compare_parts.hpp"
#include "edits/facts_maths.hpp"

namespace edits {

namespace comparing {

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

void Task::add(Kind kind, const Tally& tally, const std::string& what, const std::string& unit) {
    if (tally.count == 0) return;
    const std::string where = tally.where.empty() ? "" : " (" + tally.where + ")";
    add(kind, std::to_string(tally.count) + " " + what + ", at most " + number(tally.most) + unit + where, tally.most);
    found.back().count = tally.count;
}

}  // namespace comparing

namespace {

using comparing::number;
using comparing::Tally;

class Comparison {
public:
    Comparison(const Facts& a, const Facts& b, const Change& change, const Tolerance& tolerance)
        : task_{a, b, change, tolerance}, looks_(task_), a_(a), b_(b), change_(change), tolerance_(tolerance) {}

    std::vector<Difference> run() {
        task_.match = match_triangles(a_, b_, tolerance_);
        compare_triangles();
        compare_corners();
        looks_.compare_materials();
        compare_targets();
        compare_nodes();
        compare_clips();
        return std::move(task_.found);
    }

private:
    template <class... Words>
    void add(Kind kind, Words&&... words) {
        task_.add(kind, std::forward<Words>(words)...);
    }
    template <class Visit>
    void each_corner(Visit&& visit) const {
        task_.each_corner(visit);
    }
    bool is_touched(const VertexFacts& vertex) const { return task_.is_touched(vertex); }
    bool is_added(const VertexFacts& vertex) const { return task_.is_added(vertex); }
    bool moves() const {
        return change_.edit == Edit::vertex || change_.edit == Edit::part || change_.edit == Edit::object_added;
    }

    void compare_triangles() {
        if (!task_.match.missing.empty()) {
            add(Kind::triangles,
                std::to_string(task_.match.missing.size()) + " triangles missing of " +
                    std::to_string(a_.triangles.size()),
                double(task_.match.missing.size()));
        }
        if (!task_.match.extra.empty()) {
            add(Kind::triangles, std::to_string(task_.match.extra.size()) + " triangles too many",
                -double(task_.match.extra.size()));
        }
    }

    // A format without a pose at rest shows the first frame, and that may be the one that was edited.
    const PosedFacts* edited_first_frame() {
        const ClipFacts* clip = change_.edit == Edit::key && change_.from < 0 ? b_.clip(change_.clip) : nullptr;
        if (clip != nullptr && !first_frame_) first_frame_ = posed(b_, *clip, 0);
        return first_frame_ ? &*first_frame_ : nullptr;
    }
    bool rests_in_edited_key(std::size_t node) {
        const PosedFacts* first = edited_first_frame();
        return first != nullptr && apart(first->nodes[node], b_.nodes[node].world) <= tolerance_.exact;
    }
    bool corner_rests_in_edited_key(std::size_t vertex) {
        const PosedFacts* first = edited_first_frame();
        return first != nullptr && distance(first->vertices[vertex], b_.vertices[vertex].rest) <= tolerance_.exact;
    }

    void compare_corners() {
        Tally positions, uvs, colors, influences;
        each_corner([&](std::size_t i, std::size_t j) {
            const VertexFacts &x = a_.vertices[i], &y = b_.vertices[j];
            const bool touched = is_touched(x);
            const double moved = distance(x.rest, y.rest);
            const double most = touched && moves() ? tolerance_.step : tolerance_.exact;
            if (moved > most && !corner_rests_in_edited_key(j)) positions.add(moved);
            const bool has_uv = a_.parts[x.part].has_uv && !is_added(x) &&
                                !looks_.is_cut_anew(a_.parts[x.part].material, b_.parts[y.part].material);
            const double uv = std::max(std::abs(x.uv[0] - y.uv[0]), std::abs(x.uv[1] - y.uv[1]));
            if (has_uv && uv > (touched && change_.edit == Edit::uv ? tolerance_.uv_step : tolerance_.uv_exact)) {
                uvs.add(uv);
            }
            looks_.compare_color(x, y, touched, colors);
            compare_influences(x, y, influences);
        });
        add(Kind::positions, positions, "corners moved", " m");
        add(Kind::uvs, uvs, "texture coordinates differ", "");
        add(Kind::colors, colors, "corners have another colour", "");
        add(Kind::influences, influences, "corners hang otherwise", "");
    }

    void compare_influences(const VertexFacts& x, const VertexFacts& y, Tally& out) const {
        if (is_added(x)) return;
        std::map<std::string, double> sum;
        for (const Influence& i : x.influences) sum[a_.nodes[i.node].name] += i.weight;
        for (const Influence& i : y.influences) sum[b_.nodes[i.node].name] -= i.weight;
        double most = 0;
        for (const auto& [name, weight] : sum) most = std::max(most, std::abs(weight));
        if (most > 0.001) out.add(most);
    }

    void compare_targets() {
        std::set<std::pair<std::size_t, std::size_t>> meshes;
        each_corner([&](std::size_t i, std::size_t j) {
            meshes.insert({a_.parts[a_.vertices[i].part].mesh, b_.parts[b_.vertices[j].part].mesh});
        });
        for (const auto& [ma, mb] : meshes) {
            for (std::size_t t = 0; t < a_.targets[ma].size(); ++t) {
                if (!a_.targets[ma][t].is_shown) compare_target(ma, mb, t);
            }
        }
    }

    void compare_target(std::size_t ma, std::size_t mb, std::size_t t) {
        const std::string& name = a_.targets[ma][t].name;
        const auto& there = b_.targets[mb];
        auto found = std::find_if(there.begin(), there.end(), [&](const TargetFacts& x) { return x.name == name; });
        if (found == there.end() && t < there.size()) found = there.begin() + static_cast<std::ptrdiff_t>(t);
        if (found == there.end()) return add(Kind::targets, "shape " + name + " is missing");
        const auto other = static_cast<std::size_t>(found - there.begin());
        Tally tally;
        each_corner([&](std::size_t i, std::size_t j) {
            if (a_.parts[a_.vertices[i].part].mesh != ma || is_added(a_.vertices[i])) return;
            const double moved = distance(with_target(a_, i, t), with_target(b_, j, other));
            const bool touched = is_touched(a_.vertices[i]) && moves();
            if (moved > (touched ? tolerance_.step * 2 : tolerance_.exact)) tally.add(moved);
        });
        add(Kind::targets, tally, "corners of shape " + name + " moved", " m");
    }

    // How far apart two transforms put what is near the node.
    double apart(const Matrix& x, const Matrix& y) const {
        double most = 0;
        for (std::size_t c = 0; c < 4; ++c) {
            const double scale = c < 3 ? 0.1 * a_.size : 1;
            double sum = 0;
            for (std::size_t r = 0; r < 3; ++r) sum += std::pow((x[c * 4 + r] - y[c * 4 + r]) * scale, 2);
            most = std::max(most, std::sqrt(sum));
        }
        return most;
    }

    // A node that carries nothing: a hand, a muzzle. Some formats hang it on a triangle, and it goes where that goes.
    bool is_marker(std::size_t node) const { return !carriers_.contains(node) && !a_.nodes[node].has_mesh; }

    void find_carriers() {
        const auto add_with_parents = [&](std::size_t n) {
            for (; n != NodeFacts::no_node && carriers_.insert(n).second;) n = a_.nodes[n].parent;
        };
        for (const SkinFacts& skin : a_.skins) {
            for (const std::size_t joint : skin.joints) add_with_parents(joint);
        }
        for (std::size_t n = 0; n < a_.nodes.size(); ++n) {
            if (a_.nodes[n].has_mesh) add_with_parents(n);
        }
    }

    void compare_nodes() {
        find_carriers();
        const bool shapes_move = moves() || change_.edit == Edit::key || change_.edit == Edit::clip_added ||
                                 change_.edit == Edit::face_removed;
        std::multimap<std::string, std::size_t> there;
        for (std::size_t n = 0; n < b_.nodes.size(); ++n) there.emplace(b_.nodes[n].name, n);
        std::string missing, extra;
        Tally places;
        for (std::size_t n = 0; n < a_.nodes.size(); ++n) {
            const NodeFacts& node = a_.nodes[n];
            if (change_.edit == Edit::object_added && node.name == change_.node) continue;
            const auto found = there.find(node.name);
            if (found == there.end()) {
                missing += " " + node.name;
                continue;
            }
            const std::size_t other = found->second;
            there.erase(found);
            if (shapes_move && is_marker(n)) continue;
            if (!node.is_skinned) {
                const double moved = apart(node.world, b_.nodes[other].world);
                if (moved > tolerance_.exact && !rests_in_edited_key(other)) places.add(moved, node.name);
            }
            if (!node.has_mesh) same_nodes_.emplace_back(n, other);
        }
        // A new object may bring what it hangs on.
        for (const auto& [name, n] : there) {
            if (change_.edit != Edit::object_added) extra += " " + name;
        }
        if (!missing.empty()) add(Kind::nodes, "nodes missing:" + missing.substr(0, 100), 1);
        if (!extra.empty()) add(Kind::nodes, "nodes too many:" + extra.substr(0, 100), -1);
        add(Kind::node_places, places, "nodes are elsewhere at rest", " m");
    }

    void compare_clips() {
        std::string missing, extra;
        std::set<const ClipFacts*> taken;
        for (const ClipFacts& clip : a_.clips) {
            const ClipFacts* other = compare_with_namesakes(clip, taken);
            if (other == nullptr) missing += " " + clip.name;
            taken.insert(other);
        }
        for (const ClipFacts& clip : b_.clips) {
            if (a_.clip(clip.name) == nullptr) extra += " " + clip.name;
        }
        if (!missing.empty()) add(Kind::clips, "clips missing:" + missing.substr(0, 100), 1);
        if (!extra.empty()) add(Kind::clips, "clips too many:" + extra.substr(0, 100), -1);
    }

    // Of several clips of one name that which plays the same.
    const ClipFacts* compare_with_namesakes(const ClipFacts& clip, const std::set<const ClipFacts*>& taken) {
        const ClipFacts* best = nullptr;
        std::vector<Difference> before = std::move(task_.found), least;
        for (const ClipFacts& other : b_.clips) {
            if (other.name != clip.name || taken.contains(&other)) continue;
            task_.found.clear();
            compare_clip(clip, other);
            if (best != nullptr && task_.found.size() >= least.size()) continue;
            best = &other;
            least = std::move(task_.found);
            if (least.empty()) break;
        }
        task_.found = std::move(before);
        task_.found.insert(task_.found.end(), least.begin(), least.end());
        return best;
    }

    // A last key that repeats the one before it or the first one is none of the file's: it is there to hold a pose or
    // to close a loop, and which of the two may follow from the frames.
    static bool ends_with_a_repeat(const ClipFacts& clip) {
        const auto repeats = [&](bool first) {
            return std::all_of(clip.channels.begin(), clip.channels.end(), [&](const ChannelFacts& channel) {
                const std::size_t n = channel.times.size();
                if (n < 2 || double{channel.times.back()} < clip.seconds) return true;
                return std::ranges::equal(channel.values.row(n - 1), channel.values.row(first ? 0 : n - 2));
            });
        };
        return repeats(true) || repeats(false);
    }

    // Some of the keys, those of the edit among them.
    std::vector<double> moments(const ClipFacts& clip) const {
        constexpr double most_work = 1.5e6;
        const double each =
            double(a_.vertices.size() + b_.vertices.size()) * double(std::max<std::size_t>(1, a_.clips.size()));
        const auto wanted = static_cast<std::size_t>(std::clamp(most_work / std::max(1.0, each), 3.0, 12.0));
        std::vector<double> out;
        const std::size_t n =
            clip.times.size() > 1 && ends_with_a_repeat(clip) ? clip.times.size() - 1 : clip.times.size();
        const auto sample = [&](std::size_t k) {
            const bool is_last = k + 1 >= clip.times.size();
            const double gap = is_last ? 0 : clip.times[k + 1] - clip.times[k];
            out.push_back(clip.times[k] + (clip.is_step ? 0.3 * gap : 0));
        };
        const std::size_t every = n <= wanted ? 1 : (n + wanted - 1) / wanted;
        for (std::size_t k = 0; k < n; ++k) {
            const Change& change = tolerance_.look_at != nullptr ? *tolerance_.look_at : change_;
            const bool edited = clip.name == change.clip && clip.times[k] > change.from && clip.times[k] < change.until;
            if (k % every == 0 || edited) sample(k);
        }
        return out;
    }

    // Every channel has a key at a frame of the game.
    static bool is_frame(const ClipFacts& clip, double seconds) {
        return std::all_of(clip.channels.begin(), clip.channels.end(), [&](const ChannelFacts& channel) {
            return std::any_of(channel.times.begin(), channel.times.end(),
                               [&](double time) { return std::abs(time - seconds) < 1e-6; });
        });
    }

    void compare_clip(const ClipFacts& clip, const ClipFacts& other) {
        const double longer = std::abs(clip.seconds - other.seconds);
        if (longer > tolerance_.seconds) {
            add(Kind::lengths,
                clip.name + " takes " + number(other.seconds) + " s instead of " + number(clip.seconds) + " s", longer);
            return;
        }
        Tally corners, nodes;
        for (const double seconds : moments(clip)) {
            const PosedFacts x = posed(a_, clip, seconds), y = posed(b_, other, seconds);
            const bool edited = clip.name == change_.clip && seconds > change_.from && seconds < change_.until;
            const double between = is_frame(clip, seconds) ? 0 : tolerance_.between_frames;
            const double exact = tolerance_.exact + between, loose = 3 * tolerance_.step + exact;
            each_corner([&](std::size_t i, std::size_t j) {
                const double moved = distance(x.vertices[i], y.vertices[j]);
                const bool touched = edited || (is_touched(a_.vertices[i]) && moves());
                if (moved > (touched ? loose : exact)) corners.add(moved, "at " + number(seconds) + " s");
            });
            for (const auto& [i, j] : same_nodes_) {
                const double moved = apart(x.nodes[i], y.nodes[j]);
                if (moved > (edited ? loose : exact + tolerance_.exact)) nodes.add(moved, a_.nodes[i].name);
            }
        }
        add(Kind::poses, corners, "corners moved in clip " + clip.name, " m");
        add(Kind::node_places, nodes, "nodes moved in clip " + clip.name, " m");
    }

    comparing::Task task_;
    comparing::Looks looks_;
    const Facts& a_;
    const Facts& b_;
    const Change& change_;
    const Tolerance& tolerance_;
    std::vector<std::pair<std::size_t, std::size_t>> same_nodes_{};
    std::set<std::size_t> carriers_{};
    std::optional<PosedFacts> first_frame_{};
};

}  // namespace

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::triangles: return "triangles";
        case Kind::positions: return "positions";
        case Kind::uvs: return "uvs";
        case Kind::colors: return "colors";
        case Kind::influences: return "influences";
        case Kind::clips: return "clips";
        case Kind::lengths: return "lengths";
        case Kind::poses: return "poses";
        case Kind::targets: return "targets";
        case Kind::nodes: return "nodes";
        case Kind::node_places: return "node places";
        case Kind::materials: return "materials";
        case Kind::images: return "images";
    }
    return "";
}

std::vector<Difference> compare(const Facts& expected, const Facts& actual, const Change& change,
                                const Tolerance& tolerance) {
    return Comparison(expected, actual, change, tolerance).run();
}

}  // namespace edits
