// Skins as materials.
#include <map>

#include "base/text.hpp"
#include "formats/ctc/issues.hpp"
#include "formats/ctc/scene_parts.hpp"
#include "formats/textures.hpp"

namespace thaw::ctc {

namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

bool is_animated(const Blob& bytes) {
    return bytes.size() >= 4 && text::view_as_text(bytes.bytes().first(4)) == "ATD1";
}

Material plain(const Document& d, std::size_t skin) {
    Material out;
    out.base_color = flat_color(skin);
    // C17: any colour turns blending on; without, the picture's own alpha does nothing.
    if (!d.colours.empty()) out.alpha = AlphaMode::blend;
    return out;
}

}  // namespace

void add_materials(SceneWork& work) {
    const Document& d = work.document;
    std::map<const Part*, u32> images;  // a picture that several skins share is kept once
    for (std::size_t s = 0; s < d.skins.size(); ++s) {
        const std::string name = text::to_utf8(name_of(d.skins[s].name));
        Material material = plain(d, s);
        material.name = name.empty() ? "skin_" + std::to_string(s) : std::string(file_name(name));
        material.extras.set("thaw_skin", s).set("thaw_skin_name", name);
        const Part* part = find_texture(work.bundle, std::to_string(s), name);
        if (part != nullptr && !is_animated(part->bytes)) {
            const auto [found, is_new] = images.emplace(part, static_cast<u32>(work.scene.images.size()));
            if (is_new) {
                Image image;
                image.name = text::to_utf8(file_name(part->name));
                image.file = part->bytes;
                work.scene.images.push_back(std::move(image));
            }
            material.image = found->second;
            material.base_color = {1, 1, 1, 1};
        } else {
            const IssueKind& kind = part == nullptr ? issue::texture_missing : issue::animated_texture;
            work.finder.report(kind, [&] {
                return Finding{field_path("skins", s, "name"), "a picture", part == nullptr ? name : part->name};
            });
        }
        work.scene.materials.push_back(std::move(material));
    }
    if (d.skins.empty()) {
        Material material = plain(d, 0);
        material.name = "no_skin";
        work.scene.materials.push_back(std::move(material));
    }
    // Names of looks are those of the skins; a list without triangles has no look.
    const std::size_t lists = d.triangle_lists.size();
    if (lists == 0 || d.skins.size() <= lists || d.triangle_lists[0] <= 0) return;
    work.scene.variants.push_back(work.scene.materials[0].name);
    for (std::size_t s = lists; s < d.skins.size(); ++s) {
        work.scene.variants.push_back(work.scene.materials[s].name);
    }
}

}  // namespace thaw::ctc
