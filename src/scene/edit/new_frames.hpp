// Poses that somebody mixed of several frames of a mesh: no frame of the base is such a one.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "scene/edit/parts.hpp"

namespace thaw::edit {

inline constexpr f32 same_share = 1e-3f;  // of one frame in a mixture

using Mixture = std::map<u32, f32>;  // how much of each shape but the first is shown

bool is_same_mixture(const Mixture& a, const Mixture& b);
// The only frame that is shown; none if it is a mixture.
std::optional<u32> single_frame(const Mixture& mixture, u32 frames);

// They have numbers behind those of the base's frames until put() finds a place for them.
class NewFrames {
public:
    explicit NewFrames(Work& work) : work_(work) {}

    // `instead_of`: the frame of the base that was shown there; no_index if none was.
    u32 number_of(u32 mesh, const Mixture& mixture, u32 instead_of);
    // Null for a frame of the base.
    const Mixture* find(u32 mesh, u32 number) const;

    // Those that were numbered since are forgotten.
    std::map<u32, std::size_t> mark() const;
    void forget_after(const std::map<u32, std::size_t>& mark);

    // A frame that nothing else shows takes on the pose that was put in its place. Other poses are frames of their own,
    // behind those of the base.
    void put();

private:
    struct Frame {
        Mixture mixture{};
        u32 instead_of = no_index;
    };

    void put(u32 mesh, const std::vector<Frame>& frames);

    Work& work_;
    std::map<u32, std::vector<Frame>> frames_{};  // by mesh
    bool is_full_ = false;
};

}  // namespace thaw::edit
