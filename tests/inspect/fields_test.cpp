// Fields of a model as a library gives them: listed, found by path and by byte.
#include <gtest/gtest.h>

#include <thaw/fields.hpp>

#include "fixtures/fixtures.hpp"
#include "inspect/documents.hpp"
#include "properties/leaves.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

std::string paths_of(const FieldPage& page) {
    std::string out;
    for (const FieldInfo& field : page.fields) out += (out.empty() ? "" : " ") + field.path;
    return out + (page.more ? " ..." : "");
}

std::string listed(const Model& model, const FieldQuery& query) {
    const auto page = fields(model, query);
    return page.ok() ? paths_of(*page) : to_string(page.error());
}

TEST(Fields, OfTheFile) {
    const Model model = read_model(small_ddd());
    const auto page = fields(model);
    ASSERT_TRUE(page.ok());
    EXPECT_EQ(page->part, "ddd");
    EXPECT_EQ(page->bytes, 394u);
    EXPECT_FALSE(page->is_packed);
    EXPECT_EQ(paths_of(*page),
              "scaling flags padding num_base_models num_frames shadow_textures bases frames trailing");
    EXPECT_EQ(json::to_text(fields_json(*page).find("fields")->get_if<json::Array>()->front()),
              R"({"part":"ddd","path":"scaling","offset":0,"size":2,"type":"u16","purpose":"value","value":100})");
}

TEST(Fields, ByLevels) {
    const Model model = read_model(small_ddd());
    EXPECT_EQ(listed(model, {.below = "bases[0].bones[0]"}), "bases[0].bones[0].id bases[0].bones[0].joints");
    EXPECT_EQ(listed(model, {.below = "bases[0].bones", .depth = 2}),
              "bases[0].bones[0] bases[0].bones[0].id bases[0].bones[0].joints");
    EXPECT_EQ(listed(model, {.below = "bases[0].vertices", .first = 2, .most = 3}),
              "bases[0].vertices[2] bases[0].vertices[3] bases[0].vertices[4] ...");
    EXPECT_EQ(listed(model, {.below = "bases[0].vertices[5].position"}),
              "bases[0].vertices[5].position[0] bases[0].vertices[5].position[1] bases[0].vertices[5].position[2]");
    EXPECT_EQ(listed(model, {.below = "bases[0].vertices[5].weight"}),
              "bases[0].vertices[5].weight.weight bases[0].vertices[5].weight.anchor");
    EXPECT_EQ(listed(model, {.below = "scaling"}), "");
    EXPECT_EQ(listed(model, {.below = "trailing", .first = 1}), "trailing[1] trailing[2]");
}

TEST(Fields, LongArraysAreOneLine) {
    const Model model = read_model(small_ddd());
    const std::string folded = listed(model, {.below = "bases[0]", .depth = 2});
    EXPECT_NE(folded.find("bases[0].vertices bases[0].tex_vertices bases[0].tex_vertices[0]"), std::string::npos)
        << folded;
    const std::string all = listed(model, {.below = "bases[0]", .depth = 2, .unfolded = true});
    EXPECT_NE(all.find("bases[0].vertices bases[0].vertices[0] bases[0].vertices[1]"), std::string::npos) << all;
}

// Any window of the whole list is what the whole list has there.
TEST(Fields, Windows) {
    const Model model = read_model(small_ddd());
    const auto all = fields(model, {.depth = 9, .unfolded = true});
    ASSERT_TRUE(all.ok());
    ASSERT_FALSE(all->more);
    for (u64 first = 0; first < all->fields.size(); first += 7) {
        const auto some = fields(model, {.first = first, .most = 5, .depth = 9, .unfolded = true});
        ASSERT_TRUE(some.ok());
        for (std::size_t i = 0; i < some->fields.size(); ++i) {
            EXPECT_EQ(some->fields[i].path, all->fields[static_cast<std::size_t>(first) + i].path);
        }
        EXPECT_EQ(some->more, first + 5 < all->fields.size());
    }
}

