// The bytes of an SDF, without what the game adds to each. Everything is big-endian.
#include "formats/soulfu/sdf/layout.hpp"

#include "formats/soulfu/sdf/shift.hpp"

namespace thaw::sdf {

namespace {

constexpr BitPart entry_parts[] = {
    {"size", 0, 24}, {"type", 24, 4}, {"unused", 28, 2}, {"no_update", 30, 1}, {"updated", 31, 1}};

}  // namespace

void describe(Codec& io, Entry& e) {
    io.field("offset", e.offset, {.role = Role::offset});
    io.bits("word", e.word, entry_parts);
    io.text("name", e.name);
}

void describe(Codec& io, Document& d) {
    io.order(Order::big);
    io.image(d.image);
    io.magic("title", title);
    io.field("title_end", d.title_end);
    const u64 count_at = io.position();
    io.field("count", d.count, {.role = Role::count});  // it sizes the index
    io.text("rule", d.rule);
    const auto n = number_in({d.count.data(), d.count.size()});
    if (io.ok() && !n) return io.fail("count", count_at, Code::bad_value, "a number of files expected");
    io.sized_by("entries", d.entries, n.value_or(0));
    io.text("end_rule", d.end_rule);
    const archive::Extent tables{0, d.data_start()};
    archive::describe_files(io, d.image, {&tables, 1}, d.extents());
}

}  // namespace thaw::sdf
