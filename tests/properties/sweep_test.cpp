// Exhaustive sweeps over small files: every truncation, every byte changed, every structural field at its boundaries,
// bytes inserted and removed at every field. Nothing may break a promise, accepted or not.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.hpp"
#include "oracle/oracle.hpp"
#include "properties/leaves.hpp"
#include "support/every_case.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

constexpr std::size_t exhaustive_bytes = 2048;  // larger files are sampled
constexpr u64 sampled_cases = 12'000;
constexpr std::size_t most_leaves = 1000;
constexpr u64 full_every = 8;                                // how often the expensive half of the oracle runs
constexpr u64 one_in = sanitized ? 97 : every_case ? 1 : 7;  // primes, so that no pattern of the cases is missed

class Sweep {
public:
    explicit Sweep(const char* name) : name_(name) {}
    ~Sweep() {
        std::printf("%s: %llu cases, %llu accepted\n", name_, cases_, accepted_);
        EXPECT_GT(cases_, 1000u) << "a sweep over nothing shows nothing";
    }

    void run(const Fixture& fixture, std::size_t part, std::vector<u8> bytes, const std::string& what) {
        if (asked_++ % one_in != 0) return;
        const Depth depth = cases_ % full_every == 0 ? Depth::full : Depth::quick;
        const Verdict verdict = judge(*fixture.format, with_part(fixture.bundle, part, std::move(bytes)), depth);
        ++cases_;
        accepted_ += verdict.accepted ? 1 : 0;
        ASSERT_EQ(verdict.broken, "") << fixture.name << ", " << fixture.bundle.parts[part].role << ", " << what;
    }

private:
    const char* name_;
    unsigned long long asked_ = 0;
    unsigned long long cases_ = 0;
    unsigned long long accepted_ = 0;
};

std::vector<u8> bytes_of(const Fixture& fixture, std::size_t part) {
    const Bytes bytes = fixture.bundle.parts[part].bytes.bytes();
    return {bytes.begin(), bytes.end()};
}

bool is_model_part(const Fixture& fixture, std::size_t part) {
    return std::any_of(fixture.format->parts.begin(), fixture.format->parts.end(),
                       [&](const PartRole& role) { return role.role == fixture.bundle.parts[part].role; });
}

// All fields of a file, or some of a long table.
std::vector<LeafPlace> sampled_leaves(const Fixture& fixture, std::size_t part) {
    auto leaves = leaves_of(fixture, part);
    const std::size_t step = (leaves.size() / most_leaves + 1) | 1;  // odd: no column of a table is missed
    std::vector<LeafPlace> out;
    for (std::size_t i = 0; i < leaves.size(); i += step) out.push_back(std::move(leaves[i]));
    return out;
}

template <class Body>
void for_each_part(Body&& body) {
    for (const Fixture& fixture : all_fixtures()) {
        for (std::size_t part = 0; part < fixture.bundle.parts.size(); ++part) {
            body(fixture, part, bytes_of(fixture, part));
            if (::testing::Test::HasFatalFailure()) return;
        }
    }
}

TEST(Sweep, EveryTruncation) {
    Sweep sweep("truncations");
    for_each_part([&](const Fixture& fixture, std::size_t part, const std::vector<u8>& whole) {
        for (std::size_t length = 0; length < std::min<std::size_t>(whole.size(), 65536); ++length) {
            sweep.run(fixture, part, {whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)},
                      "cut to " + std::to_string(length));
        }
    });
}

TEST(Sweep, EveryByteChanged) {
    Sweep sweep("changed bytes");
    for_each_part([&](const Fixture& fixture, std::size_t part, const std::vector<u8>& whole) {
        const std::size_t step = whole.size() <= exhaustive_bytes ? 1 : whole.size() * 5 / sampled_cases + 1;
        for (std::size_t i = 0; i < whole.size(); i += step) {
            const u8 old = whole[i];
            for (const int value : {old + 1, old - 1, 0, 255, old ^ 0x80}) {
                if (static_cast<u8>(value) == old) continue;
                auto changed = whole;
                changed[i] = static_cast<u8>(value);
                sweep.run(fixture, part, std::move(changed),
                          "byte " + text::hex(i) + " set to " + std::to_string(value));
            }
        }
    });
}