TEST(Fields, InsideGrids) {
    const Model model = read_model(small_pair(6, 16, 96));
    EXPECT_EQ(listed(model, {.part = "aniv"}), "num_frames frame_size frames");
    EXPECT_EQ(listed(model, {.part = "aniv", .below = "frames", .first = 4}), "frames[4] frames[5]");
    EXPECT_EQ(listed(model, {.part = "aniv", .below = "frames[5]"}),
              "frames[5].vertices[0] frames[5].vertices[1] frames[5].vertices[2]");
    EXPECT_EQ(listed(model, {.part = "aniv", .below = "frames[5].vertices[2]"}),
              "frames[5].vertices[2].x frames[5].vertices[2].y frames[5].vertices[2].z");
    const auto cell = find_field(model, "frames[5].vertices[2].y");
    ASSERT_TRUE(cell.ok());
    EXPECT_EQ(json::to_text(field_json(*cell)),
              R"({"part":"aniv","path":"frames[5].vertices[2].y","offset":92,"size":4,"first_bit":11,"bits":11,)"
              R"("type":"bits","purpose":"value","value":-307})");
}

TEST(Fields, Values) {
    const Model model = read_model(small_ddd());
    const auto text_of = [&](std::string_view path) {
        const auto field = find_field(model, path);
        return field.ok() ? json::to_text(field->value) + " " + field->meaning : to_string(field.error());
    };
    EXPECT_EQ(text_of("bases[0].bones[0].id"), "5 SADDLE");
    EXPECT_EQ(text_of("bases[0].bones[0].joints"), "[0,1] ");
    EXPECT_EQ(text_of("bases[0].vertices[0].weight"), "213 weight=85, anchor");
    EXPECT_EQ(text_of("trailing"), "\"ca fe 00\" ");
    EXPECT_EQ(text_of("trailing[1]"), "\"fe\" ");
    EXPECT_EQ(text_of("bases"), "null ");
    EXPECT_EQ(text_of("bases[7]"),
              "rat.ddd: there is no 'bases[7]'; the file has scaling, flags, padding, num_base_models, num_frames, "
              "shadow_textures, bases[0], frames[0] to [5], trailing");
}

TEST(Fields, AtAByte) {
    const Model model = read_model(small_ddd());
    const auto found = fields_at(model, "", 0x78);
    ASSERT_TRUE(found.ok());
    std::string paths;
    for (const FieldInfo& field : *found) paths += field.path + " ";
    EXPECT_EQ(paths, "bases[0].bones[0].joints[1] bases[0].bones[0].joints bases[0].bones[0] bases[0].bones bases[0] ");
    EXPECT_FALSE(fields_at(model, "", 394).ok());
    EXPECT_FALSE(fields_at(model, "nothing", 0).ok());
}

TEST(Fields, OfFilesThatAreNotThere) {
    const Model model = read_model(small_ddd());
    EXPECT_EQ(listed(model, {.part = "aniv"}), "the model has no file 'aniv'; it has ddd");
    EXPECT_EQ(listed(model, {.below = "."}), "'.' is not a field path; one looks like bases[0].bones[3].joints");
}

// Every leaf of every fixture is found by its path, where it is.
TEST(Fields, EveryLeafByItsPath) {
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model.ok());
        for (std::size_t part = 0; part < fixture.bundle.parts.size(); ++part) {
            const std::string& role = fixture.bundle.parts[part].role;
            if (!is_own(*fixture.format, role)) continue;
            const auto all = leaves_of(fixture, part);
            for (std::size_t i = 0; i < all.size(); i += sanitized ? 11 : 1) {
                const LeafPlace& leaf = all[i];
                const auto found = find_field(*model, leaf.path, role);
                ASSERT_TRUE(found.ok()) << to_string(found.error());
                EXPECT_EQ(found->path, leaf.path);
                EXPECT_EQ(found->offset, leaf.offset) << leaf.path;
                EXPECT_EQ(found->size, leaf.size) << leaf.path;
            }
        }
    }
}

}  // namespace
}  // namespace thaw::test
