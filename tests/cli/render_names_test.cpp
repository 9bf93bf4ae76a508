// `thaw render`: where images of several models go.
#include <set>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

class RenderVerb : public ::testing::Test {
protected:
    Ran run(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "render");
        return run_thaw(arguments, {.folder = scratch_.path()});
    }

    Scratch scratch_;
};

TEST_F(RenderVerb, ThreeModelsOfOneNameAreThreeImages) {
    for (const char* name : {"a/rat.ddd", "b/rat.ddd", "c/Rat.ddd"}) scratch_.put(name, tiny_ddd());
    const Ran ran = run({"a", "b", "c", "-o", "out/", "--size", "16"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    std::set<std::string> images;
    for (const std::string& name : scratch_.names()) {
        if (name.starts_with("out/")) images.insert(name);
    }
    EXPECT_EQ(images, (std::set<std::string>{"out/rat.png", "out/rat_ddd.png", "out/Rat_2.png"}));
}

TEST_F(RenderVerb, ASecondRunReplacesItsOwnWork) {
    scratch_.put("rat.ddd", tiny_ddd());
    for (const char* out : {"rat.png", "rat.gif", "rat.webp", "rat.apng"}) {
        std::vector<std::string> arguments{"rat.ddd", "-o", out, "--size", "16"};
        if (std::string(out) != "rat.png") arguments.push_back("--turntable");
        EXPECT_EQ(run(arguments).code, 0) << out;
        const Ran again = run(arguments);
        EXPECT_EQ(again.code, 0) << again.err;
    }
}

TEST_F(RenderVerb, AScriptOfSeveralModelsDoesNotFitIntoOneFile) {
    for (const char* name : {"One", "Two"}) {
        scratch_.put(std::string("Models/") + name + "_d.3d", tiny_data());
        scratch_.put(std::string("Models/") + name + "_a.3d", tiny_aniv());
    }
    scratch_.put("Classes/Both.uc",
                 "class Both extends Actor;\n"
                 "#exec MESH IMPORT MESH=One ANIVFILE=MODELS\\One_a.3d DATAFILE=MODELS\\One_d.3d\n"
                 "#exec MESH IMPORT MESH=Two ANIVFILE=MODELS\\Two_a.3d DATAFILE=MODELS\\Two_d.3d\n");
    const Ran ran = run({"Classes/Both.uc", "-o", "one.png", "--size", "16"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.err.find("one.png: another model of this run has been drawn there"), std::string::npos) << ran.err;
    EXPECT_EQ(run({"Classes/Both.uc", "-o", "two/", "--size", "16"}).code, 0);
}

}  // namespace
}  // namespace thaw::test
