// Meshes of a document as plans: what a model that is built anew keeps of the one before.
#include <algorithm>

#include "formats/ctr/build_parts.hpp"

namespace thaw::ctr {

namespace {

FramePlan frame_plan(const Frame& frame) {
    const Bytes bytes = frame.data.bytes();
    FramePlan out{frame.origin, {bytes.begin(), bytes.end()}};
    out.data.push_back(0);  // the game reads a byte more
    return out;
}

AnimationPlan animation_plan(const File& file, u32 pointer) {
    AnimationPlan out;
    const Animation* animation = animation_at(file, pointer);
    if (animation == nullptr) return out;
    out.name = name_text(animation->name);
    out.half_rate = animation->is_half_rate();
    out.num_frames = static_cast<u16>(playback_frames(*animation));
    if (const auto* deltas = deltas_at(file, animation->deltas)) out.deltas = *deltas;
    for (u32 k = 0; k < stored_frames(*animation); ++k) {
        if (const Frame* frame = frame_of(file, pointer, k)) out.frames.push_back(frame_plan(*frame));
    }
    return out;
}

std::optional<TextureLayout> layout_copy(const File& file, const Pointer& pointer) {
    const TextureLayout* layout = layout_at(file, pointer.target);
    return layout == nullptr ? std::nullopt : std::optional(*layout);
}

}  // namespace

MeshPlan plan_of(const File& file, const Mesh& mesh) {
    MeshPlan out;
    out.name = name_text(mesh.name);
    out.lod_distance = mesh.lod_distance;
    out.flags = mesh.flags;
    out.scale = mesh.scale;
    if (const CommandList* commands = commands_of(file, mesh)) {
        out.cached_colours = commands->cached_colours;
        out.commands = commands->commands;
    }
    if (const auto* colours = colours_of(file, mesh)) out.colours = *colours;
    if (const auto* textures = textures_of(file, mesh)) {
        for (const Pointer& pointer : *textures) out.textures.push_back(layout_copy(file, pointer));
    }
    if (const Frame* frame = mesh.frame == 0 ? nullptr : frame_at(file, file.place(mesh.frame))) {
        out.frame = frame_plan(*frame);
        if (const auto* deltas = deltas_at(file, mesh.deltas)) out.deltas = *deltas;
    }
    if (const auto* table = animations_of(file, mesh)) {
        for (const Pointer& pointer : *table) out.animations.push_back(animation_plan(file, pointer.target));
    }
    const auto* list = file.anim_textures.find(file.place(mesh.anim_textures));
    if (mesh.anim_textures == 0 || list == nullptr) return out;
    for (std::size_t i = 0; i + 1 < list->value.entries.size(); ++i) {  // the last one is the end mark
        const AnimTexture& entry = list->value.entries[i];
        const u32 texture = (entry.slot - mesh.textures) / 4 + 1;
        if (entry.slot < mesh.textures || texture > out.textures.size()) continue;
        AnimTexturePlan plan{static_cast<u16>(texture), entry.frame_offset, entry.frame_skip, {}};
        for (const Pointer& pointer : entry.layouts) {
            if (const auto layout = layout_copy(file, pointer)) plan.layouts.push_back(*layout);
        }
        out.anim_textures.push_back(std::move(plan));
    }
    return out;
}

}  // namespace thaw::ctr
