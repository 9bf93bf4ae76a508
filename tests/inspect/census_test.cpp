// What values fields take, over several files.
#include "inspect/census.hpp"

#include <gtest/gtest.h>

#include "fixtures/fixtures.hpp"

namespace thaw::inspect {
namespace {

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
    const auto& scaling = group.fields.at(".scaling");
    EXPECT_EQ(scaling.files, files);
    EXPECT_EQ(scaling.values, files);
    u64 counted = 0;
    for (const auto& [word, times] : scaling.counts) counted += times;
    EXPECT_EQ(counted, files);
    EXPECT_LE(scaling.least, scaling.most);
    // Elements of arrays are one field.
    for (const auto& [path, facts] : group.fields) {
        EXPECT_EQ(path.find_first_of("0123456789["), path.find('[')) << path;
        EXPECT_LE(facts.files, files) << path;
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

TEST(Census, TheSharedReportHasNoTexts) {
    Census census;
    for (const test::Fixture& fixture : test::all_fixtures()) {
        if (auto model = read(*fixture.format, fixture.bundle)) census.add(*model);
    }
    for (const auto& [name, group] : census.groups()) {
        for (const auto& [path, facts] : group.fields) {
            EXPECT_TRUE(facts.is_length || facts.kind != Kind::text) << path;
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
