// Points that were moved, in the frames that store them.
#include <algorithm>
#include <cmath>

#include "formats/ctr/edit_parts.hpp"
#include "formats/ctr/frames.hpp"
#include "formats/ctr/scene_parts.hpp"
#include "scene/shapes.hpp"

namespace thaw::ctr {

namespace {

constexpr std::size_t height = 1;
constexpr u64 frame_field = 0x24, deltas_field = 0x30, animations_field = 0x38;  // of a mesh

using Step = std::array<i32, 3>;  // on the grid, from its zero and not from the frame's origin

// The steps as bytes from an origin; the old one if they allow it.
std::optional<GridPose> grid_pose(const std::vector<Step>& steps, const std::array<i16, 3>& origin) {
    GridPose out{origin, {}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [first, last] = std::minmax_element(steps.begin(), steps.end(), [&](const Step& a, const Step& b) {
            return a[axis] < b[axis];
        });
        i32 low = (*first)[axis];
        const i32 high = (*last)[axis];
        if (low >= origin[axis] && high <= origin[axis] + 255) continue;
        if (axis == height && low % 2 != 0) --low;
        if (high - low > 255 || low < least_origin || low > greatest_origin) return std::nullopt;
        out.origin[axis] = static_cast<i16>(low);
    }
    for (const Step& step : steps) {
        GridPoint point{};
        for (std::size_t axis = 0; axis < 3; ++axis) point[axis] = static_cast<u8>(step[axis] - out.origin[axis]);
        out.points.push_back(point);
    }
    return out;
}

class PointEdit {
public:
    PointEdit(EditWork& work, const EditedMesh& edited)
        : work_(work),
          edited_(edited),
          mesh_(work.mesh(edited)),
          then_(work.before().meshes[edited.mesh]),
          now_(work.after().meshes[edited.mesh]) {
        const Matrix world = world_matrix(work.before(), edited.node);
        units_ = units_per_metre * std::hypot(world[0], world[1], world[2]);
    }

    std::string run() {
        for (const ShownFrame& each : frames_shown(work_.file, mesh_)) stored_.push_back({each});
        if (stored_.size() != shape_count(then_)) {
            if (then_.points == now_.points) return {};
            // To write the model anew would lose the frames that are not shown.
            work_.build.refused = Error{Code::unsupported,
                                        "the scene shows one frame of several; convert the model without --frame to "
                                        "move its points"};
            return "one frame of several";
        }
        find_shapes();
        for (u32 f = 0; f < stored_.size() && why_.empty(); ++f) move_points(f);
        for (std::size_t first = 0, end = 0; first < stored_.size() && why_.empty(); first = end) {
            while (end < stored_.size() && stored_[end].row == stored_[first].row) ++end;
            if (std::any_of(stored_.begin() + static_cast<std::ptrdiff_t>(first),
                            stored_.begin() + static_cast<std::ptrdiff_t>(end),
                            [](const Stored& each) { return each.pose.has_value(); })) {
                store({stored_.data() + first, end - first});
            }
        }
        return why_;
    }

private:
    struct Stored : ShownFrame {
        std::optional<GridPose> pose{};  // if it has changed
    };
    using Group = std::span<Stored>;  // frames that share their deltas

    Frame& frame(const Stored& each) { return work_.file.frames[each.region].value; }
    u64 place(const Stored& each) const { return work_.file.frames[each.region].offset - work_.file.base(); }

    // A key shows its own frame, unless somebody let it show another; the last one of a clip only repeats one.
    void find_shapes() {
        for (u32 f = 0; f < stored_.size(); ++f) shapes_.push_back(f);
        for (std::size_t c = 0; c < work_.before().clips.size(); ++c) {
            const auto &then = work_.before().clips[c].channels, &now = work_.after().clips[c].channels;
            for (std::size_t i = 0; i < then.size(); ++i) {
                if (work_.before().nodes[then[i].node].mesh != edited_.mesh) continue;
                std::set<u32> seen;
                for (std::size_t k = 0; k < then[i].frames.size(); ++k) {
                    if (seen.insert(then[i].frames[k]).second) shapes_[then[i].frames[k]] = now[i].frames[k];
                }
            }
        }
    }

    void move_points(u32 f) {
        shape_points(then_, f, before_);
        shape_points(now_, shapes_[f], after_);
        if (before_ == after_) return;
        Stored& stored = stored_[f];
        const GridFrame grid = decode_frame(frame(stored), stored.deltas, before_.size());
        if (!grid.complete) {
            why_ = "the file does not have all points of every frame";
            return;
        }
        std::vector<Step> steps;
        bool any = false;
        for (std::size_t v = 0; v < before_.size(); ++v) {
            steps.emplace_back();
            for (std::size_t axis = 0; axis < 3; ++axis) {
                steps[v][axis] = grid.points[v][axis] + frame(stored).origin[axis];
            }
            if (before_[v] != after_[v]) any = move(steps[v], before_[v], after_[v]) || any;
        }
        if (!any || !why_.empty()) return;
        stored.pose = grid_pose(steps, frame(stored).origin);
        if (!stored.pose) why_ = "points have left the grid of " + now_.name;
        work_.points_stored = true;
    }

