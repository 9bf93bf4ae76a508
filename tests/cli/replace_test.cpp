// `thaw replace` with files that are not what they replace: models and images are converted, the rest is refused.
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/glb_edit.hpp"
#include "cli/run.hpp"
#include "fixtures/fixtures.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/family.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/sdf/document.hpp"
#include "images/encode_pcx.hpp"
#include "images/image.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

Blob sample_file(const std::string& name) { return load_file(source_folder() / "samples" / name); }

template <class Document>
Blob packed(const Format& format, Result<Document> built) {
    const Model model{&format, {}, std::make_unique<Document>(std::move(*built))};
    return write(model)->parts.front().bytes;
}

Blob sdf_of(const std::vector<ArchiveFile>& files) { return packed(sdf::format, sdf::build(files)); }
Blob big_of(const std::vector<ArchiveFile>& files) { return packed(big::format, big::build(files)); }

Pixels plain_image(u32 width, u32 height, u8 red) {
    Pixels out{.width = width, .height = height, .rgba = std::vector<u8>(std::size_t{width} * height * 4, 255)};
    for (std::size_t i = 0; i < out.rgba.size(); i += 4) out.rgba[i] = red;
    return out;
}

Pixels image_in(const std::string& glb) {
    auto image = decode_image(blob_of(first_image(glb)).bytes());
    EXPECT_TRUE(image.ok());
    return image ? std::move(*image) : Pixels();
}

std::string text_from(const std::vector<u8>& bytes) { return {bytes.begin(), bytes.end()}; }

