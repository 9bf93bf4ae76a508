// Models converted in WebAssembly, as one number.
#include "convert/digest.hpp"

extern "C" const char* convert_digest() {
    static const std::string digest = thaw::test::convert_digest();
    return digest.c_str();
}
