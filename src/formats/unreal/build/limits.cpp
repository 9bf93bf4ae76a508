// Which points become vertices, and what to do where there are too many.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "scene/maths.hpp"
#include "scene/unique.hpp"

namespace thaw::unreal {

namespace {

u64 most_vertices(const BuildWork& work) { return work.deus_ex ? most_deus_ex_vertices : most_standard_vertices; }

bool has_no_area(const BuildWork& work, const build::FlatTriangle& t) {
    const u32 a = work.welded[t.points[0]], b = work.welded[t.points[1]], c = work.welded[t.points[2]];
    return a == b || b == c || c == a;
}

struct Excess {
    std::string_view what;
    u64 most;
    u64 found;
};

std::vector<Excess> excesses(const BuildWork& work) {
    std::vector<Excess> out;
    const u64 polys = work.flat.triangles.size() + (work.weapon != no_index);
    if (work.vertices() > most_vertices(work)) out.push_back({"vertices", most_vertices(work), work.vertices()});
    if (polys > most_polys) out.push_back({"polygons", most_polys, polys});
    if (work.frames.size() > most_frames) out.push_back({"frames", most_frames, work.frames.size()});
    return out;
}

// Joins points until there are few enough: first those that never come apart, then those of one cell of a grid that
// gets wider. Crude, but it always ends.
class Joining {
public:
    explicit Joining(BuildWork& work) : work_(work) {
        Pose scratch;
        work.flat.pose(work.frames.front(), first_, scratch);
        for (const u32 p : work.points) {
            box_.include(first_[p]);
        }
    }

    void run() {
        const u64 vertices = work_.vertices();
        const u64 polys = work_.flat.triangles.size();
        join(by_path());
        for (int cells = 1024; is_too_large() && cells >= 1; cells /= 2) {
            if (work_.input.context.cancelled()) break;
            join(by_cell(cells));
        }
        f32 farthest = 0;
        for (u32 p = 0; p < first_.size(); ++p) {
            if (work_.vertex_of[work_.welded[p]] == no_index) continue;
            farthest = std::max(farthest, length(first_[p] - first_[work_.welded[p]]));
        }
        const double tenths = std::floor(static_cast<double>(farthest) * 10000 + 0.5) / 10;
        work_.issues.add(issue::vertices_joined, "data", "num_vertices",
                         text::plural(most_vertices(work_), "vertex") + " and " + text::plural(most_polys, "polygon"),
                         std::to_string(vertices) + " became " + std::to_string(work_.vertices()) +
                             ", moved by at most " + text::number(tenths) + " mm; " +
                             text::plural(polys - work_.flat.triangles.size(), "triangle") + " without area left out");
    }

private:
    bool is_too_large() const {
        return work_.vertices() > most_vertices(work_) ||
               work_.flat.triangles.size() + (work_.weapon != no_index) > most_polys;
    }

    // Where each point is in all frames, as one number.
    std::vector<std::array<u32, 3>> by_path() const {
        std::vector<std::array<u32, 3>> keys(first_.size());
        std::vector<Vec3> places;
        Pose scratch;
        for (const u32 frame : work_.frames) {
            work_.flat.pose(frame, places, scratch);
            for (std::size_t p = 0; p < places.size(); ++p) {
                const std::array<u32, 5> all{std::bit_cast<u32>(places[p].x), std::bit_cast<u32>(places[p].y),
                                             std::bit_cast<u32>(places[p].z), keys[p][0], keys[p][1]};
                const u64 hash = detail::hash_of(all);
                keys[p] = {static_cast<u32>(hash), static_cast<u32>(hash >> 32), 0};
            }
        }
        return keys;
    }

    std::vector<std::array<u32, 3>> by_cell(int cells) const {
        const Vec3 size = box_.size();
        const f32 cell = std::max({size.x, size.y, size.z, 1e-30f}) / static_cast<f32>(cells);
        std::vector<std::array<u32, 3>> keys;
        for (const Vec3 p : first_) {
            const Vec3 at = p - box_.low;
            const auto key = [&](f32 x) { return static_cast<u32>(std::max(0.0f, std::min(x / cell, 2048.0f))); };
            keys.push_back({key(at.x), key(at.y), key(at.z)});
        }
        return keys;
    }

