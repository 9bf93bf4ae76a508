// A made-up format that uses every verb, so that the engine is tested apart from any real format.
#pragma once

#include <array>
#include <vector>

#include "layout/codec.hpp"

namespace thaw::toy {

struct Record {  // fixed size, with a hole in memory after `small`
    static constexpr std::size_t disk_bytes = 15;
    u8 small = 0;
    i32 wide = 0;
    std::array<u16, 3> triple{};
    f32 real = 0;
};

struct Named {
    u8 kind = 0;
    std::vector<u16> numbers{};  // only if kind != 0
};

struct Document {
    u32 packed = 0;
    u8 choice = 0;
    std::array<char, 6> label{};
    f64 big = 0;
    u16 declared = 0;
    std::vector<Record> records{};
    std::vector<Named> named{};
    std::vector<u32> doubled{};
    std::vector<u8> list{};  // ends with 0xFF
    std::vector<Record> some{};
    Blob payload{};
    u8 rows = 0;
    u8 stride = 0;
    Blob grid{};
    Blob trailing{};
};

inline constexpr BitPart packed_parts[] = {{"low", 0, 11, true}, {"high", 11, 21}};
inline constexpr const char* choice_names[] = {"none", "one", "two"};

inline void describe(Codec& io, Record& r) {
    io.field("small", r.small);
    io.field("wide", r.wide);
    io.field("triple", r.triple);
    io.field("real", r.real);
}

inline void describe(Codec& io, Named& n) {
    io.field("kind", n.kind);
    if (n.kind == 0) return;
    const auto count = io.count<u16>("num_numbers", n.numbers);
    io.items("numbers", n.numbers, count);
}

inline void describe(Codec& io, Document& d, Order order) {
    io.order(order);
    io.magic("magic", "TOY!");
    io.bits("packed", d.packed, packed_parts);
    io.field("choice", d.choice, {.names = choice_names});
    io.text("label", d.label);
    io.field("big", d.big);
    const auto records = io.count<u16>("num_records", d.records);
    const auto named = io.count<u8>("num_named", d.named);
    const auto payload = io.count<u32>("num_payload", d.payload);
    io.items("records", d.records, records);
    io.items("named", d.named, named);
    io.sized_by("doubled", d.doubled, 2 * d.named.size());
    io.until("list", d.list, [](u8 value) { return value == 0xFF; });
    io.bytes("payload", d.payload, payload.value);
    io.field("rows", d.rows);
    io.field("stride", d.stride);
    io.strided("grid", d.grid,
               {.rows = d.rows, .stride = d.stride, .cells = 2, .cell_name = "cells", .cell_kind = Kind::unsigned16});
    io.field("declared", d.declared);
    io.tail("some", d.some, d.declared);
    io.rest("trailing", d.trailing);
}

// A second one for pointers: a table of offsets anywhere, elements that may share bytes, bytes that nothing explains.
struct Leaflet {
    u16 value = 0;
};

struct Pointers {
    Blob image{};
    u32 offset_table = 0;
    std::vector<u32> table{};
    std::vector<Leaflet> leaflets{};
};

inline void describe(Codec& io, Leaflet& l) { io.field("value", l.value); }

inline void describe(Codec& io, Pointers& p) {
    io.image(p.image);
    const auto n = io.count<u16>("num_leaflets", p.table);
    io.field("offset_table", p.offset_table, {.role = Role::offset});
    io.at(p.offset_table, [&] { io.items("table", p.table, n); });
    io.through("leaflets", p.table, p.leaflets, [](Codec& inner, Leaflet& l) { describe(inner, l); });
}

}  // namespace thaw::toy
