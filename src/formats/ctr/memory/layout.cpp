// The bytes of a VRM. Everything is little-endian.
#include "formats/ctr/memory/layout.hpp"

#include <algorithm>

namespace thaw::vrm {

namespace {

constexpr BitPart tim_flags[] = {{"depth", 0, 2}, {"palette", 3, 1}};
constexpr Meaning count{.role = Role::count};
constexpr u64 no_end = ~u64{0};

// All but the magic number; `room` is what an entry has left.
void describe_blocks(Codec& io, Tim& t, u64 room) {
    io.bits("flags", t.flags, tim_flags);
    const auto block = [&](const char* name, Block& b) {
        b.room = room;
        if (!b.is_there()) return;
        io.field(name, b);
        if (room != no_end) room -= block_header_bytes + std::min(b.pixel_bytes(), room - block_header_bytes);
    };
    if (t.has_palette()) block("palette", t.palette);
    block("image", t.image);
    if (room != no_end) io.bytes("rest", t.rest, room);
}

struct TimInEntry {
    Tim& tim;
    u64 room;
};
void describe(Codec& io, TimInEntry& t) {
    if (t.room < tim_header_bytes) return io.bytes("rest", t.tim.rest, t.room);
    io.field("magic", t.tim.magic);
    describe_blocks(io, t.tim, t.room - 8);
}

struct SingleTim {
    Tim& tim;
    u32 mark;
};
void describe(Codec& io, SingleTim& t) {
    if (t.mark == tim_mark) return describe_blocks(io, t.tim, no_end);
    io.fail(Code::bad_magic, "16 (an image) or 32 (a stream of them) expected, " + std::to_string(t.mark) + " found");
}

void describe_entry(Codec& io, Entry& e) {
    io.field("size", e.size, count);
    if (e.size == 0) return;
    TimInEntry tim{e.tim, e.bytes()};
    io.field("tim", tim);
}

}  // namespace

void describe(Codec& io, Block& b) {
    io.field("length", b.length);
    io.field("x", b.x);
    io.field("y", b.y);
    io.field("width", b.width, count);
    io.field("height", b.height, count);
    io.bytes("pixels", b.pixels, std::min(b.pixel_bytes(), b.room - block_header_bytes));
}

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.field("mark", d.mark, {.role = Role::magic});
    if (d.is_stream()) {
        io.until("entries", d.entries, [](const Entry& entry) { return entry.size == 0; }, describe_entry);
    } else {
        SingleTim tim{d.single, d.mark};
        io.field("single", tim);
    }
    io.rest("trailing", d.trailing);
}

}  // namespace thaw::vrm
