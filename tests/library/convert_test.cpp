// Models as other files, in memory.
#include <gtest/gtest.h>

#include "library/samples.hpp"

#include <thaw/convert.hpp>
#include <thaw/sink.hpp>

namespace thaw::test {
namespace {

OpenedModel frog() {
    MemoryFiles files({{"FROG.PCX", sample("soulfu/FROG.PCX")},
                       {"FROGEYE.PCX", sample("soulfu/FROGEYE.PCX")},
                       {"FROG.textures.json", sample("soulfu/FROG.textures.json")}});
    return std::move(open_model({sample_part("soulfu/FROG.DDD")}, {.lookup = &files}).value());
}

Result<Converted> made(const Model& model, std::string_view target, const ConvertOptions& options = {}) {
    Issues issues;
    return convert(model, target, options, issues);
}

OpenedModel opened(const ConvertedFile& file) { return std::move(open_model({{{}, file.name, file.bytes}}).value()); }

std::vector<std::string> names(const Converted& converted) {
    std::vector<std::string> out;
    for (const ConvertedFile& file : converted.files) out.push_back(file.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(Convert, NamesTheFilesLikeTheModelOrAsAsked) {
    const OpenedModel model = frog();
    EXPECT_EQ(names(*made(model.model, "glb")), Names{"FROG.glb"});
    EXPECT_EQ(names(*made(model.model, "gltf", {.name = "pond/queen"})), (Names{"pond_queen.gltf", "pond_queen.bin"}));
    EXPECT_EQ(names(*made(model.model, "obj")),
              (Names{"FROG.obj", "FROG.mtl", "FROG_FROG.PCX.png", "FROG_FROGEYE.PCX.png"}));
    EXPECT_EQ(names(*made(model.model, "ddd")), Names{"FROG.DDD"}) << "written again, under its own name";
    EXPECT_EQ(names(*made(model.model, "rdy")), Names{"FROG.rdy"});
}

TEST(Convert, TheSourceIsInsideUnlessItIsLeftOut) {
    const OpenedModel model = frog();
    const auto with = made(model.model, "glb"), without = made(model.model, "glb", {.source = false});
    ASSERT_TRUE(with && without);
    EXPECT_GT(with->files[0].bytes.size(), without->files[0].bytes.size());
    EXPECT_EQ(made(opened(with->files[0]).model, "native")->files[0].bytes, sample("soulfu/FROG.DDD"));
    EXPECT_EQ(made(opened(without->files[0]).model, "native").error().code, Code::unsupported);
    const auto over = made(opened(without->files[0]).model, "ddd", {.base = &model.model});
    ASSERT_TRUE(over) << to_string(over.error());
    EXPECT_EQ(over->files[0].bytes, sample("soulfu/FROG.DDD")) << "nobody edited anything";
    EXPECT_TRUE(over->change_summary.size() > 0);
}

TEST(Convert, RefusesWhatCannotBe) {
    const OpenedModel model = frog();
    EXPECT_EQ(made(model.model, "paper").error().code, Code::unsupported);
    EXPECT_EQ(made(model.model, "").error().code, Code::unsupported);
    EXPECT_EQ(made(model.model, "sdf").error().code, Code::unsupported) << "an archive";
    EXPECT_EQ(made(model.model, "ddd", {.base = &model.model}).error().code, Code::unsupported);
    EXPECT_EQ(made(model.model, "ctc", {.base = &model.model}).error().code, Code::unsupported) << "another format's";
    EXPECT_EQ(made(model.model, "ddd", {.variant = "no such"}).error().code, Code::unsupported);
}

TEST(Convert, ChecksOptionsAgainstTheModel) {
    const OpenedModel model = frog();
    const auto why = [&](OptionValues values, std::string_view target = "glb") {
        const auto out = made(model.model, target, {.options = std::move(values)});
        return out ? std::string() : out.error().message;
    };
    EXPECT_EQ(why({{"rig", "exact"}}), "");
    EXPECT_EQ(why({{"smooth"}}), "");
    EXPECT_NE(why({{"rig", "loose"}}).find("loose is not"), std::string::npos) << why({{"rig", "loose"}});
    EXPECT_NE(why({{"frame", "1.5"}}).find("not a whole number"), std::string::npos);
    EXPECT_NE(why({{"frame", "100000"}}).find("frame 100000: the model has"), std::string::npos)
        << why({{"frame", "100000"}});
    EXPECT_NE(why({{"no-such", "1"}}).find("no format has an option no-such"), std::string::npos);
    EXPECT_NE(why({{"smooth"}}, "ddd").find("no effect"), std::string::npos) << why({{"smooth"}}, "ddd");
    EXPECT_NE(why({{"texture", "0=x.png"}}).find("given when a model is opened"), std::string::npos);
}

TEST(Convert, WriteGlbNeverMislabels) {
    const OpenedModel model = frog();
    Issues issues;
    const auto raw = to_scene(model.model, ConvertOptions{}, issues);
    ASSERT_TRUE(raw);
    BytesSink sink;
    const auto refused = write_glb(*raw, {}, sink);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::unrepresentable);
    EXPECT_NE(refused.error().message.find("neither PNG nor JPEG"), std::string::npos) << refused.error().message;
    const auto ready = to_exportable_scene(model.model, {}, issues);
    ASSERT_TRUE(ready);
    EXPECT_TRUE(write_glb(*ready, {}, sink));
}

}  // namespace
}  // namespace thaw::test
