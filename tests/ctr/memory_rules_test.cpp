// Which video memory a file of the game wears: in an archive of either release, and in the tree that others make of it.
#include <gtest/gtest.h>

#include <map>

#include "base/text.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/document.hpp"
#include "io/open.hpp"
#include "io/path.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using namespace ctr;

constexpr u16 page = 8 | 2 << 7;  // 512, 0; a word is a texel

MeshPlan textured_mesh() {
    MeshPlan mesh;
    mesh.name = "box_hi";
    for (u32 i = 0; i < 3; ++i) mesh.commands.push_back({(i == 0 ? 1u << 31 : 0u) | 1u << 28 | 87u << 16 | 1});
    mesh.commands.push_back({terminator});
    mesh.colours = {{128, 128, 128, 0}};
    mesh.textures = {TextureLayout{0, 0, 0, 31, 0, page, 0, 31, 31, 31}};
    mesh.frame = FramePlan{{0, 0, 0}, raw_data({{0, 0, 0}, {50, 100, 0}, {100, 0, 0}})};
    return mesh;
}

Bundle made(Kind kind, bool external_map = false) {
    FilePlan plan;
    plan.kind = kind;
    plan.external_map = external_map;
    plan.models = {{"box", -1, {textured_mesh()}}};
    return lay_out(plan);
}

// 32 x 32 words of one value.
Blob memory_of_one(u16 value, u16 x = 512) {
    vrm::Document document;
    document.single.image = {12 + 2048, x, 0, 32, 32, {}};
    std::vector<u8> pixels;
    for (std::size_t i = 0; i < 1024; ++i) {
        pixels.push_back(static_cast<u8>(value));
        pixels.push_back(static_cast<u8>(value >> 8));
    }
    document.single.image.pixels = Blob::take(std::move(pixels));
    const thaw::Model model{&vrm::format, {}, std::make_unique<vrm::Document>(document)};
    return write(model)->parts[0].bytes;
}

u16 value_of(std::size_t entry) { return static_cast<u16>(0x4000 + entry); }

// The entry whose video memory a model wears; -1 for none.
class Wearing {
public:
    int entry(const std::string& path) {
        auto results = io::Opener(folders_, {}, {}).open(path);
        if (!std::holds_alternative<io::Opened>(results.front())) {
            ADD_FAILURE() << path << ": " << std::get<io::Refused>(results.front()).error.message;
            return -2;
        }
        Issues issues;
        const auto scene = to_scene(std::get<io::Opened>(results.front()).model, {}, issues);
        if (!scene || scene->images.empty()) return -1;
        const Blob& pixels = scene->images[0].pixels;
        const u32 value = pixels[0] >> 3u | u32{pixels[1]} >> 3u << 5u | u32{pixels[2]} >> 3u << 10u;
        return static_cast<int>(value) - 0x4000;
    }

private:
    io::Folders folders_;
};

// Entry by entry, what the list says against what the archive gives.
void expect_memory_as_listed(const std::string& archive, const std::vector<Row>& rows) {
    io::Folders folders;
    const auto opened = folders.archive_at(archive);
    ASSERT_TRUE(opened) << opened.error().message;
    ASSERT_EQ((*opened)->entries().size(), rows.size());
    Wearing wearing;
    std::size_t compared = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::string& expected = rows[i].at("video_memory_entry");
        if (expected.empty()) continue;
        EXPECT_EQ(wearing.entry(io::join(archive, (*opened)->path_of(i))), std::stoi(expected)) << rows[i].at("name");
        ++compared;
    }
    EXPECT_GT(compared, 300u);
}

TEST(CtrMemoryRules, EveryEntryOfTheAmericanReleaseWearsItsOwn) {
    const auto folder = corpus_folder() / "ctr" / "big";
    if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no archive of its shape";
    expect_memory_as_listed((folder / "usa_shape.big").string(), load_csv(folder / "entries_usa.csv"));
}

Blob entry_bytes(const std::string& name, std::size_t entry, bool has_map) {
    if (name.ends_with(".vrm")) return memory_of_one(value_of(entry));
    if (name.ends_with(".ptr")) return made(Kind::level, true).parts[1].bytes;
    if (name.ends_with(".lev")) return made(Kind::level, has_map).parts[0].bytes;
    if (name.ends_with(".mpk")) return made(Kind::pack).parts[0].bytes;
    if (name.ends_with(".ctr")) return made(Kind::model).parts[0].bytes;
    return blob_of("something");
}

