// Shapes of a mesh that a clip mixes.
//
// Channels of frames show one frame at each key. Where somebody mixed several of them there, the mixture is a frame of its
// own: in the place of the one that the key showed, if no other key shows that, else after all others.
#pragma once

#include <map>

#include "scene/edit/parts.hpp"

namespace thaw::edit {

// How much of each shape but the first is shown.
using Mixture = std::map<u32, f32>;

inline constexpr double same_share = 1e-3;  // of one frame in a mixture

Mixture mixture(const Scene& scene, u32 node, const Pose& pose);
bool is_same_mixture(const Mixture& a, const Mixture& b);

class Blends {
public:
    explicit Blends(Work& work) : work_(work) {}

    // The number of the frame of a mesh of the base that shows the mixture, for now. `instead`: the one that the key
    // showed before, no_index for a key that is new.
    u32 frame_of(u32 mesh, const Mixture& mix, u32 instead);
    // In shapes of the base.
    Mixture resolved(u32 mesh, const Mixture& shown) const;
    // When all clips are in the outcome: gives the frames their places. True if each took that of another.
    bool settle();

private:
    struct Blend {
        Mixture mix{};
        u32 instead = no_index;
    };

    template <class Visit>
    void each_channel(u32 mesh, Visit&& visit);
    bool settle(u32 mesh, const std::vector<Blend>& list);
    static void follow_at_the_end(std::vector<u32>& shown, u32 frames, const std::vector<Blend>& list);

    Work& work_;
    std::map<u32, std::vector<Blend>> blends_{};  // by mesh
};

}  // namespace thaw::edit
