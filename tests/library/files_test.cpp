// From files and into files: nothing that was read is ever written to.
#include <gtest/gtest.h>
#include <unistd.h>

#include "library/samples.hpp"

#include <thaw/files.hpp>

namespace thaw::test {
namespace {

namespace fs = std::filesystem;

class Files : public ::testing::Test {
protected:
    Files() {
        folder_ = fs::path(::testing::TempDir()) / ("thaw_files_" + std::to_string(::getpid()) + "_" +
                                                    ::testing::UnitTest::GetInstance()->current_test_info()->name());
        fs::create_directories(folder_);
        for (const char* name : {"FROG.DDD", "FROG.PCX", "FROGEYE.PCX", "FROG.textures.json"}) {
            fs::copy(fs::path(THAW_SAMPLES) / "soulfu" / name, folder_);
        }
    }
    ~Files() override { fs::remove_all(folder_); }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }
    Blob bytes(const std::string& name) const {
        std::ifstream in(folder_ / name, std::ios::binary);
        return Blob::take({std::istreambuf_iterator<char>(in), {}});
    }
    void put(const std::string& name, std::string_view text) const { std::ofstream(folder_ / name) << text; }

    fs::path folder_;
};

TEST_F(Files, AModelGoesOutAndComesBack) {
    const auto model = load(path("FROG.DDD"));
    ASSERT_TRUE(model) << to_string(model.error());
    EXPECT_GE(model->bundle.parts.size(), 4u) << "with its companions";
    const auto out = save(*model, path("new/folder/queen.glb"), {.convert = {.compact = true}});
    ASSERT_TRUE(out) << to_string(out.error());
    EXPECT_EQ(out->files, std::vector<std::string>{path("new/folder/queen.glb")});
    const auto glb = load(path("new/folder/queen.glb"));
    ASSERT_TRUE(glb);
    const auto back = save(*glb, path("BACK.DDD"), {.convert = {.base = &*model}});
    ASSERT_TRUE(back) << to_string(back.error());
    EXPECT_EQ(back->files.front(), path("BACK.DDD"));
    EXPECT_EQ(bytes("BACK.DDD"), bytes("FROG.DDD"));
}

TEST_F(Files, WhatWasReadIsNeverReplaced) {
    const auto model = load(path("FROG.DDD"));
    ASSERT_TRUE(model);
    const Blob before = bytes("FROG.DDD");
    fs::create_symlink("FROG.DDD", folder_ / "LINK.DDD");
    fs::create_hard_link(folder_ / "FROG.DDD", folder_ / "HARD.DDD");
    for (const char* name : {"FROG.DDD", "LINK.DDD", "HARD.DDD"}) {
        EXPECT_FALSE(save(*model, path(name), {.force = true})) << name;
    }
    put("fake.glb", "x");
    const auto glb_name = path("fake.glb");
    EXPECT_FALSE(save(*model, glb_name)) << "somebody's file";
    EXPECT_TRUE(save(*model, glb_name, {.force = true}));
    const auto glb = load(glb_name);
    ASSERT_TRUE(glb);
    EXPECT_FALSE(save(*glb, path("FROG.DDD"), {.convert = {.base = &*model}, .force = true})) << "the base";
    EXPECT_EQ(bytes("FROG.DDD"), before);
}

TEST_F(Files, CompanionsThatAreThereAreLeft) {
    const auto model = load(path("FROG.DDD"));
    ASSERT_TRUE(model);
    ASSERT_TRUE(save(*model, path("a/frog.glb")));
    const auto glb = load(path("a/frog.glb"));
    ASSERT_TRUE(glb);
    const auto first = save(*glb, path("b/NEW.DDD"));
    ASSERT_TRUE(first) << to_string(first.error());
    EXPECT_TRUE(first->left.empty());
    put("c.txt", "");
    fs::create_directories(folder_ / "c");
    put("c/FROG.textures.json", "mine");
    const auto second = save(*glb, path("c/NEW.DDD"), {.force = true});
    ASSERT_TRUE(second) << to_string(second.error());
    if (first->files.size() > 1) {
        EXPECT_EQ(second->left, std::vector<std::string>{path("c/FROG.textures.json")});
        EXPECT_EQ(bytes("c/FROG.textures.json").size(), 4u);
    }
}

TEST_F(Files, TheEndingSaysWhat) {
    const auto model = load((fs::path(THAW_SAMPLES) / "unreal/Models/ThawFish_d.3d").string());
    ASSERT_TRUE(model) << to_string(model.error());
    const auto pair = save(*model, path("BIRD_D.3D"));
    ASSERT_TRUE(pair) << to_string(pair.error());
    EXPECT_EQ(pair->files, (std::vector<std::string>{path("BIRD_D.3D"), path("BIRD_A.3D")})) << "in capitals, too";
    EXPECT_EQ(bytes("BIRD_A.3D"), sample("unreal/Models/ThawFish_a.3d"));
    ASSERT_TRUE(save(*model, path("fish.png"), {.render = {.width = 32, .height = 32}}));
    EXPECT_EQ(bytes("fish.png")[1], 'P');
    const auto moving = save(*model, path("fish.gif"), {.render = {.width = 16, .height = 16, .turntable = true}});
    EXPECT_TRUE(moving) << to_string(moving.error());
    EXPECT_EQ(save(*model, path("fish.gif"), {.force = true}).error().code, Code::unsupported) << "a still is a PNG";
    EXPECT_EQ(save(*model, path("fish.txt")).error().code, Code::unsupported);
    EXPECT_EQ(save(*model, path("fish")).error().code, Code::unsupported);
}

TEST_F(Files, LoadSaysWhyNot) {
    EXPECT_EQ(load(path("missing.ddd")).error().code, Code::io);
    EXPECT_EQ(load(path("FROG.DDD"), {.format = "no such"}).error().code, Code::unsupported);
    EXPECT_EQ(load(path("FROG.DDD"), {.model = "no such"}).error().code, Code::missing_part);
    put("poem.txt", "rose");
    EXPECT_EQ(load(path("poem.txt")).error().code, Code::not_recognised);
    EXPECT_EQ(load_all(path("poem.txt")).size(), 1u);
}

}  // namespace
}  // namespace thaw::test
