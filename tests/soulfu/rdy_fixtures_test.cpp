// RDY fixtures: exactly their findings, each at the guilty bytes; broken ones refused at the right field.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixtures/fixtures.hpp"
#include "formats/soulfu/rdy/validate.hpp"
#include "soulfu/rdy_support.hpp"

namespace thaw::test {
namespace {

const Fixture& fixture_named(const std::string& name) {
    static const auto all = rdy_fixtures();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Fixture& f) { return f.name == name; });
    if (found == all.end()) throw std::runtime_error(name);
    return *found;
}

TEST(RdyFixtures, AreSmall) {
    EXPECT_GE(rdy_fixtures().size(), 30u);
    for (const Fixture& fixture : rdy_fixtures()) {
        EXPECT_LE(fixture.bundle.parts[0].bytes.size(), 2048u) << fixture.name;
    }
}

TEST(RdyFixtures, SoundOnesComeBackAndBrokenOnesAreRefused) {
    for (const Fixture& fixture : rdy_fixtures()) {
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_EQ(model.ok(), !fixture.error.has_value()) << (model.ok() ? "" : to_string(model.error()));
        if (!model) {
            EXPECT_EQ(model.error().code, *fixture.error) << to_string(model.error());
            EXPECT_EQ(model.error().path, fixture.error_path) << to_string(model.error());
            EXPECT_EQ(model.error().file, fixture.bundle.parts[0].name);
            EXPECT_LE(model.error().offset, fixture.bundle.parts[0].bytes.size());
            continue;
        }
        const auto written = write(*model);
        ASSERT_TRUE(written.ok()) << to_string(written.error());
        EXPECT_TRUE(written->parts[0].bytes == fixture.bundle.parts[0].bytes);
        const rdy::File& file = rdy_file_of(*model);
        EXPECT_EQ(rdy::places_of(file).end + file.trailing.size(), fixture.bundle.parts[0].bytes.size());
    }
}

TEST(RdyFixtures, GiveExactlyTheirFindings) {
    std::set<std::string> made, listed;
    for (const Fixture& fixture : rdy_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok());
        EXPECT_EQ(codes_of(*validate(*model)), fixture.issues);
        auto game = codes_of(*validate(*model, Profile::game));
        std::erase_if(game, [&](const std::string& code) {
            return std::find(fixture.issues.begin(), fixture.issues.end(), code) != fixture.issues.end();
        });
        EXPECT_EQ(game, fixture.game_issues);
        const auto issues = validate(*model, Profile::game);
        for (const Issue& issue : issues->list()) {
            made.emplace(issue.kind->code);
            EXPECT_LT(issue.offset, fixture.bundle.parts[0].bytes.size()) << issue.path;
            EXPECT_FALSE(issue.found.empty()) << issue.kind->code;
            EXPECT_FALSE(issue.expected.empty()) << issue.kind->code;
            EXPECT_EQ(issue.part, "rdy");
        }
        for (const double level : {0.0, 1.0}) {
            SceneOptions options;
            options.lod = level;
            Issues in_scene;
            if (!to_scene(*model, options, in_scene).ok()) continue;
            for (const Issue& issue : in_scene.list()) {
                made.emplace(issue.kind->code);
                EXPECT_TRUE(issue.part == "rdy" || issue.part == "textures-json" || issue.part == "part:HEAD")
                    << issue.part;
            }
        }
    }
    for (const IssueKind* kind : rdy::format.issue_kinds) EXPECT_TRUE(listed.emplace(kind->code).second) << kind->code;
    EXPECT_EQ(made, listed);
}

// The little-endian number at the offset of the finding at `path`.
void expect_guilty(const std::string& fixture_name, const std::string& path, std::size_t width, u64 value) {
    SCOPED_TRACE(fixture_name + " " + path);
    const Fixture& fixture = fixture_named(fixture_name);
    const auto model = read(*fixture.format, fixture.bundle);
    ASSERT_TRUE(model.ok());
    const auto issues = validate(*model, Profile::game);
    ASSERT_TRUE(issues.ok());
    const auto issue =
        std::find_if(issues->list().begin(), issues->list().end(), [&](const Issue& i) { return i.path == path; });
    ASSERT_NE(issue, issues->list().end());
    u64 found = 0;
    for (std::size_t i = 0; i < width; ++i) found |= u64{fixture.bundle.parts[0].bytes[issue->offset + i]} << (8 * i);
    EXPECT_EQ(found, value);
}

