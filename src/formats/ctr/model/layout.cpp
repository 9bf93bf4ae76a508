// The bytes of a CTR file. Everything is little-endian; pointers are places in the body.
#include "formats/ctr/model/layout.hpp"

#include <algorithm>

#include "formats/ctr/model/frames.hpp"
#include "formats/ctr/model/strips.hpp"

namespace thaw::ctr {

namespace {

constexpr BitPart wrapper_parts[] = {{"body_bytes", 0, 31}, {"external_map", 31, 1}};
constexpr BitPart mesh_flags[] = {{"faces_camera", 0, 1}, {"no_texture_cycling", 1, 1}};
constexpr BitPart command_parts[] = {{"texture", 0, 9},        {"colour", 9, 7},       {"slot", 16, 8},
                                     {"unknown_24", 24, 1},    {"depth_range", 25, 1}, {"from_slot", 26, 1},
                                     {"cached_colour", 27, 1}, {"one_sided", 28, 1},   {"flipped", 29, 1},
                                     {"fan", 30, 1},           {"new_strip", 31, 1}};
constexpr BitPart clut_parts[] = {{"x_16", 0, 6}, {"y", 6, 9}};
constexpr BitPart page_parts[] = {{"x_64", 0, 4}, {"y_256", 4, 1}, {"blend", 5, 2}, {"depth", 7, 2}, {"rest", 9, 7}};
constexpr BitPart delta_parts[] = {{"base_x_2", 25, 7, true}, {"base_y", 17, 8, true}, {"base_z", 9, 8, true},
                                   {"bits_x", 6, 3},          {"bits_y", 3, 3},        {"bits_z", 0, 3}};
constexpr BitPart frame_count_parts[] = {{"frames", 0, 15}, {"half_rate", 15, 1}};
constexpr BitPart instance_flags[] = {{"draw", 0, 1},         {"hidden", 7, 1},           {"reverse_cull", 15, 1},
                                      {"transparent", 16, 1}, {"instance_colour", 17, 1}, {"four_times", 27, 1}};
constexpr Meaning pointer{.role = Role::offset};
constexpr Meaning count{.role = Role::count};
constexpr Meaning reserved{.role = Role::reserved};

}  // namespace

void describe(Codec& io, Pointer& p) { io.field("target", p.target, pointer); }

void describe(Codec& io, Model& m) {
    io.text("name", m.name);
    io.field("id", m.id);
    io.field("num_meshes", m.num_meshes, count);
    io.field("meshes", m.meshes, pointer);
}

void describe(Codec& io, Mesh& m) {
    io.text("name", m.name);
    io.field("unknown_0x10", m.unknown_0x10, reserved);
    io.field("lod_distance", m.lod_distance);
    io.bits("flags", m.flags, mesh_flags);
    io.field("scale", m.scale);
    io.field("padding", m.padding, reserved);
    io.field("commands", m.commands, pointer);
    io.field("frame", m.frame, pointer);
    io.field("textures", m.textures, pointer);
    io.field("colours", m.colours, pointer);
    io.field("deltas", m.deltas, pointer);
    io.field("num_animations", m.num_animations, count);
    io.field("animations", m.animations, pointer);
    io.field("anim_textures", m.anim_textures, pointer);
}

void describe(Codec& io, Command& c) { io.bits("word", c.word, command_parts); }

void describe(Codec& io, CommandList& l) {
    io.field("cached_colours", l.cached_colours);
    io.until("commands", l.commands, [](const Command& command) { return command.word == terminator; });
}

void describe(Codec& io, Colour& c) {
    io.field("red", c.red);
    io.field("green", c.green);
    io.field("blue", c.blue);
    io.field("weight", c.weight);
}

void describe(Codec& io, TextureLayout& t) {
    io.field("u0", t.u0);
    io.field("v0", t.v0);
    io.bits("clut", t.clut, clut_parts);
    io.field("u1", t.u1);
    io.field("v1", t.v1);
    io.bits("page", t.page, page_parts);
    io.field("u2", t.u2);
    io.field("v2", t.v2);
    io.field("u3", t.u3);
    io.field("v3", t.v3);
}

void describe(Codec& io, Delta& d) { io.bits("word", d.word, delta_parts); }

void describe(Codec& io, Animation& a) {
    io.text("name", a.name);
    io.bits("num_frames", a.num_frames, frame_count_parts);
    io.field("frame_bytes", a.frame_bytes, count);
    io.field("deltas", a.deltas, pointer);
}

void describe(Codec& io, PointerMap& m) {
    io.field("bytes", m.bytes, count);
    io.tail("entries", m.entries, m.bytes / 4);
    io.rest("trailing", m.trailing);
}

void describe(Codec& io, Icon& i) {
    io.text("name", i.name);
    io.field("index", i.index);
    io.field("layout", i.layout);
}

void describe(Codec& io, Instance& i) {
    io.text("name", i.name);
    io.field("model", i.model, pointer);
    io.field("scale", i.scale);
    io.field("colour", i.colour);
    io.bits("flags", i.flags, instance_flags);
    io.field("unknown_0x24", i.unknown_0x24);
    io.field("run_time", i.run_time, reserved);
    io.field("position", i.position);
    io.field("rotation", i.rotation);
    io.field("model_id", i.model_id);
}

void describe(Codec& io, Pack& p) {
    io.field("icons", p.icons, pointer);
    io.until("models", p.models, [](const Pointer& model) { return model.target == 0; });
}

void describe(Codec& io, Level& l) {
    io.field("mesh_info", l.mesh_info, pointer);
    io.field("skybox", l.skybox, pointer);
    io.field("anim_textures", l.anim_textures, pointer);
    io.field("num_instances", l.num_instances, count);
    io.field("instances_offset", l.instances_offset, pointer);
    io.field("num_models", l.num_models, count);
    io.field("models_offset", l.models_offset, pointer);
    io.field("unknown_0x1c", l.unknown_0x1c);
    io.field("instance_pointers", l.instance_pointers, pointer);
    io.field("unknown_0x28", l.unknown_0x28);
    io.field("icons", l.icons, pointer);
}

namespace {

void describe_level_tables(Codec& io, File& f) {
    Level& l = f.level;
    if (f.reaches(l.instances_offset, Instance::disk_bytes)) {
        io.at(f.place(l.instances_offset), [&] { io.tail("instances", l.instances, l.num_instances); });
    }
    if (f.reaches(l.models_offset, Pointer::disk_bytes)) {
        io.at(f.place(l.models_offset), [&] { io.tail("model_pointers", l.models, l.num_models); });
    }
}

void describe_group(Codec& io, IconGroup& g) {
    io.text("name", g.name);
    io.field("id", g.id);
    io.field("num_icons", g.num_icons, count);
    io.tail("icons", g.icons, static_cast<u64>(std::max<i16>(g.num_icons, 0)));
}

void describe_icon_table(Codec& io, IconTable& t, const File& f) {
    io.field("num_icons", t.num_icons, count);
    io.field("icons_offset", t.icons_offset, pointer);
    io.field("num_groups", t.num_groups, count);
    io.field("groups_offset", t.groups_offset, pointer);
    if (f.reaches(t.icons_offset, Icon::disk_bytes)) {
        io.at(f.place(t.icons_offset), [&] { io.tail("icons", t.icons, t.num_icons); });
    }
    if (f.reaches(t.groups_offset, Pointer::disk_bytes)) {
        io.at(f.place(t.groups_offset), [&] { io.tail("group_pointers", t.group_pointers, t.num_groups); });
    }
    for (const Pointer& group : t.group_pointers) {
        if (f.reaches(group.target, icon_group_header_bytes)) io.want("groups", t.groups, f.place(group.target));
    }
    io.regions("groups", t.groups, [&io](auto& region) { describe_group(io, region.value); });
}

void describe_start(Codec& io, File& f) {
    if (f.kind == Kind::model) return;
    if (f.kind == Kind::pack) {
        io.field("pack", f.pack);
    } else {
        io.field("level", f.level);
        describe_level_tables(io, f);
    }
    const u32 icons = f.kind == Kind::pack ? f.pack.icons : f.level.icons;
    if (f.reaches(icons, icon_table_bytes)) io.want("icon_tables", f.icon_tables, f.place(icons));
    io.regions("icon_tables", f.icon_tables, [&](auto& region) { describe_icon_table(io, region.value, f); });
}

// One description in steps: each looks at what pointers of the step before lead to, and says what they need.
class Body {
public:
    Body(Codec& io, File& file) : io_(io), f_(file) {}

