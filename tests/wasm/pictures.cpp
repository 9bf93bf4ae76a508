// Pictures made in WebAssembly, as one number.
#include "render/digest.hpp"

extern "C" const char* pictures_digest() {
    static const std::string digest = thaw::test::pictures_digest();
    return digest.c_str();
}
