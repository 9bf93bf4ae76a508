// `thaw replace` and images: those that come with a model, and those in the place of another.
#include "cli/replace_support.hpp"

namespace thaw::test {
namespace {

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

}  // namespace
}  // namespace thaw::test