    void models() {
        if (f_.kind == Kind::model) io_.want("models", f_.models, f_.base());
        for (const Pointer& model : f_.kind == Kind::pack ? f_.pack.models : f_.level.models) {
            if (f_.reaches(model.target, Model::disk_bytes)) io_.want("models", f_.models, f_.place(model.target));
        }
        io_.regions("models", f_.models, [this](auto& region) { describe(io_, region.value); });
    }

    void meshes() {
        for (const auto& [offset, wanted, model] : f_.models) {
            if (model.num_meshes > 0 && f_.reaches(model.meshes, Mesh::disk_bytes)) {
                io_.want("mesh_lists", f_.mesh_lists, f_.place(model.meshes), static_cast<u64>(model.num_meshes));
            }
        }
        io_.regions("mesh_lists", f_.mesh_lists,
                    [this](auto& region) { io_.tail("meshes", region.value, region.wanted); });
    }

    void commands() {
        for_each_mesh([this](const Mesh& mesh) {
            if (f_.reaches(mesh.commands, 8)) io_.want("command_lists", f_.command_lists, f_.place(mesh.commands));
        });
        io_.regions("command_lists", f_.command_lists, [this](auto& region) { describe(io_, region.value); });
        for (const auto& region : f_.command_lists) usages_.push_back(usage_of(region.value));
    }

