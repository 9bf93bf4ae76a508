// `thaw replace` with models that are not what they replace: they are converted, the rest is refused.
#include "cli/replace_support.hpp"

namespace thaw::test {
namespace {

TEST_F(ReplaceModels, AnEditedGlbBecomesTheEntryAgain) {
    const std::string before = scratch_.get("datafile.sdf");
    scratch_.put("edited.glb", with_moved_vertex(glb_of("datafile.sdf/FROG.DDD"), 0.02f));
    ASSERT_EQ(run({"convert", "edited.glb", "--base", "datafile.sdf/FROG.DDD", "-o", "wanted.ddd"}).code, 0);
    const Ran dry = replace({"datafile.sdf", "frog.ddd", "edited.glb", "-n"});
    EXPECT_EQ(dry.code, 0) << dry.err;
    EXPECT_NE(dry.out.find("would replace FROG.DDD"), std::string::npos) << dry.out;
    EXPECT_TRUE(scratch_.get("datafile.sdf") == before);
    const Ran ran = replace({"datafile.sdf", "frog.ddd", "edited.glb"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "");
    EXPECT_EQ(lines_of(ran.out)[0].find("datafile.sdf: FROG.DDD "), 0u) << ran.out;
    EXPECT_NE(ran.out.find("; 5 other files byte-identical\n  1 vertex changed; all else byte-identical\n"),
              std::string::npos)
        << ran.out;
    EXPECT_TRUE(inside("datafile.sdf", "FROG.DDD") == scratch_.get("wanted.ddd"));
    expect_others_untouched("datafile.sdf", before, {"FROG.DDD"});
    // Once more: there is nothing left to do.
    const std::string after = scratch_.get("datafile.sdf");
    const Ran again = replace({"datafile.sdf", "FROG.DDD", "edited.glb"});
    EXPECT_EQ(again.out, "datafile.sdf: FROG.DDD is already the same\n") << again.err;
    EXPECT_TRUE(scratch_.get("datafile.sdf") == after);
}

TEST_F(ReplaceModels, AnUneditedGlbChangesNothing) {
    for (const auto& [archive, entry] : {std::pair{"datafile.sdf", "FROG.DDD"},
                                         {"datafile.sdf", "RAT.DDD"},
                                         {"models.dat", "Models/ThawFish_d.3d"},
                                         {"some.big", "0000_toadstool.ctr"}}) {
        const std::string before = scratch_.get(archive);
        scratch_.put("same.glb", glb_of(std::string(archive) + "/" + entry));
        const Ran ran = replace({archive, entry, "same.glb"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_EQ(ran.out, std::string(archive) + ": " + entry + " is already the same\n") << ran.err;
        EXPECT_EQ(ran.err, "");
        EXPECT_TRUE(scratch_.get(archive) == before) << archive;
    }
}

// The game's image of a model is a DDD, whatever became of it elsewhere.
TEST_F(ReplaceModels, OtherFormatsAreConvertedToo) {
    scratch_.put("FROG.RDY", sample_file("soulfu/FROG.RDY"));
    const std::string before = inside("datafile.sdf", "FROG.DDD");
    EXPECT_EQ(run({"convert", "FROG.RDY", "-o", "wanted.ddd"}).code, 0);
    const Ran ran = replace({"datafile.sdf", "RAT.DDD", "FROG.RDY"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(inside("datafile.sdf", "RAT.DDD") == scratch_.get("wanted.ddd"));
    EXPECT_TRUE(inside("datafile.sdf", "FROG.DDD") == before);
}

TEST_F(ReplaceModels, AnEmptyEntryIsWhatItsNameSays) {
    scratch_.put("frog.glb", glb_of("datafile.sdf/FROG.DDD"));
    const Ran ran = replace({"datafile.sdf", "NONE.DDD", "frog.glb"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_TRUE(inside("datafile.sdf", "NONE.DDD") == text_of(sample_file("soulfu/FROG.DDD")));
    scratch_.put("new.png", text_from(encode_png(plain_image(8, 8, 200))));
    EXPECT_EQ(replace({"datafile.sdf", "NONE.PCX", "new.png"}).code, 0);
    EXPECT_TRUE(inside("datafile.sdf", "NONE.PCX") == text_from(encode_pcx(plain_image(8, 8, 200))));
}

TEST_F(ReplaceModels, BothFilesOfAPairAreReplaced) {
    const std::string before = scratch_.get("models.dat");
    const std::string glb = glb_of("models.dat/Models/ThawFish_d.3d");
    scratch_.put("edited.glb", with_moved_vertex(glb, 0.02f));
    // Whichever of the two is named.
    for (const char* entry : {"Models/ThawFish_d.3d", "models/thawfish_A.3D"}) {
        scratch_.put("models.dat", before);
        const Ran ran = replace({"models.dat", entry, "edited.glb"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("Models/ThawFish_a.3d 27"), std::string::npos) << ran.out;
        EXPECT_NE(ran.out.find("; 3 other files byte-identical\n  1 vertex changed in"), std::string::npos) << ran.out;
        expect_others_untouched("models.dat", before, {"Models/ThawFish_a.3d"});
    }
    // A native pair, too.
    scratch_.put("models.dat", before);
    fs::create_directory(scratch_.path("new"));
    ASSERT_EQ(run({"convert", "models.dat/Models/ThawFish_d.3d", "--variant", "deusex", "-o", "new/fish_d.3d"}).code,
              0);
    const Ran pair = replace({"models.dat", "Models/ThawFish_d.3d", "new/fish_d.3d"});
    EXPECT_EQ(pair.code, 0) << pair.err;
    EXPECT_TRUE(inside("models.dat", "Models/ThawFish_a.3d") == scratch_.get("new/fish_a.3d"));
    EXPECT_TRUE(inside("models.dat", "Models/ThawFish_d.3d") == scratch_.get("new/fish_d.3d"));
    // Half of one is put where it belongs.
    scratch_.put("models.dat", before);
    fs::remove(scratch_.path("new/fish_d.3d"));
    EXPECT_EQ(replace({"models.dat", "Models/ThawFish_a.3d", "new/fish_a.3d"}).code, 0);
    EXPECT_TRUE(inside("models.dat", "Models/ThawFish_a.3d") == scratch_.get("new/fish_a.3d"));
}

TEST_F(ReplaceModels, OptionsThatMeanNothingAreRefused) {
    const std::string before = scratch_.get("datafile.sdf");
    scratch_.put("edited.glb", with_moved_vertex(glb_of("datafile.sdf/FROG.DDD"), 0.02f));
    scratch_.put("FROG.DDD", sample_file("soulfu/FROG.DDD"));
    scratch_.put("FROG.PCX", sample_file("soulfu/FROG.PCX"));
    const auto refused = [&](std::vector<std::string> arguments, const std::string& words) {
        arguments.insert(arguments.begin(), "datafile.sdf");
        const Ran ran = replace(arguments);
        EXPECT_EQ(ran.code, 3) << ran.err;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
        EXPECT_TRUE(scratch_.get("datafile.sdf") == before);
    };
    refused({"FROG.DDD", "edited.glb", "--vrm", "FROG.PCX"}, "edited.glb: --vrm is for ctr");
    refused({"FROG.DDD", "FROG.DDD", "--smooth"}, "--smooth has no effect: the model is written again as it is");
    refused({"FROG.PCX", "FROG.PCX", "--smooth"}, "--smooth has no effect: nothing is converted");
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "edited.glb", "--texture", "0=FROG.PCX", "-n"}).code, 0);
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "edited.glb", "--rig", "compact", "-n"}).code, 0);
}

// A model is not left half changed.
TEST_F(ReplaceModels, FilesThatBelongTogetherAreReplacedTogether) {
    scratch_.put("half.dat", adat_of({{"ThawFish_d.3d", sample_file("unreal/Models/ThawFish_d.3d")}}));
    scratch_.put("ThawFish_a.3d", sample_file("unreal/Models/ThawFish_a.3d"));
    const std::string half = scratch_.get("half.dat");
    scratch_.put("edited.glb", with_moved_vertex(glb_of("half.dat/ThawFish_d.3d"), 0.02f));
    const Ran pair = replace({"half.dat", "ThawFish_d.3d", "edited.glb"});
    EXPECT_EQ(pair.code, 2);
    EXPECT_NE(pair.err.find("the aniv file of ThawFish_d.3d changes too, but is not in the archive"), std::string::npos)
        << pair.err;
    EXPECT_TRUE(scratch_.get("half.dat") == half);
    // New texels in a video memory for which there is no place.
    const std::string big = scratch_.get("some.big");
    scratch_.put("fish.glb", glb_of("models.dat/Models/ThawFish_d.3d"));
    const Ran memory = replace({"some.big", "0000_toadstool.ctr", "fish.glb"});
    EXPECT_EQ(memory.code, 2);
    EXPECT_NE(memory.err.find("0000_toadstool.vrm would have to go with it, but the archive has no such file"),
              std::string::npos)
        << memory.err;
    EXPECT_TRUE(scratch_.get("some.big") == big);
}

TEST_F(ReplaceModels, WhatCannotBeConvertedIsRefused) {
    const std::string before = scratch_.get("datafile.sdf");
    scratch_.put("script.uc", sample_file("unreal/Classes/ThawFish.uc"));
    scratch_.put("image.png", text_from(encode_png(plain_image(8, 8, 1))));
    scratch_.put("image.ddd", scratch_.get("image.png"));
    scratch_.put("frog.glb", glb_of("datafile.sdf/FROG.DDD"));
    scratch_.put("broken.glb", scratch_.get("frog.glb").substr(0, 3000));
    struct Wrong {
        const char* entry;
        const char* file;
        const char* words;
    };
    for (const auto& [entry, file, words] :
         {Wrong{"FROG.DDD", "script.uc", "script.uc: is text, but FROG.DDD is ddd; --force replaces it"},
          {"FROG.DDD", "image.png", "is png, but FROG.DDD is ddd"},
          {"FROG.DDD", "image.ddd", "image.ddd: is png, but FROG.DDD is ddd"},
          {"FROG.DDD", "some.big/0001.vrm", "is vrm, but FROG.DDD is ddd"},
          {"FROG.DDD", "some.big", "is big, but FROG.DDD is ddd"},
          {"FROG.PCX", "frog.glb", "is gltf, but FROG.PCX is pcx"},
          {"OTHER.TXT", "frog.glb", "is gltf, but OTHER.TXT is text"},
          {"FROG.DDD", "broken.glb", "broken.glb: "}}) {
        const Ran ran = replace({"datafile.sdf", entry, file});
        EXPECT_EQ(ran.code, 2) << file;
        EXPECT_NE(ran.err.find(words), std::string::npos) << ran.err;
        EXPECT_EQ(ran.out, "");
    }
    EXPECT_TRUE(scratch_.get("datafile.sdf") == before);
    // Who insists gets it.
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "script.uc", "-f"}).code, 0);
    EXPECT_TRUE(inside("datafile.sdf", "FROG.DDD") == scratch_.get("script.uc"));
    // Of two halves neither is the other.
    const Ran half = replace({"models.dat", "Models/ThawFish_d.3d", "models.dat/Models/ThawFish_a.3d"});
    EXPECT_EQ(half.code, 2);
    EXPECT_NE(half.err.find("is unreal aniv, but Models/ThawFish_d.3d is unreal"), std::string::npos) << half.err;
    const Ran script = replace({"models.dat", "Models/ThawFish_d.3d", "script.uc"});
    EXPECT_EQ(script.code, 2);
    EXPECT_NE(script.err.find("is text, but Models/ThawFish_d.3d is unreal"), std::string::npos) << script.err;
    // But one script may take the place of another.
    scratch_.put("script.uc", "class ThawFish expands Fish;\n");
    EXPECT_EQ(replace({"models.dat", "Classes/ThawFish.uc", "script.uc"}).code, 0);
}

// One format, but not one kind of file.
TEST_F(ReplaceModels, ALevelIsNoModelAndNoPack) {
    for (const Fixture& fixture : ctr_fixtures()) {
        if (fixture.name == "ctr_pack") scratch_.put("pack.mpk", fixture.bundle.parts[0].bytes);
        if (fixture.name == "ctr_level") scratch_.put("level.lev", fixture.bundle.parts[0].bytes);
    }
    scratch_.put("all.big", big_of({{"0000.lev", blob_of(scratch_.get("level.lev"))},
                                    {"0001.ctr", sample_file("ctr/toadstool.ctr")}}));
    const std::string before = scratch_.get("all.big");
    const Ran pack = replace({"all.big", "0000.lev", "pack.mpk"});
    EXPECT_EQ(pack.code, 2);
    EXPECT_NE(pack.err.find("is ctr (.mpk), but 0000.lev is ctr (.lev)"), std::string::npos) << pack.err;
    EXPECT_EQ(replace({"all.big", "0001_toadstool.ctr", "level.lev"}).code, 2);
    EXPECT_TRUE(scratch_.get("all.big") == before);
    EXPECT_EQ(replace({"all.big", "0001_toadstool.ctr", "level.lev", "-f"}).code, 0);
}

TEST_F(ReplaceModels, OneOfTwoFilesOfAName) {
    // Thaw makes no such archive, but there may be one.
    auto twice =
        sdf::build(std::vector<ArchiveFile>{{"RAT.DDD", tiny_ddd()}, {"RUT.DDD", sample_file("soulfu/FROG.DDD")}});
    ASSERT_TRUE(twice);
    twice->entries[1].name = twice->entries[0].name;
    scratch_.put("twice.sdf", packed(sdf::format, std::move(twice)));
    scratch_.put("edited.glb", with_moved_vertex(glb_of("twice.sdf/RAT~2.DDD"), 0.02f));
    const std::string first = inside("twice.sdf", "RAT.DDD");
    const Ran unclear = replace({"twice.sdf", "rat.ddd", "edited.glb"});
    EXPECT_EQ(unclear.code, 2);
    EXPECT_NE(unclear.err.find("has RAT.DDD and RAT~2.DDD; give one of the names exactly"), std::string::npos)
        << unclear.err;
    const Ran second = replace({"twice.sdf", "RAT~2.DDD", "edited.glb"});
    EXPECT_EQ(second.code, 0) << second.err;
    EXPECT_NE(second.err.find("replacing RAT~2.DDD; there is also RAT.DDD"), std::string::npos) << second.err;
    EXPECT_NE(second.out.find("1 vertex changed"), std::string::npos) << second.out;
    EXPECT_TRUE(inside("twice.sdf", "RAT.DDD") == first);
}

TEST_F(ReplaceModels, ArchivesInArchivesAreTakenOutFirst) {
    scratch_.put("outer.dat", adat_of({{"inner.dat", adat_of({{"rat.ddd", tiny_ddd()}})}}));
    const std::string before = scratch_.get("outer.dat");
    scratch_.put("rat.ddd", sample_file("soulfu/FROG.DDD"));
    const Ran archive = replace({"outer.dat/inner.dat", "rat.ddd", "rat.ddd"});
    EXPECT_EQ(archive.code, 2);
    EXPECT_NE(archive.err.find("is inside another archive; take it out with thaw extract"), std::string::npos)
        << archive.err;
    const Ran entry = replace({"outer.dat", "inner.dat/rat.ddd", "rat.ddd"});
    EXPECT_EQ(entry.code, 2);
    EXPECT_NE(entry.err.find("has inner.dat as one file; take it out with thaw extract"), std::string::npos)
        << entry.err;
    EXPECT_TRUE(scratch_.get("outer.dat") == before);
}

TEST_F(ReplaceModels, InputsAreNeverOverwritten) {
    scratch_.put("edited.glb", with_moved_vertex(glb_of("datafile.sdf/FROG.DDD"), 0.02f));
    const std::string glb = scratch_.get("edited.glb");
    const std::string before = scratch_.get("datafile.sdf");
    const Ran ran = replace({"datafile.sdf", "FROG.DDD", "edited.glb", "-f", "-o", "edited.glb"});
    EXPECT_EQ(ran.code, 4);
    EXPECT_NE(ran.err.find("is an input"), std::string::npos) << ran.err;
    EXPECT_TRUE(scratch_.get("edited.glb") == glb);
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "edited.glb", "-f", "-o", "datafile.sdf"}).code, 4);
    scratch_.put("copy.sdf", "mine");
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "edited.glb", "-o", "copy.sdf"}).code, 4);
    EXPECT_EQ(scratch_.get("copy.sdf"), "mine");
    // --force is about the copy: what is converted stays converted.
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "edited.glb", "-f", "-o", "copy.sdf"}).code, 0);
    EXPECT_EQ(replace({"datafile.sdf", "FROG.DDD", "edited.glb"}).code, 0);
    EXPECT_TRUE(scratch_.get("copy.sdf") == scratch_.get("datafile.sdf"));
    EXPECT_FALSE(scratch_.get("copy.sdf") == before);
}

TEST_F(ReplaceModels, AFolderThatCannotBeWrittenKeepsItsArchive) {
    scratch_.put("edited.glb", with_moved_vertex(glb_of("datafile.sdf/FROG.DDD"), 0.02f));
    scratch_.put("locked/datafile.sdf", scratch_.get("datafile.sdf"));
    fs::permissions(scratch_.path("locked"), fs::perms::owner_read | fs::perms::owner_exec);
    const bool is_locked = ::access(scratch_.path("locked").c_str(), W_OK) != 0;
    const Ran ran = replace({"locked/datafile.sdf", "FROG.DDD", "edited.glb"});
    fs::permissions(scratch_.path("locked"), fs::perms::owner_all);
    if (!is_locked) GTEST_SKIP() << "nothing is locked for this user";
    EXPECT_EQ(ran.code, 4);
    EXPECT_TRUE(scratch_.get("locked/datafile.sdf") == scratch_.get("datafile.sdf"));
}

}  // namespace
}  // namespace thaw::test
