// How the numbers of the file lie in the scene: as the model had it before, or as fine as its shape allows.
#include <algorithm>
#include <cmath>

#include "base/json_tree.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/options.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"
#include "formats/unreal/scripts/modeldef.hpp"

namespace thaw::unreal {

namespace {

constexpr double largest_place = 1e9;  // metres; to_scene() would not show it either

// One that a glTF reader has made a value again, or the text itself.
json::Value object_in(const Extras& extras, std::string_view key) {
    const json::Value* value = extras.find(key);
    if (value == nullptr) return {};
    const auto* text = value->get_if<std::string>();
    if (text == nullptr) return *value;
    const auto tree = json::Tree::parse(*text);
    return tree ? tree->root().value() : json::Value();
}

std::optional<double> number_of(const json::Value& value) {
    if (const auto* real = value.get_if<double>()) return std::isfinite(*real) ? std::optional(*real) : std::nullopt;
    if (const auto* whole = value.get_if<i64>()) return static_cast<double>(*whole);
    return std::nullopt;
}

bool take_vector(const json::Value& from, std::string_view key, Vec3d& out) {
    const json::Value* value = from.find(key);
    const auto* list = value == nullptr ? nullptr : value->get_if<json::Array>();
    if (list == nullptr || list->size() != 3) return false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto number = number_of((*list)[axis]);
        if (!number) return false;
        out[axis] = *number;
    }
    return true;
}

std::optional<Placement> placement_in(const Extras& extras, bool deus_ex) {
    if (const json::Value kept = object_in(extras, "thaw_placement"); kept.find("scale") != nullptr) {
        Placement out;
        if (!take_vector(kept, "origin", out.origin) || !take_vector(kept, "scale", out.scale)) return std::nullopt;
        out.yaw = build::number_in(kept, "yaw").value_or(0);
        out.pitch = build::number_in(kept, "pitch").value_or(0);
        out.roll = build::number_in(kept, "roll").value_or(0);
        out.unmirror = build::flag_in(kept, "unmirror").value_or(false);
        return out;
    }
    const json::Value kept = object_in(extras, "thaw_modeldef");
    ModeldefUse use;
    if (!take_vector(kept, "scale", use.scale) || !take_vector(kept, "offset", use.offset)) return std::nullopt;
    use.angle = build::number_in(kept, "angle").value_or(0);
    use.pitch = build::number_in(kept, "pitch").value_or(0);
    use.roll = build::number_in(kept, "roll").value_or(0);
    return script_placement(placement_of(use, deus_ex));
}

std::optional<bool> variant_in(const Extras& extras) {
    const std::string* variant = build::text_in(extras, "thaw_variant");
    return variant == nullptr ? std::nullopt : std::optional(*variant == "deusex");
}

// U10: the same place from numbers of the other variant.
void change_variant(Placement& placement, bool to_deus_ex) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double factor = to_deus_ex ? deus_ex_factors[axis] : 1 / deus_ex_factors[axis];
        placement.scale[axis] /= factor;
        placement.origin[axis] *= factor;
    }
}

// Where the numbers lay before somebody edited the scene; none if nothing says.
std::optional<Placement> earlier_placement(const BuildWork& work) {
    std::optional<Placement> out;
    bool stored_deus_ex = work.deus_ex;
    if (work.input.base != nullptr) {
        const auto& document = static_cast<const Document&>(*work.input.base->document);
        stored_deus_ex = document.is_deus_ex();
        out = script_placement(placement_of(document));
    } else {
        for (const build::FlatPiece& piece : work.flat.pieces) {
            const Extras& extras = work.scene().meshes[work.scene().nodes[piece.node].mesh].extras;
            const auto variant = variant_in(extras);
            if (!variant) continue;
            stored_deus_ex = *variant;
            out = placement_in(extras, stored_deus_ex);
            if (!out) {
                Document usual;  // a model without a script
                out = usual_placement(usual);
                if (stored_deus_ex) out->scale = {1 / 256.0, 1 / 256.0, 1 / 256.0};
            }
            break;
        }
    }
    if (out && stored_deus_ex != work.deus_ex) change_variant(*out, work.deus_ex);
    if (out && work.options.own.has(option::modeldef) && !is_for_modeldef(*out, work.deus_ex)) out.reset();
    return out;
}

