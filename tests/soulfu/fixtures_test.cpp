// Every fixture gives exactly the findings it was made for, and every finding points at the guilty bytes.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixtures/fixtures.hpp"
#include "formats/soulfu/ddd/issues.hpp"
#include "formats/soulfu/ddd/validate.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {
namespace {

TEST(DddFixtures, AreSmallAndHaveNamesOfTheirOwn) {
    std::set<std::string> names;
    const auto fixtures = ddd_fixtures();
    EXPECT_GE(fixtures.size(), 20u);
    for (const Fixture& fixture : fixtures) {
        EXPECT_TRUE(names.insert(fixture.name).second) << fixture.name;
        for (const Part& part : fixture.bundle.parts) EXPECT_LE(part.bytes.size(), 2048u) << fixture.name;
    }
}

TEST(DddFixtures, SoundOnesAreRewrittenByteForByte) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto written = write(*model);
        ASSERT_TRUE(written.ok()) << to_string(written.error());
        ASSERT_EQ(written->parts.size(), 1u);  // the linked file is never written
        EXPECT_TRUE(written->parts[0].bytes == fixture.bundle.parts[0].bytes);
        EXPECT_EQ(ddd::disk_bytes(document_of(*model).file), fixture.bundle.parts[0].bytes.size());
    }
}

TEST(DddFixtures, BrokenOnesAreRefusedAtTheRightField) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (!fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_FALSE(model.ok());
        EXPECT_EQ(model.error().code, *fixture.error) << to_string(model.error());
        EXPECT_EQ(model.error().path, fixture.error_path) << to_string(model.error());
        EXPECT_EQ(model.error().file, fixture.bundle.parts[0].name);
        EXPECT_LE(model.error().offset, fixture.bundle.parts[0].bytes.size());
    }
}

std::vector<std::string> without(std::vector<std::string> codes, const std::vector<std::string>& some) {
    std::erase_if(codes, [&](const auto& code) { return std::find(some.begin(), some.end(), code) != some.end(); });
    return codes;
}

TEST(DddFixtures, GiveExactlyTheirFindings) {
    for (const Fixture& fixture : ddd_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto issues = validate(*model);
        ASSERT_TRUE(issues.ok());
        EXPECT_EQ(codes_of(*issues), fixture.issues);
        const auto game = validate(*model, Profile::game);
        ASSERT_TRUE(game.ok());
        EXPECT_EQ(without(codes_of(*game), codes_of(*issues)), fixture.game_issues);
        EXPECT_EQ(without(codes_of(*issues), codes_of(*game)), std::vector<std::string>{});
        for (const Issue& issue : game->list()) {
            EXPECT_NE(issue.offset, no_offset) << issue.path;
            EXPECT_LT(issue.offset, fixture.bundle.parts[0].bytes.size()) << issue.path;
            EXPECT_FALSE(issue.found.empty()) << issue.kind->code;
            EXPECT_FALSE(issue.expected.empty()) << issue.kind->code;
        }
    }
}

TEST(DddFixtures, ProduceEveryKindOfFinding) {
    std::set<std::string> made, listed;
    for (const Fixture& fixture : ddd_fixtures()) {
        made.insert(fixture.issues.begin(), fixture.issues.end());
        made.insert(fixture.game_issues.begin(), fixture.game_issues.end());
        const auto model = read(*fixture.format, fixture.bundle);
        Issues issues;
        if (!model.ok() || model->format->to_scene == nullptr || !to_scene(*model, {}, issues).ok()) continue;
        for (const std::string& code : codes_of(issues)) made.insert(code);
    }
    for (const IssueKind* kind : ddd::format.issue_kinds) {
        EXPECT_TRUE(listed.emplace(kind->code).second) << kind->code;
    }
    EXPECT_EQ(made, listed);
}

// The bytes at the offset of the only finding of a kind, as a number.
struct Guilty {
    const char* fixture;
    const char* path;
    std::size_t width;
    u32 value;
};

class DddOffsets : public testing::TestWithParam<Guilty> {};

