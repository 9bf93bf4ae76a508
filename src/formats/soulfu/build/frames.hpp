// Clips of a scene as frames of the game: 62.5 whole poses a second, each for one base model.
#pragma once

#include <array>
#include <optional>

#include <thaw/issue.hpp>

#include "formats/soulfu/build/bones.hpp"
#include "formats/soulfu/build/numbers.hpp"

namespace thaw::ddd {

// A frame before its numbers are rounded.
struct BuildFrame {
    FrameHead head{};
    std::vector<BoneLine> bones{};
};

// Which actions the clips of a model are.
class Actions {
public:
    explicit Actions(Issues& issues) : issues_(issues) {}

    void take(u8 action) { taken_[action] = true; }
    bool is_free(u8 action) const { return !taken_[action]; }
    // By the clip's name, else by what its extras say; none if it is another clip's already.
    std::optional<u8> of(const Clip& clip);
    // One without a name, with a finding.
    std::optional<u8> free(const Clip& clip);

private:
    Issues& issues_;
    std::array<bool, 256> taken_{};
};

// The action of that name, in any case; none if the game has no such word.
std::optional<u8> action_called(std::string_view name);

// Else it only changes shapes, of which the game has none.
bool moves_bones(const Clip& clip);

// A clip of Thaw has one key a frame, whatever speed it was given.
double frame_rate_of(const Clip& clip);

// The pose in which a base model is bound.
BuildFrame bound_frame(const std::vector<BuildBase>& bases, std::size_t base);

// The frames of one clip, without their action; none if it has more than the format has room for.
std::vector<BuildFrame> clip_frames(const Scene& scene, const std::vector<BuildBase>& bases, const Clip& clip);

// The first ones are the bind poses, one a base model.
std::vector<BuildFrame> frames_of(const Scene& scene, const std::vector<BuildBase>& bases, Issues& issues);

// Numbers as the file has them.
Vector3 rounded_place(const Vec3d& at, Rounding& lengths);
Vector3 rounded_direction(const Vec3d& direction);
Shadow rounded_shadow(const ShadowQuad& shadow, Rounding& lengths);

}  // namespace thaw::ddd
