// What `thaw info` says about an RDY. Counts are those of the highest level of detail.
#include "formats/soulfu/rdy/summary.hpp"

#include <cmath>

#include "base/text.hpp"
#include "formats/soulfu/ddd/summary.hpp"
#include "formats/soulfu/rdy/pose.hpp"

namespace thaw::rdy {

namespace {

constexpr u8 stand = 1;

std::vector<const BaseModel*> first_levels(const File& file) {
    std::vector<const BaseModel*> out;
    for (std::size_t b = 0; b < file.num_base_models; ++b) {
        if (const BaseModel* base = file.base(b)) out.push_back(base);
    }
    return out;
}

Totals totals_of(const File& file) {
    Totals totals;
    for (const BaseModel* base : first_levels(file)) {
        totals.meshes += 1;
        totals.vertices += base->vertices.size();
        totals.triangles += base->triangles();
        totals.bones += base->bones.size();
    }
    totals.frames = file.num_frames();
    return totals;
}

std::vector<u8> actions_of(const File& file) {
    std::vector<u8> actions;
    for (const Frame& frame : file.frames) actions.push_back(frame.action);
    return actions;
}

// Slot i of every base model uses the same image, so it is one material.
std::vector<MaterialSummary> materials_of(const File& file) {
    std::vector<MaterialSummary> materials;
    for (std::size_t s = 0; s < slot_count; ++s) {
        const Slot* first = nullptr;
        bool varies = false;
        u64 triangles = 0;
        for (const BaseModel* base : first_levels(file)) {
            const Slot& slot = base->slots[s];
            if (slot.mode == 0) continue;
            if (first == nullptr) first = &slot;
            varies = varies || slot.flags != first->flags || slot.alpha != first->alpha;
            triangles += slot.strips.triangles() + slot.fans.triangles();
        }
        if (first == nullptr) continue;
        std::string flags = ddd::flags_in_words(first->flags, first->alpha);
        if (varies) flags += flags.empty() ? "varies by base model" : ", varies by base model";
        materials.push_back({"slot " + std::to_string(s), std::move(flags), {}, triangles});
    }
    return materials;
}

// The first STAND frame that shows anything, else the first such frame of all.
const Frame* frame_to_show(const File& file) {
    const Frame* first = nullptr;
    for (const Frame& frame : file.frames) {
        const BaseModel* base = file.base(frame.base_model);
        if (base == nullptr || base->vertices.empty()) continue;
        if (frame.action == stand) return &frame;
        if (first == nullptr) first = &frame;
    }
    return first;
}

std::optional<double> height_metres(const File& file) {
    const Frame* frame = frame_to_show(file);
    if (frame == nullptr) return std::nullopt;
    const auto feet = ddd::height_of(posed(*file.base(frame->base_model), *frame));
    if (!feet || !std::isfinite(*feet)) return std::nullopt;
    return *feet * ddd::metres_per_foot;
}

std::vector<std::string> remarks_of(const File& file, const Summary& summary) {
    std::vector<std::string> out;
    const Places places = places_of(file);
    const u64 models = model_load_base(file, places), frames = frame_load_base(file, places);
    if (models != 0 || frames != 0) {
        out.push_back("a memory image, taken at address " + text::hex(models != 0 ? models : frames));
    }
    if (file.num_detail_levels > 1) {
        out.push_back(std::to_string(file.num_detail_levels) + " levels of detail; the counts are those of the first");
    }
    if (file.layout.actions != 128) out.emplace_back("has 64 actions, as in the author's note; no known engine does");
    if (file.is_linked()) {
        out.emplace_back("its frames are in another model's memory, so it cannot move");
    } else if (file.num_base_models > 0 && summary.totals.vertices == 0) {
        out.emplace_back("carries animation only: there is nothing to see without the models that use it");
    } else if (summary.clips.empty() && !file.frames.empty() && summary.totals.bones > 0) {
        out.emplace_back("has only its bind pose: a prop that stands still, or a part moved by another file's frames");
    }
    return out;
}

json::Value slot_json(const Slot& slot) {
    if (slot.mode == 0) return {};
    json::Value out;
    out.set("mode", slot.mode).set("flags", slot.flags).set("alpha", slot.alpha);
    out.set("strips", slot.strips.size()).set("fans", slot.fans.size());
    out.set("tris", slot.strips.triangles() + slot.fans.triangles());
    return out;
}

json::Value base_json(const BaseModel& base) {
    json::Array slots, ids;
    for (const Slot& slot : base.slots) slots.push_back(slot_json(slot));
    for (const Bone& bone : base.bones) {
        if (bone.id != 0) ids.emplace_back(bone.id);
    }
    json::Value out;
    out.set("verts", base.vertices.size()).set("texverts", base.tex_vertices.size());
    out.set("joints", base.joint_sizes.size()).set("bones", base.bones.size());
    out.set("edge_lines", base.edge_lines.size());
    out.set("slots", std::move(slots)).set("bone_ids", std::move(ids));
    return out;
}

// verts to edge_lines are sums over the base models in their first level; per_base has each one's own.
json::Value native_json(const File& file, const Totals& totals) {
    u64 tex_vertices = 0, joints = 0, edge_lines = 0;
    json::Array per_base, shadow_textures;
    for (const BaseModel* base : first_levels(file)) {
        tex_vertices += base->tex_vertices.size();
        joints += base->joint_sizes.size();
        edge_lines += base->edge_lines.size();
        per_base.push_back(base_json(*base));
    }
    for (const u8 texture : file.shadow_textures) shadow_textures.emplace_back(texture);
    const Places places = places_of(file);
    json::Value out;
    out.set("bases", file.num_base_models).set("frames", file.frames.size()).set("verts", totals.vertices);
    out.set("texverts", tex_vertices).set("tris", totals.triangles).set("joints", joints);
    out.set("bones", totals.bones).set("edge_lines", edge_lines).set("detail_levels", file.num_detail_levels);
    out.set("pointer_bytes", file.layout.pointer_bytes).set("action_table", file.layout.actions);
    out.set("model_load_base", text::hex(model_load_base(file, places)));
    out.set("frame_load_base", text::hex(frame_load_base(file, places)));
    out.set("flags", text::hex(file.flags)).set("linked", file.is_linked());
    out.set("shadow_textures", std::move(shadow_textures)).set("actions", ddd::actions_json(actions_of(file)));
    out.set("trailing", file.trailing.size()).set("per_base", std::move(per_base));
    return out;
}

}  // namespace

Summary summarise(const Document& document, const Bundle&) {
    const File& file = document.file;
    Summary summary;
    summary.variant = file.variant();
    summary.totals = totals_of(file);
    summary.clips = ddd::clips_of(actions_of(file));
    summary.materials = materials_of(file);
    summary.remarks = remarks_of(file, summary);
    summary.height_metres = height_metres(file);
    summary.native = native_json(file, summary.totals);
    return summary;
}

}  // namespace thaw::rdy
