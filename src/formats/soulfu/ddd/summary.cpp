// What `thaw info` says about a DDD.
#include "formats/soulfu/ddd/summary.hpp"

#include <algorithm>
#include <cmath>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/soulfu/ddd/pose.hpp"
#include "formats/soulfu/shared/names.hpp"

namespace thaw::ddd {

namespace {

constexpr u8 stand = 1;

Totals totals_of(const Document& document) {
    Totals totals;
    totals.meshes = document.file.bases.size();
    totals.frames = document.animation().frames.size();
    for (const BaseModel& base : document.file.bases) {
        totals.vertices += base.vertices.size();
        totals.bones += base.bones.size();
        for (const Slot& slot : base.slots) totals.triangles += slot.triangles.size();
    }
    return totals;
}

std::vector<u8> actions_of(const File& animation) {
    std::vector<u8> actions;
    for (const Frame& frame : animation.frames) actions.push_back(frame.action);
    return actions;
}

std::string movement_of_image(u8 flags) {
    constexpr u8 anime = 16, eye = 32, no_line = 64;
    if ((flags & eye) == 0) return {};
    if ((flags & anime) == 0) return "blinking eye";
    return (flags & no_line) != 0 ? "cycling image" : "scrolling image";
}

// What frames ask of the game, in the order of the bits.
constexpr std::array<std::string_view, 8> event_names{"footstep",    "event 2",      "event 4", "attack",
                                                      "left strike", "right strike", "block",   "combat"};

// Of one clip: how many frames have each event, and how far it moves a character.
std::string words_of(const Frame* frames, u64 count) {
    constexpr double steps_per_foot = 256;
    std::array<u64, event_names.size()> events{};
    double x = 0, y = 0;
    for (u64 i = 0; i < count; ++i) {
        for (std::size_t bit = 0; bit < events.size(); ++bit) events[bit] += frames[i].events >> bit & 1;
        x += frames[i].movement[0] / steps_per_foot;
        y += frames[i].movement[1] / steps_per_foot;
    }
    std::string out;
    for (std::size_t bit = 0; bit < events.size(); ++bit) {
        if (events[bit] == 0) continue;
        out += (out.empty() ? "" : ", ") + std::string(event_names[bit]);
        // Most frames of a character are in combat.
        if (events[bit] != count) out += " x" + std::to_string(events[bit]);
    }
    const double metres = std::sqrt(x * x + y * y) * metres_per_foot;
    if (metres >= 0.005)
        out += (out.empty() ? "" : ", ") + ("moves " + text::number(std::round(metres * 100) / 100)) + " m";
    return out;
}

void add_frame_words(const File& animation, std::vector<ClipSummary>& clips) {
    std::size_t first = 0;
    for (ClipSummary& clip : clips) {
        while (animation.frames[first].action == boning) ++first;
        clip.words = words_of(&animation.frames[first], clip.frames);
        first += static_cast<std::size_t>(clip.frames);
    }
}

// Slot i of every base model uses the same image, so it is one material.
std::vector<MaterialSummary> materials_of(const File& file) {
    std::vector<MaterialSummary> materials;
    for (std::size_t s = 0; s < slot_count; ++s) {
        const Slot* first = nullptr;
        bool varies = false;
        u64 triangles = 0;
        for (const BaseModel& base : file.bases) {
            const Slot& slot = base.slots[s];
            if (slot.mode == 0) continue;
            if (first == nullptr) first = &slot;
            varies = varies || slot.flags != first->flags || slot.alpha != first->alpha;
            triangles += slot.triangles.size();
        }
        if (first == nullptr) continue;
        std::string flags = flags_in_words(first->flags, first->alpha);
        if (varies) flags += flags.empty() ? "varies by base model" : ", varies by base model";
        materials.push_back({"slot " + std::to_string(s), std::move(flags), {}, triangles});
    }
    return materials;
}

// The first STAND frame that shows anything, else the first such frame of all.
const Frame* frame_to_show(const Document& document) {
    const Frame* first = nullptr;
    for (const Frame& frame : document.animation().frames) {
        if (frame.base_model >= document.file.bases.size()) continue;
        if (document.file.bases[frame.base_model].vertices.empty()) continue;
        if (frame.action == stand) return &frame;
        if (first == nullptr) first = &frame;
    }
    return first;
}

std::optional<double> height_metres(const Document& document) {
    const Frame* frame = frame_to_show(document);
    if (frame == nullptr) return std::nullopt;
    const auto feet = height_of(Poser(document, frame->base_model).positions(*frame));
    if (!feet) return std::nullopt;
    return *feet * metres_per_foot;
}

bool is_tile(std::string_view name) { return text::matches_pattern(text::file_name(name), "TILE*.DDD"); }

void add_link_remarks(const Document& document, std::vector<std::string>& out) {
    const std::string link = text::printable(document.file.link_name());
    out.push_back("its frames are in " + link + ".DDD");
    if (document.linked) return;
    out.push_back(document.link_error.empty() ? link + ".DDD is not at hand, so the model cannot move"
                                              : link + ".DDD cannot be read, so the model cannot move");
}

std::vector<std::string> remarks_of(const Document& document, const Bundle& bundle, const Summary& summary) {
    std::vector<std::string> out;
    const File& file = document.file;
    if (file.is_linked()) add_link_remarks(document, out);
    if (document.fitting_animations.size() == 1) {
        out.push_back("moved by the frames of " + text::printable(document.fitting_animations.front()) +
                      ", the only ones that fit");
    } else if (document.fitting_animations.size() > 1) {
        out.push_back(text::plural(document.fitting_animations.size(), "file") +
                      " in the same folder have frames for its bones; --anim FILE takes one");
    }
    if (!file.bases.empty() && summary.totals.vertices == 0) {
        out.emplace_back("carries animation only: there is nothing to see without the models that use it");
    } else if (document.fitting_animations.empty() && summary.clips.empty() && !document.animation().frames.empty() &&
               summary.totals.bones > 0) {
        out.emplace_back("has only its bind pose: a prop that stands still, or a part moved by another file's frames");
    }
    if (is_tile(bundle.name_of("ddd"))) {
        out.emplace_back("named like the source of a TIL tile; Thaw treats it as any other DDD");
    }
    return out;
}

json::Value slot_json(const Slot& slot) {
    if (slot.mode == 0) return {};
    json::Value out;
    out.set("mode", slot.mode).set("flags", slot.flags).set("alpha", slot.alpha);
    out.set("tris", slot.triangles.size());
    return out;
}

json::Value base_json(const BaseModel& base) {
    json::Array slots, ids;
    for (const Slot& slot : base.slots) slots.push_back(slot_json(slot));
    std::size_t anchors = 0;
    for (const Vertex& vertex : base.vertices) anchors += (vertex.weight & 0x80) != 0 ? 1 : 0;
    for (const Bone& bone : base.bones) {
        if (bone.id != 0) ids.emplace_back(bone.id);
    }
    json::Value out;
    out.set("verts", base.vertices.size()).set("texverts", base.tex_vertices.size());
    out.set("joints", base.joint_sizes.size()).set("bones", base.bones.size());
    out.set("slots", std::move(slots)).set("bone_ids", std::move(ids)).set("anchors", anchors);
    return out;
}

// verts to bones are sums over the base models; per_base has each one's own.
json::Value native_json(const Document& document, const Totals& totals) {
    const File& file = document.file;
    u64 tex_vertices = 0, joints = 0;
    json::Array per_base, shadow_textures;
    for (const BaseModel& base : file.bases) {
        tex_vertices += base.tex_vertices.size();
        joints += base.joint_sizes.size();
        per_base.push_back(base_json(base));
    }
    for (const u8 texture : file.shadow_textures) shadow_textures.emplace_back(texture);
    json::Value out;
    out.set("bases", file.bases.size()).set("frames", file.frames.size());
    out.set("verts", totals.vertices).set("texverts", tex_vertices).set("tris", totals.triangles);
    out.set("joints", joints).set("bones", totals.bones);
    out.set("scaling", file.scaling).set("feet_per_unit", file.feet_per_unit()).set("flags", text::hex(file.flags));
    out.set("link", file.is_linked() ? json::Value(text::to_utf8(file.link_name())) : json::Value());
    out.set("shadow_textures", std::move(shadow_textures));
    out.set("actions", actions_json(actions_of(document.animation())));
    out.set("trailing", file.trailing.size()).set("per_base", std::move(per_base));
    return out;
}

}  // namespace

std::vector<ClipSummary> clips_of(const std::vector<u8>& actions) {
    std::vector<ClipSummary> clips;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        if (actions[i] == boning) continue;
        if (i == 0 || actions[i - 1] != actions[i]) {
            clips.push_back({action_name(actions[i]), 0, frames_per_second, is_default_action(actions[i])});
        }
        ++clips.back().frames;
    }
    return clips;
}

