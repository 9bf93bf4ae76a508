#include "edits/compare.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>

namespace edits {

namespace {

double distance(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

// Counts what differs, and how much at most.
struct Tally {
    std::size_t count = 0;
    double most = 0;
    std::string where{};

    void add(double size, const std::string& at = {}) {
        if (size > most || count == 0) where = at;
        most = std::max(most, size);
        ++count;
    }
};

double to_srgb(double linear) {
    return linear <= 0.0031308 ? linear * 12.92 : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}
double to_linear(double srgb) { return srgb <= 0.04045 ? srgb / 12.92 : std::pow((srgb + 0.055) / 1.055, 2.4); }

class Comparison {
public:
    Comparison(const Facts& a, const Facts& b, const Change& change, const Tolerance& tolerance)
        : a_(a), b_(b), change_(change), tolerance_(tolerance) {}

    std::vector<Difference> run() {
        match_ = match_triangles(a_, b_, tolerance_);
        compare_triangles();
        compare_corners();
        compare_materials();
        compare_targets();
        compare_nodes();
        compare_clips();
        return std::move(out_);
    }

private:
    void add(Kind kind, std::string words, double size = 0) { out_.push_back({kind, std::move(words), size}); }
    void add(Kind kind, const Tally& tally, const std::string& what, const std::string& unit) {
        if (tally.count == 0) return;
        add(kind,
            std::to_string(tally.count) + " " + what + ", at most " + number(tally.most) + unit +
                (tally.where.empty() ? "" : " (" + tally.where + ")"),
            tally.most);
    }

    bool is_touched(const VertexFacts& vertex) const { return change_.vertices.contains(vertex.id); }
    bool is_added(const VertexFacts& vertex) const { return change_.edit == Edit::object_added && is_touched(vertex); }
    bool moves() const {
        return change_.edit == Edit::vertex || change_.edit == Edit::part || change_.edit == Edit::object_added;
    }

    template <class Visit>
    void each_corner(Visit&& visit) const {
        for (const TrianglePair& pair : match_.pairs) {
            for (std::size_t i = 0; i < 3; ++i) {
                visit(a_.triangles[pair.a].corners[i], b_.triangles[pair.b].corners[(i + pair.turn) % 3]);
            }
        }
    }

    void compare_triangles() {
        if (!match_.missing.empty()) {
            add(Kind::triangles,
                std::to_string(match_.missing.size()) + " triangles missing of " + std::to_string(a_.triangles.size()),
                double(match_.missing.size()));
        }
        if (!match_.extra.empty()) {
            add(Kind::triangles, std::to_string(match_.extra.size()) + " triangles too many",
                double(match_.extra.size()));
        }
    }

    static std::array<double, 4> tint(const Facts& facts, const VertexFacts& vertex) {
        std::array<double, 4> out = vertex.color;
        const int index = facts.parts[vertex.part].material;
        if (index < 0) return out;
        const MaterialFacts& material = facts.materials[static_cast<std::size_t>(index)];
        for (std::size_t k = 0; k < 4; ++k) out[k] *= material.factor[k];
        if (material.picture < 0) return out;
        const PictureFacts& picture = facts.pictures[static_cast<std::size_t>(material.picture)];
        for (std::size_t k = 0; k < 4 && picture.is_uniform; ++k) out[k] *= picture.color[k];
        return out;
    }

    void compare_corners() {
        Tally positions, uvs, colors, influences;
        each_corner([&](std::size_t i, std::size_t j) {
            const VertexFacts &x = a_.vertices[i], &y = b_.vertices[j];
            const bool touched = is_touched(x);
            const double moved = distance(x.rest, y.rest);
            if (moved > (touched && moves() ? tolerance_.step : tolerance_.exact)) positions.add(moved);
            const bool has_uv = a_.parts[x.part].has_uv && !is_added(x) &&
                                !is_cut_anew(a_.parts[x.part].material, b_.parts[y.part].material);
            const double uv = std::max(std::abs(x.uv[0] - y.uv[0]), std::abs(x.uv[1] - y.uv[1]));
            if (has_uv && uv > (touched && change_.edit == Edit::uv ? tolerance_.uv_step : tolerance_.uv_exact)) {
                uvs.add(uv);
            }
            compare_color(x, y, touched, colors);
            compare_influences(x, y, influences);
        });
        add(Kind::positions, positions, "corners moved", " m");
        add(Kind::uvs, uvs, "texture coordinates differ", "");
        add(Kind::colors, colors, "corners have another colour", "");
        add(Kind::influences, influences, "corners hang otherwise", "");
    }

    void compare_color(const VertexFacts& x, const VertexFacts& y, bool touched, Tally& out) {
        const auto ca = tint(a_, x), cb = tint(b_, y);
        double most = 0;
        for (std::size_t k = 0; k < 4; ++k) most = std::max(most, std::abs(ca[k] - cb[k]));
        const int material = a_.parts[x.part].material;
        const bool recolored = change_.material && material == static_cast<int>(*change_.material);
        if (most <= (touched || recolored ? tolerance_.color_step : tolerance_.color_exact)) return;
        if (is_baked(material, b_.parts[y.part].material)) {
            double by_vertices = 0;
            for (std::size_t k = 0; k < 4; ++k) by_vertices = std::max(by_vertices, std::abs(x.color[k] - y.color[k]));
            if (by_vertices <= tolerance_.color_exact) return;
        }
        out.add(most);
    }

    // The colour of a material may have become part of its picture.
    bool is_baked(int ma, int mb) {
        if (ma < 0 || mb < 0) return false;
        const auto known = baked_.find({ma, mb});
        if (known != baked_.end()) return known->second;
        return baked_[{ma, mb}] = picture_difference(ma, mb, true).count == 0;
    }

    bool is_cut_anew(int ma, int mb) const {
        if (!tolerance_.crops_pictures || ma < 0 || mb < 0) return false;
        const int x = a_.materials[static_cast<std::size_t>(ma)].picture,
                  y = b_.materials[static_cast<std::size_t>(mb)].picture;
        if (x < 0 || y < 0) return false;
        const Pixels &p = a_.pictures[static_cast<std::size_t>(x)].pixels,
                     &q = b_.pictures[static_cast<std::size_t>(y)].pixels;
        return p.width != q.width || p.height != q.height;
    }

    Tally picture_difference(int ma, int mb, bool with_factor) const {
        const MaterialFacts &x = a_.materials[static_cast<std::size_t>(ma)],
                            &y = b_.materials[static_cast<std::size_t>(mb)];
        Tally out;
        if (x.picture < 0 || y.picture < 0) {
            if (with_factor || (x.picture < 0) != (y.picture < 0)) out.add(255);
            return out;
        }
        const Pixels &p = a_.pictures[static_cast<std::size_t>(x.picture)].pixels,
                     &q = b_.pictures[static_cast<std::size_t>(y.picture)].pixels;
        if (p.width != q.width || p.height != q.height) {
            out.add(255, std::to_string(q.width) + " x " + std::to_string(q.height) + " pixels instead of " +
                             std::to_string(p.width) + " x " + std::to_string(p.height));
            return out;
        }
        const bool touched = with_factor || change_.images.contains(static_cast<std::size_t>(x.picture));
        const int most = touched ? tolerance_.pixel_step : tolerance_.pixel_exact;
        const auto value = [&](std::uint8_t byte, double factor) {
            if (!with_factor) return double(byte);
            return 255 * to_srgb(std::clamp(to_linear(byte / 255.0) * factor, 0.0, 1.0));
        };
        for (std::size_t i = 0; i < p.rgba.size(); i += 4) {
            if (p.rgba[i + 3] == 0 && q.rgba[i + 3] == 0) continue;
            double worst = std::abs(int{p.rgba[i + 3]} - int{q.rgba[i + 3]});
            for (std::size_t k = 0; k < 3; ++k) {
                worst =
                    std::max(worst, std::abs(value(p.rgba[i + k], x.factor[k]) - value(q.rgba[i + k], y.factor[k])));
            }
            if (worst > most) out.add(worst);
        }
        return out;
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

    // Colours on the triangle itself, at places between its corners.
    double paint_difference(const TrianglePair& pair) const {
        const auto color_at = [](const Facts& facts, const Triangle& triangle, std::size_t turn,
                                 const std::array<double, 3>& at) {
            std::array<double, 4> out{};
            std::array<double, 2> uv{};
            for (std::size_t i = 0; i < 3; ++i) {
                const VertexFacts& v = facts.vertices[triangle.corners[(i + turn) % 3]];
                for (std::size_t k = 0; k < 2; ++k) uv[k] += at[i] * v.uv[k];
            }
            const int index = facts.parts[facts.vertices[triangle.corners[0]].part].material;
            if (index < 0) return std::array<double, 4>{1, 1, 1, 1};
            const MaterialFacts& material = facts.materials[static_cast<std::size_t>(index)];
            if (material.picture < 0) return std::array<double, 4>{1, 1, 1, 1};
            const Pixels& p = facts.pictures[static_cast<std::size_t>(material.picture)].pixels;
            const auto texel = [](double t, std::size_t n) {
                return static_cast<std::size_t>(std::clamp(t, 0.0, 0.99999) * double(n));
            };
            const std::uint8_t* rgba = p.at(texel(uv[0], p.width), texel(uv[1], p.height));
            for (std::size_t k = 0; k < 4; ++k) out[k] = rgba[3] == 0 ? 0 : rgba[k] / 255.0;
            return out;
        };
        double sum = 0;
        int n = 0;
        for (int i = 1; i < 6; ++i) {
            for (int j = 1; i + j < 7; ++j) {
                const std::array<double, 3> at{i / 7.0, j / 7.0, 1 - (i + j) / 7.0};
                const auto x = color_at(a_, a_.triangles[pair.a], 0, at),
                           y = color_at(b_, b_.triangles[pair.b], pair.turn, at);
                double most = 0;
                for (std::size_t k = 0; k < 4; ++k) most = std::max(most, std::abs(x[k] - y[k]));
                sum += most > 0.05 ? 1 : 0;
                ++n;
            }
        }
        return sum / n;
    }

    void compare_materials() {
        std::map<std::pair<int, int>, std::size_t> pairs;
        Tally painted;
        for (const TrianglePair& pair : match_.pairs) {
            const VertexFacts &x = a_.vertices[a_.triangles[pair.a].corners[0]],
                              &y = b_.vertices[b_.triangles[pair.b].corners[0]];
            if (is_added(x)) {
                compare_added(y);
                continue;
            }
            ++pairs[{a_.parts[x.part].material, b_.parts[y.part].material}];
            if (!is_cut_anew(a_.parts[x.part].material, b_.parts[y.part].material)) continue;
            // A texel more or less at an edge is no difference.
            const double differs = paint_difference(pair);
            if (differs > 0.25) painted.add(differs);
        }
        add(Kind::pictures, painted, "triangles show another piece of the picture", " of the samples");
        for (const auto& [pair, count] : pairs) compare_pair(pair.first, pair.second, count);
    }

    void compare_added(const VertexFacts& y) {
        const int material = b_.parts[y.part].material;
        if (material < 0) return;
        const MaterialFacts& m = b_.materials[static_cast<std::size_t>(material)];
        const bool many_colors = m.picture >= 0 && !b_.pictures[static_cast<std::size_t>(m.picture)].is_uniform;
        if (many_colors && !said_added_) {
            add(Kind::pictures, "the added object wears a picture of the model", 255);
            said_added_ = true;
        }
    }

    void compare_pair(int ma, int mb, std::size_t count) {
        const std::string of = " (" + std::to_string(count) + " triangles)";
        if ((ma < 0) != (mb < 0)) return add(Kind::materials, "a material is there only once" + of);
        if (ma < 0) return;
        const MaterialFacts &x = a_.materials[static_cast<std::size_t>(ma)],
                            &y = b_.materials[static_cast<std::size_t>(mb)];
        if (x.alpha != y.alpha) add(Kind::materials, x.name + ": alpha " + y.alpha + " instead of " + x.alpha + of);
        if (x.double_sided != y.double_sided) add(Kind::materials, x.name + ": double sided no longer the same" + of);
        if (x.name != y.name && !tolerance_.crops_pictures) {
            add(Kind::materials, "material " + x.name + " is called " + y.name + of);
        }
        if (is_cut_anew(ma, mb)) return;
        const Tally tally = picture_difference(ma, mb, false);
        if (tally.count == 0 || is_baked(ma, mb) || both_flat(x, y)) return;
        add(Kind::pictures, tally, "pixels of " + x.name + " differ", " of 255");
    }

    // A small picture of one colour, or just that colour: compare_color() has seen to it.
    bool both_flat(const MaterialFacts& x, const MaterialFacts& y) const {
        const auto flat = [](const Facts& facts, const MaterialFacts& m) {
            return m.picture < 0 || facts.pictures[static_cast<std::size_t>(m.picture)].is_uniform;
        };
        return flat(a_, x) && flat(b_, y);
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
                if (moved > tolerance_.exact) places.add(moved, node.name);
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
        std::vector<Difference> before = std::move(out_), least;
        for (const ClipFacts& other : b_.clips) {
            if (other.name != clip.name || taken.contains(&other)) continue;
            out_.clear();
            compare_clip(clip, other);
            if (best != nullptr && out_.size() >= least.size()) continue;
            best = &other;
            least = std::move(out_);
            if (least.empty()) break;
        }
        out_ = std::move(before);
        out_.insert(out_.end(), least.begin(), least.end());
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
            const double loose = 3 * tolerance_.step + tolerance_.exact;
            each_corner([&](std::size_t i, std::size_t j) {
                const double moved = distance(x.vertices[i], y.vertices[j]);
                const bool touched = edited || (is_touched(a_.vertices[i]) && moves());
                if (moved > (touched ? loose : tolerance_.exact)) corners.add(moved, "at " + number(seconds) + " s");
            });
            for (const auto& [i, j] : same_nodes_) {
                const double moved = apart(x.nodes[i], y.nodes[j]);
                if (moved > (edited ? loose : 2 * tolerance_.exact)) nodes.add(moved, a_.nodes[i].name);
            }
        }
        add(Kind::poses, corners, "corners moved in clip " + clip.name, " m");
        add(Kind::node_places, nodes, "nodes moved in clip " + clip.name, " m");
    }

    const Facts& a_;
    const Facts& b_;
    const Change& change_;
    const Tolerance& tolerance_;
    TriangleMatch match_{};
    std::vector<std::pair<std::size_t, std::size_t>> same_nodes_{};
    std::map<std::pair<int, int>, bool> baked_{};
    std::set<std::size_t> carriers_{};
    bool said_added_ = false;
    std::vector<Difference> out_{};
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
        case Kind::pictures: return "pictures";
    }
    return "";
}

std::vector<Difference> compare(const Facts& expected, const Facts& actual, const Change& change,
                                const Tolerance& tolerance) {
    return Comparison(expected, actual, change, tolerance).run();
}

}  // namespace edits
