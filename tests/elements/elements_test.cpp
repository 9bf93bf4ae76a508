// Bytes <-> elements over every fixture and sample.
#include <algorithm>
#include <iostream>

#include <gtest/gtest.h>

#include "base/file_name.hpp"
#include "elements/flips.hpp"
#include "fixtures/fixtures.hpp"
#include "samples.hpp"

namespace thaw::test {
namespace {

constexpr u64 most_of_fixtures = 10;
constexpr u64 most_of_samples = 8;

// Faulty on purpose; or one where what is seen follows from all of its colours, models or joints together.
bool is_odd(const Fixture& fixture) {
    constexpr std::string_view names[] = {"ctr_bright", "ctr_boss", "ctr_pack", "ctc_loose_attachments"};
    return !fixture.issues.empty() || std::find(std::begin(names), std::end(names), fixture.name) != std::end(names);
}

class ElementsOf : public testing::TestWithParam<std::string_view> {};

TEST_P(ElementsOf, FixturesChangeWhereABitIsFlippedAndNowhereElse) {
    FlipCounts counts;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.format->id != GetParam() || fixture.error) continue;
        const auto model = read(*fixture.format, fixture.bundle);
        ASSERT_TRUE(model) << fixture.name;
        flip_bits(*model, fixture.name, most_of_fixtures, is_odd(fixture), counts);
    }
    EXPECT_FALSE(counts.empty());
    std::cout << in_words(counts);
}

// The files of a model stand side by side in a sample.
std::vector<Model> sample_models(std::string_view format) {
    std::vector<Model> out;
    for (const auto& files : {samples::ctc_sample(), samples::ctr_sample(), samples::ddd_sample(),
                              samples::twm_sample(), samples::unreal_sample(), samples::penguin_sample()}) {
        for (const auto& file : files) {
            const Blob bytes = Blob::copy_of(file.bytes);
            const auto found = detect(text::file_name(file.path), bytes);
            if (!found || found->format->id != format || found->format->parts.front().role != found->sniffed.role)
                continue;
            Bundle bundle{{{found->sniffed.role, file.path, bytes}}};
            for (const auto& other : files) {
                const std::string_view path = other.path;
                if (format != "unreal" || (!path.ends_with("_a.3d") && !path.ends_with(".uc"))) continue;
                bundle.parts.push_back({path.ends_with(".uc") ? "uc" : "aniv", std::string(text::file_name(path)),
                                        Blob::copy_of(other.bytes)});
            }
            auto model = read(*found->format, std::move(bundle));
            EXPECT_TRUE(model) << file.path;
            if (model) out.push_back(std::move(*model));
        }
    }
    return out;
}

TEST_P(ElementsOf, SamplesChangeWhereABitIsFlippedAndNowhereElse) {
    FlipCounts counts;
    for (const Model& model : sample_models(GetParam())) {
        flip_bits(model, model.bundle.parts.front().name, most_of_samples, false, counts);
    }
    EXPECT_FALSE(counts.empty());
    std::cout << in_words(counts);
}

INSTANTIATE_TEST_SUITE_P(Formats, ElementsOf, testing::Values("ctc", "ddd", "twm", "unreal"),
                         [](const auto& format) { return std::string(format.param); });

TEST(Elements, AreReadFromTheirOwnJson) {
    const Element all[] = {{.kind = ElementKind::point, .mesh = 1, .index = 12, .frame = 3},
                           {.kind = ElementKind::uv, .mesh = 1, .primitive = 2, .index = 5},
                           {.kind = ElementKind::key, .index = 4, .clip = 2, .channel = 7},
                           {.kind = ElementKind::material, .index = 3}};
    for (const Element& element : all) {
        const auto again = element_from_json(element_json(element));
        ASSERT_TRUE(again) << json::to_text(element_json(element));
        EXPECT_EQ(*again, element);
    }
    for (const i64 number : {i64{-1}, i64{no_index}}) {
        const auto wrong = element_from_json(json::Value().set("kind", "bone").set("index", number));
        ASSERT_FALSE(wrong);
        EXPECT_EQ(wrong.error().code, Code::bad_value);
    }
    EXPECT_FALSE(element_from_json(json::Value().set("kind", "vertex")));
    EXPECT_FALSE(element_from_json({}));
}

TEST(Elements, ThatAreNotThereAreStoredNowhere) {
    const auto models = sample_models("unreal");
    ASSERT_FALSE(models.empty());
    const auto index = ElementIndex::make(models.front());
    ASSERT_TRUE(index);
    for (const Element& element :
         {Element{.kind = ElementKind::point, .index = 1 << 20}, Element{.kind = ElementKind::point, .frame = 1 << 20},
          Element{.kind = ElementKind::triangle, .mesh = 9}, Element{.kind = ElementKind::key, .clip = 99}}) {
        EXPECT_FALSE(index->has(element));
        EXPECT_TRUE(index->bytes_of(element).empty());
    }
    EXPECT_TRUE(index->at("data", 0).elements.empty());  // how many polygons there are
    EXPECT_TRUE(index->at("data", ~u64{0}).elements.empty());
    EXPECT_TRUE(index->at("uc", 0).elements.empty());
}

TEST(Elements, AreCountedBeyondThoseAskedFor) {
    const auto models = sample_models("unreal");
    ASSERT_FALSE(models.empty());
    const auto index = ElementIndex::make(models.front());
    ASSERT_TRUE(index);
    const auto all = index->at_bits("aniv", 0, ~u64{0}, 1 << 20);
    const auto some = index->at_bits("aniv", 0, ~u64{0}, 3);
    EXPECT_EQ(some.elements.size(), 3u);
    EXPECT_EQ(some.elements.size() + some.skipped, all.elements.size());
    EXPECT_GT(all.elements.size(), 100u);
}

}  // namespace
}  // namespace thaw::test
