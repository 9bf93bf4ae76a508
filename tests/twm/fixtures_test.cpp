// Every fixture gives exactly the findings it was made for, under the layout it was made with, and every finding points
// at the guilty bytes.
#include <gtest/gtest.h>

#include <algorithm>

#include "fixtures/fixtures.hpp"
#include "formats/twm/container.hpp"
#include "formats/twm/issues.hpp"
#include "formats/twm/validate.hpp"
#include "twm/support.hpp"

namespace thaw::test {
namespace {

Fixture fixture(const std::string& name) {
    for (Fixture& each : twm_fixtures()) {
        if (each.name == "twm_" + name) return std::move(each);
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

// The bytes that offsets count in.
Blob payload_of(const Blob& file) {
    twm::Document document;
    return *twm::open_container(document, file, {});
}

TEST(TwmFixtures, AreSmallAndHaveNamesOfTheirOwn) {
    std::set<std::string> names;
    const auto fixtures = twm_fixtures();
    EXPECT_GE(fixtures.size(), 22u);
    for (const Fixture& each : fixtures) {
        EXPECT_TRUE(names.insert(each.name).second) << each.name;
        EXPECT_LE(each.bundle.parts[0].bytes.size(), 2048u) << each.name;
    }
}

TEST(TwmFixtures, GiveExactlyTheirFindingsAndComeBackByteForByte) {
    for (const Fixture& each : twm_fixtures()) {
        SCOPED_TRACE(each.name);
        const Blob& bytes = each.bundle.parts[0].bytes;
        const auto model = read(*each.format, each.bundle);
        if (each.error) {
            ASSERT_FALSE(model.ok());
            EXPECT_EQ(code_name(model.error().code), code_name(*each.error)) << to_string(model.error());
            EXPECT_EQ(model.error().path, each.error_path) << to_string(model.error());
            EXPECT_EQ(model.error().file, each.bundle.parts[0].name);
            continue;
        }
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        EXPECT_TRUE(write(*model)->parts[0].bytes == bytes);
        EXPECT_EQ(codes_of(*validate(*model)), each.issues);
        const auto game = validate(*model, Profile::game);
        for (const Issue& issue : game->list()) {
            EXPECT_LE(issue.offset, payload_of(bytes).size()) << issue.path;
            EXPECT_FALSE(issue.expected.empty()) << issue.kind->code;
        }
    }
}

TEST(TwmFixtures, ProduceEveryKindOfFinding) {
    std::set<std::string> made, listed;
    for (const Fixture& each : twm_fixtures()) {
        made.insert(each.issues.begin(), each.issues.end());
        made.insert(each.game_issues.begin(), each.game_issues.end());
        if (each.error) continue;
        Issues issues;
        EXPECT_TRUE(to_scene(*read(*each.format, each.bundle), {}, issues)) << each.name;
        for (const std::string& code : codes_of(issues)) made.insert(code);
    }
    for (const IssueKind* kind : twm::format.issue_kinds) EXPECT_TRUE(listed.emplace(kind->code).second) << kind->code;
    EXPECT_EQ(made, listed);
}

struct Expected {
    const char* fixture;
    const char* layout;
};

class TwmLayouts : public testing::TestWithParam<Expected> {};

TEST_P(TwmLayouts, AreFoundByTrying) {
    const auto f = fixture(GetParam().fixture);
    const auto model = read(*f.format, f.bundle);
    ASSERT_TRUE(model.ok()) << to_string(model.error());
    EXPECT_EQ(layout_name(document_of(*model).layout), GetParam().layout);
    const auto summary = summarise(*model);
    EXPECT_EQ(summary->remarks[0], "layout: " + std::string(GetParam().layout));
}

INSTANTIATE_TEST_SUITE_P(
    All, TwmLayouts,
    testing::Values(Expected{"static", "joints none, indices u32, weights by deformer"},
                    Expected{"skinned", "joints 68, indices u32, weights by deformer"},
                    Expected{"two_meshes", "joints 68, indices u32, weights by deformer"},
                    Expected{"v0", "joints none, indices u64, weights by deformer"},
                    Expected{"v0_unpressed", "joints none, indices u64, weights by deformer"},
                    Expected{"flag_lies", "joints none, indices u32, weights by deformer"},
                    Expected{"joint72", "joints 72, indices u32, weights by deformer"},
                    Expected{"weights_by_skeleton", "joints 68, indices u32, weights by skeleton flag"},
                    Expected{"weights_after", "joints 68, indices u32, weights after all meshes"},
                    Expected{"weights_missing", "joints none, indices u32, weights none"},
                    Expected{"half_indices", "joints none, indices half u64, weights by deformer"},
                    Expected{"half_indices_odd", "joints none, indices half u64, weights by deformer"},
                    Expected{"index_width", "joints none, indices u32, weights by deformer"},
                    Expected{"salvaged_v0", "joints none, indices half u64, weights none, attributes unreadable"},
                    Expected{"salvaged_v2", "joints none, indices u32, weights none, attributes unreadable"},
                    Expected{"footer_absent", "joints none, indices u32, weights by deformer, no footer"},
                    Expected{"trailing", "joints none, indices u32, weights by deformer"}));

// The bytes at the offset of a finding, as a number.
struct Guilty {
    const char* fixture;
    const char* path;
    std::size_t width;
    u64 value;
};

class TwmOffsets : public testing::TestWithParam<Guilty> {};

TEST_P(TwmOffsets, PointAtTheGuiltyBytes) {
    const auto f = fixture(GetParam().fixture);
    const auto model = read(*f.format, f.bundle);
    ASSERT_TRUE(model.ok());
    const auto issues = validate(*model, Profile::game);
    const auto issue = std::find_if(issues->list().begin(), issues->list().end(),
                                    [](const Issue& i) { return i.path == GetParam().path; });
    ASSERT_NE(issue, issues->list().end()) << "no finding at " << GetParam().path;
    const Blob bytes = payload_of(f.bundle.parts[0].bytes);
    ASSERT_LE(issue->offset + GetParam().width, bytes.size());
    u64 value = 0;
    for (std::size_t i = 0; i < GetParam().width; ++i) value |= u64{bytes[issue->offset + i]} << 8 * i;
    EXPECT_EQ(value, GetParam().value);
}

INSTANTIATE_TEST_SUITE_P(
    All, TwmOffsets,
    testing::Values(
        Guilty{"v0", "version", 4, 0}, Guilty{"reserved", "reserved", 3, 0x000700},
        Guilty{"reserved", "meshes[0].reserved", 3, 0x030201}, Guilty{"flag_lies", "skeleton_flag", 1, 1},
        Guilty{"flag_values", "meshes[0].has_deformer", 1, 3}, Guilty{"half_indices", "meshes[0].num_indices", 8, 6},
        Guilty{"bad_index", "meshes[0].indices[2]", 4, 3}, Guilty{"degenerate", "meshes[0].indices[3]", 4, 2},
        Guilty{"index_remainder", "meshes[0].num_indices", 4, 4}, Guilty{"zero_normal", "meshes[0].normals[2]", 8, 0},
        Guilty{"nothing", "meshes[0].num_vertices", 4, 0}, Guilty{"salvaged_v2", "meshes[0].attributes", 4, 0x3F3F3F3F},
        Guilty{"parent_outside", "joints[1].parent", 4, 2}, Guilty{"parent_cycle", "joints[2].parent", 4, 3},
        Guilty{"joint72", "num_joints", 4, 2}, Guilty{"weights_none", "meshes[0].clusters[1].num_weights", 8, 0},
        Guilty{"weights_odd", "meshes[0].clusters[0].weights[0]", 4, 2},
        Guilty{"weights_after", "mesh_weights[0].clusters", 8, 1},
        Guilty{"animations_without_joints", "num_animations", 4, 0xFFFFFFFF},
        Guilty{"key_time_twice", "animations[0].tracks[0].keys[1].ms", 4, 0},
        Guilty{"empty_track", "animations[0].tracks[1].num_keys", 4, 0},
        Guilty{"rotation_zero", "animations[0].tracks[1].keys[0].rotation", 8, 0},
        Guilty{"trailing", "trailing", 4, 0x65726F6D}, Guilty{"footer_early", "trailing[8]", 4, 0x6D77742E},
        Guilty{"footer_damaged", "trailing", 4, 0x6D77742E}));

TEST(TwmFindings, AreOnlyCountedWhenThereAreTooMany) {
    twm::Document document;
    document.meshes.resize(50);  // each without vertices and indices
    Issues issues(10);
    validate(document, Profile::spec, issues);
    EXPECT_EQ(issues.list().size(), 10u);
    EXPECT_EQ(issues.dropped(), 90u);
}

TEST(TwmFindings, ALongChainOfJointsIsWalkedOnce) {
    twm::Document document;
    document.skeleton_flag = 1;
    document.layout.joints = twm::JointForm::packed;
    document.joints.resize(200'000);
    for (u32 j = 0; j < document.joints.size(); ++j) document.joints[j].parent = j + 1;  // away from the root
    document.joints.back().parent = 1;
    Issues issues;
    validate(document, Profile::spec, issues);  // quadratic would take minutes
    const auto codes = codes_of(issues);
    EXPECT_TRUE(std::find(codes.begin(), codes.end(), "TWM_PARENT_CYCLE") != codes.end());
}

}  // namespace
}  // namespace thaw::test
