// Texture slots as materials of a scene.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/scene.hpp>

#include "formats/soulfu/scene_source.hpp"
#include "formats/soulfu/texture_names.hpp"

namespace thaw::ddd {

class Materials {
public:
    // Without variants, only the first look counts.
    Materials(const SceneSource& source, const Bundle& bundle, bool with_variants, Issues& issues, Scene& scene);

    // Slots with the same number share their picture; base models that also agree on flags and alpha share the
    // material.
    u32 of_slot(std::size_t slot, u8 flags, u8 alpha) { return of_look(0, slot, flags, alpha); }
    // One for each of the scene's variants; none if it has none.
    std::vector<u32> variants_of_slot(std::size_t slot, u8 flags, u8 alpha);

private:
    void find_looks(bool with_variants);
    u32 of_look(std::size_t look, std::size_t slot, u8 flags, u8 alpha);
    u32 image_of(const Look& look, std::size_t slot);

    const SceneSource& source_;
    const Bundle& bundle_;
    Issues& issues_;
    Scene& scene_;
    std::vector<Look> looks_{};                                           // at least one
    std::map<std::tuple<std::size_t, u8, u8, std::string>, u32> made_{};  // by name of the picture, too
    std::map<std::pair<std::size_t, std::string>, u32> images_{};         // by slot and name; no_index for none
    std::map<const Part*, u32> loaded_{};
};

}  // namespace thaw::ddd
