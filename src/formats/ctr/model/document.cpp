#include "formats/ctr/model/document.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::ctr {

namespace {

template <class Value>
const Value* value_at(const Regions<Value>& regions, u64 offset) {
    const auto* region = regions.find(offset);
    return region == nullptr ? nullptr : &region->value;
}

}  // namespace

std::array<u8, 3> Delta::base() const {
    return {static_cast<u8>((word >> 25 & 0x7F) << 1), static_cast<u8>(word >> 17), static_cast<u8>(word >> 9)};
}

std::array<u8, 3> Delta::bits() const {
    return {static_cast<u8>(word >> 6 & 7), static_cast<u8>(word >> 3 & 7), static_cast<u8>(word & 7)};
}

u64 File::body_bytes() const {
    const u64 after_base = image.size() - std::min<u64>(base(), image.size());
    return wrapped ? std::min<u64>(wrapper & ~external_map_bit, after_base) : after_base;
}

bool File::holds(u64 body_offset, u64 bytes) const {
    const u64 body = body_bytes();
    return body_offset <= body && bytes <= body - body_offset;
}

bool File::reaches(u32 pointer, u64 bytes) const { return pointer != 0 && holds(pointer, bytes); }

const PointerMap* Document::map() const {
    if (file && file->has_inline_map()) return &file->map;
    return map_file ? &*map_file : nullptr;
}

u32 playback_frames(const Animation& animation) { return animation.num_frames & 0x7FFFu; }

u32 stored_frames(const Animation& animation) {
    const u32 played = playback_frames(animation);
    return animation.is_half_rate() ? (played >> 1) + 1 : played;
}

const CommandList* commands_of(const File& file, const Mesh& mesh) {
    return value_at(file.command_lists, file.place(mesh.commands));
}
const std::vector<Colour>* colours_of(const File& file, const Mesh& mesh) {
    return value_at(file.colour_tables, file.place(mesh.colours));
}
const std::vector<Pointer>* textures_of(const File& file, const Mesh& mesh) {
    return value_at(file.texture_tables, file.place(mesh.textures));
}
const std::vector<Pointer>* animations_of(const File& file, const Mesh& mesh) {
    return mesh.animations == 0 ? nullptr : value_at(file.animation_tables, file.place(mesh.animations));
}
const Animation* animation_at(const File& file, u32 pointer) {
    return pointer == 0 ? nullptr : value_at(file.animations, file.place(pointer));
}
const std::vector<Delta>* deltas_at(const File& file, u32 pointer) {
    return pointer == 0 ? nullptr : value_at(file.delta_arrays, file.place(delta_target(pointer)));
}
const TextureLayout* layout_at(const File& file, u32 pointer) {
    return pointer == 0 ? nullptr : value_at(file.layouts, file.place(pointer));
}
const Frame* frame_at(const File& file, u64 file_offset) { return value_at(file.frames, file_offset); }

const Frame* frame_of(const File& file, u32 pointer, u32 k) {
    const Animation* animation = animation_at(file, pointer);
    if (animation == nullptr || k >= stored_frames(*animation)) return nullptr;
    return frame_at(file, file.place(pointer) + animation_header_bytes + u64{k} * animation->frame_bytes);
}

Pose rest_pose(const File& file, const Mesh& mesh) {
    const auto pose = [&](const Frame* frame, u32 deltas) -> Pose {
        const auto* array = deltas_at(file, deltas);
        if (deltas != 0 && array == nullptr) return {};
        return {frame, array};
    };
    // The renderer asks the table's pointer, not the number of animations, whether a mesh moves.
    const auto* table = animations_of(file, mesh);
    if (table == nullptr || table->empty()) {
        return pose(mesh.frame == 0 ? nullptr : frame_at(file, file.place(mesh.frame)), mesh.deltas);
    }
    const u32 first = table->front().target;
    const Animation* animation = animation_at(file, first);
    return pose(frame_of(file, first, 0), animation == nullptr ? 0 : animation->deltas);
}

}  // namespace thaw::ctr
