#include "formats/soulfu/rdy/document.hpp"

#include <algorithm>

namespace thaw::rdy {

namespace {

u64 disk_bytes(const Primitives& primitives) {
    return 2 + primitives.ends.size() * 2 + primitives.corners.size() * Corner::disk_bytes;
}

u64 disk_bytes(const Slot& slot) { return slot.mode == 0 ? 1 : 3 + disk_bytes(slot.strips) + disk_bytes(slot.fans); }

u64 disk_bytes(const Frame& frame) {
    u64 total = 11 + frame.axes.size() * BoneAxes::disk_bytes + frame.joints.size() * Point::disk_bytes;
    for (const Shadow& shadow : frame.shadows) total += shadow.alpha == 0 ? 1 : 1 + 4 * ShadowCorner::disk_bytes;
    return total;
}

// Counts up from the start of one base model and returns where it ends.
u64 place(const BaseModel& base, u64 start, Pointers& pointers) {
    const auto mark = [&](std::size_t part, u64 at) { pointers.parts[part] = static_cast<u32>(at); };
    u64 at = start;
    mark(0, at);
    at += 8 + base.vertices.size() * Vertex::disk_bytes;
    mark(1, at);
    at += base.tex_vertices.size() * TexVertex::disk_bytes;
    mark(2, at);
    for (const Slot& slot : base.slots) at += disk_bytes(slot);
    mark(3, at);
    at += base.joint_sizes.size() * 4;
    mark(4, at);
    return at + base.bones.size() * Bone::disk_bytes + 2 + base.edge_lines.size() * EdgeLine::disk_bytes;
}

}  // namespace

std::span<const Corner> Primitives::operator[](std::size_t i) const {
    if (i >= ends.size()) return {};
    const std::size_t end = std::min<std::size_t>(ends[i], corners.size());
    const std::size_t begin = i == 0 ? 0 : std::min<std::size_t>(ends[i - 1], end);
    return std::span(corners).subspan(begin, end - begin);
}

void Primitives::add(std::span<const Corner> strip) {
    corners.insert(corners.end(), strip.begin(), strip.end());
    ends.push_back(static_cast<u32>(corners.size()));
}

u64 Primitives::triangles() const {
    u64 total = 0;
    for (std::size_t i = 0; i < size(); ++i) total += std::max<std::size_t>((*this)[i].size(), 2) - 2;
    return total;
}

std::vector<ddd::Triangle> triangles_of(const Slot& slot) {
    std::vector<ddd::Triangle> triangles;
    for (std::size_t i = 0; i < slot.strips.size(); ++i) {
        const auto strip = slot.strips[i];
        for (std::size_t k = 2; k < strip.size(); ++k) {
            const bool odd = k % 2 == 1;
            triangles.push_back({{strip[odd ? k - 1 : k - 2], strip[odd ? k - 2 : k - 1], strip[k]}});
        }
    }
    for (std::size_t i = 0; i < slot.fans.size(); ++i) {
        const auto fan = slot.fans[i];
        for (std::size_t k = 2; k < fan.size(); ++k) triangles.push_back({{fan[0], fan[k - 1], fan[k]}});
    }
    return triangles;
}

u64 BaseModel::triangles() const {
    u64 total = 0;
    for (const Slot& slot : slots) total += slot.strips.triangles() + slot.fans.triangles();
    return total;
}

const BaseModel* File::base(std::size_t base_model, std::size_t level) const {
    if (base_model >= num_base_models || level >= num_detail_levels) return nullptr;
    const std::size_t index = base_model * num_detail_levels + level;
    return index < bases.size() ? &bases[index] : nullptr;
}

std::string_view File::variant() const {
    if (is_wide()) return "port64";
    const Places places = places_of(*this);
    return model_load_base(*this, places) == 0 && frame_load_base(*this, places) == 0 ? "portable" : "classic32";
}

u64 bases_start(const File& file) {
    return 6 + u64{file.layout.actions} * 2 + file.shadow_textures.size() +
           u64{file.num_detail_levels} * file.num_base_models * Pointers::disk_bytes +
           file.num_frames() * file.layout.pointer_bytes;
}

Places places_of(const File& file) {
    Places places;
    u64 at = bases_start(file);
    places.models.assign(file.bases.size(), {});
    const std::size_t levels = std::max<std::size_t>(file.num_detail_levels, 1);
    for (std::size_t i = 0; i < file.bases.size(); ++i) {
        const std::size_t row = i % levels * (file.bases.size() / levels) + i / levels;
        at = place(file.bases[i], at, places.models[std::min(row, file.bases.size() - 1)]);
    }
    for (const Frame& frame : file.frames) {
        places.frames.push_back(at);
        at += disk_bytes(frame);
    }
    places.end = at;
    return places;
}

u32 model_load_base(const File& file, const Places& places) {
    if (file.model_pointers.empty() || places.models.empty()) return 0;
    return file.model_pointers[0].parts[0] - places.models[0].parts[0];
}

u64 frame_load_base(const File& file, const Places& places) {
    if (file.num_frames() == 0 || places.frames.empty()) return 0;
    const u64 base = file.frame_pointer(0) - places.frames[0];
    return file.is_wide() ? base : static_cast<u32>(base);
}

void set_tables(File& file, u32 model_base, u64 frame_base) {
    if (!file.is_linked()) {
        file.frame_pointers_narrow.assign(file.is_wide() ? 0 : file.frames.size(), 0);
        file.frame_pointers_wide.assign(file.is_wide() ? file.frames.size() : 0, 0);
    }
    const Places places = places_of(file);
    file.model_pointers = places.models;
    for (Pointers& pointers : file.model_pointers) {
        for (u32& pointer : pointers.parts) pointer += model_base;
    }
    for (std::size_t i = 0; i < file.frames.size(); ++i) {
        const u64 pointer = places.frames[i] + frame_base;
        if (file.is_wide()) {
            file.frame_pointers_wide[i] = pointer;
        } else {
            file.frame_pointers_narrow[i] = static_cast<u32>(pointer);
        }
    }
}

std::vector<u16> first_frames_of(const File& file) {
    std::vector<u16> first(file.layout.actions, no_frame);
    for (std::size_t i = file.frames.size(); i-- > 0;) {
        if (file.frames[i].action < first.size()) first[file.frames[i].action] = static_cast<u16>(i);
    }
    return first;
}

}  // namespace thaw::rdy
