// The same pictures on every machine; tests/wasm asks the same of WebAssembly.
#include <gtest/gtest.h>

#include "render/digest.hpp"

namespace thaw::test {
namespace {

TEST(Digest, PicturesAreTheSameEverywhere) { EXPECT_EQ(pictures_digest(), expected_digest); }

}  // namespace
}  // namespace thaw::test