TEST_P(DddOffsets, PointAtTheGuiltyBytes) {
    const auto all = ddd_fixtures();
    const auto fixture =
        std::find_if(all.begin(), all.end(), [](const auto& f) { return f.name == GetParam().fixture; });
    ASSERT_NE(fixture, all.end());
    const auto model = read(*fixture->format, fixture->bundle);
    ASSERT_TRUE(model.ok());
    const auto issues = validate(*model, Profile::game);
    ASSERT_TRUE(issues.ok());
    const auto issue = std::find_if(issues->list().begin(), issues->list().end(),
                                    [](const Issue& i) { return i.path == GetParam().path; });
    ASSERT_NE(issue, issues->list().end()) << "no finding at " << GetParam().path;
    const Blob& bytes = fixture->bundle.parts[0].bytes;
    ASSERT_LE(issue->offset + GetParam().width, bytes.size());
    u32 value = 0;
    for (std::size_t i = 0; i < GetParam().width; ++i) value = value << 8 | bytes[issue->offset + i];
    EXPECT_EQ(value, GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    All, DddOffsets,
    testing::Values(
        Guilty{"ddd_bad_indices", "bases[0].vertices[3].bones[1]", 1, 5},
        Guilty{"ddd_bad_indices", "bases[0].slots[0].triangles[1].corners[2].vertex", 2, 40},
        Guilty{"ddd_bad_indices", "bases[0].slots[0].triangles[2].corners[0].tex_vertex", 2, 0xFFFF},
        Guilty{"ddd_bad_indices", "bases[0].bones[0].joints[1]", 2, 6},
        Guilty{"ddd_degenerate", "bases[0].slots[0].triangles[3]", 4, 0x00010000},
        Guilty{"ddd_anchors", "bases[0].vertices[2].weight", 1, 0xFF},
        Guilty{"ddd_lighter_first", "bases[0].vertices[1].weight", 1, 61},
        Guilty{"ddd_slot_mode", "bases[0].slots[0].mode", 1, 2},
        Guilty{"ddd_empty_slot", "bases[0].slots[3].num_triangles", 2, 0},
        Guilty{"ddd_odd_bones", "bases[0].bones[1].id", 1, 6},
        Guilty{"ddd_odd_bones", "bases[0].bones[1].joints", 4, 0x00010001},
        Guilty{"ddd_mixed_skeletons", "bases[1].num_joints", 2, 3},
        Guilty{"ddd_many_joints", "bases[0].num_joints", 2, 257},
        Guilty{"ddd_unused", "bases[0].tex_vertices[3]", 4, 0x00010001},
        Guilty{"ddd_unused", "bases[0].vertices[4]", 4, 0}, Guilty{"ddd_padding", "padding", 1, 7},
        Guilty{"ddd_odd_header", "scaling", 2, 0}, Guilty{"ddd_odd_header", "flags", 2, 3},
        Guilty{"ddd_odd_header", "shadow_textures[2]", 1, 10}, Guilty{"ddd_no_bases", "num_base_models", 1, 0},
        Guilty{"ddd_no_frames", "num_frames", 2, 0}, Guilty{"ddd_boning_missing", "frames[0].action", 1, 1},
        Guilty{"ddd_boning_swapped", "frames[1].base_model", 1, 0}, Guilty{"ddd_boning_short", "num_frames", 2, 1},
        Guilty{"ddd_split_action", "frames[5].action", 1, 1}, Guilty{"ddd_action_number", "frames[5].action", 1, 200},
        Guilty{"ddd_zero_forward", "frames[2].forwards[0]", 4, 0}, Guilty{"ddd_trailing", "trailing", 4, 0x01020304},
        Guilty{"ddd_linked_alone", "link", 4, 0x414E494D},  // "ANIM"
        Guilty{"ddd_link_counts", "bases[0].num_bones", 2, 1}, Guilty{"ddd_link_counts", "bases[0].num_joints", 2, 2},
        Guilty{"ddd_link_bases", "bases[1]", 2, 4}));

TEST(DddFindings, AreOnlyCountedWhenThereAreTooMany) {
    ddd::Document document;
    document.file.bases.emplace_back();
    document.file.bases[0].vertices.assign(500, {});  // no bone exists
    Issues issues(10);
    validate(document, Profile::spec, issues);
    EXPECT_EQ(issues.list().size(), 10u);
    EXPECT_GT(issues.dropped(), 1000u);
    EXPECT_EQ(issues.worst(), Severity::error);
}

TEST(DddFindings, TheGameIsStricter) {
    ddd::Document document;
    document.file.bases.emplace_back();
    Issues spec, game;
    validate(document, Profile::spec, spec);
    validate(document, Profile::game, game);
    EXPECT_EQ(codes_of(spec), codes_of(game));
    EXPECT_EQ(spec.worst(), Severity::warning);
    EXPECT_EQ(game.worst(), Severity::error);  // no frame at all
}

TEST(DddFindings, KnowTheSizesOfTheEnginesTables) {
    ddd::Document document;
    document.file.bases.emplace_back();
    ddd::BaseModel& base = document.file.bases[0];
    const auto limits_exceeded = [&] {
        Issues issues(100'000);
        validate(document, Profile::game, issues);
        std::vector<std::string> paths;
        for (const Issue& issue : issues.list()) {
            if (issue.is(ddd::issue::game_limit)) paths.push_back(issue.path);
        }
        return paths;
    };
    base.vertices.assign(16384, {});
    base.tex_vertices.assign(16384, {});
    base.slots[0] = {1, 0, 255, std::vector<ddd::Triangle>(16000)};
    base.slots[3] = {1, 0, 255, std::vector<ddd::Triangle>(384)};
    base.joint_sizes.assign(256, 0);
    base.bones.assign(255, {});
    EXPECT_EQ(limits_exceeded(), std::vector<std::string>{});
    base.vertices.emplace_back();
    base.tex_vertices.emplace_back();
    base.slots[3].triangles.emplace_back();
    base.joint_sizes.push_back(0);
    base.bones.emplace_back();
    const std::vector<std::string> all{"bases[0].num_vertices", "bases[0].num_tex_vertices", "bases[0].num_joints",
                                       "bases[0].num_bones", "bases[0].slots"};
    EXPECT_EQ(limits_exceeded(), all);

    base = {};
    document.file.frames.assign(1000, {});
    for (ddd::Frame& frame : document.file.frames) frame.joints.assign(1000, {});
    EXPECT_EQ(limits_exceeded(), std::vector<std::string>{"bases"});  // 12 MB in memory
    document.file.trailing = Blob::take(std::vector<u8>(std::size_t{1} << 24));
    EXPECT_EQ(limits_exceeded(), (std::vector<std::string>{"bases", "bases"}));  // and too long for the archive
}

}  // namespace
}  // namespace thaw::test