    // Changed heights are even ones, as the game shows them.
    bool move(Step& step, Vec3 from, Vec3 to) {
        const Step old = step;
        const std::array<f32, 3> was{from.x, from.y, from.z}, is{to.x, to.y, to.z};
        double squared = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (was[axis] == is[axis]) continue;
            const double unit = mesh_.scale[axis] / 4096.0;
            if (unit == 0) {
                why_ = "the grid of " + now_.name + " has no steps along an axis";
                return false;
            }
            const double exact = double{is[axis]} * units_ / unit;
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

    bool is_alone(const Stored& each) {
        return work_.room.is_alone(place(each), frame_header_bytes) &&
               work_.room.is_alone(place(each) + frame(each).data_offset, frame(each).data.size());
    }

    void store(Group group) {
        if (!keeps_deltas(group) && !packs_anew(group)) add(group);
    }

    static void put(Frame& frame, const GridPose& pose, std::vector<u8> data) {
        frame.origin = pose.origin;
        while (data.size() < frame.data.size()) data.push_back(0);
        data.erase(data.begin() + static_cast<std::ptrdiff_t>(frame.data.size()), data.end());
        frame.data = Blob::take(std::move(data));
    }

    bool keeps_deltas(Group group) {
        std::vector<std::vector<u8>> data(group.size());
        for (std::size_t k = 0; k < group.size(); ++k) {
            if (!group[k].pose) continue;
            auto bytes = group[k].deltas == nullptr ? raw_data(group[k].pose->points)
                                                    : compress_with(*group[k].deltas, *group[k].pose);
            if (bytes.empty() || !is_alone(group[k])) return false;
            data[k] = std::move(bytes);
        }
        for (std::size_t k = 0; k < group.size(); ++k) {
            if (group[k].pose) put(frame(group[k]), *group[k].pose, std::move(data[k]));
        }
        return true;
    }

    std::vector<GridPose> poses_of(Group group) {
        std::vector<GridPose> out;
        for (const Stored& each : group) {
            const GridFrame grid = decode_frame(frame(each), each.deltas, then_.points.size());
            if (!grid.complete) why_ = "the file does not have all points of every frame";
            out.push_back(each.pose ? *each.pose : GridPose{frame(each).origin, grid.points});
        }
        return out;
    }

    // All frames of an animation share their deltas, so that all are written.
    bool packs_anew(Group group) {
        const u64 deltas_bytes = then_.points.size() * Delta::disk_bytes;
        if (group[0].deltas == nullptr || group[0].deltas->size() != then_.points.size()) return false;
        const u32 pointer = group[0].row == no_index ? mesh_.deltas : animation_at(work_.file, row_of(group))->deltas;
        if (!work_.room.is_alone(delta_target(pointer), deltas_bytes)) return false;
        const auto poses = poses_of(group);
        if (!why_.empty()) return true;
        Compressed packed = compress(poses);
        for (std::size_t k = 0; k < group.size(); ++k) {
            if (!is_alone(group[k]) || packed.frames[k].size() > frame(group[k]).data.size()) return false;
        }
        for (std::size_t k = 0; k < group.size(); ++k) put(frame(group[k]), poses[k], std::move(packed.frames[k]));
        work_.file.delta_arrays[work_.file.delta_arrays.index_of(work_.file.place(delta_target(pointer)))].value =
            std::move(packed.deltas);
        return true;
    }

    u32 row_of(Group group) const { return (*animations_of(work_.file, mesh_))[group[0].row].target; }

    void add(Group group) {
        const auto poses = poses_of(group);
        if (!why_.empty()) return;
        const bool is_animation = group[0].row != no_index;
        const Animation* old = is_animation ? animation_at(work_.file, row_of(group)) : nullptr;
        auto plan = animation_plan(work_.build, is_animation ? std::string(name_text(old->name)) : now_.name,
                                   is_animation && old->is_half_rate(),
                                   is_animation ? static_cast<u16>(playback_frames(*old)) : u16{1}, poses);
        for (std::size_t k = 0; k < group.size(); ++k) {
            plan.frames[k].padding = frame(group[k]).padding;
            plan.frames[k].unknown_0x08 = frame(group[k]).unknown_0x08;
        }
        BodyWriter& end = work_.room.end();
        end.align();
        u64 deltas = work_.header(edited_) + deltas_field;
        const u32 here = end.here();
        if (is_animation) {
            deltas = ctr::put(end, plan);
            table_ = work_.room.own_table(work_.header(edited_) + animations_field, table_ ? *table_ : mesh_.animations,
                                          *animations_of(work_.file, mesh_));
            work_.room.point(*table_ + 4 * group[0].row, here);
        } else {
            ctr::put(end, plan.frames[0]);
            work_.room.point(work_.header(edited_) + frame_field, here);
            if (mesh_.deltas != 0 && plan.deltas.empty()) work_.room.point(deltas, 0);
        }
        if (plan.deltas.empty()) return;
        work_.room.point(deltas, end.here());
        ctr::put(end, plan.deltas);
    }

    EditWork& work_;
    const EditedMesh& edited_;
    Mesh& mesh_;
    const thaw::Mesh& then_;
    const thaw::Mesh& now_;
    double units_ = 0;  // of the game, a unit of the scene
    std::vector<Stored> stored_{};
    std::vector<u32> shapes_{};  // by frame: what it is to show
    std::optional<u32> table_{};  // of animations, once it is this mesh's own
    std::vector<Vec3> before_{}, after_{};
    std::string why_{};
};

}  // namespace

std::string edit_points(EditWork& work, const EditedMesh& mesh) { return PointEdit(work, mesh).run(); }

}  // namespace thaw::ctr
