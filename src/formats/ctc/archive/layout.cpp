// The bytes of an ADAT. Everything is little-endian.
#include "formats/ctc/archive/layout.hpp"

#include "base/text.hpp"

namespace thaw::adat {

void describe(Codec& io, Entry& e) {
    io.text("path", e.path);
    io.field("offset", e.offset, {.role = Role::offset});
    io.field("size", e.size, {.role = Role::count});
    io.field("packed_size", e.packed_size, {.role = Role::count});
    io.field("hash", e.hash);
}

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.image(d.image);
    io.magic("magic", "ADAT");
    const u64 offset_at = io.position();
    io.field("directory_offset", d.directory_offset, {.role = Role::offset});
    io.field("directory_length", d.directory_length, {.role = Role::count});
    io.within("version", d.version, usual_version, usual_version, Code::bad_version);
    const u64 n = d.directory_length / Entry::disk_bytes;
    if (!io.ok() || n == 0) return;
    if (d.directory_offset > d.image.size()) {
        return io.fail(
            "directory_offset", offset_at, Code::bad_value,
            "points to byte " + text::hex(d.directory_offset) + ", past the end at " + text::hex(d.image.size()));
    }
    io.at(d.directory_offset, [&] { io.sized_by("entries", d.entries, n); });
    const archive::Extent tables[] = {{0, header_bytes}, d.directory()};
    archive::describe_files(io, d.image, tables, d.extents());
}

}  // namespace thaw::adat
