// Numbers inside bytes that are known to be there.
#pragma once

#include "base/endian.hpp"

namespace thaw::archives {

inline u16 two(Bytes from, std::size_t at) { return load<u16>(from.data() + at, Order::little); }
inline u32 four(Bytes from, std::size_t at) { return load<u32>(from.data() + at, Order::little); }
inline u64 eight(Bytes from, std::size_t at) { return load<u64>(from.data() + at, Order::little); }

}  // namespace thaw::archives
