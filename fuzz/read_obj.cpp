#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    thaw::fuzz::read_model("obj", {data, size});
    return 0;
}
