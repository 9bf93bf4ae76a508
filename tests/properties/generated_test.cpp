// Properties of arbitrary documents. A failing seed is named; run `test_generated --seed N` is not needed: it is in the
// text.
#include <gtest/gtest.h>

#include "formats/shared/parts.hpp"
#include "layout/locator.hpp"
#include "oracle/generate.hpp"
#include "oracle/oracle.hpp"
#include "properties/leaves.hpp"
#include "support/every_case.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

constexpr u64 seeds = sanitized ? 200 : every_case ? 10'000 : 2'000;
constexpr u64 full_every = 8;  // how often the expensive half of the oracle runs

TEST(Generated, EveryDocumentIsAcceptedAndComesBackExactly) {
    for (const Format* format : formats()) {
        u64 made = 0;
        u64 bytes = 0;
        for (u64 seed = 0; seed < seeds; ++seed) {
            Entropy entropy(seed);
            const auto bundle = generate(*format, entropy);
            if (!bundle || bundle->parts.empty()) continue;
            ++made;
            bytes += bundle->size();
            const Verdict verdict = judge(*format, *bundle, seed % full_every == 0 ? Depth::full : Depth::quick);
            ASSERT_TRUE(verdict.accepted) << format->id << " seed " << seed;
            ASSERT_EQ(verdict.broken, "") << format->id << " seed " << seed;
        }
        std::printf("%s: %llu of %llu seeds gave a document, %llu bytes\n", format->id.data(),
                    static_cast<unsigned long long>(made), static_cast<unsigned long long>(seeds),
                    static_cast<unsigned long long>(bytes));
        if (!format->issue_kinds.empty()) {  // formats that are only recognised have no documents
            EXPECT_GT(made, seeds / 4) << format->id;
        }
    }
}

// What a file's description is about: the file itself, or what is packed in it.
Blob described(const Format& format, const Part& part) {
    if (format.unpack == nullptr) return part.bytes;
    const auto document = format.blank();
    return *format.unpack(*document, part, {});
}

// Editing one field of a document changes that field's bytes in the file and no others (as long as nothing's size
// depends on it, which is why counts and flags are left alone).
TEST(Generated, EditingOneFieldChangesOnlyItsBytes) {
    for (const Format* format : formats()) {
        for (u64 seed = 0; seed < 300; ++seed) {
            Entropy entropy(seed);
            const auto bundle = generate(*format, entropy);
            if (!bundle) continue;
            for (std::size_t p = 0; p < bundle->parts.size(); ++p) {
                Fixture fixture{"generated", format, *bundle};
                std::vector<std::string> paths;
                for (const LeafPlace& leaf : leaves_of(fixture, p)) {
                    if (leaf.role == Role::value) paths.push_back(leaf.path);
                }
                if (paths.empty()) continue;
                auto model = read(*format, *bundle);
                ASSERT_TRUE(model.ok());
                const std::string& path = paths[entropy.below(paths.size())];
                if (path.ends_with(".mode") || path.ends_with(".alpha")) continue;  // SoulFu: these decide what follows
                Locator locator({path});
                format->describe(locator, *model->document, bundle->parts[p].role);
                ASSERT_TRUE(locator.places()[0].has_value()) << path;
                const Place place = *locator.places()[0];
                ASSERT_NE(place.values, nullptr) << path;
                static_cast<u8*>(place.values)[0] ^= 0x55;
                const auto written = write(*model);
                ASSERT_TRUE(written.ok()) << path;
                const Blob before = described(*format, bundle->parts[p]);
                const Blob after = described(*format, written->parts[p]);
                ASSERT_EQ(before.size(), after.size()) << format->id << " seed " << seed << " " << path;
                std::size_t differing = 0;
                for (std::size_t i = 0; i < before.size(); ++i) {
                    if (before[i] == after[i]) continue;
                    ++differing;
                    ASSERT_TRUE(i >= place.offset && i < place.offset + place.size) << path << " changed byte " << i;
                }
                ASSERT_EQ(differing, 1u) << path;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::test
