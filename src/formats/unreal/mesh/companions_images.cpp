// Where the images of a mesh are: in files that scripts import, and in packages.
#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/textures.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "formats/unreal/mesh/skin_sets.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/scripts/uc_keys.hpp"

namespace thaw::unreal {

namespace {

// An image of another package, if somebody has taken it out of there.
std::vector<std::string> image_names(std::string_view texture) {
    std::vector<std::string> names;
    if (texture.empty()) return names;
    for (const char* folder : {"", "Textures/"}) {
        for (const char* ending : {".png", ".tga", ".bmp", ".pcx"}) {
            names.push_back(std::string(folder).append(texture).append(ending));
        }
    }
    return names;
}

// The same in the package itself, where games keep it: `Package.Group.Name`.
void add_names_in_package(std::string_view full, std::vector<std::string>& names) {
    const std::string package(package_in(full));
    if (package.empty()) return;
    const std::string name(object_name(full));
    for (const std::string& file :
         {package + ".utx", "Textures/" + package + ".utx", package + ".u", "System/" + package + ".u"}) {
        for (const char* ending : {".pcx", ".tga"}) names.push_back(file + "/Textures/" + name + ending);
    }
}

// A script imports one of that name, but into another package than the one that is named.
bool is_of_other_package(const SkinSlot& skin) {
    const std::string_view wanted = package_in(skin.texture);
    const std::string found = package_of(skin.script);
    return !skin.file.empty() && !wanted.empty() && !found.empty() && !text::equal_ignoring_case(wanted, found);
}

class ImageWants {
public:
    ImageWants(const Bundle& bundle, std::vector<Want>& wants) : bundle_(bundle), wants_(wants) {}

    void add(const SkinSlot* skin) {
        if (skin == nullptr) return;
        std::string key = text::lower(skin->texture + "\n" + skin->file + "\n" + skin->script);
        if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) return;
        asked_.push_back(std::move(key));
        const bool elsewhere = is_of_other_package(*skin);
        if (skin->file.empty() || elsewhere) want_import(*skin);
        std::vector<std::string> names;
        if (skin->file.empty() || elsewhere) {
            names = image_names(object_name(skin->texture));
            add_names_in_package(skin->texture, names);
        }
        if (!skin->file.empty()) {
            const auto files = lookup_names(skin->file, skin->script);
            names.insert(names.end(), files.begin(), files.end());
            // In a MODELDEF the folder may stand in the image's own name.
            const bool has_folder = skin->script.empty() && skin->texture.find_first_of("/\\") != std::string::npos;
            if (has_folder && !files.empty()) names.insert(names.begin() + 1, skin->texture);
        }
        if (names.empty() || find_texture(bundle_, {}, image_of(*skin)) != nullptr) return;
        const bool of_package = skin->file.empty() && !package_in(skin->texture).empty();
        wants_.push_back({.role = "texture",
                          .names = std::move(names),
                          .called = of_package ? skin->texture : std::string(),
                          .of_model = true});
    }

private:
    void want_import(const SkinSlot& skin) {
        const std::string_view name = object_name(skin.texture);
        if (!name.empty() && bundle_.find("uc") != nullptr) wants_.push_back(want_script(key_texture, name));
    }

    const Bundle& bundle_;
    std::vector<Want>& wants_;
    std::vector<std::string> asked_;
};

}  // namespace

void want_images(const DataFile& data, const Script& script, const Mesh& mesh, const Bundle& bundle,
                 std::vector<Want>& wants) {
    std::array<bool, 256> seen{};
    bool reflects = false;
    for (const Poly& poly : data.polys) {
        if ((poly.type & weapon_bit) != 0) continue;
        seen[poly.texture] = true;
        reflects = reflects || (poly.type & environment_bit) != 0;
    }
    ImageWants images(bundle, wants);
    const auto add = [&](const Mesh& dressed) {
        for (std::size_t slot = 0; slot < seen.size(); ++slot) {
            if (seen[slot]) images.add(dressed.skin(static_cast<i64>(slot)));
        }
        if ((reflects || dressed.class_environment) && dressed.environment) images.add(&*dressed.environment);
    };
    add(mesh);
    want_skins(mesh.player_skins, wants);
    for (std::size_t i = 1; i < mesh.looks.size(); ++i) {
        add(dressed_slots(script, mesh, mesh.looks[i]));
        if (mesh.looks[i].names_mesh) want_skins(mesh.looks[i].defaults.player_skins, wants);
    }
}

const Part* find_image(const Bundle& bundle, u8 slot, const SkinSlot* skin) {
    const std::string key = std::to_string(slot);
    if (skin == nullptr) return find_texture(bundle, key, {});
    const Part* part = find_texture(bundle, key, image_of(*skin));
    return part != nullptr ? part : find_texture(bundle, key, object_name(skin->texture));
}

}  // namespace thaw::unreal
