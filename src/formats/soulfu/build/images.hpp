// The images that are written next to a model, and the file that says which slot shows which.
#pragma once

#include <map>
#include <set>
#include <string>

#include <thaw/format.hpp>

#include "formats/soulfu/build/shape.hpp"

namespace thaw::ddd {

class Images {
public:
    // With a base: only those that are not as they were.
    explicit Images(const SceneInput& input, Issues& issues);

    // Of one model: `stem` is what new images are called after. NAME.textures.json is written next to it if a slot
    // shows an image under a name that it did not have before.
    struct Names {
        std::string role{};
        std::string file{};  // or how its name ends
    };
    void add(const SlotPlan& plan, const std::string& stem, const Names& names);
    // Painted ones that no slot shows: those of other variants.
    void add_painted();

    std::vector<BuiltTexture> textures{};
    std::vector<Part> companions{};
    bool has_flat = false;  // a colour became an image

private:
    std::string image_name(u32 image, const std::string& otherwise) const;
    void write(u32 image, const std::string& name, Vec4 color);
    bool is_new_color(u32 material, std::size_t slot) const;
    u32 image_before(u32 material) const;

    const Scene& scene_;
    const Scene* base_;
    const Edit* edit_;
    Issues& issues_;
    std::map<std::string, u32> written_{};  // by name in lower case: the image
    std::set<u32> images_{};                // that are written
};

}  // namespace thaw::ddd