class CtrMade : public testing::Test {
protected:
    std::string put_archive(const std::vector<std::string>& names, const std::map<std::size_t, Blob>& others = {}) {
        std::vector<ArchiveFile> files;
        for (std::size_t i = 0; i < names.size(); ++i) {
            const bool has_map = i + 1 < names.size() && names[i + 1].ends_with(".ptr");
            const auto other = others.find(i);
            files.push_back({{}, other != others.end() ? other->second : entry_bytes(names[i], i, has_map)});
        }
        const thaw::Model model{&big::format, {}, std::make_unique<big::Document>(*big::build(files))};
        scratch_.put("made.big", write(model)->parts[0].bytes);
        return scratch_.path("made.big");
    }

    Scratch scratch_{};
    Wearing wearing_{};
};

TEST_F(CtrMade, EveryEntryOfTheEuropeanReleaseWearsItsOwn) {
    const auto list = corpus_folder() / "ctr" / "big" / "entries_pal.csv";
    if (!std::filesystem::exists(list)) GTEST_SKIP() << "no list";
    const auto rows = load_csv(list);
    std::vector<std::string> names;
    for (const Row& row : rows) names.push_back(row.at("name"));
    expect_memory_as_listed(put_archive(names), rows);
}

TEST_F(CtrMade, BossesWearTheFirstMemoryThatHasTheirTexels) {
    const auto names = big::known_names(608);
    const std::string all = put_archive(names);
    EXPECT_EQ(wearing_.entry(all + "/0450_boss_head_roohead1.ctr"), 364) << "several would do";
    EXPECT_EQ(wearing_.entry(all + "/0451_boss_head_roohead2.ctr"), 365);
}

// Equal memories are no choice, and neither is one without the texels.
TEST_F(CtrMade, WhatElseABossCouldWearIsSaid) {
    const auto names = big::known_names(608);
    const Blob nothing = memory_of_one(0), same = memory_of_one(value_of(364)), elsewhere = memory_of_one(1, 640);
    const auto said = [&](const std::map<std::size_t, Blob>& others) {
        io::Folders folders;
        const std::string path = put_archive(names, others) + "/0450_boss_head_roohead1.ctr";
        auto results = io::Opener(folders, {}, {}).open(path);
        const thaw::Model& model = std::get<io::Opened>(results.front()).model;
        Issues issues;
        EXPECT_TRUE(to_scene(model, {}, issues).ok());
        const auto summary = summarise(model);
        std::string out;
        for (const std::string& remark : summary->remarks) {
            if (remark.find(" is a guess: ") != std::string::npos) out += "guess ";
        }
        for (const Issue& issue : issues.list()) {
            if (issue.kind->code == "CTR_MEMORY_CHOICE") out += issue.expected + ": " + issue.found;
        }
        return out;
    };
    EXPECT_EQ(said({{203, nothing}, {206, same}, {258, elsewhere}}),
              "guess 0364_cutscenes1.vrm: 0212_citadel_city.vrm");
    EXPECT_EQ(said({{203, nothing}, {206, same}, {212, same}, {258, elsewhere}}), "");
}

TEST_F(CtrMade, BossesGoByContentWhereTheFilmDoesNotHaveTheirTexels) {
    const auto names = big::known_names(608);
    const Blob elsewhere364 = memory_of_one(value_of(364), 640), nothing = memory_of_one(0);
    // The first hub of this half whose memory has them; what is all zeros has none.
    const std::string hubs = put_archive(names, {{364, elsewhere364}, {203, nothing}});
    EXPECT_EQ(wearing_.entry(hubs + "/0450_boss_head_roohead1.ctr"), 206);
}

TEST_F(CtrMade, BossesWithoutAnyMemoryStayWithTheirFilm) {
    const auto names = big::known_names(608);
    std::map<std::size_t, Blob> none;
    for (const std::size_t e : {200u, 203u, 206u, 209u, 212u, 258u, 364u}) none[e] = memory_of_one(value_of(e), 640);
    const std::string film = put_archive(names, none);
    EXPECT_EQ(wearing_.entry(film + "/0450_boss_head_roohead1.ctr"), -1);
}

TEST_F(CtrMade, ModelsInsidePacksAndLevelsWearWhatThoseDo) {
    const std::string all = put_archive(big::known_names(608));
    EXPECT_EQ(wearing_.entry(all + "/0260_1P_arcade_crash.mpk/box.ctr"), 258);
    EXPECT_EQ(wearing_.entry(all + "/0003_proto8_2P.lev/box.ctr"), 2);
    EXPECT_EQ(wearing_.entry(all + "/0201_gem_valley.lev/box.ctr"), 200) << "its pointer map is the next entry";
}