    void tables() {
        for_each_mesh([this](const Mesh& mesh) {
            const Usage usage = usage_by(mesh);
            if (usage.colours > 0 && f_.reaches(mesh.colours, Colour::disk_bytes)) {
                io_.want("colour_tables", f_.colour_tables, f_.place(mesh.colours), usage.colours);
            }
            if (usage.textures > 0 && f_.reaches(mesh.textures, Pointer::disk_bytes)) {
                io_.want("texture_tables", f_.texture_tables, f_.place(mesh.textures), usage.textures);
            }
            if (f_.reaches(mesh.anim_textures, 4)) {
                io_.want("anim_textures", f_.anim_textures, f_.place(mesh.anim_textures));
            }
            want_animations(mesh, usage);
            want_deltas(mesh.deltas, usage.vertices);
        });
        io_.regions("colour_tables", f_.colour_tables,
                    [this](auto& region) { io_.tail("colours", region.value, region.wanted); });
        io_.regions("texture_tables", f_.texture_tables,
                    [this](auto& region) { io_.tail("layouts", region.value, region.wanted); });
        io_.regions("anim_textures", f_.anim_textures, [this](auto& region) { anim_textures(region); });
        io_.regions("animation_tables", f_.animation_tables,
                    [this](auto& region) { io_.tail("animations", region.value, region.wanted); });
    }

    void layouts() {
        for (const auto& region : f_.texture_tables) want_layouts(region.value);
        for (const auto& region : f_.anim_textures) {
            for (const AnimTexture& entry : region.value.entries) want_layouts(entry.layouts);
        }
        io_.regions("layouts", f_.layouts, [this](auto& region) { describe(io_, region.value); });
    }

    // An animation is asked for as many times as its mesh has vertices.
    void animations() {
        for (std::size_t t = 0; t < f_.animation_tables.size() && t < table_vertices_.size(); ++t) {
            for (const Pointer& animation : f_.animation_tables[t].value) {
                if (!f_.reaches(animation.target, Animation::disk_bytes)) continue;
                io_.want("animations", f_.animations, f_.place(animation.target), table_vertices_[t]);
            }
        }
        io_.regions("animations", f_.animations, [this](auto& region) { describe(io_, region.value); });
        for (const auto& region : f_.animations) want_deltas(region.value.deltas, region.wanted);
        io_.regions("delta_arrays", f_.delta_arrays,
                    [this](auto& region) { io_.tail("deltas", region.value, region.wanted); });
        for (const auto& region : f_.delta_arrays) stream_bytes_.push_back(stream_bytes(region.value));
    }

    void frames() {
        for_each_mesh([this](const Mesh& mesh) {
            if (!f_.reaches(mesh.frame, frame_header_bytes)) return;
            const u64 bytes = data_bytes(mesh.deltas, usage_by(mesh).vertices);
            io_.want("frames", f_.frames, f_.place(mesh.frame), bytes);
        });
        for (const auto& region : f_.animations) want_frames(region);
        io_.regions("frames", f_.frames, [this](auto& region) { frame(region); });
    }

private:
    template <class Visit>
    void for_each_mesh(Visit&& visit) {
        for (const auto& region : f_.mesh_lists) {
            for (const Mesh& mesh : region.value) {
                if (!io_.ok()) return;
                visit(mesh);
            }
        }
    }

