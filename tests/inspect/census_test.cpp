// What values fields take, over several files.
#include "inspect/census.hpp"

#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"

namespace thaw::inspect {
namespace {

const Census::Facts& facts_at(const Census::Group& group, const std::string& path) {
    std::size_t field = 0;
    while (field + 1 < group.size() && group.path(field) != path) ++field;
    EXPECT_EQ(group.path(field), path);
    return group.facts(field);
}

TEST(Census, CountsValuesOfEveryField) {
    Census census;
    u64 files = 0;
    for (const test::Fixture& fixture : test::all_fixtures()) {
        if (fixture.format->id != "ddd") continue;
        auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        census.add(*model);
        files += summarise(*model)->variant == "ddd" ? 1u : 0u;
    }
    ASSERT_GT(files, 2u);
    const auto& group = census.groups().at("ddd");
    EXPECT_EQ(group.files, files);
    const auto& scaling = facts_at(group, ".scaling");
    EXPECT_EQ(scaling.files, files);
    EXPECT_EQ(scaling.values, files);
    u64 counted = 0;
    for (const auto& [word, times] : scaling.counts.by_word()) counted += times;
    EXPECT_EQ(counted, files);
    EXPECT_LE(scaling.least, scaling.most);
    // Elements of arrays are one field.
    for (std::size_t i = 0; i < group.size(); ++i) {
        const std::string path = group.path(i);
        EXPECT_EQ(path.find_first_of("0123456789["), path.find('[')) << path;
        EXPECT_LE(group.facts(i).files, files) << path;
    }
}

TEST(Census, PartsAddUpToTheWhole) {
    Census whole, sum;
    for (const test::Fixture& fixture : test::all_fixtures()) {
        auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        whole.add(*model);
        Census one;
        one.add(*model);
        sum.merge(one);
    }
    const json::Value all = census_json(whole, false), added = census_json(sum, false);
    for (const auto& [name, group] : *all.get_if<json::Object>()) {
        ASSERT_NE(added.find(name), nullptr) << name;
        for (const auto& [path, field] : *group.find("fields")->get_if<json::Object>()) {
            const json::Value* other = added.find(name)->find("fields")->find(path);
            ASSERT_NE(other, nullptr) << path;
            EXPECT_EQ(json::to_text(field), json::to_text(*other)) << name << ' ' << path;
        }
    }
    EXPECT_GT(whole.groups().size(), 8u);
}

TEST(FieldTree, AFieldHasOneNumber) {
    FieldTree tree, other;
    const u32 bones = tree.element(tree.child(FieldTree::root, "bones"));
    const u32 parent = tree.child(bones, "parent"), name = tree.child(bones, "name");
    EXPECT_NE(parent, name);
    const std::string same = "parent";  // elsewhere in memory
    EXPECT_EQ(tree.child(bones, same), parent);
    EXPECT_EQ(tree.child(bones, "name"), name);
    EXPECT_EQ(tree.child(bones, ""), bones);
    EXPECT_EQ(tree.path(parent), ".bones[].parent");
    const u32 head = other.child(FieldTree::root, "head");
    const auto numbers = other.add(tree);
    EXPECT_EQ(other.path(numbers[parent]), ".bones[].parent");
    EXPECT_EQ(other.path(head), ".head");
}

TEST(WordCounts, StopAtTheWordThatIsOneTooMany) {
    WordCounts counts;
    for (u64 word = WordCounts::most; word-- > 0;) counts.add(word * 3, 1);
    counts.add(3, 4);
    EXPECT_TRUE(counts.is_complete());
    EXPECT_EQ(counts.size(), WordCounts::most);
    EXPECT_EQ(counts.by_word()[1], (std::pair<u64, u64>{3, 5}));
    counts.add(1, 1);
    EXPECT_FALSE(counts.is_complete());
    EXPECT_EQ(counts.size(), WordCounts::most);
}

TEST(Census, TheSharedReportHasNoTexts) {
    Census census;
    for (const test::Fixture& fixture : test::all_fixtures()) {
        if (auto model = read(*fixture.format, fixture.bundle)) census.add(*model);
    }
    for (const auto& [name, group] : census.groups()) {
        for (std::size_t i = 0; i < group.size(); ++i) {
            EXPECT_TRUE(group.facts(i).is_length || group.facts(i).kind != Kind::text) << group.path(i);
        }
    }
    const json::Value shared = census_json(census, true);
    for (const auto& [name, group] : *shared.get_if<json::Object>()) {
        for (const auto& [path, field] : *group.find("fields")->get_if<json::Object>()) {
            const json::Value* counts = field.find("counts");
            if (counts == nullptr || counts->get_if<json::Object>() == nullptr) continue;
            EXPECT_LE(counts->get_if<json::Object>()->size(), 32u) << path;
        }
    }
}

}  // namespace
}  // namespace thaw::inspect