TEST(RdyFixtures, FindingsPointAtTheGuiltyBytes) {
    expect_guilty("rdy_bad_indices", "bases[0].vertices[3].bones[1]", 1, 5);
    expect_guilty("rdy_bad_indices", "bases[0].slots[0].strips[0].corners[2].vertex", 2, 40);
    expect_guilty("rdy_bad_indices", "bases[0].slots[0].strips[0].corners[3].tex_vertex", 2, 0xFFFF);
    expect_guilty("rdy_bad_indices", "bases[0].bones[0].joints[1]", 2, 6);
    expect_guilty("rdy_bad_indices", "bases[0].edge_lines[0].corners[1]", 2, 4);
    expect_guilty("rdy_not_finite", "bases[0].tex_vertices[0].v", 4, 0x7F800000);
    expect_guilty("rdy_not_finite", "frames[1].joints[1].z", 4, 0xFF800000);
    expect_guilty("rdy_odd_slot", "bases[0].slots[2].mode", 1, 2);
    expect_guilty("rdy_odd_slot", "bases[0].slots[2].strips[0].num_corners", 2, 2);
    expect_guilty("rdy_odd_slot", "bases[0].slots[2].strips[1].num_corners", 2, 0);
    expect_guilty("rdy_odd_slot", "bases[0].slots[2].num_fans", 2, 1);
    expect_guilty("rdy_odd_vertices", "bases[0].vertices[1].weight", 1, 61);
    expect_guilty("rdy_odd_vertices", "bases[0].vertices[3].hidden", 1, 1);
    expect_guilty("rdy_odd_bones", "bases[0].bones[0].id", 1, 6);
    expect_guilty("rdy_action_table", "first_frames[1]", 2, 2);
    expect_guilty("rdy_action_beyond", "first_frames[1]", 2, 4);
    expect_guilty("rdy_linked", "frame_pointers", 4, 0x20000);
    expect_guilty("rdy_mixed_levels", "bases[1].num_joints", 2, 3);
    expect_guilty("rdy_trailing", "trailing", 4, 0x04030201);
    expect_guilty("rdy_action_number", "frames[3].action", 1, 200);
}

TEST(RdyLayouts, AreSettledByWhatExplainsEveryByte) {
    const auto layout_of = [](const std::string& name) {
        const Fixture& fixture = fixture_named(name);
        const auto model = read(*fixture.format, fixture.bundle);
        return rdy_file_of(*model).layout;
    };
    EXPECT_EQ(layout_of("rdy_animated"), (rdy::Layout{4, 128}));
    EXPECT_EQ(layout_of("rdy_port64"), (rdy::Layout{8, 128}));
    EXPECT_EQ(layout_of("rdy_port64_addresses"), (rdy::Layout{8, 128}));
    EXPECT_EQ(layout_of("rdy_classic32_high"), (rdy::Layout{4, 128}));
    EXPECT_EQ(layout_of("rdy_old_layout"), (rdy::Layout{4, 64}));
    EXPECT_EQ(layout_of("rdy_old_layout_wide"), (rdy::Layout{8, 64}));
    EXPECT_EQ(layout_of("rdy_trailing"), (rdy::Layout{4, 128}));
}

TEST(RdySummary, NamesTheVariantAndTheAddress) {
    const auto summary_of = [](const std::string& name) {
        const Fixture& fixture = fixture_named(name);
        return *summarise(*read(*fixture.format, fixture.bundle));
    };
    EXPECT_EQ(summary_of("rdy_animated").variant, "portable");
    EXPECT_EQ(summary_of("rdy_port64").variant, "port64");
    EXPECT_EQ(summary_of("rdy_classic32").variant, "classic32");
    const Summary summary = summary_of("rdy_port64_addresses");
    EXPECT_EQ(summary.totals.triangles, 4u);
    EXPECT_EQ(summary.totals.frames, 4u);
    ASSERT_EQ(summary.clips.size(), 2u);
    EXPECT_EQ(summary.clips[0].name, "STAND");
    EXPECT_NEAR(summary.height_metres.value_or(0), 2 * 0.3048, 1e-6);
    EXPECT_EQ(*summary.native.find("frame_load_base")->get_if<std::string>(), "0x7fff12345000");
    EXPECT_EQ(*summary.native.find("edge_lines")->get_if<i64>(), 6);
    EXPECT_EQ(*summary_of("rdy_two_levels").native.find("detail_levels")->get_if<i64>(), 2);
    EXPECT_FALSE(summary_of("rdy_linked").remarks.empty());
}

TEST(RdySniff, IsSureOfWhatIsAddressedAndDoubtsTheRest) {
    const auto confidence = [](const std::string& fixture, const std::string& name) {
        return rdy::format.sniff(name, fixture_named(fixture).bundle.parts[0].bytes, {}).confidence;
    };
    EXPECT_EQ(confidence("rdy_animated", ""), Confidence::certain);
    EXPECT_EQ(confidence("rdy_port64_addresses", ""), Confidence::certain);
    EXPECT_EQ(confidence("rdy_old_layout", ""), Confidence::certain);
    EXPECT_EQ(confidence("rdy_odd_header", ""), Confidence::likely);
    EXPECT_EQ(confidence("rdy_odd_header", "x.rdy"), Confidence::certain);
    EXPECT_EQ(confidence("rdy_trailing", ""), Confidence::likely);
    EXPECT_EQ(confidence("rdy_model_table", ""), Confidence::no);
    EXPECT_EQ(confidence("rdy_model_table", "x.RDY"), Confidence::weak);
    EXPECT_EQ(confidence("rdy_cut_in_header", "x.RDY"), Confidence::weak);
    EXPECT_EQ(confidence("rdy_cut_in_header", ""), Confidence::no);
}

}  // namespace
}  // namespace thaw::test
