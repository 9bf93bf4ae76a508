// The bytes of an Unreal package: header, tables, and each export by its shape. Everything is little-endian.
#include "formats/unreal/package/layout.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/unreal/package/code.hpp"

namespace thaw::upackage {

namespace {

constexpr BitPart property_info[] = {{"type", 0, 4}, {"size", 4, 3}, {"index", 7, 1}};

// Up to version 63 a name ends with the first NUL.
u64 old_name_bytes(Codec& io, const Blob& image) {
    const u64 start = std::min<u64>(io.position(), image.size());
    const Bytes rest = image.bytes().subspan(static_cast<std::size_t>(start));
    const auto nul = std::find(rest.begin(), rest.end(), u8{0});
    if (nul == rest.end() && io.ok()) io.fail("text", start, Code::truncated, "the file ends inside a name");
    return static_cast<u64>(nul - rest.begin()) + 1;
}

void describe_row(Codec& io, Name& n, const Document& d) {
    if (d.version >= first_with_name_lengths) {
        io.compact("length", n.length, {.role = Role::count});
        io.sized_by("text", n.text, elements_of(io, n.length));
    } else {
        io.sized_by("text", n.text, old_name_bytes(io, d.image));
    }
    io.field("flags", n.flags, {.role = Role::flags});
}

template <class T>
void table(Codec& io, const char* name, std::vector<T>& rows, u32 n, u32 offset) {
    if (n > 0) io.at(offset, [&] { io.sized_by(name, rows, n); });
}

void describe_mips(Codec& io, const char* count_name, const char* name, Compact& count, std::vector<Mip>& mips,
                   u16 version) {
    io.compact(count_name, count, {.role = Role::count});
    io.items(name, mips, Count{elements_of(io, count)}, [version](Codec& in, Mip& m) {
        if (version >= first_with_mip_ends) in.field("end", m.end, {.role = Role::offset});
        in.compact("count", m.count, {.role = Role::count});
        in.bytes("pixels", m.pixels, elements_of(in, m.count));
        m.real_end = in.position();
        in.field("width", m.width, {.role = Role::count});
        in.field("height", m.height, {.role = Role::count});
        in.field("width_bits", m.width_bits);
        in.field("height_bits", m.height_bits);
    });
}

void describe_texture(Codec& io, TextureBody& t, u16 version) {
    describe_mips(io, "mip_count", "mips", t.mip_count, t.mips, version);
    if (t.has_packed) describe_mips(io, "packed_count", "packed", t.packed_count, t.packed, version);
}

void describe_code(Codec& io, ClassBody& c, const Object& o, const Document& d) {
    const u64 at = io.position();
    io.field("script_bytes", c.script_bytes, {.role = Role::count});
    if (!io.ok() || c.script_bytes == 0) return;
    u64 n = c.code.size();
    if (!o.is_settled) {
        const Blob left = d.image.slice(io.position(), o.end - std::min(o.end, io.position()));
        const CodeEnd end = find_code_end(left.bytes(), c.script_bytes, d);
        if (!end.problem.empty()) return io.fail("script_bytes", at, Code::unsupported, end.problem);
        n = end.bytes;
    }
    io.bytes("code", c.code, n);
}

void describe_class(Codec& io, ClassBody& c, const Object& o, const Document& d) {
    if (const auto reason = foreign_classes(d); !reason.empty()) {
        return io.fail("super", io.position(), Code::unsupported, std::string(reason));
    }
    io.compact("super", c.super);
    io.compact("next", c.next);
    io.compact("script_text", c.script_text);
    io.compact("children", c.children);
    io.compact("friendly_name", c.friendly_name);
    io.field("line", c.line);
    io.field("text_position", c.text_position);
    describe_code(io, c, o, d);
    io.field("probe_mask", c.probe_mask);
    io.field("ignore_mask", c.ignore_mask);
    io.field("label_table", c.label_table);
    io.field("state_flags", c.state_flags);
    if (d.version < first_with_class_within) io.field("old_record_bytes", c.old_record_bytes);
    io.field("class_flags", c.class_flags);
    io.field("guid", c.guid);
    io.field("dependencies", c.dependencies);
    io.field("package_imports", c.package_imports);
    if (d.version < first_with_class_within) return;
    io.compact("within", c.within);
    io.compact("config", c.config);
}

void describe_sound(Codec& io, SoundBody& s, u16 version) {
    io.compact("format", s.format);
    if (version >= first_with_lazy_ends) io.field("end", s.end, {.role = Role::offset});
    io.compact("count", s.count, {.role = Role::count});
    io.bytes("bytes", s.bytes, elements_of(io, s.count));
    s.real_end = io.position();
}

void describe_text(Codec& io, TextBody& t) {
    io.field("position", t.position);
    io.field("top", t.top);
    io.compact("length", t.length, {.role = Role::count});
    io.bytes("text", t.text, io.ok() ? text_bytes(t.length) : 0);
}

void describe_size(Codec& io, Property& p) {
    const auto as = [&](auto narrow) {
        narrow = static_cast<decltype(narrow)>(p.size);
        io.field("size", narrow, {.role = Role::count});
        p.size = narrow;
    };
    switch (p.size_code()) {
        case 5: return as(u8{0});
        case 6: return as(u16{0});
        case 7: return as(u32{0});
        default: return;
    }
}

// One byte, or two or four whose first bits say so.
void describe_index(Codec& io, Property& p) {
    const Meaning meaning{.role = Role::count};
    io.field("index", p.index[0], meaning);
    if (!io.ok() || (p.index[0] & 0x80) == 0) return;
    io.field("index_1", p.index[1], meaning);
    if (!io.ok() || (p.index[0] & 0x40) == 0) return;
    io.field("index_2", p.index[2], meaning);
    io.field("index_3", p.index[3], meaning);
}

// By its type: some editors wrote sizes that are not true (three real .utx), and the engine does not look at them.
void describe_value(Codec& io, Property& p, const Blob& image) {
    switch (p.type()) {
        case PropertyType::bool_value: return;  // is in `info`
        case PropertyType::int_value: return io.field("value", p.number);
        case PropertyType::float_value: return io.field("value", p.real);
        case PropertyType::byte_value: {
            u8 narrow = static_cast<u8>(p.number);
            io.field("value", narrow, {.role = Role::flags});
            p.number = narrow;
            return;
        }
        case PropertyType::object:
        case PropertyType::class_value:
        case PropertyType::name: return io.compact("value", p.reference);
        case PropertyType::string: io.compact("length", p.reference, {.role = Role::count}); break;
        default: break;
    }
    if (!io.ok()) return;
    const u64 n = p.type() == PropertyType::string ? text_bytes(p.reference) : p.declared_bytes();
    p.value_at = io.position();
    Blob value = image.slice(p.value_at, n);
    io.bytes("value", value, n);
}

void describe_property(Codec& io, Property& p, const Object& o, const Document& d) {
    const u64 at = io.position();
    io.compact("name", p.name);
    if (!io.ok()) return;
    if (!o.is_settled) p.is_last = d.is_none(p.name);
    if (p.is_last) return;
    if (!o.is_settled && !d.has_name(p.name)) {
        return io.fail("name", at, Code::bad_index,
                       "name " + std::to_string(p.name.value()) + " of " + std::to_string(d.names.size()));
    }
    io.bits("info", p.info, property_info);
    if (io.ok() && p.type() == PropertyType::none) {
        return io.fail("info", at + p.name.size(), Code::bad_value, "a property without a type");
    }
    if (p.type() == PropertyType::structure) io.compact("structure", p.reference);
    describe_size(io, p);
    if (p.has_index()) describe_index(io, p);
    describe_value(io, p, d.image);
}

void describe_properties(Codec& io, Object& o, const Document& d) {
    io.until(
        "properties", o.properties, [](const Property& p) { return p.is_last; },
        [&](Codec& in, Property& p) { describe_property(in, p, o, d); });
}

// Old packages have one or two bytes between the properties and what follows; nobody knows what for (548 objects).
void describe_after_properties(Codec& io, Object& o, u16 version) {
    if (version == version_with_one_after_properties) {
        io.field("after_properties", o.after_properties[0]);
    } else if (version <= last_with_two_after_properties) {
        io.field("after_properties", o.after_properties);
    }
}

void describe_old_frame(Codec& io, StateFrame& f, u16 version) {
    if (version <= last_with_leading_zeros) io.field("zeros", f.zeros);
    io.compact("node", f.node);
    io.compact("state_node", f.state_node);
    if (f.node.value() != 0) io.field("latent_action", f.latent_action);
    io.field("probe_mask", f.probe_mask);
}

void describe_row(Codec& io, Import& i, const Document& d) {
    io.compact("class_package", i.class_package);
    io.compact("class_name", i.class_name);
    if (d.version <= last_with_short_rows) {
        io.compact("package", i.package);
    } else {
        io.field("outer", i.outer, {.role = Role::index});
    }
    io.compact("name", i.name);
}

void describe_row(Codec& io, Export& e, const Document& d) {
    io.compact("class", e.object_class);
    io.compact("super", e.super);
    if (d.version > last_with_short_rows) io.field("outer", e.outer, {.role = Role::index});
    io.compact("name", e.name);
    io.field("flags", e.flags, {.role = Role::flags});
    io.compact("size", e.size, {.role = Role::count});
    if (e.has_bytes()) io.compact("offset", e.offset, {.role = Role::offset});
}

template <class T>
void versioned_table(Codec& io, const char* name, std::vector<T>& rows, u32 n, u32 offset, const Document& d) {
    if (n == 0) return;
    io.at(offset, [&] { io.items(name, rows, Count{n}, [&](Codec& in, T& row) { describe_row(in, row, d); }); });
}

void describe_body(Codec& io, Object& o, const Document& d) {
    switch (o.shape) {
        case Shape::mesh:
        case Shape::lod_mesh: return describe_mesh(io, *o.mesh, d.version, o.shape == Shape::lod_mesh);
        case Shape::texture: {
            const Property* packed = o.is_settled ? nullptr : o.find(d, "bHasComp");
            if (!o.is_settled) o.texture->has_packed = packed != nullptr && packed->bit();
            return describe_texture(io, *o.texture, d.version);
        }
        case Shape::palette: return io.field("colors", o.palette->colors);
        case Shape::sound: return describe_sound(io, *o.sound, d.version);
        case Shape::text: return describe_text(io, *o.text);
        default: return;
    }
}

}  // namespace

void describe(Codec& io, Guid& g) { io.field("bytes", g.bytes); }

void describe(Codec& io, Generation& g) {
    io.field("exports", g.exports);
    io.field("names", g.names);
}

void describe(Codec& io, StateFrame& f) {
    io.compact("node", f.node);
    io.compact("state_node", f.state_node);
    io.field("probe_mask", f.probe_mask);
    io.field("latent_action", f.latent_action);
    if (f.node.value() != 0) io.compact("offset", f.offset);
}

void describe(Codec& io, Color& c) { io.field("rgba", c.rgba); }

void describe(Codec& io, Dependency& d) {
    io.compact("class", d.class_reference);
    io.field("is_deep", d.is_deep);
    io.field("script_checksum", d.script_checksum);
}

void describe_tables(Codec& io, Document& d) {
    io.order(Order::little);
    io.image(d.image);
    io.magic("magic", magic);
    io.within<u16>("version", d.version, 1, last_version, Code::bad_version,
                   "a package of Unreal Engine 2 (Unreal Tournament 2003, SWAT 4 and others), not of Unreal Engine 1");
    io.field("licensee", d.licensee);
    io.field("flags", d.flags, {.role = Role::flags});
    io.field("name_count", d.name_count, {.role = Role::count});
    io.offset("name_offset", d.name_offset, Count{d.name_count});
    io.field("export_count", d.export_count, {.role = Role::count});
    io.offset("export_offset", d.export_offset, Count{d.export_count});
    io.field("import_count", d.import_count, {.role = Role::count});
    io.offset("import_offset", d.import_offset, Count{d.import_count});
    if (d.version >= first_with_generations) {
        io.field("guid", d.guid);
        io.field("generation_count", d.generation_count, {.role = Role::count});
        io.sized_by("generations", d.generations, d.generation_count);
    } else {
        io.field("heritage_count", d.heritage_count, {.role = Role::count});
        io.offset("heritage_offset", d.heritage_offset, Count{d.heritage_count});
        table(io, "heritage", d.heritage, d.heritage_count, d.heritage_offset);
    }
    versioned_table(io, "names", d.names, d.name_count, d.name_offset, d);
    versioned_table(io, "imports", d.imports, d.import_count, d.import_offset, d);
    versioned_table(io, "exports", d.exports, d.export_count, d.export_offset, d);
}

void describe_object(Codec& io, Object& o, const Document& d) {
    if (o.shape == Shape::none) return;
    if (o.shape != Shape::bytes) {
        if (d.version <= last_with_short_rows) {
            describe_old_frame(io, o.frame, d.version);
        } else if (o.has_frame) {
            io.field("frame", o.frame);
        }
        if (o.shape == Shape::class_type) describe_class(io, *o.class_body, o, d);
        describe_properties(io, o, d);
        if (o.shape != Shape::properties && o.shape != Shape::class_type) describe_after_properties(io, o, d.version);
    }
    describe_body(io, o, d);
    if (!io.ok()) return;
    const u64 at = io.position();
    o.body_end = at;
    const u64 left = o.end - std::min(o.end, at);
    Blob rest = d.image.slice(at, left);
    if (left > 0) io.bytes("data", rest, left);
}

void describe(Codec& io, Document& d) {
    describe_tables(io, d);
    io.through("objects", d.starts, d.objects, [&](Codec& in, Object& o) { describe_object(in, o, d); });
}

}  // namespace thaw::upackage
