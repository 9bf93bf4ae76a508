// Inflate: what deflate packs comes back, and any stream gives at most what was allowed.
#include "base/inflate.hpp"

#include <algorithm>

#include "base/deflate.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    using namespace thaw;
    const Bytes input{data, size};
    const Inflated again = zlib_decode(zlib_encode(input, Effort::quick), size);
    fuzz::require(again.end == InflateEnd::whole &&
                      std::equal(again.bytes.begin(), again.bytes.end(), input.begin(), input.end()),
                  "what was packed does not come back");
    for (const u64 most : {u64{0}, u64{100}, size * most_inflated_per_byte}) {
        const Inflated any = zlib_decode(input, most);
        fuzz::require(any.bytes.size() <= most, "more than was allowed");
        fuzz::require(most < size * most_inflated_per_byte || any.end != InflateEnd::too_long,
                      "more than any stream can hold");
    }
    return 0;
}
