// The bytes of one of several models in a body, wherever they lie, and the pointers among them.
#pragma once

#include <optional>

#include "base/endian.hpp"
#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

inline constexpr u64 word_bytes = 4;

inline u32 body_word(const Blob& bytes, u64 place) { return load<u32>(bytes.data() + place, Order::little); }
inline void put_body_word(std::vector<u8>& bytes, u64 place, u32 value) {
    for (u64 i = 0; i < word_bytes; ++i) bytes[static_cast<std::size_t>(place + i)] = static_cast<u8>(value >> 8 * i);
}

struct Piece {
    u64 start = 0;  // in the body
    u64 end = 0;
    u64 moved = 0;  // where it is in a body of the model alone
};

struct Pieces {
    std::vector<Piece> list{};     // by place; none shares bytes with another
    std::vector<u32> pointers{};   // places in the body, sorted
    u64 bytes = 0;                 // of the model alone
    std::optional<Error> error{};  // why it cannot be alone

    const Piece* piece_at(u64 place) const;
};

// Of File::models[model].
Pieces pieces_of(const File& file, std::size_t model);

// The model as a file of its own, with a pointer map of its own.
Result<Blob> extracted(const File& file, const Pieces& pieces);

}  // namespace thaw::ctr