json::Array actions_json(const std::vector<u8>& actions) {
    std::array<bool, 256> seen{};
    json::Array out;
    for (const u8 action : actions) {
        if (!seen[action]) out.emplace_back(action_name(action));
        seen[action] = true;
    }
    return out;
}

std::string flags_in_words(u8 flags, u8 alpha) {
    const auto has = [&](u8 bit) { return (flags & bit) != 0; };
    std::string out;
    const auto add = [&](const std::string& word) {
        if (word.empty()) return;
        if (!out.empty()) out += ", ";
        out += word;
    };
    if (has(1)) add("additive");
    if (has(2)) add("tinted");
    if (has(4)) add("two-sided");
    if (has(8)) add(has(16) ? "toon shading" : "shiny");
    add(movement_of_image(flags));
    if (has(64)) add("no outline");
    if (has(128)) add("cut out by alpha");
    if (alpha != 255) add("alpha " + std::to_string(alpha));
    return out;
}

Summary summarise(const Document& document, const Bundle& bundle) {
    Summary summary;
    summary.variant = document.file.is_linked() ? "linked" : "ddd";
    summary.totals = totals_of(document);
    summary.clips = clips_of(actions_of(document.animation()));
    add_frame_words(document.animation(), summary.clips);
    summary.materials = materials_of(document.file);
    summary.remarks = remarks_of(document, bundle, summary);
    summary.height_metres = height_metres(document);
    summary.native = native_json(document, summary.totals);
    return summary;
}

}  // namespace thaw::ddd
