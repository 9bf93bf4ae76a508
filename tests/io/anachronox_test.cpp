// A model of Anachronox in a folder as the game has it, with its list of entities: which one counts, and what it does.
#include <gtest/gtest.h>

#include "fixtures/containers.hpp"
#include "io/game_folders.hpp"
#include "io/open.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::io {
namespace {

using test::adat_of;
using test::Scratch;

// What one of the lists says of the model.
std::string list_of(const std::string& class_name, int scale, const std::string& model = "models/objects/lantern.ctc") {
    const std::string number = std::to_string(scale);
    return "// made by a test\r\n" + class_name + "|" + model + "|" + number + "|" + number + "|" + number +
           "|general|-8|-8|0|8|8|16|noshadow|1|0|0|0|1|0|0:0|0|0|none|A lantern\r\n";
}

Blob blob_of_text(const std::string& text) { return Blob::take({text.begin(), text.end()}); }

class AnachronoxFolder : public ::testing::Test {
protected:
    static Blob lantern() { return test::load_file(test::source_folder() / "samples/ctc/lantern.ctc"); }
    std::string path(const std::string& name) const { return scratch_.path("game/" + name); }
    void put(const std::string& name, const Blob& bytes) const { scratch_.put("game/" + name, bytes); }
    void put_text(const std::string& name, const std::string& text) const { put(name, blob_of_text(text)); }
    void put_zip(const std::string& name, const std::string& inside, const std::string& text) const {
        put(name, Blob::take(test::make_zip({{inside, test::letters(text)}})));
    }

    // "class at scale, from where" of the scene's top node; what else there is to be said if there is none.
    std::string shown(const std::string& model, OpenOptions options = {}) const {
        Folders folders;
        auto results = Opener(folders, std::move(options), {}).open(path(model));
        const auto* opened = std::get_if<Opened>(&results.front());
        if (opened == nullptr) return to_string(std::get<Refused>(results.front()).error);
        for (const Companion& each : opened->companions) {
            if (each.role == "entity" && !each.found) return "missed";
        }
        Issues issues;
        const auto scene = to_scene(opened->model, {}, issues);
        if (!scene) return to_string(scene.error());
        const Part* list = opened->model.bundle.find("entity");
        if (list == nullptr) return scene->nodes[0].name == "ctc_entity" ? "scaled by nobody" : "no list";
        std::string out = list->name.substr(path("").size()) + ": ";
        for (const Issue& issue : issues.list()) {
            if (issue.part == "entity") out += issue.found;
        }
        const Node& top = scene->nodes[0];
        return out + (top.name == "ctc_entity" ? ", " + text_of(top.local.scale) : "");
    }

