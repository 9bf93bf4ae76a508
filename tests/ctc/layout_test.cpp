// The bytes: where every field is, what the header decides, and what relayout does.
#include "ctc/support.hpp"

#include "base/endian.hpp"
#include "formats/ctc/model/layout.hpp"
#include "layout/locator.hpp"
#include "layout/measure.hpp"
#include "support/processor_time.hpp"

namespace thaw::test {
namespace {

template <class T>
u64 measured() {
    Measure measure;
    T value{};
    describe(measure, value);
    return measure.size();
}

TEST(CtcLayout, RecordsHaveTheirSizes) {
    EXPECT_EQ(measured<ctc::Skin>(), 64u);
    EXPECT_EQ(measured<ctc::Vertex>(), 24u);
    EXPECT_EQ(measured<ctc::Triangle>(), 6u);
    EXPECT_EQ(measured<ctc::TriangleUvs>(), 24u);
    EXPECT_EQ(measured<ctc::Bone>(), 164u);
    EXPECT_EQ(measured<ctc::Influence>(), 8u);
    EXPECT_EQ(measured<ctc::Animation>(), 24u);
    EXPECT_EQ(measured<ctc::Key>(), 24u);
    EXPECT_EQ(measured<ctc::Morph>(), 32u);
    EXPECT_EQ(measured<ctc::MorphTarget>(), 12u);
    EXPECT_EQ(measured<ctc::Attachment>(), 12u);
    EXPECT_EQ(measured<ctc::Collapse>(), 28u);
    EXPECT_EQ(measured<ctc::Colour>(), 4u);
}

// C1, C3, C8, C10: the places that the first description of the format had wrong or left out.
TEST(CtcLayout, FieldsAreWhereTheGameReadsThem) {
    Model model = model_of("swaying");
    ctc::Document& d = document_of(model);
    struct Expected {
        const char* path;
        u64 offset;
    };
    const std::vector<Expected> all{{"version", 0x04},
                                    {"unknown_0x06", 0x06},
                                    {"frame_size", 0x10},
                                    {"num_skins", 0x14},
                                    {"num_collapses", 0x40},
                                    {"lod_cache", 0x44},
                                    {"ofs_skins", 0x4C},
                                    {"ofs_out_vertices", 0x54},
                                    {"ofs_tri3", 0x84},
                                    {"ofs_end", 0x8C},
                                    {"bones[1].child_count", d.offsets.bones + 164 + 4},
                                    {"bones[0].final_transform", d.offsets.bones + 36},
                                    {"bones[0].base_transform[12]", d.offsets.bones + 100 + 48},
                                    {"skeleton[2].influences[0].weight", d.offsets.skeleton + 4 + 2 * 12 + 8},
                                    {"frames[1].main[0].angles", d.offsets.frames + 72 + 12},
                                    {"frames[2].keys[1]", d.offsets.frames + 144 + 48},
                                    {"morphs[1].pointers[1]", d.offsets.morphs + 32 + 28},
                                    {"morph_data[1].indices[0]", d.offsets.morphs + 64 + 2 * 4 + 2 * 12},
                                    {"morph_data[1].targets[0]", d.offsets.morphs + 64 + 2 * 4 + 2 * 12 + 4}};
    std::vector<std::string> paths;
    for (const Expected& each : all) paths.emplace_back(each.path);
    Locator locator(paths);
    describe(locator, d);
    for (std::size_t i = 0; i < all.size(); ++i) {
        ASSERT_TRUE(locator.places()[i].has_value()) << all[i].path;
        EXPECT_EQ(locator.places()[i]->offset, all[i].offset) << all[i].path;
    }
}

Blob rewritten(const Model& model) { return std::move(write(model)->parts[0].bytes); }

TEST(CtcLayout, BytesNoFieldExplainsComeBack) {
    for (const char* name : {"slack", "overlap", "table_in_header", "one_place", "unread_fields", "odd_offset"}) {
        EXPECT_TRUE(rewritten(model_of(name)) == bytes_of(name)) << name;
    }
}

TEST(CtcLayout, ATableThatSharesBytesWithScratchHasTheLastWord) {
    Model model = model_of("overlap");
    document_of(model).vertices[2].position[0] = 99;
    const auto again = read_ctc(rewritten(model));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(document_of(*again).vertices[2].position[0], 99);
}

TEST(CtcRelayout, GivesTheSameModelInTheUsualOrder) {
    for (const char* name : {"swaying", "slack", "frames_first", "odd_offset", "collapses", "nothing"}) {
        SCOPED_TRACE(name);
        Model model = model_of(name);
        ASSERT_TRUE(ctc::relayout(document_of(model)).ok());
        const Blob once = rewritten(model);
        ASSERT_TRUE(ctc::relayout(document_of(model)).ok());
        EXPECT_TRUE(rewritten(model) == once) << "a second time changes nothing";

        const auto again = read_ctc(once);
        ASSERT_TRUE(again.ok()) << to_string(again.error());
        const ctc::Document& d = document_of(*again);
        EXPECT_EQ(d.offsets.end, once.size());
        EXPECT_EQ(d.offsets.end % 4, 0u);
        EXPECT_EQ(d.bone_keys.size(), document_of(model).bone_keys.size());
        EXPECT_EQ(d.morph_indices, document_of(model).morph_indices);
        for (const char* code : {"TABLES_OVERLAP", "CTC_END", "CTC_BEYOND_END", "CTC_UNALIGNED", "CTC_NO_COLOUR_BYTE",
                                 "CTC_FRAMES_BEFORE_SKELETON"}) {
            for (const std::string& found : codes_of(*validate(*again, Profile::game))) EXPECT_NE(found, code);
        }
    }
}

TEST(CtcRelayout, OfALaidOutFileIsTheFile) {
    for (const char* name : {"plain", "swaying", "version_14", "deep"}) {
        Model model = model_of(name);
        ASSERT_TRUE(ctc::relayout(document_of(model)).ok());
        EXPECT_TRUE(rewritten(model) == bytes_of(name)) << name;
    }
}

TEST(CtcRelayout, FollowsAnEditedDocument) {
    Model model = model_of("swaying");
    ctc::Document& d = document_of(model);
    d.vertices.push_back(d.vertices[0]);
    d.influence_counts.push_back(0);
    EXPECT_FALSE(write(model).ok()) << "the scratch area has no room yet";
    ASSERT_TRUE(ctc::relayout(d).ok());
    const auto again = read_ctc(rewritten(model));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(document_of(*again).vertices.size(), 5u);
    EXPECT_EQ(document_of(*again).out_vertices.size(), 5u * 24u);
}

// Hostile skeletons of the largest size that fits: nothing may recurse or take more than linear time.
TEST(CtcHostile, LongChainsAndCyclesAreLinear) {
    constexpr std::size_t n = 20'000;
    for (const bool cycle : {false, true}) {
        Model model = model_of("plain");
        ctc::Document& d = document_of(model);
        d.bones.assign(n, {});
        for (std::size_t b = 0; b < n; ++b) d.bones[b].parent_plus_one = static_cast<i32>(b);
        if (cycle) d.bones[0].parent_plus_one = n;
        d.bone_keys.assign(n, {});
        ASSERT_TRUE(ctc::relayout(d).ok());
        const ProcessorTime time;
        const auto again = read_ctc(rewritten(model));
        ASSERT_TRUE(again.ok());
        EXPECT_TRUE(validate(*again, Profile::game).ok());
        EXPECT_TRUE(summarise(*again).ok());
        EXPECT_LT(time.seconds(), 20);
        bool found = false;
        for (const std::string& code : codes_of(*validate(*again))) found = found || code == "CTC_PARENT_CYCLE";
        EXPECT_EQ(found, cycle);
    }
}

}  // namespace
}  // namespace thaw::test
