// Detection, companions, summaries, hostile files and the sample.
#include <gtest/gtest.h>

#include <algorithm>

#include "ctr/support.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/build/build.hpp"
#include "samples.hpp"
#include "support/corpus.hpp"
#include "support/processor_time.hpp"

namespace thaw::test {
namespace {

Fixture fixture(std::string_view name) {
    for (auto make : {ctr_fixtures, vrm_fixtures}) {
        for (Fixture& f : make()) {
            if (f.name == name) return std::move(f);
        }
    }
    ADD_FAILURE() << "no fixture " << name;
    return {};
}

TEST(CtrFixtures, AreSmallAndManyAndShowEveryFinding) {
    std::set<std::string> shown, listed;
    auto fixtures = ctr_fixtures();
    EXPECT_GE(fixtures.size(), 80u);
    for (Fixture& f : vrm_fixtures()) fixtures.push_back(std::move(f));
    for (const Fixture& f : fixtures) {
        for (const Part& part : f.bundle.parts) EXPECT_LE(part.bytes.size(), 2048u) << f.name;
        const std::string id(f.format->id);
        for (const auto& code : f.issues) shown.insert(id + code);
        for (const auto& code : f.game_issues) shown.insert(id + code);
        const auto model = read(*f.format, f.bundle);
        if (!model || f.format->to_scene == nullptr) continue;
        Issues repairs;
        (void)to_scene(*model, {}, repairs);
        for (const Issue& issue : repairs.list()) shown.insert(id + std::string(issue.kind->code));
    }
    for (const Format* format : {&ctr::format, &vrm::format}) {
        for (const IssueKind* kind : format->issue_kinds) {
            listed.insert(std::string(format->id) + std::string(kind->code));
        }
    }
    EXPECT_EQ(shown, listed);
}

TEST(CtrSniff, KnowsTheKindsAndTheirDoubts) {
    const auto confidence = [](const char* name) {
        const Fixture f = fixture(name);
        return f.format->sniff("", f.bundle.parts[0].bytes, {}).confidence;
    };
    EXPECT_EQ(confidence("ctr_triangle"), Confidence::certain);
    EXPECT_EQ(confidence("ctr_pack"), Confidence::certain);
    EXPECT_EQ(confidence("ctr_level"), Confidence::certain);
    EXPECT_EQ(confidence("ctr_external_map"), Confidence::likely);
    EXPECT_EQ(confidence("ctr_bare"), Confidence::weak);
    EXPECT_EQ(confidence("ctr_meshes_beyond"), Confidence::no);
    EXPECT_EQ(confidence("vrm_stream"), Confidence::certain);
    EXPECT_EQ(confidence("vrm_single"), Confidence::likely);
}

TEST(CtrSniff, NintendoFilesAreStrangers) {
    std::vector<u8> cartridge(0x400, 0);
    std::copy_n("NCSD", 4, cartridge.begin() + 0x100);
    const auto sniffed = ctr::format.sniff("game.ctr", Blob::copy_of(cartridge), {});
    EXPECT_EQ(sniffed.confidence, Confidence::no);
    EXPECT_NE(sniffed.reason.find("Nintendo 3DS"), std::string::npos);
    std::vector<u8> graphics(64, 0);
    std::copy_n("CGFX", 4, graphics.begin());
    EXPECT_EQ(ctr::format.sniff("x.ctr", Blob::copy_of(graphics), {}).confidence, Confidence::no);
}

TEST(CtrNeeds, TheMapAndTheVideoMemory) {
    auto model = read(ctr::format, fixture("ctr_external_map_missing").bundle);
    auto wants = needs(*model);
    ASSERT_EQ(wants->size(), 1u);
    EXPECT_EQ((*wants)[0].role, "ptr");
    EXPECT_EQ((*wants)[0].names, std::vector<std::string>{"model.ptr"});
    model = read(ctr::format, fixture("ctr_textured").bundle);
    wants = needs(*model);
    ASSERT_EQ(wants->size(), 3u);
    EXPECT_EQ((*wants)[0].role, "vrm");
    EXPECT_EQ((*wants)[0].names, (std::vector<std::string>{"model.vrm", "model.vram"}));
    EXPECT_EQ((*wants)[1].role, "shared-vrm");
    EXPECT_EQ((*wants)[1].names, (std::vector<std::string>{"shared.vrm", "packs/shared.vrm", "*_shared.vrm"}));
    // Where the game has them.
    const auto named = [&](const std::string& name) {
        model->bundle.parts[0].name = name;
        return *needs(*model);
    };
    using Names = std::vector<std::string>;
    EXPECT_EQ(named("0001_proto8_1P.lev")[0].names,
              (Names{"0001_proto8_1P.vrm", "0001_proto8_1P.vram", "*_proto8_1P.vrm", "0000*.vrm"}));
    EXPECT_EQ(named("0439_misc_aku1.ctr")[0].names.back(), "0438*.vrm");
    EXPECT_EQ(named("0245_racers_hi_coco.ctr").size(), 3u) << "what is in front of it is another driver's";
    EXPECT_EQ(named("0245_racers_hi_coco.ctr")[0].names.size(), 2u);
    EXPECT_EQ(named("a/0260_1P_arcade_crash.mpk/crash.ctr")[0].names,
              (Names{"crash.vrm", "crash.vram", "0260_1P_arcade_crash.vrm", "0260_1P_arcade_crash.vram"}));
    EXPECT_EQ(named("a/0001_proto8_1P.lev/crate.ctr")[0].names.back(), "0000*.vrm");
    EXPECT_EQ(named("a/0220_jpnfont.mpk/icon.ctr")[0].names.back(), "0219*.vrm");
    // Films are shown in either half of video memory.
    for (const auto& [name, film] : {std::pair("trophy_win/crashdance.ctr", "*_cutscenes1.vrm"),
                                     std::pair("0367_trophy_win_crashdance2.ctr", "*_cutscenes2.vrm"),
                                     std::pair("0430_trophy_girl_amidance1.ctr", "*_cutscenes1.vrm"),
                                     std::pair("0432_trophy_girl_tawna2dance.ctr", "*_cutscenes1.vrm"),
                                     std::pair("0433_trophy_girl_tawna2dance2.ctr", "*_cutscenes2.vrm"),
                                     std::pair("0447_misc_dingofire2.ctr", "*_cutscenes2.vrm"),
                                     std::pair("0413_trophy_lose_papulose2.ctr", "*_cutscenes2.vrm"),
                                     std::pair("0455_boss_head_joehead2_french.ctr", "*_cutscenes2.vrm"),
                                     std::pair("0454_boss_head_joehead1_french.ctr", "*_cutscenes1.vrm"),
                                     std::pair("rooheadlose2.ctr", "*_cutscenes2.vrm")}) {
        const auto list = named(name);
        ASSERT_GE(list.size(), 3u) << name;
        EXPECT_EQ(list[1].names[0], film) << name;
        EXPECT_EQ(list[1].unless, Names{"vrm"}) << name;
        EXPECT_EQ(static_cast<bool>(list[1].accepts), std::string(name).find("head") != std::string::npos) << name;
    }
    EXPECT_EQ(named("some_head.ctr").size(), 3u) << "nobody's";
    EXPECT_EQ(named("12345.ctr")[0].names.size(), 2u);
    EXPECT_EQ(named("dance_crash2.ctr")[1].names[0], "*_cutscenes2.vrm");
    EXPECT_EQ(named("a/0260_1P_arcade_crash.mpk/crashdance.ctr")[1].role, "shared-vrm") << "no film in a pack";
    named("model.ctr");
    EXPECT_FALSE((*wants)[1].required);
    EXPECT_FALSE((*wants)[1].mentioned);  // most models do well without
    model->bundle.parts.push_back({"shared-vrm", "mine.vrm", {}});
    EXPECT_EQ(needs(*model)->size(), 2u);
    model = read(ctr::format, fixture("ctr_external_map_missing").bundle);
    model->bundle.parts[0].name = "0201_gem_valley.lev";
    EXPECT_EQ((*needs(*model))[0].names, (Names{"0201_gem_valley.ptr", "0202*.ptr"}));
    model = read(ctr::format, fixture("ctr_map_alone").bundle);
    wants = needs(*model);
    ASSERT_EQ(wants->size(), 1u);
    EXPECT_EQ((*wants)[0].role, "ctr");
    model->bundle.parts[0].name = "0202_gem_valley.ptr";
    EXPECT_EQ((*needs(*model))[0].names.back(), "0201*.lev");
    EXPECT_TRUE(needs(*read(ctr::format, fixture("ctr_triangle").bundle))->empty());
}

TEST(CtrSummary, TheVariantSaysWhatTheTitleDoesNot) {
    const auto variant = [](const char* name) { return summarise(*read(ctr::format, fixture(name).bundle))->variant; };
    EXPECT_EQ(variant("ctr_triangle"), "");
    EXPECT_EQ(variant("ctr_bare"), "bare");
    EXPECT_EQ(variant("ctr_external_map"), "with .ptr");
    EXPECT_EQ(variant("ctr_pack"), "pack");
    EXPECT_EQ(variant("ctr_level"), "level");
    const auto summary = summarise(*read(ctr::format, fixture("ctr_triangle").bundle));
    EXPECT_EQ(*summary->native.find("kind")->get_if<std::string>(), "model");
}

TEST(CtrSummary, SharedVideoMemoryIsVideoMemory) {
    auto model = read(ctr::format, fixture("ctr_textured").bundle);
    const auto speaks_of_it = [&] {
        const auto summary = summarise(*model);
        for (const std::string& remark : summary->remarks) {
            if (remark.find(".vrm") != std::string::npos) return true;
        }
        return false;
    };
    EXPECT_TRUE(speaks_of_it());
    model->bundle.parts.push_back({"shared-vrm", "shared.vrm", {}});
    EXPECT_FALSE(speaks_of_it());
}

// N meshes that share one long command list, one frame and one colour table; and the same with one list each.
std::vector<u8> bomb(bool shared) {
    ctr::FilePlan plan;
    ctr::MeshPlan mesh;
    mesh.name = "m";
    for (u32 i = 0; i < 100'000; ++i) mesh.commands.push_back({0x10570000 | (i == 0 ? 0x80000000 : 0)});
    mesh.commands.push_back({ctr::terminator});
    mesh.colours = {{}};
    mesh.frame = ctr::FramePlan{{}, std::vector<u8>(300'004), ctr::frame_header_bytes};
    ctr::MeshPlan empty;
    empty.commands = {{ctr::terminator}};
    plan.models = {{"bomb", -1, {mesh}}};
    for (int i = 0; i < 4000; ++i) plan.models[0].meshes.push_back(empty);
    const Bundle bundle = ctr::lay_out(plan);
    const Bytes laid_out = bundle.parts[0].bytes.bytes();
    std::vector<u8> bytes(laid_out.begin(), laid_out.end());
    const auto put = [&](std::size_t at, u32 value) {
        for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<u8>(value >> (8 * i));
    };
    const auto get = [&](std::size_t at) {
        return u32{bytes[at]} | u32{bytes[at + 1]} << 8 | u32{bytes[at + 2]} << 16 | u32{bytes[at + 3]} << 24;
    };
    constexpr std::size_t first = 4 + 0x18;
    for (u32 i = 1; i <= 4000; ++i) {
        const std::size_t at = first + i * 0x40;
        put(at + 0x20, get(first + 0x20) + (shared ? 0 : 4 * i));
        put(at + 0x24, get(first + 0x24) + (shared ? 0 : 4 * i));
        put(at + 0x2C, get(first + 0x2C));
    }
    return bytes;
}

TEST(CtrHostile, ManyPointersToOneTableCostOneTable) {
    const ProcessorTime time;
    const auto model = read(ctr::format, one_ctr(Blob::take(bomb(true))));
    ASSERT_TRUE(model.ok()) << to_string(model.error());
    EXPECT_EQ(file_of(*model).command_lists[0].value.commands.size(), 100'001u);
    EXPECT_EQ(file_of(*model).frames.size(), 1u);
    EXPECT_TRUE(validate(*model).ok());
    EXPECT_TRUE(summarise(*model).ok());
    // Generous, for sanitizers. Following each pointer anew would take minutes.
    EXPECT_LT(time.seconds(), 20);
}

TEST(CtrHostile, ManyPointersToOverlappingTablesAreRefused) {
    const auto model = read(ctr::format, one_ctr(Blob::take(bomb(false))));
    ASSERT_FALSE(model.ok());
    EXPECT_EQ(model.error().code, Code::over_budget);
}

Model toadstool() {
    Bundle bundle = one_ctr(load_file(source_folder() / "samples/ctr/toadstool.ctr"), "toadstool.ctr");
    bundle.parts.push_back({"vrm", "toadstool.vrm", load_file(source_folder() / "samples/ctr/toadstool.vrm")});
    auto model = read(ctr::format, std::move(bundle));
    EXPECT_TRUE(model.ok());
    return std::move(*model);
}

TEST(CtrSample, TheCommittedFilesAreWhatTheCodeMakes) {
    const auto files = samples::ctr_sample();
    EXPECT_EQ(files.size(), 2u);
    for (const auto& file : files) {
        EXPECT_LT(file.bytes.size(), 60'000u);
        const Blob committed = load_file(source_folder() / "samples" / file.path);
        EXPECT_TRUE(committed == Blob::take(file.bytes)) << file.path << ": run make_samples and commit the result";
    }
}

TEST(CtrSample, HasNoFindings) {
    const auto issues = validate(toadstool(), Profile::game);
    ASSERT_TRUE(issues.ok());
    for (const Issue& issue : issues->list()) ADD_FAILURE() << issue.kind->code << " " << issue.path;
}

TEST(CtrSample, NodsAndHops) {
    const auto summary = summarise(toadstool());
    ASSERT_TRUE(summary.ok());
    ASSERT_EQ(summary->clips.size(), 2u);
    EXPECT_EQ(summary->clips[0].name, "nod");
    EXPECT_EQ(summary->clips[0].frames, 15u);
    EXPECT_EQ(summary->clips[1].name, "hop");
    EXPECT_EQ(summary->clips[1].frames, 20u);
    EXPECT_EQ(summary->clips[1].fps, 30);
    EXPECT_EQ(summary->totals.meshes, 2u);
    EXPECT_EQ(summary->materials.size(), 2u);
    EXPECT_NEAR(summary->height_metres.value_or(0), 94 / 64.0, 0.05);
}

}  // namespace
}  // namespace thaw::test