Box3<double> bounds_of_points(BuildWork& work, const SceneToFile& into) {
    Box3<double> out;
    std::vector<bool> seen(work.flat.frames.size());
    for (const u32 frame : work.frames) {
        if (seen[frame]) continue;
        seen[frame] = true;
        for (const Vec3 place : work.places.at(work.flat, work.points, frame)) out.include(into(place));
    }
    return out;
}

Box3<double> with_weapon(const BuildWork& work, const SceneToFile& into, Box3<double> bounds) {
    if (work.weapon == no_index) return bounds;
    WeaponPath path(work);
    for (u32 f = 0; f < work.frames.size(); ++f) {
        for (const Vec3 corner : path.triangle(f, work.weapon_size)) bounds.include(into(corner));
    }
    return bounds;
}

// A triangle that sticks out is made smaller before the whole model gets coarser for it.
bool fits_with_weapon(BuildWork& work, const SceneToFile& into, const Box3<double>& points) {
    const Box3<double> reach = reach_of(work.deus_ex);
    if (!is_within(points, reach)) return false;
    const WeaponSize wished = work.weapon_size;
    for (const double share : {1.0, 0.5, 0.25, 0.125}) {
        work.weapon_size = {wished.half_height * share, wished.length * share};
        if (is_within(with_weapon(work, into, points), reach)) return true;
    }
    work.weapon_size = wished;
    return false;
}

bool is_sane(const Box3<double>& bounds, const Vec3d& steps) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // Also false where one of them is no number.
        if (!(std::abs(bounds.low[axis]) * steps[axis] < largest_place)) return false;
        if (!(std::abs(bounds.high[axis]) * steps[axis] < largest_place)) return false;
    }
    return true;
}

Error too_far() { return {Code::unrepresentable, "the model reaches farther than a million kilometres"}; }

// The next number of six digits, so that scripts have short ones.
double six_digits_up(double value) {
    int exponent = 0;
    double power = 1;
    while (value * power < 100000 && exponent < 20) power *= 10, ++exponent;
    return std::ceil(value * power) / power;
}

}  // namespace

SceneToFile::SceneToFile(const Placement& placement, double draw_scale) {
    const Placing placing = placing_of(placement, false);
    turned_ = placing.turned;
    Matrix matrix = identity_matrix;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            matrix[4 * axis + row] = draw_scale * placing.scene.rows[row][axis];
            steps_[axis] += matrix[4 * axis + row] * matrix[4 * axis + row];
        }
        matrix[12 + row] = draw_scale * placing.scene.offset[row];
    }
    steps_ = {std::sqrt(steps_.x), std::sqrt(steps_.y), std::sqrt(steps_.z)};
    const auto back = inverse_of(matrix);
    if (!back || !is_finite(*back) || !is_usable(placing, draw_scale)) return;
    usable_ = true;
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t axis = 0; axis < 3; ++axis) back_.rows[row][axis] = (*back)[4 * axis + row];
        back_.offset[row] = (*back)[12 + row];
    }
}

std::span<const Vec3> Places::at(const build::Flat& flat, const std::vector<u32>& points, u32 frame) {
    const std::size_t count = points.size();
    if (row_of_.empty()) {
        row_of_.assign(flat.frames.size(), no_index);
        kept_ = std::vector<Vec3>(count * std::max<std::size_t>(1, std::min(flat.frames.size(), most_kept_ / count)));
    }
    u32& row = row_of_[frame];
    if (row == no_index) {
        // The last place is for those that are too many.
        const std::size_t places = kept_.size() / count;
        const bool keeps = rows_ + 1 < places || places >= flat.frames.size();
        const u32 here = keeps ? rows_++ : static_cast<u32>(places - 1);
        flat.pose(frame, all_, scratch_);
        Vec3* to = kept_.data() + here * count;
        for (const u32 point : points) *to++ = all_[point];
        if (keeps) row = here;
        return {kept_.data() + here * count, count};
    }
    return {kept_.data() + row * count, count};
}

