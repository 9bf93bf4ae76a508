#include "formats/ctr/build/build.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::ctr {

namespace {

// Bytes that grow, with the places of pointers in them.
class BodyWriter {
public:
    u32 here() const { return static_cast<u32>(bytes_.size()); }
    void put8(u32 value) { bytes_.push_back(static_cast<u8>(value)); }
    void put16(u32 value) {
        put8(value);
        put8(value >> 8);
    }
    void put32(u32 value) {
        put16(value);
        put16(value >> 16);
    }
    void put(const std::vector<u8>& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void zeros(u64 n) { bytes_.insert(bytes_.end(), static_cast<std::size_t>(n), u8{0}); }
    void name(std::string_view text) {
        for (const char c : text::nul_padded<name_bytes>(text)) put8(static_cast<u8>(c));
    }
    void align() { zeros((4 - bytes_.size() % 4) % 4); }

    // A pointer that is set later, or stays empty.
    u32 pointer() {
        put32(0);
        return here() - 4;
    }
    void point(u32 place, u32 target) {
        for (u32 i = 0; i < 4; ++i) bytes_[place + i] = static_cast<u8>(target >> (8 * i));
        map_.push_back(place);
    }
    void point_here(u32 place) { point(place, here()); }

    const std::vector<u8>& bytes() const { return bytes_; }
    std::vector<u32> map() const {
        auto sorted = map_;
        std::sort(sorted.begin(), sorted.end());
        return sorted;
    }

private:
    std::vector<u8> bytes_{};
    std::vector<u32> map_{};
};

void put(BodyWriter& out, const TextureLayout& t) {
    for (const u8 byte : {t.u0, t.v0}) out.put8(byte);
    out.put16(t.clut);
    for (const u8 byte : {t.u1, t.v1}) out.put8(byte);
    out.put16(t.page);
    for (const u8 byte : {t.u2, t.v2, t.u3, t.v3}) out.put8(byte);
}

void put(BodyWriter& out, const FramePlan& frame) {
    for (const i16 value : frame.origin) out.put16(static_cast<u16>(value));
    out.put16(static_cast<u16>(frame.padding));
    for (const u8 byte : frame.unknown_0x08) out.put8(byte);
    out.put32(frame.data_offset);
    if (frame.data_offset > frame_header_bytes) out.zeros(frame.data_offset - frame_header_bytes);
    out.put(frame.data);
    out.align();
}

void put(BodyWriter& out, const std::vector<Delta>& deltas) {
    for (const Delta& delta : deltas) out.put32(delta.word);
}

// The places of a mesh header's pointers.
struct MeshPointers {
    u32 commands = 0, frame = 0, textures = 0, colours = 0, deltas = 0, animations = 0, anim_textures = 0;
};

class MeshWriter {
public:
    MeshWriter(BodyWriter& out, const MeshPlan& mesh) : out_(out), mesh_(mesh) {}

    void header() {
        out_.name(mesh_.name);
        out_.put32(0);
        out_.put16(mesh_.lod_distance);
        out_.put16(mesh_.flags);
        for (const u16 scale : mesh_.scale) out_.put16(scale);
        out_.put16(0);
        at_.commands = out_.pointer();
        at_.frame = out_.pointer();
        at_.textures = out_.pointer();
        at_.colours = out_.pointer();
        at_.deltas = out_.pointer();
        out_.put32(static_cast<u32>(mesh_.animations.size()));
        at_.animations = out_.pointer();
        at_.anim_textures = out_.pointer();
    }

    void data() {
        animation_table();
        commands();
        textures();
        if (mesh_.frame) {
            out_.point_here(at_.frame);
            put(out_, *mesh_.frame);
        }
        animations();
        if (!mesh_.deltas.empty()) {
            out_.point_here(at_.deltas);
            put(out_, mesh_.deltas);
        }
        // Without textures the game's own files point at the colours.
        if (mesh_.textures.empty()) out_.point_here(at_.textures);
        out_.point_here(at_.colours);
        for (const Colour& colour : mesh_.colours) {
            for (const u8 byte : {colour.red, colour.green, colour.blue, colour.weight}) out_.put8(byte);
        }
        anim_textures();
    }

private:
    void animation_table() {
        if (mesh_.animations.empty()) return;
        out_.point_here(at_.animations);
        for (std::size_t i = 0; i < mesh_.animations.size(); ++i) animation_places_.push_back(out_.pointer());
    }

    void commands() {
        if (mesh_.commands.empty()) return;  // a mesh of a broken file
        out_.point_here(at_.commands);
        out_.put32(mesh_.cached_colours);
        for (const Command& command : mesh_.commands) out_.put32(command.word);
    }

