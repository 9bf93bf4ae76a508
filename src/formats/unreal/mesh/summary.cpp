#include "formats/unreal/mesh/summary.hpp"

#include <algorithm>
#include <map>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/mesh/skin_sets.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/mesh/transform.hpp"

namespace thaw::unreal {

namespace {

std::string variant_of(const Document& d) {
    if (!d.aniv) return "data only";
    if (!d.data) return "aniv only";
    return d.is_deus_ex() ? "deusex" : "standard";
}

std::vector<ClipSummary> clips_of(const Document& d) {
    std::vector<ClipSummary> clips;
    if (const Mesh* mesh = d.mesh()) {
        const u64 left = mesh->frames_left(d.frames_present());
        for (const Sequence& s : mesh->sequences) {
            // A sequence is cut to the frames there are; without an aniv file the script's word counts.
            const u64 there = d.aniv ? left : u64{1} << 40;
            clips.push_back({text::printable(s.name), s.frames_within(there), s.rate});
        }
    }
    if (clips.empty() && d.frames_present() > 0) clips.push_back({"All", d.frames_present(), default_rate});
    return clips;
}

std::string texture_on(const Mesh& mesh, const std::vector<Outfit>& outfits, u8 slot) {
    const Part* worn = outfits.empty() ? nullptr : outfits.front().image(slot);
    if (worn != nullptr) return text::printable(name_in_package(*worn));
    const SkinSlot* skin = mesh.skin(slot);
    if (skin == nullptr) return {};
    return text::printable(skin->file.empty() ? std::string_view(skin->texture) : text::file_name(skin->file));
}

std::vector<MaterialSummary> materials_of(const Document& d, const std::vector<Outfit>& outfits) {
    if (!d.data) return {};
    std::map<std::pair<u8, u8>, u64> counts;
    for (const Poly& poly : d.data->polys) ++counts[{poly.texture, poly.type}];
    std::vector<MaterialSummary> out;
    for (const auto& [key, triangles] : counts) {
        const auto [slot, type] = key;
        std::string texture;
        if (d.mesh() != nullptr && (type & weapon_bit) == 0) texture = texture_on(*d.mesh(), outfits, slot);
        out.push_back({material_name(slot, type), type_words(type), std::move(texture), triangles});
    }
    return out;
}

// Vertices that some drawn polygon uses; without a data file all of them.
std::vector<bool> drawn_vertices(const Document& d) {
    std::vector<bool> drawn(static_cast<std::size_t>(d.num_vertices()), !d.data);
    if (!d.data) return drawn;
    for (const Poly& poly : d.data->polys) {
        if ((poly.type & weapon_bit) != 0) continue;
        for (const u16 v : poly.vertices) {
            if (v < drawn.size()) drawn[v] = true;
        }
    }
    return drawn;
}

std::optional<double> height_of(const Document& d) {
    if (!d.data || d.frames_present() == 0) return {};
    u64 frame = 0;
    if (const Mesh* mesh = d.mesh(); mesh != nullptr && !mesh->sequences.empty()) {
        frame = mesh->file_frame(static_cast<u64>(std::max<i64>(mesh->sequences[0].start, 0)));
    }
    if (frame >= d.frames_present()) frame = 0;
    const ObjectSpace place(placement_of(d));
    const auto drawn = drawn_vertices(d);
    double low = 0;
    double high = 0;
    bool any = false;
    for (u64 v = 0; v < d.vertices_present(frame); ++v) {
        if (!drawn[static_cast<std::size_t>(v)]) continue;
        const double z = place(d.vertex(frame, v))[2];
        low = any ? std::min(low, z) : z;
        high = any ? std::max(high, z) : z;
        any = true;
    }
    if (!any) return {};
    return (high - low) * metres_per_unit * usable_draw_scale(d.mesh());
}

std::string classes_of(const Mesh& mesh) {
    constexpr std::size_t listed = 12;
    std::string out = "shown as class " + text::printable(mesh.looks[0].class_name) + " shows it; --class takes ";
    const std::size_t last = std::min(mesh.looks.size(), listed + 1);
    for (std::size_t i = 1; i < last; ++i) {
        out += (i == 1 ? "" : i + 1 == mesh.looks.size() ? " or " : ", ") + text::printable(mesh.looks[i].class_name);
    }
    if (mesh.looks.size() > last) out += " and " + std::to_string(mesh.looks.size() - last) + " more";
    return out;
}

// Those of a player; the first is the one that is shown.
std::string skins_in_words(const std::vector<Outfit>& outfits) {
    constexpr std::size_t listed = 24;
    std::string out = text::plural(outfits.size(), "skin") + ": ";
    for (std::size_t i = 0; i < std::min(outfits.size(), listed); ++i) {
        out += (i == 0 ? "" : ", ") + text::printable(outfits[i].name);
    }
    if (outfits.size() > listed) out += " and " + std::to_string(outfits.size() - listed) + " more";
    return out;
}

std::vector<std::string> remarks_of(const Document& d, const std::vector<Outfit>& outfits) {
    std::vector<std::string> out;
    if (!d.data) {
        out.emplace_back(
            "animation only: the polygons are in the data file (_d.3d), which also says whether vertices "
            "are standard or Deus Ex");
    }
    if (!d.aniv) out.emplace_back("polygons only: the vertices are in the aniv file (_a.3d)");
    const Mesh* mesh = d.mesh();
    if (mesh == nullptr) {
        out.emplace_back(
            d.script ? "no MESH IMPORT in the class script (.uc) names this model: clips, size and textures "
                       "are defaults"
                     : "no class script (.uc) or MODELDEF: one clip at 30 fps, scale and orientation are defaults, "
                       "textures are unknown");
    } else if (mesh->modeldef) {
        out.push_back("model " + std::to_string(mesh->modeldef->index) + " of " +
                      text::printable(mesh->modeldef->class_name) + " in the MODELDEF, which says no speed");
    } else {
        out.push_back("mesh " + text::printable(mesh->name) + " of the class script");
        if (mesh->sequences.empty()) out.emplace_back("the class script names no sequences: one clip at 30 fps");
        if (mesh->looks.size() > 1 && !mesh->looks[0].class_name.empty()) out.push_back(classes_of(*mesh));
        if (!outfits.empty()) out.push_back(skins_in_words(outfits));
        if (const double scale = usable_draw_scale(d.mesh()); scale != 1) {
            out.push_back("the class shows the mesh " + text::number(scale) + " times as large (DrawScale)");
        }
        if (mesh->placement.unmirror)
            out.emplace_back("imported with UNMIRROR: left and right are swapped in the files");
    }
    const auto is_weapon = [](const Poly& p) { return (p.type & weapon_bit) != 0; };
    if (d.data && std::any_of(d.data->polys.begin(), d.data->polys.end(), is_weapon)) {
        out.emplace_back("a weapon triangle marks where a weapon is held");
    }
    return out;
}

json::Value native_of(const Document& d) {
    json::Value native;
    if (d.data) {
        native.set("polys", d.data->num_polys);
        native.set("polys_present", d.data->polys.size());
        native.set("verts", d.data->num_vertices);
        native.set("d_trailing", d.data->trailing.size());
    }
    if (d.aniv) {
        native.set("frames", d.aniv->num_frames);
        native.set("framesize", d.aniv->frame_size);
        native.set("frames_present", d.frames_present());
        native.set("a_trailing", d.aniv->trailing.size());
    }
    if (const Mesh* mesh = d.mesh()) {
        native.set("mesh", text::printable(mesh->name));
        native.set("unmirror", mesh->placement.unmirror);
        native.set("sequences", mesh->sequences.size());
        native.set("notifies", mesh->notifies.size());
    }
    return native;
}

}  // namespace

std::string type_words(u8 type) {
    constexpr std::string_view styles[] = {"",
                                           "two-sided",
                                           "translucent, two-sided",
                                           "masked, two-sided",
                                           "modulated, two-sided",
                                           "alpha-blended, two-sided",
                                           "style 6",
                                           "style 7"};
    std::string words(styles[type & style_bits]);
    const auto add = [&](u8 bit, std::string_view word) {
        if ((type & bit) == 0) return;
        if (!words.empty()) words += ", ";
        words += word;
    };
    add(weapon_bit, "weapon triangle");
    add(unlit_bit, "unlit");
    add(flat_bit, "flat");
    add(environment_bit, "environment");
    add(no_smooth_bit, "no-smooth");
    return words;
}

std::string material_name(u8 slot, u8 type) {
    std::string words = type_words(type);
    std::erase(words, ',');
    std::replace(words.begin(), words.end(), ' ', '_');
    return "skin" + std::to_string(slot) + (words.empty() ? "" : "_") + words;
}

Summary summarise(const Document& d, const Bundle& bundle) {
    Summary out;
    const auto outfits = d.mesh() == nullptr ? std::vector<Outfit>() : outfits_of(d.mesh()->player_skins, bundle);
    out.variant = variant_of(d);
    out.totals.meshes = 1;
    out.totals.vertices = d.num_vertices();
    out.totals.triangles = d.data ? d.data->polys.size() : 0;
    out.totals.frames = d.frames_present();
    out.clips = clips_of(d);
    out.materials = materials_of(d, outfits);
    out.remarks = remarks_of(d, outfits);
    out.height_metres = height_of(d);
    out.native = native_of(d);
    return out;
}

}  // namespace thaw::unreal
