// Texture slots as materials of a scene.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/scene.hpp>

#include "formats/soulfu/scene/source.hpp"
#include "formats/soulfu/scripts/character_looks.hpp"

namespace thaw::ddd {

// The file that a slot shows, as the game calls it.
inline constexpr std::string_view image_extra = "thaw_image";
inline constexpr std::string_view earlier_image_extra = "thaw_picture";  // in files of earlier versions

inline constexpr std::string_view tint_extra = "thaw_color";  // "#FFFF00"

u32 tint_of(const Material& material);  // 0xRRGGBB

// Has the material the colour that a script gave the model, and no other?
bool has_given_tint(const Material& material);

class Materials {
public:
    // One look, or one for each variant of the scene. `place`: of a character's part; empty for the body.
    Materials(const SceneSource& source, const Bundle& bundle, const SceneLooks& looks, Issues& issues, Scene& scene,
              std::string place = {});

    // Slots with the same number share their image; base models that also agree on flags and alpha share the
    // material.
    u32 of_slot(std::size_t slot, u8 flags, u8 alpha) { return of_look(0, slot, flags, alpha); }
    // One for each of the scene's variants; none if it has none.
    std::vector<u32> variants_of_slot(std::size_t slot, u8 flags, u8 alpha);

private:
    u32 of_look(std::size_t look, std::size_t slot, u8 flags, u8 alpha);
    u32 image_of(const Look& look, std::size_t slot);
    void set_tint(const Look& look, Material& material);
    void report_choice(const std::string& expression, std::string taken);

    const SceneSource& source_;
    std::string place_;
    const Bundle& bundle_;
    Issues& issues_;
    Scene& scene_;
    const std::vector<Look>& looks_;
    std::map<std::tuple<std::size_t, u8, u8, std::string, std::optional<u32>>, u32> made_{};  // by image and tint, too
    std::set<std::string> reported_{};                                                        // choices
    std::map<std::pair<std::size_t, std::string>, u32> images_{};  // by slot and name; no_index for none
    std::map<const Part*, u32> loaded_{};
};

}  // namespace thaw::ddd
