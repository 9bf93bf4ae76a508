// What differs between two models, in words that a set field has.
#include <gtest/gtest.h>

#include <thaw/fields.hpp>

#include "fixtures/fixtures.hpp"
#include "inspect/documents.hpp"

namespace thaw::test {
namespace {

Model changed(const Model& model, std::string_view path, const json::Value& value) {
    auto made = set_field(model, path, value);
    EXPECT_TRUE(made.ok()) << to_string(made.error());
    return std::move(*made);
}

// One line a change.
std::string lines(const Result<Diff>& diff) {
    if (!diff.ok()) return to_string(diff.error());
    std::string out;
    for (const FieldChange& change : diff->changes) {
        out += std::string(change_kind_name(change.kind)) + " " + change.path;
        if (change.count != 1) out += " x" + std::to_string(change.count);
        out += " " + json::to_text(change.before) + " " + json::to_text(change.after);
        out += change.same_value ? " same\n" : "\n";
    }
    return out;
}

TEST(Diff, EqualModels) {
    const auto same = diff(rat(), rat());
    ASSERT_TRUE(same.ok());
    EXPECT_TRUE(same->equal());
    EXPECT_EQ(json::to_text(diff_json(*same)), R"({"version":1,"equal":true,"changes":[],"dropped":0})");
}

TEST(Diff, AsPreciselyAsOnePathCanSay) {
    const Model model = rat();
    const auto line = [&](std::string_view path, const json::Value& value) {
        return lines(diff(model, changed(model, path, value)));
    };
    EXPECT_EQ(line("scaling", 7), "changed scaling 100 7\n");
    EXPECT_EQ(line("bases[0].vertices[5].position[1]", 1), "changed bases[0].vertices[5].position[1] -220 1\n");
    EXPECT_EQ(line("bases[0].vertices[5].position", "1 2 12"),
              "changed bases[0].vertices[5].position [5,-220,12] [1,2,12]\n");
    EXPECT_EQ(line("bases[0].vertices[0].weight", "weight=85"), "changed bases[0].vertices[0].weight.anchor 1 0\n");
    EXPECT_EQ(line("bases[0].vertices[0].weight", "weight=3"), "changed bases[0].vertices[0].weight 213 3\n");
    EXPECT_EQ(line("trailing", "00 fe 00"), "changed trailing[0] \"ca\" \"00\"\n");
    EXPECT_EQ(line("trailing", "00 01 00"), "changed trailing[0] x2 \"ca fe\" \"00 01\"\n");
}

TEST(Diff, NamesAndPlaces) {
    const Model model = rat();
    const auto found = diff(model, changed(model, "bases[0].bones[0].id", 1));
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(json::to_text(change_json(found->changes.at(0))),
              R"({"kind":"changed","part":"ddd","path":"bases[0].bones[0].id","before":5,"after":1,)"
              R"("meaning_before":"SADDLE","meaning_after":"LEFT","offset_before":116,"offset_after":116})");
}

TEST(Diff, OnlyWhatWasAskedFor) {
    const Model model = rat();
    const FieldValue values[] = {{"scaling", 7, {}}, {"bases[0].bones[0].id", 1, {}}, {"frames[2].action", 9, {}}};
    const auto made = set_fields(model, values);
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(lines(diff(model, *made, {.below = "bases"})), "changed bases[0].bones[0].id 5 1\n");
    EXPECT_EQ(lines(diff(model, *made, {.below = "frames[2].action"})), "changed frames[2].action 3 9\n");
    EXPECT_EQ(lines(diff(model, *made, {.below = "flags"})), "");
    EXPECT_EQ(lines(diff(model, *made, {.below = "flag"})).substr(0, 30), "rat.ddd: there is no 'flag'; t");
    const auto most = diff(model, *made, {.most = 2});
    EXPECT_EQ(most->changes.size(), 2u);
    EXPECT_EQ(most->dropped, 1u);
    EXPECT_FALSE(most->equal());
}

TEST(Diff, FieldsThatOnlyOneHas) {
    auto longer = bytes_of(small_ddd(), "ddd");
    longer.push_back(0x11);
    const Model longer_rat = read_model(with_bytes(small_ddd(), "ddd", longer));
    EXPECT_EQ(lines(diff(rat(), longer_rat)), "added trailing[3] null \"11\"\n");
    EXPECT_EQ(lines(diff(longer_rat, rat())), "removed trailing[3] \"11\" null\n");
    const std::string other = lines(diff(rat(), read_model(linked_ddd())));
    EXPECT_NE(other.find("removed bases[0] null null\n"), std::string::npos) << other;
    EXPECT_NE(other.find("removed frames[0] x6 null null\n"), std::string::npos) << other;
    EXPECT_NE(other.find("added link null"), std::string::npos) << other;
}

TEST(Diff, CellsOfGrids) {
    const Model model = read_model(small_pair(6, 16, 96));
    EXPECT_EQ(lines(diff(model, changed(model, "frames[5].vertices[2].y", 3))),
              "changed frames[5].vertices[2].y -307 3\n");
    const Model shorter = read_model(small_pair(6, 16, 56));
    EXPECT_EQ(lines(diff(model, shorter)),
              "removed frames[3].vertices[2] 2643890056 null\nremoved frames[4] x2 null null\n");
}

TEST(Diff, EqualNumbersWithOtherBits) {
    const Model model = read_model(toy());
    const Model zero = changed(model, "tenth", 0.0);
    EXPECT_EQ(lines(diff(zero, changed(zero, "tenth", "-0"))), "changed tenth 0 -0 same\n");
}

const Fixture& fixture_called(std::string_view name) {
    static const auto all = all_fixtures();
    return *std::find_if(all.begin(), all.end(), [&](const Fixture& one) { return one.name == name; });
}

TEST(Diff, BytesThatNoFieldHolds) {
    const Fixture& fixture = fixture_called("ctc_slack");
    const auto model = read(*fixture.format, fixture.bundle);
    std::size_t at = fixture.bundle.parts[0].bytes.size();
    while (at > 0 && !fields_at(*model, "", at - 1)->empty()) --at;
    ASSERT_GT(at, 0u);
    --at;
    Bundle bundle = fixture.bundle;
    std::vector<u8> bytes(bundle.parts[0].bytes.bytes().begin(), bundle.parts[0].bytes.bytes().end());
    bytes[at] ^= 1;
    bundle.parts[0].bytes = Blob::take(std::move(bytes));
    const auto found = diff(*model, *read(*fixture.format, bundle));
    ASSERT_EQ(found->changes.size(), 1u);
    EXPECT_EQ(found->changes[0].kind, ChangeKind::unexplained);
    EXPECT_EQ(found->changes[0].count, 1u);
    EXPECT_EQ(found->changes[0].offset_before, at);
    EXPECT_EQ(found->changes[0].offset_after, at);
}

// A block of LZ4 without any match, which nobody would write.
TEST(Diff, TheSamePackedInAnotherWay) {
    const Fixture& fixture = fixture_called("twm_v3_packed");
    const auto model = read(*fixture.format, fixture.bundle);
    const Blob payload = *described_bytes(*model, "");
    constexpr std::size_t head = 8;
    const Bytes file = fixture.bundle.parts[0].bytes.bytes();
    std::vector<u8> packed(file.begin(), file.begin() + head);
    packed.push_back(0xF0);
    std::size_t rest = payload.size() - 15;
    for (; rest >= 255; rest -= 255) packed.push_back(255);
    packed.push_back(static_cast<u8>(rest));
    packed.insert(packed.end(), payload.bytes().begin(), payload.bytes().end());
    Bundle bundle = fixture.bundle;
    bundle.parts[0].bytes = Blob::take(std::move(packed));
    const auto other = read(*fixture.format, bundle);
    ASSERT_TRUE(other.ok()) << to_string(other.error());
    EXPECT_EQ(lines(diff(*model, *other)), "packing  null null same\n");
}

TEST(Diff, FilesOfOneModelOnly) {
    Subject half = small_pair(6, 16, 96);
    const Model whole = read_model(half);
    half.bundle.parts.pop_back();
    const Model data = read_model(half);
    const auto found = diff(whole, data);
    ASSERT_TRUE(found.ok()) << to_string(found.error());
    ASSERT_EQ(found->changes.size(), 1u);
    EXPECT_EQ(found->changes[0].kind, ChangeKind::removed);
    EXPECT_EQ(found->changes[0].part, "aniv");
    EXPECT_EQ(found->changes[0].path, "");
}

TEST(Diff, OtherFormats) {
    EXPECT_EQ(lines(diff(rat(), read_model(small_pair(6, 16, 96)))),
              "the models are of two formats: SoulFu model and Unreal vertex mesh");
}

// Each byte that differs shows, in every format, wherever it is.
TEST(Diff, NoDifferingByteIsMissed) {
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok());
        const std::size_t size = fixture.bundle.parts[0].bytes.size();
        for (std::size_t at = 0; at < size; at += 1 + size / 9) {
            Bundle bundle = fixture.bundle;
            std::vector<u8> bytes(bundle.parts[0].bytes.bytes().begin(), bundle.parts[0].bytes.bytes().end());
            bytes[at] ^= 1;
            bundle.parts[0].bytes = Blob::take(std::move(bytes));
            const auto other = read(*fixture.format, bundle);
            if (!other) continue;
            const auto found = diff(*model, *other);
            ASSERT_TRUE(found.ok()) << to_string(found.error());
            EXPECT_EQ(found->equal(), !is_own(*fixture.format, fixture.bundle.parts[0].role)) << at;
            const auto back = diff(*other, *model);
            ASSERT_TRUE(back.ok());
            EXPECT_EQ(back->changes.size(), found->changes.size());
        }
    }
}

}  // namespace
}  // namespace thaw::test
