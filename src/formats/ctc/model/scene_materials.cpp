// Skins as materials.
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/ctc/model/atd.hpp"
#include "formats/ctc/model/companions.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/shared/textures.hpp"

namespace thaw::ctc {

namespace {

Material plain(const Document& d, std::size_t skin) {
    Material out;
    out.base_color = flat_color(skin);
    // C17: any colour turns blending on; without, the image's own alpha does nothing.
    if (!d.colours.empty()) out.alpha = AlphaMode::blend;
    return out;
}

// What an animated texture comes to in a scene, which shows one image of it.
struct Still {
    Atd atd{};
    std::string_view path{};  // of the image
    const Part* image = nullptr;
};

class Skins {
public:
    explicit Skins(SceneWork& work) : work_(work) {}

    Material material_of(std::size_t s) {
        const std::string name = text::to_utf8(text::until_nul(work_.document.skins[s].name));
        Material material = plain(work_.document, s);
        material.name = name.empty() ? "skin_" + std::to_string(s) : std::string(text::file_name(name));
        material.extras.set("thaw_skin", s).set("thaw_skin_name", name);
        const Part* part = find_texture(work_.bundle, std::to_string(s), name);
        if (part == nullptr) {
            report(issue::texture_missing, s, "", name);
        } else if (is_atd(part->bytes.bytes())) {
            show_still(material, s, *part);
        } else {
            show(material, *part);
        }
        return material;
    }

    // Once for the scene, however many skins share it.
    void describe_stills() {
        json::Array list;
        for (const auto& [part, still] : stills_) {
            json::Array waits, bitmaps;
            for (const AtdFrame& frame : still.atd.frames) waits.push_back(frame.wait);
            for (const std::string& path : still.atd.bitmaps) bitmaps.push_back(text::to_utf8(path));
            json::Value one;
            one.set("name", text::to_utf8(text::file_name(part->name))).set("type", text::to_utf8(still.atd.type));
            one.set("bitmaps", std::move(bitmaps)).set("waits", std::move(waits));
            list.push_back(std::move(one));
        }
        if (!list.empty()) work_.scene.extras.set("thaw_atd", json::to_text(std::move(list)));
    }

private:
    void report(const IssueKind& kind, std::size_t s, const char* expected, std::string_view found) {
        work_.reporter.report(kind,
                              [&] { return Finding{field_path("skins", s, "name"), expected, std::string(found)}; });
    }

    void show(Material& material, const Part& part) {
        const auto [found, is_new] = images_.emplace(&part, static_cast<u32>(work_.scene.images.size()));
        if (is_new) {
            Image image;
            image.name = text::to_utf8(text::file_name(part.name));
            image.file = part.bytes;
            work_.scene.images.push_back(std::move(image));
        }
        material.image = found->second;
        material.base_color = {1, 1, 1, 1};
    }

    void show_still(Material& material, std::size_t s, const Part& part) {
        const auto [place, is_new] = stills_.try_emplace(&part);
        Still& still = place->second;
        if (is_new) {
            still.atd = parse_atd(part.bytes.bytes());
            still.path = first_image(still.atd);
            still.image = find_atd_image(work_.bundle, still.path);
        }
        material.extras.set("thaw_atd", text::to_utf8(text::file_name(part.name)));
        material.extras.set("thaw_atd_frames", still.atd.frames.size());
        if (still.path.empty()) return report(issue::animated_texture, s, "", part.name);
        if (still.image == nullptr) return report(issue::texture_missing, s, "", still.path.substr(0, longest_shown));
        material.nearest = !still.atd.bilinear;
        material.clamp = still.atd.clamp;
        show(material, *still.image);
        report(issue::first_image, s, "", part.name);
    }

    static constexpr std::size_t longest_shown = 128;

    SceneWork& work_;
    std::map<const Part*, u32> images_{};  // an image that several skins share is kept once
    std::map<const Part*, Still> stills_{};
};

}  // namespace

void add_materials(SceneWork& work) {
    const Document& d = work.document;
    Skins skins(work);
    for (std::size_t s = 0; s < d.skins.size(); ++s) work.scene.materials.push_back(skins.material_of(s));
    skins.describe_stills();
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
