// What a person is told about a model.
#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"
#include "formats/unreal/mesh/summary.hpp"

namespace thaw::unreal {
namespace {

Summary summary_of(std::string_view fixture) {
    for (const auto& f : test::unreal_fixtures()) {
        if (f.name != fixture) continue;
        const auto model = read(*f.format, f.bundle);
        EXPECT_TRUE(model);
        return *thaw::summarise(*model);
    }
    ADD_FAILURE() << "no fixture " << fixture;
    return {};
}

TEST(Summary, WithoutScript) {
    const Summary s = summary_of("unreal_standard");
    EXPECT_EQ(s.variant, "standard");
    EXPECT_EQ(s.totals.meshes, 1u);
    EXPECT_EQ(s.totals.vertices, 4u);
    EXPECT_EQ(s.totals.triangles, 4u);
    EXPECT_EQ(s.totals.frames, 2u);
    ASSERT_EQ(s.clips.size(), 1u);
    EXPECT_EQ(s.clips[0].name, "All");
    EXPECT_EQ(s.clips[0].frames, 2u);
    EXPECT_EQ(s.clips[0].fps, 30);
    ASSERT_TRUE(s.height_metres);
    EXPECT_DOUBLE_EQ(*s.height_metres, 150 * 0.2 * 0.01905);
    ASSERT_EQ(s.remarks.size(), 1u);
    EXPECT_NE(s.remarks[0].find("30 fps"), std::string::npos);
    EXPECT_EQ(
        json::to_text(s.native),
        R"({"polys":4,"polys_present":4,"verts":4,"d_trailing":0,"frames":2,"framesize":16,"frames_present":2,"a_trailing":0})");
}

TEST(Summary, WithScript) {
    const Summary s = summary_of("unreal_with_script");
    ASSERT_EQ(s.clips.size(), 2u);
    EXPECT_EQ(s.clips[1].name, "Rise");
    EXPECT_EQ(s.clips[1].fps, 12);
    EXPECT_DOUBLE_EQ(s.clips[1].seconds(), 2 / 12.0);
    ASSERT_EQ(s.materials.size(), 1u);
    EXPECT_EQ(s.materials[0].texture, "tetra.pcx");
    EXPECT_EQ(s.materials[0].triangles, 4u);
    EXPECT_DOUBLE_EQ(*s.height_metres, 150 * 0.2 * 0.01905);
    EXPECT_EQ(json::to_text(*s.native.find("mesh")), "\"TetraM\"");
}

TEST(Summary, HalfPairs) {
    const Summary data = summary_of("unreal_data_only");
    EXPECT_EQ(data.variant, "data only");
    EXPECT_EQ(data.totals.triangles, 4u);
    EXPECT_EQ(data.totals.frames, 0u);
    EXPECT_TRUE(data.clips.empty());
    EXPECT_FALSE(data.height_metres);
    const Summary aniv = summary_of("unreal_aniv_only");
    EXPECT_EQ(aniv.variant, "aniv only");
    EXPECT_EQ(aniv.totals.frames, 2u);
    EXPECT_TRUE(aniv.materials.empty());
    EXPECT_NE(aniv.remarks.at(0).find("animation only"), std::string::npos);
}

TEST(Summary, DeusEx) {
    const Summary s = summary_of("unreal_deus_ex");
    EXPECT_EQ(s.variant, "deusex");
    EXPECT_DOUBLE_EQ(*s.height_metres, 192 / 256.0 * 0.01905);
}

TEST(Summary, MaterialsByTypeAndSlot) {
    const Summary s = summary_of("unreal_many_types");
    ASSERT_EQ(s.materials.size(), 4u);
    EXPECT_EQ(s.materials[0].name, "skin0_two-sided");
    EXPECT_EQ(s.materials[1].flags, "masked, two-sided, unlit");
    EXPECT_EQ(s.materials[1].name, "skin0_masked_two-sided_unlit");
    EXPECT_EQ(s.materials[2].flags, "translucent, two-sided, environment");
    EXPECT_EQ(s.materials[3].flags, "modulated, two-sided, flat");
    EXPECT_EQ(type_words(0x88), "weapon triangle, no-smooth");
    EXPECT_EQ(type_words(0), "");
}

TEST(Summary, WeaponTriangleIsNamedAndNotMeasured) {
    const Summary s = summary_of("unreal_weapon_triangle");
    EXPECT_EQ(s.materials.at(1).flags, "weapon triangle");
    EXPECT_NE(s.remarks.back().find("weapon"), std::string::npos);
}

TEST(Summary, SequencesAreCutToTheFramesThereAre) {
    EXPECT_EQ(summary_of("unreal_script_beyond_frames").clips.at(0).frames, 2u);
}

}  // namespace
}  // namespace thaw::unreal
