// Every allocation may fail, and what an archive says costs nothing before it is proved.
#include "opened.hpp"
#include "oracle/heap_meter.hpp"

namespace thaw::test {

namespace {

// Opens it and loads all; the code of the first failure that is one of memory.
bool runs_out(const Blob& bytes) {
    const auto opened = archives::open("a", archives::blob_source(bytes), {});
    if (!opened) return opened.error().code == Code::out_of_memory;
    bool out = false;
    for (std::size_t i = 0; i < (*opened)->entries().size(); ++i) {
        const auto blob = (*opened)->load(i);
        out |= !blob && blob.error().code == Code::out_of_memory;
    }
    return out;
}

}  // namespace

TEST(Memory, EveryAllocationMayFail) {
    std::vector<ContainedFile> all = odd_zips();
    for (auto& tar : odd_tars()) all.push_back(std::move(tar));
    for (auto& disc : odd_discs()) all.push_back(std::move(disc));
    for (const auto& archive : all) {
        const auto bytes = Blob::copy_of(archive.bytes);
        const auto source = archives::blob_source(bytes);
        for (std::size_t n = 0;; ++n) {
            const HeapMeter meter;
            bool reached = false;
            {
                const FailingAllocation failing(n);
                const auto opened = archives::open("a", source, {});
                for (std::size_t i = 0; opened && i < (*opened)->entries().size(); ++i) (void)(*opened)->load(i);
                reached = failing.reached();
            }
            EXPECT_EQ(meter.live(), 0u) << archive.name << " " << n;
            if (!reached) break;
            ASSERT_LT(n, 10'000u);
        }
        EXPECT_FALSE(runs_out(bytes)) << archive.name;
    }
}

// Sizes in headers are compared with what is there before memory is taken for them.
TEST(Memory, LiesCostNothing) {
    constexpr u64 large = 0x30000000;
    const std::vector<std::vector<u8>> lies{
        make_zip_of({{.name = "a", .bytes = letters("x"), .claimed_bytes = large, .claimed_packed = large}}),
        make_zip_of({{.name = "a", .bytes = letters("x"), .method = 8, .claimed_bytes = large}}),
        make_zip_of({{.name = "a", .bytes = letters("x"), .wide = true, .claimed_packed = ~u64{0} >> 1}},
                    {.wide = true}),
        make_tar_of({{.name = "a", .data = letters("x"), .claimed_bytes = large}}),
        make_tar_of({{.name = "x", .type = 'x', .data = letters("x"), .claimed_bytes = 1 << 19}})};
    for (const auto& lie : lies) {
        const auto bytes = Blob::copy_of(lie);
        const HeapMeter meter;
        (void)runs_out(bytes);
        EXPECT_LE(meter.peak(), 64u << 10);
    }
}

}  // namespace thaw::test