void put(std::vector<u8>& bytes, const LeafPlace& leaf, u64 value) {
    for (u64 i = 0; i < leaf.width && leaf.offset + i < bytes.size(); ++i) {
        const u64 at = leaf.order == Order::little ? i : leaf.width - 1 - i;
        bytes[leaf.offset + at] = static_cast<u8>(value >> (8 * i));
    }
}

u64 get(const std::vector<u8>& bytes, const LeafPlace& leaf) {
    u64 value = 0;
    for (u64 i = 0; i < leaf.width && leaf.offset + i < bytes.size(); ++i) {
        const u64 at = leaf.order == Order::little ? i : leaf.width - 1 - i;
        value |= u64{bytes[leaf.offset + at]} << (8 * i);
    }
    return value;
}

TEST(Sweep, EveryStructuralFieldAtItsBoundaries) {
    Sweep sweep("boundaries");
    for_each_part([&](const Fixture& fixture, std::size_t part, const std::vector<u8>& whole) {
        if (!is_model_part(fixture, part)) return;
        for (const LeafPlace& leaf : sampled_leaves(fixture, part)) {
            if (!leaf.structural()) continue;
            const u64 n = get(whole, leaf);
            const u64 size = whole.size();
            for (const u64 value :
                 {u64{0}, u64{1}, n - 1, n + 1, size - 1, size, size + 1, u64{0x7F}, u64{0x80}, u64{0xFF}, u64{0x7FFF},
                  u64{0x8000}, u64{0xFFFF}, u64{0x7FFFFFFF}, u64{0x80000000}, u64{0xFFFFFFFF}, leaf.offset}) {
                auto changed = whole;
                put(changed, leaf, value);
                sweep.run(fixture, part, std::move(changed), leaf.path + " set to " + std::to_string(value));
            }
        }
    });
}

TEST(Sweep, EveryPairOfStructuralFields) {
    Sweep sweep("pairs");
    for_each_part([&](const Fixture& fixture, std::size_t part, const std::vector<u8>& whole) {
        if (!is_model_part(fixture, part)) return;
        auto leaves = leaves_of(fixture, part);
        std::erase_if(leaves,
                      [](const LeafPlace& leaf) { return leaf.role != Role::count && leaf.role != Role::flags; });
        if (leaves.size() > 24) leaves.resize(24);
        for (std::size_t a = 0; a < leaves.size(); ++a) {
            for (std::size_t b = a + 1; b < leaves.size(); ++b) {
                for (const u64 first : {u64{0}, u64{1}, u64{0xFFFF}}) {
                    for (const u64 second : {u64{0}, u64{2}, u64{0xFFFF}}) {
                        auto changed = whole;
                        put(changed, leaves[a], first);
                        put(changed, leaves[b], second);
                        sweep.run(fixture, part, std::move(changed), leaves[a].path + " and " + leaves[b].path);
                    }
                }
            }
        }
    });
}

TEST(Sweep, BytesInsertedRemovedAndAppended) {
    Sweep sweep("shifts");
    for_each_part([&](const Fixture& fixture, std::size_t part, const std::vector<u8>& whole) {
        if (!is_model_part(fixture, part)) return;
        for (const LeafPlace& leaf : sampled_leaves(fixture, part)) {
            const auto at = static_cast<std::ptrdiff_t>(leaf.offset);
            for (const std::ptrdiff_t n : {1, 2, 3, 4, 8}) {
                auto longer = whole;
                longer.insert(longer.begin() + at, static_cast<std::size_t>(n), 0xA5);
                sweep.run(fixture, part, std::move(longer), std::to_string(n) + " inserted at " + leaf.path);
                if (at + n > static_cast<std::ptrdiff_t>(whole.size())) continue;
                auto shorter = whole;
                shorter.erase(shorter.begin() + at, shorter.begin() + at + n);
                sweep.run(fixture, part, std::move(shorter), std::to_string(n) + " removed at " + leaf.path);
            }
        }
        for (std::size_t n = 1; n <= 64; ++n) {
            auto longer = whole;
            longer.insert(longer.end(), n, static_cast<u8>(n));
            sweep.run(fixture, part, std::move(longer), std::to_string(n) + " appended");
        }
    });
}

}  // namespace
}  // namespace thaw::test
