// Meshes of a document as plans: what a model that is built anew keeps of the one before.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/build/parts.hpp"
#include "formats/ctr/model/scene_parts.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/shared/extras.hpp"
#include "scene/shapes.hpp"

namespace thaw::ctr {

namespace {

FramePlan frame_plan(const Frame& frame) {
    const Bytes bytes = frame.data.bytes();
    FramePlan out{.origin = frame.origin,
                  .data = {bytes.begin(), bytes.end()},
                  .padding = frame.padding,
                  .unknown_0x08 = frame.unknown_0x08};
    out.data.push_back(0);  // the game reads a byte more
    return out;
}

AnimationPlan animation_plan(const File& file, u32 pointer) {
    AnimationPlan out;
    const Animation* animation = animation_at(file, pointer);
    if (animation == nullptr) return out;
    out.name = text::until_nul(animation->name);
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
    out.name = text::until_nul(mesh.name);
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

u64 bytes_in_plan(const File& file, const Mesh& mesh) {
    u64 out = 0;
    const auto* table = animations_of(file, mesh);
    for (std::size_t row = 0; table != nullptr && row < table->size(); ++row) {
        const u32 pointer = (*table)[row].target;
        const Animation* animation = animation_at(file, pointer);
        const Frame* frame = frame_of(file, pointer, 0);
        if (frame == nullptr) continue;
        if (const auto* deltas = deltas_at(file, animation->deltas)) out += deltas->size() * Delta::disk_bytes;
        out += stored_frames(*animation) * (sizeof(FramePlan) + frame->data.size());
    }
    return out;
}

namespace {

bool looks_the_same(const Material& a, const Material& b) {
    return a.base_color == b.base_color && a.alpha == b.alpha && a.blend == b.blend && a.double_sided == b.double_sided;
}

bool are_same_faces(const BuildWork& work, const MemoryEdit& memory, const thaw::Mesh& then, const thaw::Mesh& now) {
    if (then.points.size() != now.points.size() || then.primitives.size() != now.primitives.size()) return false;
    for (std::size_t p = 0; p < then.primitives.size(); ++p) {
        const Primitive &a = then.primitives[p], &b = now.primitives[p];
        const auto& before = work.edited->base_scene->materials;
        if (a.material != b.material || a.material >= before.size() || memory.is_new(a.material)) return false;
        if (!looks_the_same(before[a.material], work.scene.materials[a.material])) return false;
        if (a.points != b.points || a.uvs != b.uvs || a.colors != b.colors || a.indices != b.indices) return false;
    }
    return true;
}

}  // namespace

std::optional<BaseLevel> base_level(const BuildWork& work, const MemoryEdit& memory, const LevelNodes& level) {
    if (work.edited == nullptr) return std::nullopt;
    const auto& file = *static_cast<const Document&>(*work.edited->base->document).file;
    const Scene& before = *work.edited->base_scene;
    const auto own = std::find_if(level.nodes.begin(), level.nodes.end(), [&](u32 n) {
        return n < before.nodes.size() && before.nodes[n].mesh != no_index &&
               before.nodes[n].extras.find("thaw_lod") != nullptr;
    });
    if (own == level.nodes.end() || file.mesh_lists.size() == 0) return std::nullopt;
    const auto number = build::integer_in(before.nodes[*own].extras, "thaw_lod").value_or(0);
    const auto& meshes = file.mesh_lists[0].value;
    if (number < 0 || static_cast<u64>(number) >= meshes.size()) return std::nullopt;
    const thaw::Mesh& then = before.meshes[before.nodes[*own].mesh];
    const thaw::Mesh& now = work.scene.meshes[work.scene.nodes[*own].mesh];
    const bool same = level.nodes.size() == 1 && are_same_faces(work, memory, then, now);
    return BaseLevel{file, meshes[static_cast<std::size_t>(number)], *own, same};
}

const AnimationPlan* kept_animation(const BuildWork& work, const BaseLevel& base, const MeshPlan& plan,
                                    const Clip& clip) {
    const Scene& before = *work.edited->base_scene;
    const auto channel_in = [&](const Clip& of) -> const Channel* {
        const auto found = std::find_if(of.channels.begin(), of.channels.end(), [&](const Channel& channel) {
            return channel.node == base.node && channel.path == Path::frame;
        });
        return found == of.channels.end() ? nullptr : &*found;
    };
    const Channel* now = channel_in(clip);
    if (now == nullptr || clip.channels.empty()) return nullptr;
    const thaw::Mesh &was = before.meshes[before.nodes[base.node].mesh],
                     &is = work.scene.meshes[work.scene.nodes[base.node].mesh];
    for (const Clip& other : before.clips) {
        const Channel* then = channel_in(other);
        if (then == nullptr || then->frames != now->frames || then->interpolation != now->interpolation) continue;
        if (other.timelines[then->timeline] != clip.timelines[now->timeline]) continue;
        std::vector<Vec3> a, b;
        const bool same = std::all_of(then->frames.begin(), then->frames.end(), [&](u32 frame) {
            shape_points(was, frame, a);
            shape_points(is, frame, b);
            return a == b;
        });
        const auto frames = frames_shown(base.file, base.mesh, then->frames[0] + 1u);
        if (!same || then->frames[0] >= frames.size()) continue;
        const u32 row = frames[then->frames[0]].row;
        if (row < plan.animations.size()) return &plan.animations[row];
    }
    return nullptr;
}

void report_unkept(BuildWork& work, const BaseLevel& base) {
    const CommandList* commands = commands_of(base.file, base.mesh);
    if (commands == nullptr) return;
    u64 second_depth = 0, degenerate = 0;
    for (const Face& face : faces_of(*commands)) {
        second_depth += face.second_depth ? 1u : 0u;
        degenerate += face.is_degenerate() ? 1u : 0u;
    }
    const auto tell = [&](u64 count, const char* which) {
        if (count == 0) return;
        work.issues.add(thaw::issue::not_kept, "ctr", std::string(text::until_nul(base.mesh.name)), {},
                        text::plural(count, "face") + which);
    };
    tell(second_depth, " of the second depth range");
    tell(degenerate, " without area");
}

}  // namespace thaw::ctr
