// Loads, stores and byte swaps of unaligned scalars. The only place that knows the machine's byte order.
#pragma once

#include <bit>
#include <cstring>
#include <type_traits>

#include <thaw/bytes.hpp>

namespace thaw {

enum class Order : u8 { little, big };

inline constexpr Order native_order = std::endian::native == std::endian::little ? Order::little : Order::big;

namespace detail {
template <std::size_t Width>
struct Word;
template <>
struct Word<1> {
    using type = u8;
};
template <>
struct Word<2> {
    using type = u16;
};
template <>
struct Word<4> {
    using type = u32;
};
template <>
struct Word<8> {
    using type = u64;
};
}  // namespace detail

// The unsigned integer of a width, through which every scalar moves: bits are never interpreted on the way.
template <std::size_t Width>
using WordOf = typename detail::Word<Width>::type;

inline u8 swap_bytes(u8 v) { return v; }
inline u16 swap_bytes(u16 v) { return __builtin_bswap16(v); }
inline u32 swap_bytes(u32 v) { return __builtin_bswap32(v); }
inline u64 swap_bytes(u64 v) { return __builtin_bswap64(v); }

template <class T>
T load(const u8* from, Order order) {
    WordOf<sizeof(T)> word;
    std::memcpy(&word, from, sizeof word);
    if (order != native_order) word = swap_bytes(word);
    return std::bit_cast<T>(word);
}

template <class T>
void store(u8* to, T value, Order order) {
    auto word = std::bit_cast<WordOf<sizeof(T)>>(value);
    if (order != native_order) word = swap_bytes(word);
    std::memcpy(to, &word, sizeof word);
}

}  // namespace thaw
