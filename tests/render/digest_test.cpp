// The same images on every machine; tests/wasm asks the same of WebAssembly.
#include <gtest/gtest.h>

#include "render/digest.hpp"

namespace thaw::test {
namespace {

TEST(Digest, ImagesAreTheSameEverywhere) { EXPECT_EQ(images_digest(), expected_digest); }

}  // namespace
}  // namespace thaw::test
