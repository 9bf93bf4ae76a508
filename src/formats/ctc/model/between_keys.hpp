// Keys between the file's own, so that viewers turn as the game does (C11); and the game's way itself, for the
// renderer.
#pragma once

#include <vector>

#include "formats/ctc/model/scene_parts.hpp"
#include "formats/ctc/model/turning.hpp"

namespace thaw::ctc {

// Rotations are off by at most this: as an angle, and by what it moves, as a share of the model's size.
inline constexpr double angle_tolerance = 0.5 * 3.14159265358979323846 / 180;
inline constexpr double size_tolerance = 0.001;

class BetweenKeys {
public:
    // When the scene has its nodes and its mesh.
    explicit BetweenKeys(SceneWork& work);

    // To a clip made of the file's own keys, with the one at its end. `closed`: that is the first one again.
    void add(thaw::Clip& clip, const Clip& source, bool closed);
    void report();  // what was cut short in all of them

private:
    // A channel, and what it turns.
    struct Turner {
        u32 channel = 0;
        u32 bone = no_index;  // none: the main key
        double lever = 0;     // how far away what it moves may lie; below 0: it moves nothing
    };

    void measure();
    std::optional<Turn> turn_at(const Turner& turner, const Clip& source, u64 interval, bool closed) const;
    u32 longest_chain(const std::vector<std::optional<Turn>>& turns) const;
    double tolerance(const Turner& turner, u32 chain) const;
    u32 parts(const Turn& turn, double tolerance);

    SceneWork& work_;
    std::vector<Turner> turners_{};  // the main key, then the bones in the rig's order
    double size_ = 0;                // of the model, in the scene's units
    u64 left_ = 0;                   // keys that may still be added: a file of a few bytes can ask for very many
    u64 cut_ = 0;                    // intervals that would need more
};

}  // namespace thaw::ctc
