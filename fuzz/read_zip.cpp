#include "read_archive.hpp"

extern "C" int LLVMFuzzerTestOneInput(const thaw::u8* data, std::size_t size) {
    thaw::fuzz::read_archive(thaw::archives::open_zip, {data, size});
    return 0;
}
