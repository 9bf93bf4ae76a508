// Images made in WebAssembly, as one number.
#include "render/digest.hpp"

extern "C" const char* images_digest() {
    static const std::string digest = thaw::test::images_digest();
    return digest.c_str();
}