    Usage usage_by(const Mesh& mesh) const {
        const std::size_t list = f_.command_lists.index_of(f_.place(mesh.commands));
        return list < usages_.size() ? usages_[list] : Usage{};
    }

    void want_animations(const Mesh& mesh, const Usage& usage) {
        if (mesh.num_animations == 0 || !f_.reaches(mesh.animations, Pointer::disk_bytes)) return;
        const std::size_t table =
            io_.want("animation_tables", f_.animation_tables, f_.place(mesh.animations), mesh.num_animations);
        if (table == Codec::no_region) return;
        while (table_vertices_.size() <= table) table_vertices_.push_back(0);
        table_vertices_[table] = std::max(table_vertices_[table], usage.vertices);
    }

    void want_deltas(u32 deltas, u64 vertices) {
        if (vertices == 0 || !f_.reaches(delta_target(deltas), Delta::disk_bytes)) return;
        io_.want("delta_arrays", f_.delta_arrays, f_.place(delta_target(deltas)), vertices);
    }

    void want_layouts(const std::vector<Pointer>& layouts) {
        for (const Pointer& layout : layouts) {
            if (!f_.reaches(layout.target, TextureLayout::disk_bytes)) continue;
            io_.want("layouts", f_.layouts, f_.place(layout.target));
        }
    }

    void want_frames(const Region<Animation>& region) {
        const Animation& animation = region.value;
        const u64 bytes = data_bytes(animation.deltas, region.wanted);
        const u64 start = region.offset - f_.base() + animation_header_bytes;
        // Frames without a size are all the same one.
        const u64 stored =
            animation.frame_bytes == 0 ? std::min(stored_frames(animation), 1u) : stored_frames(animation);
        for (u64 k = 0; io_.ok() && k < stored; ++k) {
            const u64 place = start + k * animation.frame_bytes;
            if (!f_.holds(place, frame_header_bytes)) return;
            io_.want("frames", f_.frames, f_.base() + place, bytes);
        }
    }

    u64 data_bytes(u32 deltas, u64 vertices) const {
        if (deltas == 0) return raw_bytes(vertices);
        const std::size_t array = f_.delta_arrays.index_of(f_.place(delta_target(deltas)));
        return array < stream_bytes_.size() ? stream_bytes_[array] : 0;
    }

    void frame(Region<Frame>& region) {
        Frame& frame = region.value;
        io_.field("origin", frame.origin);
        io_.field("padding", frame.padding, reserved);
        io_.field("unknown_0x08", frame.unknown_0x08, reserved);
        io_.field("data_offset", frame.data_offset, pointer);
        const u64 start = region.offset + frame.data_offset;
        if (start > f_.image.size()) return;
        io_.at(start, [&] { io_.bytes("data", frame.data, std::min(region.wanted, f_.image.size() - start)); });
    }

    void anim_textures(Region<AnimTextureList>& region) {
        // The word that ends the list is the list's own place.
        const u64 end = region.offset - f_.base();
        io_.until(
            "entries", region.value.entries, [end](const AnimTexture& entry) { return entry.slot == end; },
            [end](Codec& io, AnimTexture& entry) {
                io.field("slot", entry.slot, pointer);
                if (entry.slot == end) return;
                io.field("num_frames", entry.num_frames, count);
                io.field("frame_offset", entry.frame_offset);
                io.field("frame_skip", entry.frame_skip);
                io.field("current", entry.current, reserved);
                io.sized_by("layouts", entry.layouts, static_cast<u64>(std::max<i16>(entry.num_frames, 0)));
            });
    }

    Codec& io_;
    File& f_;
    std::vector<Usage> usages_{};        // by command list
    std::vector<u64> table_vertices_{};  // by animation table: of the mesh with most vertices
    std::vector<u64> stream_bytes_{};    // by delta array
};

}  // namespace

void describe(Codec& io, File& f) {
    io.order(Order::little);
    io.image(f.image);
    if (f.wrapped) io.bits("wrapper", f.wrapper, wrapper_parts);
    io.at(f.base(), [&] { describe_start(io, f); });
    Body body(io, f);
    body.models();
    body.meshes();
    body.commands();
    body.tables();
    body.layouts();
    body.animations();
    body.frames();
    io.at(f.base() + f.body_bytes(), [&] {
        if (f.has_inline_map()) {
            io.field("map", f.map);
        } else {
            io.rest("trailing", f.map.trailing);
        }
    });
}

}  // namespace thaw::ctr
