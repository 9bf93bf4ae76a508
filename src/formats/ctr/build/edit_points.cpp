// Points that were moved, in the frames that store them.
#include <algorithm>
#include <cmath>

#include "formats/ctr/build/edit_parts.hpp"
#include "formats/ctr/model/frames.hpp"
#include "scene/edit/edit.hpp"
#include "scene/shapes.hpp"

namespace thaw::ctr {

namespace {

constexpr std::size_t height = 1;

using Step = std::array<i32, 3>;  // on the grid, from its zero and not from the frame's origin

// The steps as bytes from an origin; the old one if they allow it.
std::optional<GridPose> grid_pose(const std::vector<Step>& steps, const std::array<i16, 3>& origin) {
    GridPose out{origin, std::vector<GridPoint>(steps.size())};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        i32 low = steps.front()[axis], high = low;
        for (const Step& step : steps) {
            low = std::min(low, step[axis]);
            high = std::max(high, step[axis]);
        }
        if (low < origin[axis] || high > origin[axis] + 255) {
            if (axis == height && low % 2 != 0) --low;
            if (high - low > 255 || low < least_origin || low > greatest_origin) return std::nullopt;
            out.origin[axis] = static_cast<i16>(low);
        }
        for (std::size_t v = 0; v < steps.size(); ++v) {
            out.points[v][axis] = static_cast<u8>(steps[v][axis] - out.origin[axis]);
        }
    }
    return out;
}

class PointEdit {
public:
    PointEdit(EditWork& work, const EditedMesh& edited)
        : work_(work),
          file_(work.file),
          edited_(edited),
          mesh_(work.mesh(edited)),
          then_(work.before().meshes[edited.mesh]),
          now_(work.after().meshes[edited.mesh]) {
        const Matrix world = world_matrix(work.before(), edited.node);
        units_ = units_per_metre * std::hypot(world[0], world[1], world[2]);
    }

    std::string run() {
        const auto shown = frames_shown(work_, edited_);
        if (shown.empty()) return not_all_frames();
        find_shapes();
        std::map<u32, Group> groups;  // by row of the table, as the scene has them
        for (u32 f = 0; f < shown.size(); ++f) groups[shown[f].row].push_back({shown[f], moved_pose(shown[f], f)});
        for (const auto& [row, group] : groups) {
            const bool any =
                std::any_of(group.begin(), group.end(), [](const Stored& each) { return each.pose.has_value(); });
            if (any && why_.empty()) store(group);
        }
        return why_;
    }

private:
    struct Stored : ShownFrame {
        std::optional<GridPose> pose{};  // if it has changed
    };
    using Group = std::vector<Stored>;  // frames that share their deltas

    std::string not_all_frames() {
        if (!work_.input.edit->has(ChangeKind::points) && !work_.input.edit->has(ChangeKind::keys)) return {};
        if (!then_.frames) {  // to write it anew would lose the frames that are not shown
            work_.build.refused = Error{Code::unsupported,
                                        "the scene shows one frame of several; convert the model "
                                        "without --frame to move its points"};
        }
        return "the scene does not show every frame of the file";
    }

    // A key shows its own frame, unless somebody let it show another; the last one of a clip only repeats one.
    void find_shapes() {
        for (u32 f = 0; f < shape_count(then_); ++f) shapes_.push_back(f);
        for (std::size_t c = 0; c < work_.before().clips.size(); ++c) {
            const auto &then = work_.before().clips[c].channels, &now = work_.after().clips[c].channels;
            for (std::size_t i = 0; i < then.size(); ++i) {
                if (work_.before().nodes[then[i].node].mesh != edited_.mesh) continue;
                for (std::size_t k = then[i].frames.size(); k-- > 0;) shapes_[then[i].frames[k]] = now[i].frames[k];
            }
        }
    }

    Frame& frame(const ShownFrame& each) { return file_.frames[each.region].value; }
    std::vector<GridPoint> grid_of(const ShownFrame& each) {
        GridFrame grid = decode_frame(frame(each), deltas_at(file_, each.deltas), then_.points.size());
        if (!grid.complete) why_ = "the file does not have all points of every frame";
        while (grid.points.size() < then_.points.size()) grid.points.emplace_back();
        return std::move(grid.points);
    }

