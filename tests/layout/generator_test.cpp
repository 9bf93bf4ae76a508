// Generated documents are ones that the description accepts.
#include <gtest/gtest.h>

#include <algorithm>

#include "layout/generator.hpp"
#include "layout/reader.hpp"
#include "layout/support.hpp"

namespace thaw {
namespace {

TEST(Layout, GeneratedDocumentsRoundTrip) {
    u64 longest = 0;
    for (u64 seed = 0; seed < 20'000; ++seed) {
        Entropy entropy(seed);
        Generator generator(entropy, 500);
        toy::Document d;
        const Order order = seed % 2 == 0 ? Order::little : Order::big;
        describe(generator, d, order);
        // What the description cannot say: which element ends a list, and that more fields follow a short grid.
        if (d.list.empty() || d.list.back() != 0xFF) d.list.push_back(0xFF);
        const std::size_t stride = d.stride;
        const std::size_t before_last = d.rows == 0 ? 0u : d.rows - 1u;
        std::vector<u8> rows(d.rows == 0 ? 0u : before_last * stride + std::max<std::size_t>(stride, 4), 0x5A);
        d.grid = Blob::take(std::move(rows));
        const auto bytes = write_toy(d, order);
        longest = std::max<u64>(longest, bytes.size());
        const Context context;
        Reader reader(Blob::copy_of(bytes), context);
        toy::Document back;
        describe(reader, back, order);
        ASSERT_TRUE(reader.ok()) << "seed " << seed << ": " << to_string(*reader.error());
        ASSERT_EQ(write_toy(back, order), bytes) << "seed " << seed;
    }
    EXPECT_GT(longest, 1000u) << "the generator must also make documents with something in them";
}

}  // namespace
}  // namespace thaw
