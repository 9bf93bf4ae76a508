// Every fixture says what is expected of it; every code is shown by a fixture; no file is taken for another format's.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fixtures/fixtures.hpp"
#include "oracle/oracle.hpp"

namespace thaw::test {
namespace {

std::vector<std::string> codes_of(const Model& model, Profile profile) {
    const auto issues = validate(model, profile);
    std::set<std::string> codes;
    for (const Issue& issue : issues->list()) codes.insert(std::string(issue.kind->code));
    return {codes.begin(), codes.end()};
}

TEST(Fixtures, GiveWhatTheyPromise) {
    std::set<std::string> names;
    for (const Fixture& fixture : all_fixtures()) {
        SCOPED_TRACE(fixture.name);
        EXPECT_TRUE(names.insert(fixture.name).second) << "two fixtures have this name";
        const auto model = read(*fixture.format, fixture.bundle);
        if (fixture.error) {
            ASSERT_FALSE(model.ok());
            EXPECT_EQ(code_name(model.error().code), code_name(*fixture.error)) << to_string(model.error());
            EXPECT_EQ(model.error().path, fixture.error_path);
            continue;
        }
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        EXPECT_EQ(codes_of(*model, Profile::spec), fixture.issues);
        auto game = fixture.issues;
        game.insert(game.end(), fixture.game_issues.begin(), fixture.game_issues.end());
        std::sort(game.begin(), game.end());
        game.erase(std::unique(game.begin(), game.end()), game.end());
        EXPECT_EQ(codes_of(*model, Profile::game), game);
        const Verdict verdict = judge(*fixture.format, fixture.bundle, Depth::full);
        EXPECT_EQ(verdict.broken, "");
    }
}

TEST(Fixtures, ShowEveryIssueCode) {
    std::set<std::string> shown;
    for (const Fixture& fixture : all_fixtures()) {
        for (const auto& code : fixture.issues) shown.insert(std::string(fixture.format->id) + " " + code);
        for (const auto& code : fixture.game_issues) shown.insert(std::string(fixture.format->id) + " " + code);
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model || fixture.format->to_scene == nullptr) continue;
        // A coarser level of detail may lack what the finest has.
        for (const SceneOptions& options : {SceneOptions{}, SceneOptions{.lod = 1.0}}) {
            Issues repairs;
            const auto scene = to_scene(*model, options, repairs);
            // Half a model has no shape, and a model without any base model has none either.
            EXPECT_TRUE(scene.ok() || scene.error().code == Code::missing_part ||
                        scene.error().code == Code::unrepresentable)
                << fixture.name;
            for (const Issue& issue : repairs.list()) {
                shown.insert(std::string(fixture.format->id) + " " + std::string(issue.kind->code));
            }
        }
    }
    for (const Format* format : formats()) {
        if (format->id == "gltf") continue;  // tests/gltf shows its findings, each where it belongs
        for (const IssueKind* kind : format->issue_kinds) {
            const std::string code = std::string(format->id) + " " + std::string(kind->code);
            EXPECT_TRUE(shown.contains(code)) << code << " is in the table but no fixture shows it";
        }
    }
}

TEST(Fixtures, AreNeverTakenForAnotherFormat) {
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error || !fixture.issues.empty()) continue;  // clean ones only: a broken file may be anything
        for (const Part& part : fixture.bundle.parts) {
            const bool own = std::any_of(fixture.format->parts.begin(), fixture.format->parts.end(),
                                         [&](const PartRole& role) { return role.role == part.role; });
            if (!own) continue;
            const auto named = detect(part.name, part.bytes);
            ASSERT_TRUE(named.ok()) << fixture.name << " " << part.name;
            EXPECT_EQ(named->format->id, fixture.format->id) << fixture.name << " " << part.name;
            EXPECT_EQ(named->sniffed.role, part.role) << fixture.name;
            const auto nameless = detect("", part.bytes);
            if (nameless.ok() && nameless->sniffed.confidence == Confidence::certain) {
                EXPECT_EQ(nameless->format->id, fixture.format->id) << fixture.name << " without a name";
            }
        }
    }
}

TEST(Fixtures, EveryReaderSurvivesEveryOtherFormat) {
    for (const Fixture& fixture : all_fixtures()) {
        for (const Format* format : formats()) {
            for (const Part& part : fixture.bundle.parts) {
                for (const PartRole& role : format->parts) {
                    const Bundle stranger{{{std::string(role.role), part.name, part.bytes}}};
                    EXPECT_EQ(judge(*format, stranger, Depth::full).broken, "") << fixture.name << " as " << format->id;
                }
            }
        }
    }
}

TEST(Detection, StrangersAreNotModels) {
    const std::vector<std::pair<std::string, std::vector<u8>>> strangers{
        {"empty", {}},
        {"zeros", std::vector<u8>(4096, 0)},
        {"ones", std::vector<u8>(4096, 0xFF)},
        {"png", {0x89, 'P', 'N', 'G', 13, 10, 26, 10, 0, 0, 0, 13, 'I', 'H', 'D', 'R', 0, 0, 0, 1, 0, 0, 0, 1}},
        {"text", std::vector<u8>(500, 'a')},
        {"zip", {'P', 'K', 3, 4, 20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}},
    };
    for (const auto& [name, bytes] : strangers) {
        const auto found = detect("", Blob::copy_of(bytes));
        if (found.ok()) {
            EXPECT_LT(found->sniffed.confidence, Confidence::likely) << name << " is taken for " << found->format->id;
        } else {
            EXPECT_EQ(found.error().code, Code::not_recognised) << name;
        }
    }
}

}  // namespace
}  // namespace thaw::test