class ReplaceModels : public ::testing::Test {
protected:
    ReplaceModels() {
        scratch_.put("datafile.sdf", sdf_of({{"OTHER.TXT", blob_of("other\n")},
                                             {"FROG.DDD", sample_file("soulfu/FROG.DDD")},
                                             {"FROG.PCX", sample_file("soulfu/FROG.PCX")},
                                             {"RAT.DDD", tiny_ddd()},
                                             {"NONE.DDD", Blob()},
                                             {"NONE.PCX", Blob()}}));
        scratch_.put("models.dat", adat_of({{"Models/ThawFish_a.3d", sample_file("unreal/Models/ThawFish_a.3d")},
                                            {"Models/ThawFish_d.3d", sample_file("unreal/Models/ThawFish_d.3d")},
                                            {"Models/ThawFish.pcx", sample_file("unreal/Models/ThawFish.pcx")},
                                            {"Classes/ThawFish.uc", sample_file("unreal/Classes/ThawFish.uc")}}));
        scratch_.put("some.big", big_of({{"0000.ctr", sample_file("ctr/toadstool.ctr")},
                                         {"0001.vrm", sample_file("ctr/toadstool.vrm")},
                                         {"0002.bin", blob_of("other")}}));
    }
    Ran run(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }
    Ran replace(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "replace");
        return run(arguments);
    }

    // The model in the archive as GLB.
    std::string glb_of(const std::string& path) {
        const Ran ran = run({"convert", path, "-f", "-o", "made.glb"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return scratch_.get("made.glb");
    }
    std::string inside(const std::string& archive, const std::string& entry) {
        fs::remove_all(scratch_.path("taken"));
        EXPECT_EQ(run({"extract", archive, "-o", "taken"}).code, 0);
        return scratch_.get("taken/" + entry);
    }
    // Every entry but these is as it was.
    void expect_others_untouched(const std::string& archive, const std::string& before,
                                 const std::vector<std::string>& changed) {
        scratch_.put("before." + archive, before);
        fs::remove_all(scratch_.path("was"));
        fs::remove_all(scratch_.path("is"));
        ASSERT_EQ(run({"extract", "before." + archive, "-o", "was"}).code, 0);
        ASSERT_EQ(run({"extract", archive, "-o", "is"}).code, 0);
        for (const auto& file : fs::recursive_directory_iterator(scratch_.path("was"))) {
            if (!file.is_regular_file()) continue;
            const std::string name = fs::relative(file.path(), scratch_.path("was"));
            const bool listed = std::find(changed.begin(), changed.end(), name) != changed.end();
            EXPECT_EQ(scratch_.get("was/" + name) != scratch_.get("is/" + name), listed) << name;
        }
    }

    Scratch scratch_;
};

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

TEST_F(ReplaceModels, APaintedImageReplacesItsEntry) {
    const std::string before = scratch_.get("models.dat");
    const std::string glb = glb_of("models.dat/Models/ThawFish_d.3d");
    const auto was = decode_image(sample_file("unreal/Models/ThawFish.pcx").bytes());
    ASSERT_TRUE(was.ok());
    const Pixels paint = plain_image(was->width, was->height, 10);
    scratch_.put("painted.glb", with_image(glb, text_from(encode_png(paint))));
    const Ran ran = replace({"models.dat", "Models/ThawFish_d.3d", "painted.glb"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("Models/ThawFish.pcx "), std::string::npos) << ran.out;
    expect_others_untouched("models.dat", before, {"Models/ThawFish.pcx"});
    const std::string now = inside("models.dat", "Models/ThawFish.pcx");
    EXPECT_EQ(image_kind(blob_of(now).bytes()), "pcx");
    const auto shown = decode_image(blob_of(now).bytes());
    ASSERT_TRUE(shown.ok());
    EXPECT_TRUE(*shown == paint);
    const std::string after = scratch_.get("models.dat");
    const Ran again = replace({"models.dat", "Models/ThawFish_d.3d", "painted.glb"});
    EXPECT_NE(again.out.find("is already the same"), std::string::npos) << again.out << again.err;
    EXPECT_TRUE(scratch_.get("models.dat") == after);
}

// An image that lies outside cannot be replaced with the model, which is said and counts.
TEST_F(ReplaceModels, AnImageWithoutAPlaceIsReported) {
    scratch_.put("models.dat", adat_of({{"ThawFish_a.3d", sample_file("unreal/Models/ThawFish_a.3d")},
                                        {"ThawFish_d.3d", sample_file("unreal/Models/ThawFish_d.3d")}}));
    scratch_.put("ThawFish.pcx", sample_file("unreal/Models/ThawFish.pcx"));
    scratch_.put("ThawFish.uc", sample_file("unreal/Classes/ThawFish.uc"));
    const std::string glb = glb_of("models.dat/ThawFish_d.3d");
    const auto was = decode_image(sample_file("unreal/Models/ThawFish.pcx").bytes());
    const std::string paint = text_from(encode_png(plain_image(was->width, was->height, 10)));
    scratch_.put("painted.glb", with_moved_vertex(with_image(glb, paint), 0.02f));
    const Ran ran = replace({"models.dat", "ThawFish_d.3d", "painted.glb"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_NE(ran.err.find("ThawFish.pcx skipped: the archive has no file of this name"), std::string::npos) << ran.err;
    EXPECT_NE(ran.out.find("models.dat: ThawFish_a.3d "), std::string::npos) << ran.out;
    EXPECT_TRUE(scratch_.get("ThawFish.pcx") == text_of(sample_file("unreal/Models/ThawFish.pcx")));
    // One that was not painted is no loss.
    scratch_.put("moved.glb", with_moved_vertex(glb, 0.04f));
    EXPECT_EQ(replace({"models.dat", "ThawFish_d.3d", "moved.glb"}).code, 0);
}

TEST_F(ReplaceModels, TexelsGoIntoTheVideoMemoryThatTheModelWears) {
    const std::string before = scratch_.get("some.big");
    const std::vector<std::string> memory{"--vrm", "some.big/0001.vrm"};
    ASSERT_EQ(run({"convert", "some.big/0000_toadstool.ctr", memory[0], memory[1], "-o", "made.glb"}).code, 0);
    const std::string glb = scratch_.get("made.glb");
    scratch_.put("moved.glb", with_moved_vertex(glb, 0.02f));
    const Ran moved = replace({"some.big", "0000_toadstool.ctr", "moved.glb", memory[0], memory[1], "-o", "moved.big"});
    EXPECT_EQ(moved.code, 0) << moved.err;
    EXPECT_NE(moved.out.find("moved.big: 0000_toadstool.ctr "), std::string::npos) << moved.out;
    expect_others_untouched("moved.big", before, {"0000_toadstool.ctr"});
    const Pixels was = image_in(glb);
    scratch_.put("painted.glb", with_image(glb, text_from(encode_png(plain_image(was.width, was.height, 255)))));
    const Ran painted = replace({"some.big", "0000_toadstool.ctr", "painted.glb", memory[0], memory[1]});
    EXPECT_EQ(painted.code, 0) << painted.err;
    EXPECT_NE(painted.out.find("some.big: 0001.vrm "), std::string::npos) << painted.out;
    expect_others_untouched("some.big", before, {"0001.vrm"});
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

// A new image may have the name of one that other models show.
TEST_F(ReplaceModels, ImagesOfOtherModelsStay) {
    scratch_.put("fish.glb", glb_of("models.dat/Models/ThawFish_d.3d"));
    const auto archive_with = [&](const Blob& image) {
        scratch_.put("game.dat",
                     adat_of({{"rat_d.3d", tiny_data()}, {"rat_a.3d", tiny_aniv()}, {"THAWFISH.PCX", image}}));
    };
    const std::string other = text_from(encode_pcx(plain_image(8, 8, 9)));
    archive_with(blob_of(other));
    const Ran ran = replace({"game.dat", "rat_d.3d", "fish.glb"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_NE(ran.err.find("ThawFish.pcx skipped: the existing image of this name is not one of the model"),
              std::string::npos)
        << ran.err;
    EXPECT_TRUE(inside("game.dat", "THAWFISH.PCX") == other);
    archive_with(blob_of(other));
    EXPECT_EQ(replace({"game.dat", "rat_d.3d", "fish.glb", "--force"}).code, 0);
    EXPECT_FALSE(inside("game.dat", "THAWFISH.PCX") == other);
    // One that shows the same is no news, and an empty one waits for it.
    archive_with(sample_file("unreal/Models/ThawFish.pcx"));
    EXPECT_EQ(replace({"game.dat", "rat_d.3d", "fish.glb"}).code, 0);
    EXPECT_TRUE(inside("game.dat", "THAWFISH.PCX") == text_of(sample_file("unreal/Models/ThawFish.pcx")));
    archive_with(Blob());
    EXPECT_EQ(replace({"game.dat", "rat_d.3d", "fish.glb"}).code, 0);
    EXPECT_EQ(image_kind(blob_of(inside("game.dat", "THAWFISH.PCX")).bytes()), "pcx");
}

// What was not edited stays, also where the model has to be written anew. A script that Thaw made knows nothing of what
// else is in the one that is there.
TEST_F(ReplaceModels, ARebuiltModelLeavesImagesAndScriptsAlone) {
    const std::string before = scratch_.get("models.dat");
    const std::string glb = glb_of("models.dat/Models/ThawFish_d.3d");
    scratch_.put("edited.glb", without_face(glb));  // which changes in place
    EXPECT_EQ(replace({"models.dat", "Models/ThawFish_d.3d", "edited.glb"}).code, 0);
    expect_others_untouched("models.dat", before, {"Models/ThawFish_d.3d"});
    scratch_.put("models.dat", before);
    scratch_.put("edited.glb", with_moved_vertex(glb, 1000));  // out of the numbers of the file
    const Ran ran = replace({"models.dat", "Models/ThawFish_d.3d", "edited.glb"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("BUILD_REBUILT"), std::string::npos) << ran.out;
    EXPECT_NE(ran.err.find("ThawFish.uc skipped: the existing file is kept (--force replaces it)"), std::string::npos)
        << ran.err;
    EXPECT_TRUE(inside("models.dat", "Classes/ThawFish.uc") == text_of(sample_file("unreal/Classes/ThawFish.uc")));
    scratch_.put("models.dat", before);
    EXPECT_EQ(replace({"models.dat", "Models/ThawFish_d.3d", "edited.glb", "--force"}).code, 0);
    EXPECT_FALSE(inside("models.dat", "Classes/ThawFish.uc") == text_of(sample_file("unreal/Classes/ThawFish.uc")));
    // Nobody asked for the list of images that Thaw writes beside a model.
    scratch_.put("frog.glb", without_face(glb_of("datafile.sdf/FROG.DDD")));
    const Ran frog = replace({"datafile.sdf", "FROG.DDD", "frog.glb"});
    EXPECT_EQ(frog.code, 0) << frog.err;
    EXPECT_EQ(frog.err, "");
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

TEST_F(ReplaceModels, ImagesBecomeTheKindThatIsThere) {
    const Pixels paint = plain_image(16, 16, 77);
    scratch_.put("paint.png", text_from(encode_png(paint)));
    const std::string before = scratch_.get("datafile.sdf");
    const Ran ran = replace({"datafile.sdf", "FROG.PCX", "paint.png"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_NE(ran.out.find("\n  converted from png to pcx\n"), std::string::npos) << ran.out;
    EXPECT_TRUE(inside("datafile.sdf", "FROG.PCX") == text_from(encode_pcx(paint)));
    expect_others_untouched("datafile.sdf", before, {"FROG.PCX"});
    // As it is under its own kind, and what shows the same changes nothing.
    EXPECT_NE(replace({"datafile.sdf", "FROG.PCX", "paint.png"}).out.find("is already the same"), std::string::npos);
    scratch_.put("paint.bin", text_from(encode_pcx(plain_image(8, 8, 3))));
    EXPECT_EQ(replace({"datafile.sdf", "FROG.PCX", "paint.bin"}).code, 0);
    EXPECT_TRUE(inside("datafile.sdf", "FROG.PCX") == scratch_.get("paint.bin"));
}

TEST_F(ReplaceModels, ImagesThatThawDoesNotWriteAreRefused) {
    scratch_.put("x.dat", adat_of({{"x.bmp", blob_of(std::string("BM") + std::string(60, '\1'))}}));
    ASSERT_NE(run({"list", "x.dat"}).out.find("bmp"), std::string::npos);
    scratch_.put("paint.png", text_from(encode_png(plain_image(8, 8, 1))));
    const Ran ran = replace({"x.dat", "x.bmp", "paint.png"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.err.find("is png, but x.bmp is bmp; Thaw writes images as "), std::string::npos) << ran.err;
    EXPECT_EQ(replace({"x.dat", "x.bmp", "paint.png", "--force"}).code, 0);
    EXPECT_TRUE(inside("x.dat", "x.bmp") == scratch_.get("paint.png"));
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