    std::optional<GridPose> moved_pose(const ShownFrame& shown, u32 f) {
        shape_points(then_, f, before_);
        shape_points(now_, shapes_[f], after_);
        if (before_ == after_) return std::nullopt;
        const auto grid = grid_of(shown);
        const auto& origin = frame(shown).origin;
        std::vector<Step> steps(grid.size());
        bool any = false;
        for (std::size_t v = 0; v < grid.size(); ++v) {
            for (std::size_t axis = 0; axis < 3; ++axis) steps[v][axis] = grid[v][axis] + origin[axis];
            if (before_[v] != after_[v]) any = move(steps[v], before_[v], after_[v]) || any;
        }
        if (!any || !why_.empty()) return std::nullopt;
        work_.points_stored = true;
        auto out = grid_pose(steps, origin);
        if (!out) why_ = "points have left the grid of " + now_.name;
        return out;
    }

    // Changed heights are even ones, as the game shows them.
    bool move(Step& step, Vec3 from, Vec3 to) {
        const Step old = step;
        double squared = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (from[axis] == to[axis]) continue;
            const double unit = mesh_.scale[axis] / 4096.0;
            if (unit == 0) {
                why_ = "the grid of " + now_.name + " has no steps along an axis";
                return false;
            }
            const double exact = double{to[axis]} * units_ / unit;
            const double near = axis == height ? 2 * std::nearbyint(exact / 2) : std::nearbyint(exact);
            // Half a step is no way to go, be it from an odd height.
            if (std::abs(exact - step[axis]) > 0.5) step[axis] = static_cast<i32>(std::clamp(near, -1e9, 1e9));
            const double off = (step[axis] - exact) * unit / units_per_metre;
            squared += off * off;
        }
        work_.farthest = std::max(work_.farthest, std::sqrt(squared));
        return step != old;
    }

    // --- where they go

    static bool is_of_animation(const Group& group) { return group[0].row != no_index; }
    u32 animation_pointer(const Group& group) const { return (*animations_of(file_, mesh_))[group[0].row].target; }

    // Nobody else shows these frames, and none is shown twice.
    bool are_alone(const Group& group) {
        if (is_of_animation(group)) {
            if (!work_.room.is_alone(mesh_.animations, disk_size(*animations_of(file_, mesh_)))) return false;
            if (!work_.room.is_alone(animation_pointer(group), animation_header_bytes)) return false;
        }
        std::set<std::size_t> seen;
        return std::all_of(group.begin(), group.end(), [&](const Stored& each) {
            const u64 place = file_.frames[each.region].offset - file_.base();
            return seen.insert(each.region).second && work_.room.is_alone(place, frame_header_bytes) &&
                   work_.room.is_alone(place + frame(each).data_offset, frame(each).data.size());
        });
    }

    void store(const Group& group) {
        std::vector<GridPose> poses;
        for (const Stored& each : group)
            poses.push_back(each.pose ? *each.pose : GridPose{frame(each).origin, grid_of(each)});
        if (!why_.empty()) return;
        if (are_alone(group) && (keeps_deltas(group) || packs_anew(group, poses))) return;
        if (is_of_animation(group)) {
            add_animation(group, poses);
        } else {
            mesh_.frame = add_frame(group[0], poses[0]);
            mesh_.deltas = 0;
        }
    }

    // `data` may be padded, or lack the padding of the frame.
    static void put(Frame& frame, const GridPose& pose, const std::vector<u8>& data, std::size_t bytes) {
        frame.origin = pose.origin;
        std::vector<u8> out(bytes);
        std::copy_n(data.begin(), std::min(bytes, data.size()), out.begin());
        frame.data = Blob::take(std::move(out));
    }

