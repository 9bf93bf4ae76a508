// LZ4 both ways: what is packed comes back, and any block is either refused or decoded to what its size promised.
#include <algorithm>

#include "base/lz4.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    const Bytes input{data, size};
    const auto again = lz4::decode(lz4::encode(input), size);
    fuzz::require(again.ok() && std::equal(again->begin(), again->end(), input.begin(), input.end()),
                  "what was packed does not come back");
    (void)lz4::first_literals(input, 4);
    // The rules at the end of a block depend on the size, so that it is guessed from below.
    for (u64 most : {u64{64}, u64{1} << 16, size * lz4::greatest_ratio}) {
        const auto held = lz4::decoded_size(input, most);
        if (!held) {
            fuzz::require(held.error().offset <= size, "an error outside the block");
            continue;
        }
        fuzz::require(*held <= most && *held <= size * lz4::greatest_ratio, "more than was allowed");
        const auto bytes = lz4::decode(input, *held);
        fuzz::require(!bytes || bytes->size() == *held, "another size than promised");
    }
    return 0;
}