    void textures() {
        if (mesh_.textures.empty()) return;
        table_ = out_.here();
        out_.point(at_.textures, table_);
        for (std::size_t i = 0; i < mesh_.textures.size(); ++i) out_.pointer();
        for (u32 i = 0; i < mesh_.textures.size(); ++i) {
            if (!mesh_.textures[i]) continue;
            out_.point_here(table_ + 4 * i);
            put(out_, *mesh_.textures[i]);
        }
    }

    void animations() {
        std::vector<u32> delta_places;
        for (std::size_t i = 0; i < mesh_.animations.size(); ++i) {
            out_.point_here(animation_places_[i]);
            delta_places.push_back(animation(mesh_.animations[i]));
        }
        for (std::size_t i = 0; i < mesh_.animations.size(); ++i) {
            if (mesh_.animations[i].deltas.empty()) continue;
            out_.point_here(delta_places[i]);
            put(out_, mesh_.animations[i].deltas);
        }
    }

    // Returns the place of the pointer to its deltas.
    u32 animation(const AnimationPlan& plan) {
        const auto stored = static_cast<u32>(plan.frames.size());
        const u32 played = plan.num_frames != 0           ? plan.num_frames
                           : plan.half_rate && stored > 0 ? 2 * stored - 1
                                                          : stored;
        u64 frame_bytes = 0;
        for (const FramePlan& frame : plan.frames) {
            frame_bytes = std::max<u64>(frame_bytes, frame.data_offset + (frame.data.size() + 3) / 4 * 4);
        }
        out_.name(plan.name);
        out_.put16(played | (plan.half_rate ? half_rate_bit : 0u));
        out_.put16(static_cast<u32>(frame_bytes));
        const u32 deltas = out_.pointer();
        for (const FramePlan& frame : plan.frames) {
            const u32 start = out_.here();
            put(out_, frame);
            out_.zeros(start + frame_bytes - out_.here());
        }
        return deltas;
    }

    void anim_textures() {
        if (mesh_.anim_textures.empty()) return;
        const u32 list = out_.here();
        out_.point(at_.anim_textures, list);
        std::vector<std::pair<u32, const TextureLayout*>> layouts;
        for (const AnimTexturePlan& plan : mesh_.anim_textures) {
            out_.point(out_.pointer(), table_ + 4 * (plan.texture - 1u));
            out_.put16(static_cast<u32>(plan.layouts.size()));
            out_.put16(static_cast<u16>(plan.frame_offset));
            out_.put16(static_cast<u16>(plan.frame_skip));
            out_.put16(0);
            for (const TextureLayout& layout : plan.layouts) layouts.emplace_back(out_.pointer(), &layout);
        }
        out_.point(out_.pointer(), list);
        for (const auto& [place, layout] : layouts) {
            out_.point_here(place);
            put(out_, *layout);
        }
    }