    Scratch scratch_;

private:
    static std::string text_of(Vec3 scale) {
        const auto number = [](f32 value) { return std::to_string(static_cast<int>(value)); };
        return number(scale.x) + number(scale.y) + number(scale.z);
    }
};

// Loose files hide those of patches, later patches earlier ones, and all of them what is in the DAT.
TEST_F(AnachronoxFolder, TheListIsTheOneThatTheGameSees) {
    put("anoxdata/models.dat", adat_of({{"objects/lantern.ctc", lantern()}}));
    const std::string model = "anoxdata/models.dat/objects/lantern.ctc";
    EXPECT_EQ(shown(model), "no list");
    put("anoxdata/models.dat",
        adat_of({{"objects/lantern.ctc", lantern()}, {"entity.dat", blob_of_text(list_of("of_dat", 2))}}));
    EXPECT_EQ(shown(model), "anoxdata/models.dat/entity.dat: of_dat at scale 2, 222");
    put_zip("anoxdata/anox0.zip", "models/entity.dat", list_of("of_patch_0", 3));
    EXPECT_EQ(shown(model), "anoxdata/anox0.zip/models/entity.dat: of_patch_0 at scale 3, 333");
    put_zip("anoxdata/anox1.zip", "models/entity.dat", list_of("of_patch_1", 4));
    EXPECT_EQ(shown(model), "anoxdata/anox1.zip/models/entity.dat: of_patch_1 at scale 4, 444");
    put_text("anoxdata/models/entity.dat", list_of("loose", 5));
    EXPECT_EQ(shown(model), "anoxdata/models/entity.dat: loose at scale 5, 555");
    // A loose model is in the same place.
    put("anoxdata/models/objects/lantern.ctc", lantern());
    EXPECT_EQ(shown("anoxdata/models/objects/lantern.ctc"), "anoxdata/models/entity.dat: loose at scale 5, 555");
    put("anoxdata/models/chars/lantern.ctc", lantern());
    EXPECT_EQ(shown("anoxdata/models/chars/lantern.ctc"), "anoxdata/models/entity.dat: ");
}

TEST_F(AnachronoxFolder, ALooseModelFindsTheListInTheDat) {
    put("anoxdata/MODELS.DAT", adat_of({{"entity.dat", blob_of_text(list_of("of_dat", 2))}}));
    put("anoxdata/models/objects/lantern.ctc", lantern());
    EXPECT_EQ(shown("anoxdata/models/objects/lantern.ctc"), "anoxdata/MODELS.DAT/entity.dat: of_dat at scale 2, 222");
}

TEST_F(AnachronoxFolder, ModelsTakenOutOfTheirArchiveKeepTheirList) {
    put("disc/models/objects/lantern.ctc", lantern());
    EXPECT_EQ(shown("disc/models/objects/lantern.ctc"), "no list");
    put_text("disc/models/entity.dat", list_of("ob_lantern", 2));
    EXPECT_EQ(shown("disc/models/objects/lantern.ctc"), "disc/models/entity.dat: ob_lantern at scale 2, 222");
    put("taken/objects/lantern.ctc", lantern());
    put_text("taken/entity.dat", list_of("ob_lantern", 3));
    EXPECT_EQ(shown("taken/objects/lantern.ctc"), "taken/entity.dat: ob_lantern at scale 3, 333");
}

TEST_F(AnachronoxFolder, AListElsewhereIsOneThatWasAskedFor) {
    put("desk/lantern.ctc", lantern());
    put("anoxdata/models.dat", adat_of({{"entity.dat", blob_of_text(list_of("of_dat", 2))}}));
    EXPECT_EQ(shown("desk/lantern.ctc"), "no list");
    EXPECT_EQ(shown("desk/lantern.ctc", {.search = {path("anoxdata/")}}),
              "anoxdata/models.dat/entity.dat: of_dat at scale 2, 222");
}

// Many programs call their files .dat, and a home folder is no game for that.
TEST_F(AnachronoxFolder, OnlyAnArchiveOfTheGameMarksItsFolder) {
    put("home/models/far/lantern.ctc", lantern());
    const auto roots = [&] {
        Folders folders;
        return game_folders(path("home/models/far/lantern.ctc"), *find_format("ctc"), folders);
    };
    const std::vector<std::string> own{path("home/models/far/")};
    EXPECT_EQ(roots(), own);
    put_text("home/any.dat", {});
    EXPECT_EQ(roots(), own);
    put_text("home/settings.dat", "ADA");
    EXPECT_EQ(roots(), own);
    put("home/sounds.dat", adat_of({}));
    EXPECT_EQ(roots(), (std::vector<std::string>{own.front(), path("home/")}));
}

// Images of animated textures are looked for in the same order.
TEST_F(AnachronoxFolder, PatchesHideDatsForEveryFile) {
    put("anoxdata/graphics.dat", adat_of({{"sky/moon.tga", blob_of_text("from the DAT")}}));
    const auto found = [&](std::string_view mount_ending = find_format("ctc")->mount_ending) {
        Folders folders;
        const auto files = Companions(folders, {})
                               .find({.role = "image", .names = {"graphics/sky/moon.tga"}},
                                     {path("anoxdata/"), path("anoxdata/anox1.zip/")}, false, mount_ending);
        return files.empty() ? std::string("nothing") : test::text_of(files.front().file.bytes);
    };
    EXPECT_EQ(found(), "from the DAT");
    EXPECT_EQ(found({}), "nothing");  // of a game whose archives stand for no folders
    put_zip("anoxdata/anox1.zip", "graphics/sky/moon.tga", "from the patch");
    EXPECT_EQ(found(), "from the patch");
}

}  // namespace
}  // namespace thaw::io