    bool keeps_deltas(const Group& group) {
        std::vector<std::vector<u8>> data(group.size());
        for (std::size_t k = 0; k < group.size(); ++k) {
            if (!group[k].pose) continue;
            const auto* deltas = deltas_at(file_, group[k].deltas);
            data[k] = deltas == nullptr ? raw_data(group[k].pose->points) : compress_with(*deltas, *group[k].pose);
            if (data[k].empty()) return false;
        }
        for (std::size_t k = 0; k < group.size(); ++k) {
            Frame& old = frame(group[k]);
            if (group[k].pose) put(old, *group[k].pose, data[k], old.data.size());
        }
        return true;
    }

    // All frames of an animation share their deltas, so that all are written.
    bool packs_anew(const Group& group, const std::vector<GridPose>& poses) {
        u32 pointer = delta_target(group[0].deltas);
        const auto* deltas = deltas_at(file_, pointer);
        if (deltas == nullptr || deltas->size() != then_.points.size()) return false;
        if (!work_.room.is_alone(pointer, disk_size(*deltas))) return false;
        Compressed packed = compress(poses);
        for (std::size_t k = 0; k < group.size(); ++k) {
            if (packed.frames[k].size() > frame(group[k]).data.size()) return false;
        }
        for (std::size_t k = 0; k < group.size(); ++k) {
            Frame& old = frame(group[k]);
            put(old, poses[k], packed.frames[k], old.data.size());
        }
        work_.room.put(file_.delta_arrays, pointer, std::move(packed.deltas));
        return true;
    }

    // Alone, deltas would only make it longer.
    u32 add_frame(const Stored& old, const GridPose& pose) {
        const auto data = raw_data(pose.points);
        const u32 place = work_.room.add(frame_header_bytes + data.size());
        add_frame(place, old, pose, data, raw_bytes(pose.points.size()));
        return place;
    }

    void add_frame(u64 place, const Stored& old, const GridPose& pose, const std::vector<u8>& data, u64 bytes) {
        Frame added = frame(old);
        added.data_offset = frame_header_bytes;
        put(added, pose, data, static_cast<std::size_t>(bytes));
        file_.frames[file_.frames.want(file_.base() + place, bytes)].value = std::move(added);
    }

    void add_animation(const Group& group, const std::vector<GridPose>& poses) {
        const u64 vertices = then_.points.size();
        auto plan = animation_plan(work_.build, now_.name, false, 0, poses);
        const u64 room = plan.frames[0].data.size(), frame_bytes = frame_header_bytes + room;
        const u32 place = work_.room.add(animation_header_bytes + group.size() * frame_bytes);
        for (std::size_t k = 0; k < group.size(); ++k) {
            add_frame(place + animation_header_bytes + k * frame_bytes, group[k], poses[k], plan.frames[k].data,
                      plan.deltas.empty() ? raw_bytes(vertices) : room);
        }
        Animation animation = *animation_at(file_, animation_pointer(group));
        animation.frame_bytes = static_cast<u16>(frame_bytes);
        animation.deltas = 0;
        if (!plan.deltas.empty())
            work_.room.put(file_.delta_arrays, animation.deltas, std::move(plan.deltas), vertices);
        file_.animations[file_.animations.want(file_.place(place), vertices)].value = animation;
        auto table = *animations_of(file_, mesh_);
        table[group[0].row].target = place;
        work_.room.put(file_.animation_tables, mesh_.animations, std::move(table));
    }

    EditWork& work_;
    File& file_;
    const EditedMesh& edited_;
    Mesh& mesh_;
    const thaw::Mesh& then_;
    const thaw::Mesh& now_;
    double units_ = 0;           // of the game, a unit of the scene
    std::vector<u32> shapes_{};  // by frame: what it is to show
    std::vector<Vec3> before_{}, after_{};
    std::string why_{};
};

}  // namespace

std::vector<ShownFrame> frames_shown(EditWork& work, const EditedMesh& mesh) {
    const std::size_t count = shape_count(work.before().meshes[mesh.mesh]);
    auto out = frames_shown(work.file, work.mesh(mesh), count + 1);
    if (out.size() != count) out.clear();
    return out;
}

std::string edit_points(EditWork& work, const EditedMesh& mesh) { return PointEdit(work, mesh).run(); }

}  // namespace thaw::ctr
