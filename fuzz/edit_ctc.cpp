#include "edit.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    thaw::fuzz::edit_model("ctc", {data, size});
    return 0;
}
