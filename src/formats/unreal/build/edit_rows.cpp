#include "formats/unreal/build/edit_rows.hpp"

#include <algorithm>
#include <cmath>

#include "base/endian.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

namespace {

constexpr double half_a_step = 0.5;

Error outgrown() { return {Code::unrepresentable, "the shape has outgrown the numbers of the file"}; }

// The weapon triangle is no part of the shape: it goes where the node goes that stands for it.
class WeaponEditing {
public:
    WeaponEditing(const RowsInput& in) : in_(in), shown_{in.document, bundle_, options_, ignored_} {
        shown_.extent = extent_of(in.document);
        shown_.placing = placing_of(shown_placement(in.document), false);
        triangle_ = find_weapon(shown_);
        // One that is part of the shape goes with that.
        for (const build::FlatTriangle& t : in.base.triangles) {
            for (const u32 p : t.points) is_drawn_ = is_drawn_ || is_corner(p);
        }
        node_ = weapon_node_of(in.work.scene());
        const Scene& base = *in.work.input.base_scene;
        if (!exists()) return;
        const u32 then = weapon_node_of(base);
        evaluate(base, nullptr, 0, pose_);
        if (then == no_index) node_ = no_index;
        if (then != no_index) rest_ = pose_.worlds[then];
        if (then != no_index && base.nodes[then].parent != no_index) root_ = pose_.worlds[base.nodes[then].parent];
    }

    bool exists() const { return triangle_ && !is_drawn_ && node_ != no_index; }
    const std::array<u16, 3>& vertices() const { return triangle_->vertices; }

    // What moves the triangle of a frame of the file to where it is at that moment; none while it is hidden. In a frame
    // that no clip shows it is wherever the file says, and not at rest: there it goes as far as it went at rest.
    std::optional<Matrix> change(u32 stored_frame, const build::FlatFrame& now) {
        const Matrix then =
            now.clip == nullptr ? rest_ : root_ * matrix_of(weapon_transform(shown_, *triangle_, stored_frame));
        const auto back = inverse_of(then);
        if (!back || !is_finite(*back)) return std::nullopt;
        evaluate(in_.work.scene(), now.clip, now.seconds, pose_);
        return pose_.worlds[node_] * *back;
    }

    Vec3 place(Point p) const { return rounded(transformed(shown_.placing.scene, exact(p)) * in_.work.draw_scale); }

private:
    bool is_corner(u32 point) const {
        return triangle_ && std::find(vertices().begin(), vertices().end(), point) != vertices().end();
    }

    const RowsInput& in_;
    Bundle bundle_;
    SceneOptions options_;
    Issues ignored_;
    SceneWork shown_;
    std::optional<WeaponTriangle> triangle_;
    bool is_drawn_ = false;
    u32 node_ = no_index;
    Matrix root_ = identity_matrix, rest_ = identity_matrix;  // of the base
    Pose pose_;
};

class RowEditing {
public:
    explicit RowEditing(const RowsInput& in)
        : in_(in),
          work_(in.work),
          d_(in.document),
          reach_(reach_of(d_.is_deus_ex())),
          shown_(static_cast<u32>(in.base.frames.size())),
          vertices_(extent_of(d_).points),
          weapon_(in) {}

    Result<EditedRows> run() {
        const u32 frames = extent_of(d_).frames;
        rows_ = frames;
        if (work_.frames.size() > shown_) rows_ += static_cast<u32>(work_.frames.size()) - shown_;
        const bool grows = rows_ > frames || in_.new_vertices > 0;
        const bool cut_short = frames < d_.frames_present() || (rows_ > frames && frames < d_.aniv->num_frames);
        if (grows && cut_short) return Error{Code::unrepresentable, "frames of the base are cut short"};
        stride_ = grows ? (d_.num_vertices() + in_.new_vertices) * u64{d_.vertex_bytes()} : d_.stride();
        if (grows) copy_rows(frames);
        for (u32 row = 0; row < rows_; ++row) {
            if (auto status = edit_row(row, frames); !status) return status.error();
        }
        EditedRows out{.moved = moved_};
        if (bytes_.empty()) return out;
        const bool shared = !grows && d_.stride() < u64{vertices_} * d_.vertex_bytes();
        if (frames > 1 && shared) return Error{Code::unrepresentable, "frames of the base lie over each other"};
        out.aniv = *d_.aniv;
        out.aniv->frames = Blob::take(std::move(bytes_));
        if (rows_ > frames) out.aniv->num_frames = static_cast<u16>(rows_);
        if (grows) out.aniv->frame_size = static_cast<u16>(stride_);
        return out;
    }

private:
    void copy_rows(u32 frames) {
        bytes_.assign(static_cast<std::size_t>(stride_ * rows_), 0);
        for (u32 row = 0; row < rows_; ++row) {
            const u32 source = source_of(row, frames);
            const auto own = static_cast<std::size_t>(d_.vertices_present(source) * d_.vertex_bytes());
            std::copy_n(d_.aniv->frames.data() + source * d_.stride(), own, bytes_.data() + row * stride_);
        }
    }

