// What the tests of the engine share: writing the made-up formats, and one document with everything in it.
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "layout/measure.hpp"
#include "layout/toy.hpp"
#include "layout/writer.hpp"

namespace thaw {

template <class Describe>
Result<std::vector<u8>> try_writing(Describe&& describe_all) {
    Measure measure;
    describe_all(measure);
    std::vector<u8> bytes(measure.size());
    Writer writer(bytes);
    describe_all(writer);
    if (!writer.ok()) return *writer.error();
    return bytes;
}

template <class Describe>
std::vector<u8> write_with(Describe&& describe_all) {
    const auto written = try_writing(describe_all);
    EXPECT_TRUE(written.ok()) << to_string(written.error());
    return written.ok() ? *written : std::vector<u8>();
}

inline std::vector<u8> write_toy(toy::Document& d, Order order) {
    return write_with([&](Codec& io) { describe(io, d, order); });
}

inline toy::Document example() {
    toy::Document d;
    d.packed = 0x7FE;
    d.choice = 2;
    d.label = {'a', 'b', 0, 'x', 'x', 'x'};
    d.big = 1.5;
    d.records = {{1, -2, {3, 4, 5}, 6.5f}, {7, 8, {9, 10, 11}, -0.0f}};
    d.named = {{0, {}}, {5, {1000, 2000, 3000}}};
    d.doubled = {1, 2, 3, 4};
    d.list = {1, 2, 0xFF};
    d.payload = Blob::take({9, 8, 7});
    d.rows = 2;
    d.stride = 3;
    d.grid = Blob::take({1, 2, 3, 4, 5, 6, 7});
    d.declared = 1;
    d.some = {{1, 1, {1, 1, 1}, 1.0f}};
    d.trailing = Blob::take({0xAA});
    return d;
}

}  // namespace thaw
