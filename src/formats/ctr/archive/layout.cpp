// The bytes of a BIG. Everything is little-endian.
#include "formats/ctr/archive/layout.hpp"

namespace thaw::big {

void describe(Codec& io, Entry& e) {
    io.field("sector", e.sector, {.role = Role::offset});
    io.field("size", e.size, {.role = Role::count});
}

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.image(d.image);
    io.field("zero", d.zero, {.role = Role::reserved});
    const auto n = io.count<u32>("num_entries", d.entries);
    io.items("entries", d.entries, n);
    const archive::Extent table{0, d.table_end()};
    archive::describe_files(io, d.image, {&table, 1}, d.extents());
}

}  // namespace thaw::big
