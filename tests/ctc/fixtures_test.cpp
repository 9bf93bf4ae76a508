// Every fixture gives exactly the findings it was made for, and every finding points at the guilty bytes.
#include <algorithm>

#include "base/endian.hpp"
#include "ctc/support.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/validate.hpp"

namespace thaw::test {
namespace {

TEST(CtcFixtures, AreSmallUnlessALimitNeedsMore) {
    const auto fixtures = ctc_fixtures();
    EXPECT_GE(fixtures.size(), 20u);
    for (const Fixture& each : fixtures) {
        const bool needs_room = each.name == "ctc_deep" || each.name == "ctc_high_morph_vertex";
        EXPECT_LE(each.bundle.size(), needs_room ? 8192u : 2048u) << each.name;
    }
}

TEST(CtcFixtures, GiveExactlyTheirFindings) {
    for (const Fixture& each : ctc_fixtures()) {
        if (each.error) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        const auto spec = validate(*model), game = validate(*model, Profile::game);
        EXPECT_EQ(codes_of(*spec), each.issues);
        auto codes = each.issues;
        codes.insert(codes.end(), each.game_issues.begin(), each.game_issues.end());
        std::sort(codes.begin(), codes.end());
        EXPECT_EQ(codes_of(*game), codes);
        for (const Issue& issue : game->list()) {
            EXPECT_NE(issue.offset, no_offset) << issue.path;
            EXPECT_LT(issue.offset, each.bundle.size()) << issue.path;
            EXPECT_FALSE(issue.found.empty()) << issue.kind->code;
            EXPECT_FALSE(issue.expected.empty()) << issue.kind->code;
        }
    }
}

TEST(CtcFixtures, BrokenOnesAreRefusedAtTheRightField) {
    for (const Fixture& each : ctc_fixtures()) {
        if (!each.error) continue;
        SCOPED_TRACE(each.name);
        const auto model = read(*each.format, each.bundle);
        ASSERT_FALSE(model.ok());
        EXPECT_EQ(model.error().code, *each.error) << to_string(model.error());
        EXPECT_EQ(model.error().path, each.error_path) << to_string(model.error());
        EXPECT_LE(model.error().offset, each.bundle.size());
    }
}

// The 32-bit word (or what is left of it) at the offset of a finding.
struct Guilty {
    const char* fixture;
    const char* path;
    u32 value;
};

class CtcOffsets : public testing::TestWithParam<Guilty> {};

TEST_P(CtcOffsets, PointAtTheGuiltyBytes) {
    const Model model = model_of(GetParam().fixture);
    const auto issues = validate(model, Profile::game);
    const auto issue = std::find_if(issues->list().begin(), issues->list().end(),
                                    [](const Issue& i) { return i.path == GetParam().path; });
    ASSERT_NE(issue, issues->list().end()) << "no finding at " << GetParam().path;
    const Blob& bytes = model.bundle.parts[0].bytes;
    ASSERT_LE(issue->offset + 4, bytes.size());
    EXPECT_EQ(load<u32>(bytes.data() + issue->offset, Order::little), GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    All, CtcOffsets,
    testing::Values(
        Guilty{"bad_indices", "triangles[1].vertices[2]", 0x0001FFFF},
        Guilty{"bad_indices", "skeleton[3].influences[0].bone", 2},
        Guilty{"bad_indices", "morph_data[1].indices[0]", 4}, Guilty{"bad_indices", "attachments[0].triangle", 3},
        Guilty{"bad_indices", "bones[1].parent_plus_one", 0xFFFFFFF9}, Guilty{"not_a_number", "frames[1].main[0]", 0},
        Guilty{"not_a_number", "frames[1].keys[1]", 0}, Guilty{"not_a_number", "morph_data[1].targets[0]", 0x7FC00000},
        Guilty{"child_count", "bones[0].child_count", 0}, Guilty{"skeleton_magic", "skeleton_magic", 0x53544757},
        Guilty{"two_influences", "skeleton[2].count", 2}, Guilty{"short_end", "ofs_end", 0x294},
        Guilty{"names", "animations[0].name", 0x74786973},  // "sixt"
        Guilty{"negative_list", "triangle_lists[1]", 0xFFFFFFFF}, Guilty{"colour_stall", "colours[3].rgba", 0x04030200},
        Guilty{"collapses", "collapses[1].from", 4}, Guilty{"limits", "skin_height", 481},
        Guilty{"old_version", "version", 10}, Guilty{"reserved", "unknown_0x06", 0x01000003},
        Guilty{"high_morph_vertex", "morph_data[0].indices[0]", 96}));

TEST(CtcFindings, TheGameIsStricter) {
    const auto worst = [](const char* name, Profile profile) { return validate(model_of(name), profile)->worst(); };
    for (const char* name : {"nothing", "child_count", "no_influence", "short_end"}) {
        EXPECT_EQ(worst(name, Profile::spec), Severity::warning) << name;
        EXPECT_EQ(worst(name, Profile::game), Severity::error) << name;
    }
    EXPECT_EQ(worst("colour_stall", Profile::spec), Severity::info);
    EXPECT_EQ(worst("colour_stall", Profile::game), Severity::warning);
}

TEST(CtcFindings, TooManyChildrenStatedOnlyWasteMemory) {
    Model model = model_of("swaying");
    document_of(model).bones[1].child_count = 5;
    EXPECT_EQ(validate(model, Profile::game)->worst(), Severity::warning);
    document_of(model).bones[1].child_count = -1;
    EXPECT_EQ(validate(model, Profile::game)->worst(), Severity::error);
}

TEST(CtcFindings, KnowTheSizesOfTheGamesTables) {
    Model model = model_of("plain");
    ctc::Document& d = document_of(model);
    const auto limits_exceeded = [&] {
        Issues issues(100'000);
        ctc::validate(d, Profile::game, issues);
        std::vector<std::string> paths;
        for (const Issue& issue : issues.list()) {
            if (issue.is(ctc::issue::game_limit)) paths.push_back(issue.path);
        }
        return paths;
    };
    d.skin_height = 480;
    d.skins.assign(32, d.skins[0]);
    d.vertices.assign(2048, {});
    d.influence_counts.assign(2048, 1);
    d.influences.assign(2048, {});
    d.triangle_lists.assign(32, 0);
    d.morphs.assign(25, {{'m'}, 96});
    d.morph_indices.clear();
    for (std::size_t m = 0; m < 25; ++m) {
        for (i32 i = 0; i < 96; ++i) d.morph_indices.push_back(i);
    }
    d.morph_targets.assign(25 * 96, {});
    d.offsets.end = (2u << 20) - 8 * 2048;
    EXPECT_EQ(limits_exceeded(), std::vector<std::string>{});
    d.skin_height = 481;
    d.skins.push_back({});
    d.vertices.push_back({});
    d.influence_counts.push_back(1);
    d.influences.push_back({});
    d.triangle_lists.push_back(0);
    d.morphs.push_back({});
    d.morphs[0].count = 97;
    d.morph_indices.insert(d.morph_indices.begin(), 0);
    d.morph_targets.push_back({});
    const std::vector<std::string> all{"skin_height", "num_skins",  "num_vertices",   "num_triangle_lists",
                                       "ofs_end",     "num_morphs", "morphs[0].count"};
    EXPECT_EQ(limits_exceeded(), all);
}

TEST(CtcFindings, ADocumentThatCannotBeWrittenIsNotLookedInto) {
    Model model = model_of("swaying");
    document_of(model).morph_indices.clear();
    EXPECT_TRUE(validate(model, Profile::game).ok());
    const auto written = write(model);
    ASSERT_FALSE(written.ok());
    EXPECT_EQ(written.error().code, Code::unrepresentable);
}

}  // namespace
}  // namespace thaw::test