Box3<double> reach_of(bool deus_ex) {
    if (deus_ex) return {{-32768, -32768, -32768}, {32767, 32767, 32767}};
    return {{-1024, -1024, -512}, {1023, 1023, 511}};
}

bool is_within(const Box3<double>& bounds, const Box3<double>& reach) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!(bounds.low[axis] >= reach.low[axis] - 0.5 && bounds.high[axis] < reach.high[axis] + 0.5)) return false;
    }
    return true;
}

bool is_quarter_turned(const Placement& p) {
    for (const double angle : {p.yaw, p.pitch, p.roll}) {
        if (angle / 64 != std::floor(angle / 64)) return false;
    }
    return true;
}

std::optional<Placement> script_placement(const Placement& placement) {
    Placement out = placement;
    const auto& stretch = placement.stretch;
    out.stretch = {1, 1, 1};
    out.offset = {};
    const bool uniform = stretch[0] == stretch[1] && stretch[1] == stretch[2];
    if (!uniform && !is_quarter_turned(placement)) return std::nullopt;
    Placement turn_only;
    turn_only.yaw = placement.yaw;
    turn_only.pitch = placement.pitch;
    turn_only.roll = placement.roll;
    const Affine turn = ObjectSpace(turn_only).affine();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        for (std::size_t row = 0; row < 3; ++row) {
            if (uniform || std::abs(turn.rows[row][axis]) > 0.5) {
                out.scale[axis] = placement.scale[axis] * stretch[row];
            }
        }
        if (!(out.scale[axis] > 0)) return std::nullopt;  // no script mirrors by its scale
    }
    // What moves after turning, as an origin in the numbers of the file: turning back is turning the other way round.
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double back = 0;
        for (std::size_t row = 0; row < 3; ++row) back += turn.rows[row][axis] * placement.offset[row];
        out.origin[axis] -= back / out.scale[axis];
    }
    return out;
}

Placement fitted_placement(const Placement& placement, const Box3<double>& bounds, bool deus_ex) {
    Placement out = placement;
    // A step short of the limits, and half of one for an origin that is a whole number.
    const Vec3d most = deus_ex ? Vec3d{32765, 32765, 32765} : Vec3d{1021, 1021, 509};
    Vec3d scale{};
    double coarsest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double half = (bounds.high[axis] - bounds.low[axis]) / 2 * placement.scale[axis];
        scale[axis] = half / most[axis];
        coarsest = std::max(coarsest, scale[axis]);
    }
    if (coarsest == 0) coarsest = deus_ex ? 1 / 256.0 : 0.1;  // a single point
    for (std::size_t axis = 0; axis < 3; ++axis) {
        // A flat model needs no finer numbers across than along it.
        out.scale[axis] = six_digits_up(std::max(scale[axis], coarsest / 64));
        const double mirror = axis == 0 && placement.unmirror ? -1 : 1;
        // In numbers that count from the earlier origin on.
        const double middle = mirror * (bounds.low[axis] + bounds.high[axis]) / 2 - placement.origin[axis];
        out.origin[axis] = -std::floor(middle * placement.scale[axis] / out.scale[axis] + 0.5) + 0.0;
    }
    return out;
}

Status choose_placement(BuildWork& work) {
    const auto earlier = earlier_placement(work);
    work.placement = earlier.value_or(Placement{});
    bool known = earlier.has_value();
    if (!SceneToFile(work.placement, work.draw_scale).usable()) {
        work.placement = {};
        work.draw_scale = 1;
        known = false;
    }
    const SceneToFile into(work.placement, work.draw_scale);
    const Box3<double> points = bounds_of_points(work, into);
    if (!is_sane(points, into.steps())) return too_far();
    work.weapon_size = usual_weapon_size(points, into.steps());
    if (known && fits_with_weapon(work, into, points)) return Done{};
    const Box3<double> bounds = with_weapon(work, into, points);
    if (!is_sane(bounds, into.steps())) return too_far();
    if (known) {
        work.issues.add(issue::rescaled, "aniv", "scale");
    }
    work.placement = fitted_placement(work.placement, bounds, work.deus_ex);
    return Done{};
}

}  // namespace thaw::unreal