    void join(const std::vector<std::array<u32, 3>>& keys) {
        const Unique unique = unique_of(keys);
        for (u32 p = 0; p < keys.size(); ++p) work_.welded[p] = work_.welded[unique.firsts[unique.index[p]]];
        auto& triangles = work_.flat.triangles;
        std::erase_if(triangles, [&](const build::FlatTriangle& t) { return has_no_area(work_, t); });
        for (build::FlatTriangle& t : triangles) {
            for (u32& p : t.points) p = work_.welded[p];
        }
        choose_vertices(work_);
    }

    BuildWork& work_;
    std::vector<Vec3> first_;  // frame 0
    Box3<f32> box_{};          // of it
};

// Frames past the last that a file can have go, and so does what plays them.
void cut_frames(BuildWork& work) {
    const std::string before = text::plural(work.frames.size(), "frame");
    work.frames.erase(work.frames.begin() + most_frames, work.frames.end());
    const std::size_t sequences = work.sequences.size();
    std::erase_if(work.sequences, [](const BuiltSequence& s) { return s.start >= most_frames; });
    for (BuiltSequence& s : work.sequences) {
        s.frames = std::min(s.frames, static_cast<u32>(most_frames) - s.start);
    }
    work.issues.add(thaw::issue::fitted, "aniv", "num_frames", text::plural(most_frames, "frame"),
                    before + " cut and " + text::plural(sequences - work.sequences.size(), "clip") + " left out");
}

}  // namespace

void choose_vertices(BuildWork& work) {
    if (work.welded.empty()) {
        work.welded.assign(work.flat.points, 0);
        std::iota(work.welded.begin(), work.welded.end(), u32{0});
        const u64 all = work.flat.triangles.size();
        std::erase_if(work.flat.triangles, [&](const build::FlatTriangle& t) { return has_no_area(work, t); });
        if (const u64 lost = all - work.flat.triangles.size(); lost > 0) {
            work.issues.add(thaw::issue::triangles_dropped, "data", {}, {},
                            text::plural(lost, "triangle") + " without area");
        }
    }
    std::vector<bool> used(work.flat.points);
    for (const build::FlatTriangle& t : work.flat.triangles) {
        for (const u32 p : t.points) used[p] = true;
    }
    work.points.clear();
    bool known = true;
    for (u32 p = 0; p < used.size(); ++p) {
        if (!used[p]) continue;
        work.points.push_back(p);
        known = known && work.flat.sources[p] != no_index;
    }
    // The order of the file they came from, where that is known.
    if (known) {
        std::stable_sort(work.points.begin(), work.points.end(),
                         [&](u32 a, u32 b) { return work.flat.sources[a] < work.flat.sources[b]; });
    }
    work.vertex_of.assign(work.flat.points, no_index);
    for (u32 v = 0; v < work.points.size(); ++v) work.vertex_of[work.points[v]] = v;
}

Status keep_limits(BuildWork& work) {
    if (work.options.fit && work.deus_ex && work.vertices() > most_deus_ex_vertices &&
        work.vertices() <= most_standard_vertices) {
        work.deus_ex = false;
        work.issues.add(issue::standard_vertices, "aniv", "num_vertices", std::to_string(most_deus_ex_vertices),
                        text::plural(work.vertices(), "vertex"));
    }
    const auto exceeded = excesses(work);
    if (exceeded.empty()) return Done{};
    if (work.options.fit) {
        if (work.frames.size() > most_frames) cut_frames(work);
        if (!excesses(work).empty()) Joining(work).run();
        return Done{};
    }
    for (const Excess& e : exceeded) {
        work.issues.add(thaw::issue::limit_exceeded, e.what == "frames" ? "aniv" : "data", std::string(e.what),
                        std::to_string(e.most) + " " + std::string(e.what), std::to_string(e.found));
    }
    const Excess& first = exceeded.front();
    return Error{Code::unrepresentable, "the model has " + std::to_string(first.found) + " " + std::string(first.what) +
                                            ", and a file holds " + std::to_string(first.most) + " at most"};
}

}  // namespace thaw::unreal
