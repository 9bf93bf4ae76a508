// Texture slots as materials of a scene.
#pragma once

#include <map>
#include <tuple>

#include <thaw/bundle.hpp>
#include <thaw/scene.hpp>

#include "formats/soulfu/scene_source.hpp"
#include "formats/soulfu/texture_names.hpp"

namespace thaw::ddd {

class Materials {
public:
    Materials(const SceneSource& source, const Bundle& bundle, Issues& issues, Scene& scene);

    // Slots with the same number share their picture; base models that also agree on flags and alpha share the
    // material.
    u32 of_slot(std::size_t slot, u8 flags, u8 alpha);

private:
    u32 image_of(std::size_t slot);

    const SceneSource& source_;
    const Bundle& bundle_;
    Issues& issues_;
    Scene& scene_;
    TextureNames names_;
    std::map<std::tuple<std::size_t, u8, u8>, u32> made_{};
    std::map<std::size_t, u32> images_{};  // by slot; no_index for none
    std::map<const Part*, u32> loaded_{};
};

}  // namespace thaw::ddd
