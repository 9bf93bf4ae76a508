// What `thaw info` says about a CTC.
#include "formats/ctc/model/summary.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctc/entities/entities.hpp"
#include "formats/ctc/model/clips.hpp"
#include "formats/ctc/model/pose.hpp"

namespace thaw::ctc {

namespace {

constexpr double default_frames_per_second = 10;  // one step of the game's server

std::string skin_name(const Document& d, std::size_t i) { return text::to_utf8(text::until_nul(d.skins[i].name)); }

// List i is drawn with skin i, and with skin 0 where there is none. Skins beyond the lists are other clothes for list
// 0.
std::vector<MaterialSummary> materials_of(const Document& d) {
    std::vector<MaterialSummary> out;
    const char* blending = d.colours.empty() ? "" : "blended by vertex colours";
    u64 left = d.triangles.size();
    for (std::size_t i = 0; i < d.triangle_lists.size(); ++i) {
        const u64 size = std::min<u64>(left, d.triangle_lists[i] > 0 ? static_cast<u64>(d.triangle_lists[i]) : 0);
        left -= size;
        MaterialSummary material{"list " + std::to_string(i), blending, {}, size};
        if (i < d.skins.size()) {
            material.texture = skin_name(d, i);
        } else if (!d.skins.empty()) {
            material.texture = skin_name(d, 0);
            material.flags +=
                material.flags.empty() ? "for want of a skin of its own" : ", for want of a skin of its own";
        }
        out.push_back(std::move(material));
    }
    for (std::size_t i = d.triangle_lists.size(); i < d.skins.size(); ++i) {
        out.push_back({"skin " + std::to_string(i), "alternative for list 0", skin_name(d, i), 0});
    }
    return out;
}

std::vector<ClipSummary> clip_summaries(const Clips& clips) {
    std::vector<ClipSummary> out;
    for (const Clip& clip : clips.list) {
        out.push_back({text::to_utf8(clip.name), clip.count, default_frames_per_second, true});
    }
    return out;
}

// As the game shows it, where all its entities agree.
std::optional<double> height_metres(const Document& d, double scale) {
    const auto points = positions_at(d, {});
    if (points.empty()) return std::nullopt;
    const auto [low, high] =
        std::minmax_element(points.begin(), points.end(), [](const Vec3d& a, const Vec3d& b) { return a.y < b.y; });
    const double height = (high->y - low->y) * metres_per_unit * scale;
    if (!std::isfinite(height)) return std::nullopt;
    return height;
}

void add_entity_remarks(const std::vector<Entity>& entities, std::vector<std::string>& out) {
    constexpr std::size_t most = 8;
    std::string names;
    for (std::size_t i = 0; i < std::min(entities.size(), most); ++i) {
        names += (i == 0 ? "" : ", ") + text::printable(entities[i].class_name);
    }
    if (entities.size() > most) names += " and " + std::to_string(entities.size() - most) + " more";
    if (!entities.empty()) out.push_back("shown by " + names + " of the game's entity.dat");
    const auto scale = common_scale(entities);
    if (scale && *scale != no_scaling) {
        out.push_back("the game shows it at a scale of " + scale_words(*scale) + " (entity.dat)");
    } else if (!scale && std::any_of(entities.begin(), entities.end(), [](auto& each) { return each.is_visible(); })) {
        out.emplace_back("the entities show it at different scales");
    }
}

std::vector<std::string> remarks_of(const Document& d, const Clips& clips, const std::vector<Entity>& entities) {
    std::vector<std::string> out;
    if (d.num_frames() > 1) out.emplace_back("the file has no frame rate; 10 frames per second are assumed");
    if (clips.reading != Reading::none) {
        out.push_back("clips by what fits the frames (" + std::string(reading_name(clips.reading)) + ")");
    } else if (!d.animations.empty() && d.num_frames() > 0) {
        out.emplace_back("the numbers of the animations fit in no known way, so all frames are one clip");
    }
    if (!d.collapses.empty()) out.emplace_back("has detail-reduction records, which the game never applies");
    add_entity_remarks(entities, out);
    return out;
}

// One object a row: its name, and what `add` adds to it.
template <class Row, class Add>
json::Array named_json(const std::vector<Row>& rows, Add&& add) {
    json::Array out;
    for (const Row& row : rows) {
        json::Value one;
        one.set("name", text::to_utf8(text::until_nul(row.name)));
        add(one, row);
        out.push_back(std::move(one));
    }
    return out;
}

json::Value native_json(const Document& d, const Clips& clips, const std::vector<Entity>& entities) {
    json::Array lists, skins;
    for (const i32 size : d.triangle_lists) lists.emplace_back(size);
    for (std::size_t i = 0; i < d.skins.size(); ++i) skins.emplace_back(skin_name(d, i));
    json::Value out;
    out.set("version", d.version).set("skin_width", d.skin_width).set("skin_height", d.skin_height);
    out.set("frame_size", d.frame_size).set("skins", d.skins.size()).set("verts", d.vertices.size());
    out.set("texcoords", d.num_tex_coords).set("tris", d.triangles.size()).set("gl_commands", d.num_gl_commands);
    out.set("frames", d.num_frames()).set("animations", d.animations.size()).set("bones", d.bones.size());
    out.set("morphs", d.morphs.size()).set("attachments", d.attachments.size());
    out.set("lists", d.triangle_lists.size()).set("collapses", d.collapses.size()).set("colours", d.colours.size());
    out.set("influences", d.influences.size()).set("drawn_tris", d.drawn_triangles());
    out.set("size_in_header", d.offsets.end).set("clips_by", reading_name(clips.reading));
    out.set("skin_names", std::move(skins)).set("list_sizes", std::move(lists));
    out.set("animation_list", named_json(d.animations, [](json::Value& one, const Animation& animation) {
                one.set("a", animation.a).set("b", animation.b);
            }));
    out.set("morph_list",
            named_json(d.morphs, [](json::Value& one, const Morph& morph) { one.set("vertices", morph.count); }));
    out.set("attachment_list", named_json(d.attachments, [](json::Value& one, const Attachment& point) {
                one.set("triangle", point.triangle);
            }));
    if (!entities.empty()) out.set("entities", to_json(entities));
    return out;
}

}  // namespace

Summary summarise(const Document& document, const Bundle& bundle) {
    const Clips clips = clips_of(document);
    const std::vector<Entity> entities = entities_of(bundle);
    constexpr std::size_t up = 2;
    Summary summary;
    summary.variant = "v" + std::to_string(document.version);
    summary.totals = {.meshes = 1,
                      .vertices = document.vertices.size(),
                      .triangles = document.triangles.size(),
                      .bones = document.bones.size(),
                      .morphs = document.morphs.size(),
                      .frames = document.num_frames()};
    summary.clips = clip_summaries(clips);
    summary.materials = materials_of(document);
    summary.remarks = remarks_of(document, clips, entities);
    summary.height_metres = height_metres(document, common_scale(entities).value_or(no_scaling)[up]);
    summary.native = native_json(document, clips, entities);
    return summary;
}

}  // namespace thaw::ctc
