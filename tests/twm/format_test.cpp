// Detection, containers, conversion between versions and summaries of a TWM.
#include <gtest/gtest.h>

#include <algorithm>

#include "base/endian.hpp"
#include "base/lz4.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/twm/issues.hpp"
#include "twm/support.hpp"

namespace thaw::test {
namespace {

using twm::Container;
using twm::format;

Blob bytes_of(const std::string& name) {
    for (const Fixture& each : twm_fixtures()) {
        if (each.name == "twm_" + name) return each.bundle.parts[0].bytes;
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

Model model_of(const std::string& name) {
    auto model = read_twm(bytes_of(name));
    EXPECT_TRUE(model.ok()) << name;
    return std::move(*model);
}

Blob from_text(std::string_view text) { return Blob::take({text.begin(), text.end()}); }

Sniffed sniffed(const Blob& bytes, std::string_view name = {}) { return format.sniff(name, bytes, {}); }

TEST(TwmSniff, KnowsItsNameInFrontAndInsideABlock) {
    for (const char* name :
         {"static", "v0", "v0_mdl", "v0_plain", "v0_unpressed", "half_indices", "empty", "trailing"}) {
        EXPECT_EQ(sniffed(bytes_of(name)).confidence, Confidence::certain) << name;
    }
    EXPECT_EQ(sniffed(bytes_of("footer_absent")).confidence, Confidence::likely);
}

TEST(TwmSniff, ABrokenFileIsStillClaimed) {
    for (const char* name : {"version_4", "cut_in_positions", "huge_meshes"}) {
        EXPECT_EQ(sniffed(bytes_of(name)).confidence, Confidence::likely) << name;
        EXPECT_FALSE(sniffed(bytes_of(name)).reason.empty()) << name;
    }
    EXPECT_EQ(sniffed(bytes_of("block_cut")).confidence, Confidence::weak);
    EXPECT_EQ(sniffed(bytes_of("wrong_magic")).confidence, Confidence::no);
    EXPECT_EQ(sniffed(bytes_of("wrong_magic"), "x.twm").confidence, Confidence::weak);
}

TEST(TwmSniff, StrangersAreToldApart) {
    const Blob pointer = from_text("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 119748\n");
    EXPECT_EQ(sniffed(pointer, "bunny.twm").confidence, Confidence::weak);
    EXPECT_NE(sniffed(pointer).reason.find("Git LFS"), std::string::npos);
    EXPECT_NE(sniffed(from_text("\x04\x22\x4D\x18 and so on")).reason.find("LZ4 frame"), std::string::npos);
    EXPECT_NE(sniffed(from_text("IDPO and so on")).reason.find("Quake"), std::string::npos);
    for (const char* name : {"player.mdl", "player.MDL"}) {
        EXPECT_EQ(sniffed(from_text("IDSTxxxxxxxxxxxxxxxx"), name).confidence, Confidence::no);
    }
    EXPECT_EQ(sniffed(Blob::take(std::vector<u8>(4096))).confidence, Confidence::no);
    EXPECT_EQ(sniffed({}, "x.twm").confidence, Confidence::no);
}

TEST(TwmContainer, KeepsTheBlockWhileNothingChanges) {
    const Blob bytes = bytes_of("v0_unpressed");
    Model model = model_of("v0_unpressed");
    EXPECT_TRUE(write(model)->parts[0].bytes == bytes);
    document_of(model).meshes[0].positions[0].x = 5;
    const Blob repacked = write(model)->parts[0].bytes;
    EXPECT_LT(repacked.size(), bytes.size());
    const auto again = read_twm(repacked);
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(document_of(*again).meshes[0].positions[0].x, 5);
    document_of(model).meshes[0].positions[0].x = 0;
    EXPECT_TRUE(write(model)->parts[0].bytes == bytes) << "the old block holds the payload again";
}

TEST(TwmContainer, UnpackedBytesCountAgainstTheLimit) {
    Context context;
    context.limits.input_bytes = 300'000;
    EXPECT_EQ(read(format, one_file(bytes_of("block_bomb_sound")), context).error().code, Code::bad_version);
    context.limits.input_bytes = 100'000;
    const auto refused = read(format, one_file(bytes_of("block_bomb_sound")), context);
    EXPECT_EQ(refused.error().code, Code::over_budget);
    EXPECT_EQ(refused.error().path, "container.size");
}

std::vector<std::string> reports_of(const std::string& name, std::string_view variant) {
    Model model = model_of(name);
    Issues issues;
    const auto status = convert_variant(model, variant, issues);
    EXPECT_TRUE(status.ok()) << to_string(status.error());
    const auto written = write(model);
    EXPECT_TRUE(written.ok()) << name;
    const auto again = read_twm(written->parts[0].bytes);
    EXPECT_TRUE(again.ok()) << name;
    EXPECT_EQ(document_of(*again).layout, document_of(model).layout) << name;
    EXPECT_EQ(document_of(*again).version, document_of(model).version);
    EXPECT_TRUE(write(*again)->parts[0].bytes == written->parts[0].bytes);
    return codes_of(issues);
}

TEST(TwmConvert, ReportsEveryRepair) {
    using Codes = std::vector<std::string>;
    EXPECT_EQ(reports_of("static", "v3"), Codes{});
    EXPECT_EQ(reports_of("animated", "v0"), Codes{});
    EXPECT_EQ(reports_of("full", "v2"), Codes{"TWM_UV_ORIGIN"});
    EXPECT_EQ(reports_of("full", "v3"), Codes{});
    EXPECT_EQ(reports_of("v0_mdl", "v3"), Codes{"TWM_MAGIC_CHANGED"});
    EXPECT_EQ(reports_of("flag_lies", "v3"), Codes{"TWM_FLAG_REPAIRED"});
    EXPECT_EQ(reports_of("flag_values", "v3"), Codes{"TWM_FLAG_REPAIRED"});
    EXPECT_EQ(reports_of("reserved", "v3"), Codes{"TWM_RESERVED_CLEARED"});
    EXPECT_EQ(reports_of("joint72", "v3"), Codes{"TWM_GAP_REMOVED"});
    EXPECT_EQ(reports_of("weights_after", "v1"), Codes{"TWM_WEIGHTS_MOVED"});
    EXPECT_EQ(reports_of("weights_by_skeleton", "v3"), Codes{"TWM_FLAG_REPAIRED"});
    EXPECT_EQ(reports_of("weights_missing", "v3"), Codes{"TWM_FLAG_REPAIRED"});
    EXPECT_EQ(reports_of("half_indices", "v3"), (Codes{"TWM_FLAG_REPAIRED", "TWM_INDEX_COUNT_REPAIRED"}));
    EXPECT_EQ(reports_of("half_indices_odd", "v0"), Codes{"TWM_INDEX_COUNT_REPAIRED"});
    EXPECT_EQ(reports_of("salvaged_v2", "v3"), (Codes{"TWM_ATTRIBUTES_DROPPED", "TWM_FLAG_REPAIRED"}));
    EXPECT_EQ(reports_of("animations_without_joints", "v3"), Codes{"TWM_ANIMATIONS_DROPPED"});
    EXPECT_EQ(reports_of("footer_damaged", "v3"), Codes{"TWM_FOOTER_REPAIRED"});
    EXPECT_EQ(reports_of("trailing", "v3"), Codes{});
}

TEST(TwmConvert, ShowsEveryKindOfRepairAboveAndNoOther) {
    std::set<std::string> made, listed;
    for (const Fixture& each : twm_fixtures()) {
        if (each.error) continue;
        for (const char* variant : {"v0", "v1", "v2", "v3"}) {
            SCOPED_TRACE(each.name);
            for (const auto& code : reports_of(each.name.substr(4), variant)) made.insert(code);
        }
    }
    for (const IssueKind* kind : twm::issue::conversion) listed.emplace(kind->code);
    EXPECT_EQ(made, listed);
}

TEST(TwmConvert, KeepsEveryNumberOnTheWayThroughAllVersions) {
    const Blob bytes = bytes_of("two_meshes");
    Model model = model_of("two_meshes");
    for (const char* variant : {"v2", "v0", "v1", "v3"}) {
        Issues issues;
        ASSERT_TRUE(convert_variant(model, variant, issues).ok());
        auto again = read_twm(write(model)->parts[0].bytes);
        ASSERT_TRUE(again.ok()) << variant;
        model = std::move(*again);
        EXPECT_EQ(summarise(model)->variant, variant);
        EXPECT_EQ(document_of(model).container == Container::lz4, std::string_view(variant) == "v0");
    }
    EXPECT_TRUE(write(model)->parts[0].bytes == bytes);
}

TEST(TwmConvert, RefusesWhatTheVersionCannotHold) {
    Model model = model_of("v1");
    document_of(model).meshes[0].wide_indices[2] = u64{1} << 32;
    const auto before = write(model)->parts[0].bytes;
    Issues issues;
    for (const char* variant : {"v2", "v3"}) {
        const auto status = convert_variant(model, variant, issues);
        ASSERT_FALSE(status.ok());
        EXPECT_EQ(status.error().code, Code::unrepresentable);
        EXPECT_EQ(status.error().path, "meshes[0].indices[2]");
    }
    EXPECT_TRUE(write(model)->parts[0].bytes == before) << "a refused document is unchanged";
    EXPECT_TRUE(issues.empty());
    EXPECT_TRUE(convert_variant(model, "v0", issues).ok());
    EXPECT_EQ(convert_variant(model, "v4", issues).error().code, Code::unsupported);
}

TEST(TwmConvert, MakesAFileTheEngineLoads) {
    for (const char* name : {"flag_lies", "half_indices", "v0", "salvaged_v0", "footer_absent"}) {
        Model model = model_of(name);
        Issues issues;
        ASSERT_TRUE(convert_variant(model, "v3", issues).ok());
        const auto again = read_twm(write(model)->parts[0].bytes);
        EXPECT_EQ(codes_of(*validate(*again, Profile::game)), std::vector<std::string>{}) << name;
    }
}

TEST(TwmSummary, CountsAndTimes) {
    const auto summary = *summarise(model_of("animated"));
    EXPECT_EQ(summary.variant, "v3");
    EXPECT_EQ(summary.totals.vertices, 3u);
    EXPECT_EQ(summary.totals.triangles, 1u);
    EXPECT_EQ(summary.totals.bones, 2u);
    ASSERT_EQ(summary.clips.size(), 1u);
    EXPECT_EQ(summary.clips[0].name, "animation_0");
    EXPECT_EQ(summary.clips[0].frames, 2u);
    EXPECT_DOUBLE_EQ(summary.clips[0].seconds(), 0.5);
    EXPECT_DOUBLE_EQ(*summary.height_metres, 1);
    EXPECT_EQ(*summary.native.find("keys")->get_if<i64>(), 3);
    EXPECT_EQ(*summary.native.find("container")->get_if<std::string>(), "plain");
    EXPECT_FALSE(summarise(model_of("empty"))->height_metres.has_value());
}

bool remarks_mention(const std::string& name, std::string_view words) {
    const auto remarks = summarise(model_of(name))->remarks;
    return std::any_of(remarks.begin(), remarks.end(),
                       [&](const std::string& remark) { return remark.find(words) != std::string::npos; });
}

TEST(TwmSummary, SaysWhatIsLostAndWhatIsRepaired) {
    EXPECT_TRUE(remarks_mention("half_indices", "1 triangle"));
    EXPECT_TRUE(remarks_mention("flag_lies", "promises a skeleton"));
    EXPECT_TRUE(remarks_mention("flag_lies", "--variant v3"));
    EXPECT_TRUE(remarks_mention("uv_stride", "2 of them are lost"));
    EXPECT_TRUE(remarks_mention("long_normals", "unit length"));
    EXPECT_TRUE(remarks_mention("euler", "degrees"));
    EXPECT_TRUE(remarks_mention("salvaged_v2", "only the shape"));
    EXPECT_TRUE(remarks_mention("v0_mdl", "2018"));
    EXPECT_FALSE(remarks_mention("static", "version"));
}

// 64-bit counts are checked before anything is sized by them, whatever layout is tried.
TEST(TwmHostile, TrialsAreBounded) {
    std::vector<u8> bytes(1 << 20);
    const std::string_view start = ".twm";
    std::copy(start.begin(), start.end(), bytes.begin());
    bytes[8] = 2;       // two meshes
    bytes[12] = 1;      // with a skeleton of no joints
    bytes[16 + 4] = 0;  // and then zeros: every layout gets somewhere, none to the end
    const auto model = read_twm(Blob::take(bytes));
    EXPECT_FALSE(model.ok());
    // As many empty clusters as fit: each layout walks them.
    std::vector<u8> many(32 + (1 << 20));
    std::copy(start.begin(), start.end(), many.begin());
    many[4] = 2;
    many[8] = 1;
    store<u64>(many.data() + 16, (1 << 20) / 21, Order::little);
    many[16 + 8 + 4] = 1;  // deformer
    const auto clusters = read_twm(Blob::take(many));
    EXPECT_FALSE(clusters.ok());
}

}  // namespace
}  // namespace thaw::test
