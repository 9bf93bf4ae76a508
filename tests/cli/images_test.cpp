// Images that are not there or cannot be read: `check` and `info` say of them what `convert` says.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "cli/run.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"
#include "support/json_reader.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Codes = std::map<std::string, int>;

struct Sample {
    const char* folder;
    const char* model;
    std::vector<const char*> images;
};

const std::vector<Sample>& samples() {
    static const std::vector<Sample> all{
        {"samples/ctc", "lantern.ctc", {"lantern.pcx", "lantern_spark.pcx"}},
        {"samples/soulfu", "FROG.DDD", {"FROG.PCX", "FROGEYE.PCX"}},
        {"samples/soulfu", "FROG.RDY", {"FROG.PCX", "FROGEYE.PCX"}},
        {"samples/unreal", "Models/ThawFish_d.3d", {"Models/ThawFish.pcx"}},
        {"samples/ctr", "toadstool.ctr", {"toadstool.vrm"}},
    };
    return all;
}

class Images : public ::testing::Test {
protected:
    Ran thaw(const std::vector<std::string>& arguments) { return run_thaw(arguments, {.folder = scratch_.path()}); }

    void put(const Sample& sample) {
        fs::copy(source_folder() / sample.folder, scratch_.path("in"), fs::copy_options::recursive);
    }
    void clear() {
        for (const char* folder : {"in", "out"}) fs::remove_all(scratch_.path(folder));
    }
    static Codes count(const json::Value& object) {
        Codes out;
        for (const json::Value& issue : list_at(object, "issues")) ++out[*issue.find("code")->get_if<std::string>()];
        return out;
    }
    Codes converted(const std::string& model) {
        const Ran ran = thaw({"convert", model, "-o", "out/", "-f", "--report", "report.json"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        const json::Value report = parse_json(scratch_.get("report.json"));
        fs::remove(scratch_.path("report.json"));
        return count(list_at(report, "models").at(0));
    }
    Codes said_by(const char* verb, const std::string& model) {
        const Ran ran = thaw({verb, "--json", model});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return count(parse_json(ran.out));
    }
    // All three verbs say this.
    void expect(const std::string& model, const Codes& codes) {
        EXPECT_EQ(converted(model), codes) << model;
        EXPECT_EQ(said_by("check", model), codes) << model;
        EXPECT_EQ(said_by("info", model), codes) << model;
    }

    Scratch scratch_;
};

TEST_F(Images, ThatAreThereAreNoFinding) {
    for (const Sample& sample : samples()) {
        put(sample);
        expect(std::string("in/") + sample.model, {});
        clear();
    }
}

TEST_F(Images, ThatAreMissingAreAFinding) {
    for (const Sample& sample : samples()) {
        put(sample);
        for (const char* image : sample.images) ASSERT_TRUE(fs::remove(scratch_.path("in") + '/' + image));
        const int count = static_cast<int>(sample.images.size());
        expect(std::string("in/") + sample.model, {{"TEXTURE_MISSING", count}});
        clear();
    }
}

TEST_F(Images, ThatCannotBeReadAreAFinding) {
    for (const Sample& sample : samples()) {
        if (std::string(sample.folder) == "samples/ctr") continue;  // video memory is no file of images
        put(sample);
        const std::string first = std::string("in/") + sample.images[0];
        const std::string whole = scratch_.get(first);
        // Unreal has it in two ways, with and without holes.
        const int count = std::string(sample.folder) == "samples/unreal" ? 2 : 1;
        for (const std::string& broken : {whole.substr(0, 200), std::string("no image"), std::string()}) {
            scratch_.put(first, broken);
            expect(std::string("in/") + sample.model, {{"TEXTURE_UNREADABLE", count}});
        }
        clear();
    }
}

class GlbImages : public Images {
protected:
    GlbImages() : glb_(text_of(load_file(source_folder() / "samples/penguin/penguin.glb"))) {
        scratch_.put("penguin.glb", glb_);
        png_ = glb_.find("\x89PNG");
        EXPECT_NE(png_, std::string::npos);
    }
    // A glTF whose only image is a file beside it.
    std::string gltf(const std::string& buffer, const std::string& image) {
        return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],)"
               R"("meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],)"
               R"("materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0},"metallicFactor":0}}],)"
               R"("textures":[{"source":0}],"images":[{"uri":")" +
               image +
               R"("}],"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],)"
               R"("max":[1,1,0]}],"bufferViews":[{"buffer":0,"byteLength":36}],"buffers":[{"byteLength":36,"uri":")" +
               buffer + R"("}]})";
    }

    std::string glb_;
    std::size_t png_ = 0;
};

const std::string triangle = "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";

TEST_F(GlbImages, InsideAreLookedAt) {
    expect("penguin.glb", {});
    for (const std::size_t at : {png_, glb_.find("IDAT", png_) + 4}) {  // its first bytes, its pixels
        std::string broken = glb_;
        broken.replace(at, 40, std::string(40, '\xFF'));
        scratch_.put("broken.glb", broken);
        expect("broken.glb", {{"TEXTURE_UNREADABLE", 1}});
    }
}

TEST_F(GlbImages, BesideAreLookedAt) {
    scratch_.put("beside.gltf", gltf(triangle, "skin.png"));
    expect("beside.gltf", {{"GLTF_IMAGE", 1}});  // once: it is not unreadable as well
    scratch_.put("skin.png", "no image");
    expect("beside.gltf", {{"TEXTURE_UNREADABLE", 1}});
    scratch_.put("skin.png", std::string_view(glb_).substr(png_));  // what follows a PNG does not matter
    expect("beside.gltf", {});
}

TEST_F(GlbImages, WithoutItsBufferAGltfIsNotClean) {
    scratch_.put("empty.gltf", gltf("gone.bin", "skin.png"));
    EXPECT_EQ(thaw({"convert", "empty.gltf", "-o", "out/"}).code, 2);
    const Ran check = thaw({"check", "empty.gltf"});
    EXPECT_EQ(check.code, 1) << check.out;
    EXPECT_NE(check.out.find("GLTF_FILE_MISSING"), std::string::npos) << check.out;
    EXPECT_NE(check.out.find("gone.bin"), std::string::npos) << check.out;
    EXPECT_NE(thaw({"info", "empty.gltf"}).out.find("GLTF_FILE_MISSING"), std::string::npos);
}

TEST_F(Images, CountForFailOn) {
    put(samples()[0]);
    EXPECT_EQ(thaw({"check", "--fail-on", "info", "in/lantern.ctc"}).code, 0);
    fs::remove(scratch_.path("in/lantern.pcx"));
    const Ran usual = thaw({"check", "in/lantern.ctc"});
    EXPECT_EQ(usual.code, 0);  // a warning
    EXPECT_NE(usual.out.find("1 warning"), std::string::npos) << usual.out;
    EXPECT_NE(usual.out.find("lantern.pcx"), std::string::npos) << usual.out;
    EXPECT_EQ(thaw({"check", "--fail-on", "warning", "in/lantern.ctc"}).code, 1);
    EXPECT_EQ(thaw({"check", "--fail-on", "never", "in/lantern.ctc"}).code, 0);
    EXPECT_EQ(thaw({"info", "in/lantern.ctc"}).code, 0);
    // Beside others it is counted.
    fs::copy(scratch_.path("in/lantern.ctc"), scratch_.path("in/other.ctc"));
    const Ran several = thaw({"check", "in", "--profile", "game"});
    EXPECT_NE(several.out.find("2 with warnings"), std::string::npos) << several.out;
}

}  // namespace
}  // namespace thaw::test
