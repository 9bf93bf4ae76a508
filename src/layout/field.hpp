// What a field is: its kind on disk, and how to show its value.
#pragma once

#include <span>
#include <string_view>
#include <type_traits>

#include <thaw/bytes.hpp>

namespace thaw {

class Codec;

// What a scalar is on disk.
enum class Kind : u8 {
    unsigned8,
    unsigned16,
    unsigned32,
    unsigned64,
    signed8,
    signed16,
    signed32,
    signed64,
    float32,
    float64,
    text,
    compact,  // one to five bytes
};

std::size_t width_of(Kind kind);
bool is_signed(Kind kind);
std::string_view kind_name(Kind kind);

// What a field is for; dumps colour by it, and hostile tests aim at the structural ones.
enum class Role : u8 { value, count, offset, index, flags, magic, reserved, payload, slack };

std::string_view role_name(Role role);

// A named run of bits in a word that is stored raw.
struct BitPart {
    const char* name;
    u8 shift;
    u8 width;
    bool is_signed = false;
};

// How to show a value. Everything in it outlives the document (string literals and static tables).
struct Meaning {
    Role role = Role::value;
    std::span<const char* const> names{};  // value -> word
    std::span<const BitPart> parts{};      // of a packed word
    u64 limit = 0;                         // index: number of things it may point at
    const char* nowhere = nullptr;         // index: the word for all bits set, where that leads nowhere on purpose
};

// A table of small cells seen in raw bytes: row r starts at r * stride and holds `cells` cells. Rows may overlap or
// have bytes between them, which is why they stay raw (Unreal's frames do both).
struct Grid {
    u64 rows;
    u64 stride;
    u64 cells;
    const char* cell_name;
    Kind cell_kind;  // a cell is `cell_repeat` scalars of this kind
    u32 cell_repeat = 1;
    std::span<const BitPart> parts{};
    std::span<const char* const> cell_parts{};  // names of the repeated scalars

    u64 cell_bytes() const { return width_of(cell_kind) * cell_repeat; }
    // From the start of row 0 to the end of the last row's last cell, or of its stride if that is farther.
    u64 extent() const;
};

// An element of fixed size, moved in bulk. `describe` also works on one element alone.
struct ElementType {
    std::size_t disk_bytes;
    std::size_t memory_bytes;
    void (*describe)(Codec& io, void* element);
};

template <class T>
concept Scalar = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

// A struct whose disk size never varies says so: `static constexpr std::size_t disk_bytes = 9;`. A test checks the
// number.
template <class T>
concept FixedRecord = requires { T::disk_bytes; };

template <Scalar T>
constexpr Kind kind_of() {
    if constexpr (std::is_same_v<T, char>) return Kind::text;
    if constexpr (std::is_same_v<T, f32>) return Kind::float32;
    if constexpr (std::is_same_v<T, f64>) return Kind::float64;
    constexpr bool is_signed = std::is_signed_v<T>;
    switch (sizeof(T)) {
        case 1: return is_signed ? Kind::signed8 : Kind::unsigned8;
        case 2: return is_signed ? Kind::signed16 : Kind::unsigned16;
        case 4: return is_signed ? Kind::signed32 : Kind::unsigned32;
        default: return is_signed ? Kind::signed64 : Kind::unsigned64;
    }
}

}  // namespace thaw