TEST_F(CtrMade, ATreeOfFilesFollowsTheSameRules) {
    const auto put = [&](const char* path, Blob bytes) { scratch_.put(path, std::move(bytes)); };
    const Blob model = made(Kind::model).parts[0].bytes;
    put("packs/shared.vrm", memory_of_one(value_of(1)));
    put("models/cutscenes1.vrm", memory_of_one(value_of(2)));
    put("models/cutscenes2.vrm", memory_of_one(value_of(3)));
    put("models/racers/hi/coco.ctr", model);
    put("models/trophy_win/cocodance.ctr", model);
    put("models/trophy_win/cocodance2.ctr", model);
    put("models/misc/aku1.ctr", model);
    put("models/misc/aku1.vrm", memory_of_one(value_of(4)));
    put("levels/tracks/ice1/1P/data.lev", made(Kind::level).parts[0].bytes);
    put("levels/tracks/ice1/1P/data.vram", memory_of_one(value_of(5)));
    const auto entry = [&](const char* path) { return wearing_.entry(scratch_.path(path)); };
    EXPECT_EQ(entry("models/racers/hi/coco.ctr"), 1);
    EXPECT_EQ(entry("models/trophy_win/cocodance.ctr"), 2);
    EXPECT_EQ(entry("models/trophy_win/cocodance2.ctr"), 3);
    EXPECT_EQ(entry("models/misc/aku1.ctr"), 4);
    EXPECT_EQ(entry("levels/tracks/ice1/1P/data.lev"), 5);
}

// What wears the shared memory has none of its own that could be missing.
TEST_F(CtrMade, AMissingMemoryIsSaidWhereThereIsNoneAtAll) {
    const auto missing = [&](const char* path) {
        io::Folders folders;
        const auto results = io::Opener(folders, {}, {}).open(scratch_.path(path));
        std::string out;
        for (const auto& companion : std::get<io::Opened>(results.front()).companions) {
            if (!companion.found) out += companion.name + " ";
        }
        return out;
    };
    scratch_.put("coco.ctr", made(Kind::model).parts[0].bytes);
    scratch_.put("cocodance2.ctr", made(Kind::model).parts[0].bytes);
    EXPECT_EQ(missing("coco.ctr"), "coco.vrm ");
    EXPECT_EQ(missing("cocodance2.ctr"), "cutscenes2.vrm ");
    scratch_.put("shared.vrm", memory_of_one(value_of(1)));
    EXPECT_EQ(missing("coco.ctr"), "");
}

// Entry by entry of a build before the release, by its own names: levels and masks wear the file beside them, dances
// that of films, all else the shared one.
TEST_F(CtrMade, BetasAndDemosFollowTheSameRules) {
    for (const std::size_t files : {189u, 196u, 453u, 511u, 609u}) {
        const auto names = big::known_names(files);
        ASSERT_EQ(names.size(), files);
        const std::string archive = put_archive(names);
        io::Folders folders;
        const auto opened = folders.archive_at(archive);
        ASSERT_TRUE(opened);
        const auto number_of = [&](const std::string& name) {
            return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
        };
        Wearing wearing;
        std::size_t compared = 0;
        for (std::size_t i = 0; i < files; ++i) {
            const std::string& name = names[i];
            if (!name.ends_with(".lev") && !name.ends_with(".ctr")) continue;
            const std::string stem = name.substr(0, name.size() - 4);
            int expected = number_of("shared.vrm");
            if (name.ends_with(".lev") || name.starts_with("misc_aku") || name.starts_with("misc_uka")) {
                expected = number_of(stem + ".vrm");
            } else if (!name.starts_with("racers_")) {
                expected = number_of(stem.ends_with("2") ? "cutscenes2.vrm" : "cutscenes1.vrm");
            }
            EXPECT_EQ(wearing.entry(io::join(archive, (*opened)->path_of(i))), expected) << files << " " << name;
            ++compared;
        }
        EXPECT_GT(compared, 50u) << files;
    }
}

// Another program may pack as many files in another order.
TEST_F(CtrMade, OnlyAReleaseIsCalledSo) {
    auto names = big::known_names(608);
    const auto name_of = [&](std::size_t entry) {
        io::Folders folders;
        return (*folders.archive_at(scratch_.path("made.big")))->path_of(entry);
    };
    put_archive(names);
    EXPECT_EQ(name_of(245), "0245_racers_hi_coco.ctr");
    EXPECT_EQ(name_of(201), "0201_gem_valley.lev");
    EXPECT_EQ(name_of(202), "0202_gem_valley.ptr");
    std::swap(names[258], names[235]);
    put_archive(names);
    EXPECT_EQ(name_of(245), "0245_box.ctr") << "what it calls itself";
    std::swap(names[258], names[235]);
    std::swap(names[243], names[235]);
    put_archive(names);
    EXPECT_EQ(name_of(245), "0245_box.ctr") << "the second driver is none";
}

}  // namespace
}  // namespace thaw::test
