#include "formats/exchange/materials.hpp"

#include <algorithm>
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/exchange/issues.hpp"
#include "obj/read.hpp"

namespace thaw::exchange {

namespace {

constexpr std::string_view materials_role = "materials";

// A wildcard or a control character is no part of a name.
bool is_file_name(std::string_view path) {
    return !text::file_name(path).empty() &&
           std::none_of(path.begin(), path.end(), [](char c) { return (c >= 0 && c < ' ') || c == '*' || c == '?'; });
}

// From the root of a disk: of somebody else's, most often.
bool is_absolute(std::string_view path) {
    return path.starts_with('/') || path.starts_with('\\') || (path.size() > 1 && path[1] == ':');
}

std::vector<std::string> names_of(const std::string& path, const std::string& folder) {
    std::vector<std::string> names;
    const auto add = [&](std::string name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    };
    const std::string name(text::file_name(path));
    for (const std::string& own : {is_absolute(path) ? name : path, name}) {
        add(folder + own);
        add(own);
    }
    return names;
}

const Part* find_materials(const Bundle& bundle, std::string_view path) {
    for (const Part& part : bundle.parts) {
        const bool same = text::equal_ignoring_case(text::file_name(part.name), text::file_name(path));
        if (part.role == materials_role && same) return &part;
    }
    return nullptr;
}

// With its ending: editors have "kart.png" beside "kart.tga".
const Part* find_image(const Bundle& bundle, std::string_view path) {
    for (const Part& part : bundle.parts) {
        const bool same = text::equal_ignoring_case(text::file_name(part.name), text::file_name(path));
        if (part.role == "texture" && same) return &part;
    }
    return nullptr;
}

class Dressing {
public:
    Dressing(const Bundle& bundle, Scene& scene, Issues& issues)
        : bundle_(bundle), scene_(scene), issues_(issues), colored_(has_colors(scene)) {}

    void run(const Document& document) {
        for (const std::string& path : document.material_files) read(path);
        for (Material& material : scene_.materials) {
            const auto known = known_.find(material.name);
            if (known != known_.end()) {
                dress(known->second, material);
            } else if (any_) {
                issues_.add(issue::no_material, materials_role, {}, {}, material.name);
            }
        }
    }

private:
    void read(const std::string& path) {
        const Part* part = find_materials(bundle_, path);
        if (part == nullptr) {
            issues_.add(issue::missing_companion, materials_role, {}, {}, text::to_utf8(path));
            return;
        }
        any_ = true;
        auto mtl = thaw::obj::read_mtl(part->bytes.bytes());
        if (mtl.unread > 0) {
            issues_.add(issue::materials_unread, materials_role, {}, {}, text::plural(mtl.unread, "line"));
        }
        for (auto& material : mtl.materials) known_.try_emplace(material.name, std::move(material));
    }

    // What the vertices say of colours is finer, and says it again.
    void dress(const thaw::obj::MtlMaterial& from, Material& to) {
        if (!colored_) to.base_color = from.color;
        to.base_color.w = from.color.w;
        if (from.color.w < 1) to.alpha = AlphaMode::blend;
        if (from.image.empty()) return;
        const Part* part = find_image(bundle_, from.image);
        if (part == nullptr) {
            issues_.add(issue::texture_missing, materials_role, to.name, {}, text::to_utf8(from.image));
            return;
        }
        to.image = image_of(*part);
        to.clamp = from.clamp;
        if (from.has_holes && to.alpha == AlphaMode::opaque) to.alpha = AlphaMode::mask;
    }

    u32 image_of(const Part& part) {
        const auto [found, is_new] = images_.try_emplace(&part, static_cast<u32>(scene_.images.size()));
        if (is_new) {
            Image image;
            image.name = text::to_utf8(text::file_name(part.name));
            image.file = part.bytes;
            scene_.images.push_back(std::move(image));
        }
        return found->second;
    }

    const Bundle& bundle_;
    Scene& scene_;
    Issues& issues_;
    bool colored_;
    bool any_ = false;                                       // materials file
    std::map<std::string, thaw::obj::MtlMaterial> known_{};  // the first of a name
    std::map<const Part*, u32> images_{};
};

}  // namespace

bool has_colors(const Scene& scene) {
    for (const Mesh& mesh : scene.meshes) {
        for (const Primitive& primitive : mesh.primitives) {
            if (!primitive.colors.empty()) return true;
        }
    }
    return false;
}

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    std::vector<Want> wants;
    for (const std::string& path : document.material_files) {
        if (!is_file_name(path)) continue;
        const Part* part = find_materials(bundle, path);
        if (part == nullptr) {
            wants.push_back({.role = std::string(materials_role), .names = names_of(path, {})});
            continue;
        }
        const std::string folder = is_absolute(path) ? "" : path.substr(0, path.find_last_of("/\\") + 1);
        for (const auto& material : thaw::obj::read_mtl(part->bytes.bytes()).materials) {
            if (!is_file_name(material.image) || find_image(bundle, material.image) != nullptr) continue;
            wants.push_back({.role = "texture", .names = names_of(material.image, folder)});
        }
    }
    return wants;
}

void dress(const Document& document, const Bundle& bundle, Scene& scene, Issues& issues) {
    Dressing(bundle, scene, issues).run(document);
}

}  // namespace thaw::exchange
