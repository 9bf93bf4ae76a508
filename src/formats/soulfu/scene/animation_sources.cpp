#include "formats/soulfu/scene/animation_sources.hpp"

#include <algorithm>
#include <cmath>

#include "base/endian.hpp"
#include "formats/shared/parts.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

constexpr std::size_t flags_offset = 2;
constexpr std::size_t bone_count_offset = 12 + 6;  // of the first base model, if the file is not linked

double distance(const File& a, const Vector3& p, const File& b, const Vector3& q) {
    const auto difference = [&](i16 x, i16 y) { return x * a.feet_per_unit() - y * b.feet_per_unit(); };
    return std::hypot(difference(p.x, q.x), difference(p.y, q.y), difference(p.z, q.z));
}

// Of the joints that both have: the game lets a part have fewer. Bodies differ in a joint or two, by a hand's breadth;
// on average by a hundredth of the model's size at most.
bool have_one_bind_pose(const File& a, const File& b) {
    constexpr double tolerance = 0.05;  // of the size; the nearest file that is no body is 0.7 away
    if (a.frames.empty() || b.frames.empty()) return false;
    const auto& first = a.frames[0].joints;
    const auto& second = b.frames[0].joints;
    const std::size_t joints = std::min(first.size(), second.size());
    double apart = 0, size = 0;
    for (std::size_t i = 0; i < joints; ++i) {
        apart += distance(a, first[i], b, second[i]);
        size = std::max(size, distance(a, first[0], a, first[i]));
    }
    return apart <= tolerance * size * static_cast<double>(joints);
}

}  // namespace

bool has_motion(const File& file) {
    return std::any_of(file.frames.begin(), file.frames.end(), [](const Frame& f) { return f.action != boning; });
}

bool can_move(const File& animation_source, const File& file) {
    if (animation_source.is_linked() || animation_source.bases.empty() || file.bases.empty()) return false;
    const auto& ours = file.bases[0].bones;
    const auto& theirs = animation_source.bases[0].bones;
    return std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                      [](const Bone& a, const Bone& b) { return a.joints == b.joints; });
}

bool may_be_a_part(const File& file) {
    return !file.is_linked() && !file.bases.empty() && file.bases[0].bones.size() > 1 && !has_motion(file);
}

bool is_body_of(const Blob& body, const File& part) {
    if (!may_be_a_part(part) || body.size() < bone_count_offset + 2) return false;
    const auto number = [&](std::size_t at) { return load<u16>(body.data() + at, Order::big); };
    if ((number(flags_offset) & external_frames) != 0) return false;
    if (number(bone_count_offset) != part.bases[0].bones.size()) return false;
    Document document;
    if (!read_part(format, document, {"ddd", {}, body}, {})) return false;
    return has_motion(document.file) && can_move(document.file, part) && have_one_bind_pose(document.file, part);
}

}  // namespace thaw::ddd