    BodyWriter& out_;
    const MeshPlan& mesh_;
    MeshPointers at_{};
    u32 table_ = 0;
    std::vector<u32> animation_places_{};
};

// Returns where it is.
u32 put(BodyWriter& out, const ModelPlan& model) {
    const u32 start = out.here();
    out.name(model.name);
    out.put16(static_cast<u16>(model.id));
    out.put16(static_cast<u32>(model.meshes.size()));
    const u32 meshes = out.pointer();
    if (model.meshes.empty()) return start;
    out.point_here(meshes);
    std::vector<MeshWriter> writers;
    for (const MeshPlan& mesh : model.meshes) {
        writers.emplace_back(out, mesh);
        writers.back().header();
    }
    for (MeshWriter& writer : writers) writer.data();
    return start;
}

void put_icons(BodyWriter& out, const FilePlan& plan, u32 pointer) {
    if (plan.icons.empty() && plan.groups.empty()) return;
    out.point_here(pointer);
    out.put32(static_cast<u32>(plan.icons.size()));
    const u32 icons = out.pointer();
    out.put32(static_cast<u32>(plan.groups.size()));
    const u32 groups = out.pointer();
    const u32 first_icon = out.here();
    if (!plan.icons.empty()) out.point(icons, first_icon);
    for (const Icon& icon : plan.icons) {
        out.name(text::until_nul(icon.name));
        out.put32(static_cast<u32>(icon.index));
        put(out, icon.layout);
    }
    if (plan.groups.empty()) return;
    const u32 table = out.here();
    out.point(groups, table);
    for (std::size_t i = 0; i < plan.groups.size(); ++i) out.pointer();
    for (u32 i = 0; i < plan.groups.size(); ++i) {
        out.point_here(table + 4 * i);
        out.name(plan.groups[i].name);
        out.put16(static_cast<u16>(plan.groups[i].id));
        out.put16(static_cast<u32>(plan.groups[i].icons.size()));
        for (const u32 icon : plan.groups[i].icons) out.point(out.pointer(), first_icon + 0x20 * icon);
    }
}

void put_pack(BodyWriter& out, const FilePlan& plan) {
    const u32 icons = out.pointer();
    std::vector<u32> places;
    for (std::size_t i = 0; i < plan.models.size(); ++i) places.push_back(out.pointer());
    out.put32(0);
    for (std::size_t i = 0; i < plan.models.size(); ++i) {
        const u32 start = put(out, plan.models[i]);
        out.point(places[i], start);
    }
    put_icons(out, plan, icons);
}

void put_instance(BodyWriter& out, const Instance& instance, u32 model) {
    out.name(text::until_nul(instance.name));
    out.point(out.pointer(), model);
    for (const i16 value : instance.scale) out.put16(static_cast<u16>(value));
    for (const u8 value : instance.colour) out.put8(value);
    out.put32(instance.flags);
    for (const i32 value : instance.unknown_0x24) out.put32(static_cast<u32>(value));
    out.put32(instance.run_time);
    for (const i16 value : instance.position) out.put16(static_cast<u16>(value));
    for (const i16 value : instance.rotation) out.put16(static_cast<u16>(value));
    out.put32(static_cast<u32>(instance.model_id));
}

// Quadblocks, vertices and nodes, none of each.
void put_mesh_info(BodyWriter& out, u32 pointer) {
    out.point_here(pointer);
    out.zeros(0x0C);
    const u32 quadblocks = out.pointer();
    const u32 vertices = out.pointer();
    out.zeros(4);
    const u32 nodes = out.pointer();
    out.zeros(4);
    for (const u32 place : {quadblocks, vertices, nodes}) out.point_here(place);
    out.zeros(4);
}

// The head of a level, and of its landscape no more than an empty place for it.
void put_level(BodyWriter& out, const FilePlan& plan) {
    const u32 mesh_info = plan.landscape ? out.pointer() : (out.zeros(4), 0);
    out.zeros(8);
    out.put32(static_cast<u32>(plan.instances.size()));
    const u32 instances = out.pointer();
    out.put32(static_cast<u32>(plan.models.size()));
    const u32 models = out.pointer();
    out.zeros(0x3C - 0x1C);
    const u32 icons = out.pointer();
    out.zeros(least_level_bytes - out.here());
    if (plan.landscape) put_mesh_info(out, mesh_info);
    std::vector<u32> places, starts;
    if (!plan.models.empty()) out.point_here(models);
    for (std::size_t i = 0; i < plan.models.size(); ++i) places.push_back(out.pointer());
    for (std::size_t i = 0; i < plan.models.size(); ++i) {
        starts.push_back(put(out, plan.models[i]));
        out.point(places[i], starts[i]);
    }
    if (!plan.instances.empty()) out.point_here(instances);
    for (const Instance& instance : plan.instances) {
        put_instance(out, instance, instance.model < starts.size() ? starts[instance.model] : 0);
    }
    put_icons(out, plan, icons);
}

std::vector<u8> map_bytes(const std::vector<u32>& map) {
    BodyWriter out;
    out.put32(static_cast<u32>(4 * map.size()));
    for (const u32 place : map) out.put32(place);
    return out.bytes();
}

const char* extension_of(Kind kind) {
    switch (kind) {
        case Kind::model: return ".ctr";
        case Kind::pack: return ".mpk";
        case Kind::level: return ".lev";
    }
    return "";
}

}  // namespace

Bundle lay_out(const FilePlan& plan, const std::string& stem) {
    BodyWriter body;
    switch (plan.kind) {
        case Kind::model:
            if (!plan.models.empty()) put(body, plan.models.front());
            break;
        case Kind::pack: put_pack(body, plan); break;
        case Kind::level: put_level(body, plan); break;
    }
    body.align();
    BodyWriter file;
    if (plan.wrapped) file.put32(body.here() | (plan.external_map ? external_map_bit : 0));
    file.put(body.bytes());
    Bundle out;
    const bool is_external = plan.wrapped && plan.external_map;
    if (plan.wrapped && !is_external) file.put(map_bytes(body.map()));
    out.parts.push_back({"ctr", stem + extension_of(plan.kind), Blob::copy_of(file.bytes())});
    if (is_external) out.parts.push_back({"ptr", stem + ".ptr", Blob::take(map_bytes(body.map()))});
    return out;
}

}  // namespace thaw::ctr
