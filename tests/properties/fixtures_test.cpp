// Every fixture says what is expected of it; every code is shown by a fixture; no file is taken for another format's.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <thaw/json.hpp>

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
        const auto findings = validate(*model, Profile::game);
        for (const Issue& issue : findings->list()) {
            EXPECT_NE(message_of(issue), issue.kind->text) << issue.kind->code << " lacks a value of its message";
        }
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

// What a range says a model has can be shown, and the next frame cannot.
TEST(Fixtures, RangesOfOptionsAgreeWithScenes) {
    std::set<std::string_view> moving;
    for (const Fixture& fixture : all_fixtures()) {
        const auto model = read(*fixture.format, fixture.bundle);
        Issues ignored;
        if (!model || fixture.format->to_scene == nullptr || !to_scene(*model, {}, ignored)) continue;
        const auto ranges = option_ranges(*model, {});
        ASSERT_TRUE(ranges.ok()) << fixture.name;
        for (const OptionRange& range : *ranges) {
            EXPECT_FALSE(range.text.empty()) << fixture.name << range.option;
            if (range.option != "frame" || !range.most) continue;
            const auto last = static_cast<u64>(*range.most);
            EXPECT_TRUE(to_scene(*model, {.frame = last}, ignored).ok()) << fixture.name;
            EXPECT_FALSE(to_scene(*model, {.frame = last + 1}, ignored).ok()) << fixture.name;
            if (last > 0) moving.insert(fixture.format->id);
        }
    }
    EXPECT_EQ(moving.size(), 5u);
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

// What a person can tell of a model.
std::string told_of(const Model& model) {
    std::string out;
    const auto files = write(model);
    if (!files) return to_string(files.error());
    for (const Part& part : files->parts) {
        out += part.role + ":";
        out.append(part.bytes.bytes().begin(), part.bytes.bytes().end());
    }
    for (const std::string& code : codes_of(model, Profile::game)) out += " " + code;
    out += json::to_text(summarise(model)->native);
    const auto wants = needs(model);
    for (const Want& want : *wants) out += " " + want.role + "=" + want.names.front();
    return out;
}

TEST(Fixtures, WhatDetectionHasReadIsNotReadAgain) {
    std::set<std::string_view> handed_over;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error) continue;
        SCOPED_TRACE(fixture.name);
        auto found = detect(fixture.bundle.parts[0].name, fixture.bundle.parts[0].bytes);
        if (!found || found->format != fixture.format || found->sniffed.document == nullptr) continue;
        handed_over.insert(found->format->id);
        const Document* begun = found->sniffed.document.get();
        const auto model = read(*fixture.format, fixture.bundle, {}, std::move(found->sniffed.document));
        ASSERT_TRUE(model.ok()) << to_string(model.error());
        EXPECT_EQ(model->document.get(), begun);
        EXPECT_EQ(told_of(*model), told_of(*read(*fixture.format, fixture.bundle)));
    }
    // The others are told by their magic (glTF), by a table (packages) or by counting (Unreal), without being read.
    EXPECT_EQ(handed_over,
              (std::set<std::string_view>{"adat", "big", "ctc", "ctr", "ddd", "rdy", "sdf", "twm", "vrm"}));
}

TEST(Fixtures, ADocumentOfOtherFilesIsNotTakenForThisModel) {
    const std::vector<Fixture> all = all_fixtures();
    const Fixture& fixture =
        *std::find_if(all.begin(), all.end(), [](const Fixture& f) { return f.format->id == "ddd" && !f.error; });
    const Part& part = fixture.bundle.parts[0];
    auto found = detect(part.name, part.bytes);
    ASSERT_TRUE(found.ok() && found->sniffed.document != nullptr);
    const Document* begun = found->sniffed.document.get();
    const Bundle copy{{{part.role, part.name, Blob::copy_of(part.bytes.bytes())}}};
    const auto model = read(*fixture.format, copy, {}, std::move(found->sniffed.document));
    ASSERT_TRUE(model.ok());
    EXPECT_NE(model->document.get(), begun);
}

// Companions, and the other half of a pair, join one by one, in any order.
TEST(Fixtures, AModelThatGrowsIsTheModelReadAtOnce) {
    u64 grown = 0;
    for (const Fixture& fixture : all_fixtures()) {
        if (fixture.error || fixture.bundle.parts.size() < 2) continue;
        for (const bool backwards : {false, true}) {
            SCOPED_TRACE(fixture.name + (backwards ? " from behind" : ""));
            Bundle all = fixture.bundle, bundle;
            if (backwards) std::reverse(all.parts.begin(), all.parts.end());
            std::unique_ptr<Document> begun;
            for (const Part& part : all.parts) {
                bundle.parts.push_back(part);
                auto model = read(*fixture.format, bundle, {}, std::move(begun));
                if (!model) continue;  // the model's own file is yet to come
                const auto at_once = read(*fixture.format, bundle);
                ASSERT_TRUE(at_once.ok());
                EXPECT_EQ(told_of(*model), told_of(*at_once)) << "with " << part.name;
                begun = std::move(model->document);
                ++grown;
            }
        }
    }
    EXPECT_GT(grown, 20U);
}

TEST(Detection, TheMagicOfAFormatCountsBeforeItsName) {
    // A GLB that is called like a model of a game.
    const std::vector<u8> glb{'g', 'l', 'T', 'F', 2, 0, 0, 0, 12, 0, 0, 0};
    const auto found = detect("RAT.DDD", Blob::copy_of(glb));
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->format->id, "gltf");
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
