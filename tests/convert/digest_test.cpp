// The same bytes on every machine: loops have several ways to go, by the instructions of the processor. WebAssembly's
// way is tested in tests/wasm.
#include <gtest/gtest.h>

#include "base/processor.hpp"
#include "convert/digest.hpp"

namespace thaw {

static Instructions most = Instructions::sha;

// In the place of the library's.
bool may_use(Instructions which) { return which <= most && machine_has(which); }

namespace test {
namespace {

class EveryProcessor : public testing::TestWithParam<Instructions> {
public:
    ~EveryProcessor() override { most = Instructions::sha; }
};

TEST_P(EveryProcessor, ConvertsToTheSameBytes) {
    if (!machine_has(GetParam())) GTEST_SKIP() << "this machine has no such instructions";
    most = GetParam();
    EXPECT_EQ(convert_digest(), expected_convert_digest);
}

std::string name_of(const testing::TestParamInfo<Instructions>& info) {
    constexpr const char* names[] = {"Plain", "Sse2", "Bmi2", "Avx2", "Sha"};
    return names[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(ConvertDigest, EveryProcessor,
                         testing::Values(Instructions::plain, Instructions::sse2, Instructions::bmi2,
                                         Instructions::avx2, Instructions::sha),
                         name_of);

}  // namespace
}  // namespace test
}  // namespace thaw