    // Which frame of the file it is, or starts as: a new pose as one that the same clip shows.
    u32 source_of(u32 row, u32 frames) const {
        if (row < frames) return row;
        for (u32 i = shown_ + row - frames; i >= shown_; --i) {
            const u32 shape = work_.flat.frames[work_.frames[i]].shape;
            if (shape < shown_) return in_.first_frame + shape;
        }
        return in_.first_frame;
    }

    Status edit_row(u32 row, u32 frames) {
        const bool is_new = row >= frames;
        const u32 place = is_new ? shown_ + row - frames : row - in_.first_frame;
        const bool is_shown = is_new || (row >= in_.first_frame && place < shown_);
        const u32 source = source_of(row, frames);
        const u32 flat = is_shown ? work_.frames[place] : 0;
        if (!is_shown && in_.new_vertices == 0) return Done{};
        work_.flat.pose(flat, now_, scratch_now_);
        if (is_shown) in_.base.pose(source - in_.first_frame, then_, scratch_then_);
        for (u32 p = 0; p < now_.size(); ++p) {
            const u32 v = work_.vertex_of[p];
            if (v == no_index || (v < vertices_ && (!is_shown || now_[p] == then_[v]))) continue;
            const bool fits =
                v < vertices_ ? move(row, source, v, moved_by(then_[v], now_[p])) : put(row, v, in_.into(now_[p]));
            if (!fits) return outgrown();
        }
        if (!is_shown || !weapon_.exists()) return Done{};
        return move_weapon(row, source, work_.flat.frames[flat]);
    }

    Status move_weapon(u32 row, u32 source, const build::FlatFrame& moment) {
        const auto change = weapon_.change(source, moment);
        if (!change) return Done{};
        for (const u16 v : weapon_.vertices()) {
            const Vec3 place = weapon_.place(d_.vertex(source, v));
            if (!move(row, source, v, moved_by(place, transformed(*change, place)))) return outgrown();
        }
        return Done{};
    }

    Vec3d moved_by(Vec3 from, Vec3 to) const { return in_.into(to) - in_.into(from); }

    // By what it moved in the scene. False if that leads out of the numbers of the file.
    bool move(u32 row, u32 source, u32 v, const Vec3d& by) {
        const auto is_near = [](double m) { return std::abs(m) <= half_a_step; };
        if (is_near(by.x) && is_near(by.y) && is_near(by.z)) return true;
        ++moved_;
        return put(row, v, exact(d_.vertex(source, v)) + by);
    }

    bool put(u32 row, u32 v, const Vec3d& place) {
        Box3<double> alone;
        alone.include(place);
        if (!is_within(alone, reach_)) return false;
        if (bytes_.empty()) {
            const Blob& frames = d_.aniv->frames;
            bytes_.assign(frames.data(), frames.data() + frames.size());
        }
        const Point p = rounded_into(place, reach_);
        u8* to = bytes_.data() + row * stride_ + v * u64{d_.vertex_bytes()};
        if (!d_.is_deus_ex()) {
            store<u32>(to, pack(p), Order::little);
            return true;
        }
        for (const i32 number : {p.x, p.y, p.z}) {
            store<i16>(to, static_cast<i16>(number), Order::little);
            to += 2;
        }
        return true;
    }

    const RowsInput& in_;
    const BuildWork& work_;
    const Document& d_;
    Box3<double> reach_;
    u32 shown_;  // frames of the base's scene
    u32 vertices_;
    WeaponEditing weapon_;
    u32 rows_ = 0;
    u64 stride_ = 0;
    std::vector<u8> bytes_;  // of the frames, once one of them changes
    std::vector<Vec3> now_, then_;
    Pose scratch_now_, scratch_then_;
    u64 moved_ = 0;
};

}  // namespace

Result<EditedRows> edit_rows(const RowsInput& input) { return RowEditing(input).run(); }

}  // namespace thaw::unreal
