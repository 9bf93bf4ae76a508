// `thaw dump` as a program; what it shows is tested with the inspect folder.
#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

class Dump : public ::testing::Test {
protected:
    Dump() {
        scratch_.put("rat.ddd", tiny_ddd());
        scratch_.put("short.ddd", tiny_ddd().slice(0, 40));
    }
    Ran run(std::vector<std::string> arguments, RunOptions options = {}) {
        options.folder = scratch_.path();
        arguments.insert(arguments.begin(), "dump");
        return run_thaw(arguments, options);
    }

    Scratch scratch_;
};

TEST_F(Dump, EveryStyle) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"rat.ddd"}, {"--hex", "rat.ddd"}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 0) << ran.err;
        EXPECT_NE(ran.out.find("scaling"), std::string::npos);
        EXPECT_EQ(ran.out.find('\x1b'), std::string::npos);
        EXPECT_EQ(ran.err, "");
    }
    const Ran json = run({"--json", "rat.ddd"});
    EXPECT_EQ(json.code, 0);
    EXPECT_TRUE(is_json(json.out)) << json.out;
    EXPECT_NE(run({"--hex", "--color", "always", "rat.ddd"}).out.find("\x1b["), std::string::npos);
    EXPECT_EQ(run({"--hex", "--json", "rat.ddd"}).code, 3);
}

TEST_F(Dump, OneFieldOrOneByte) {
    EXPECT_NE(run({"--field", "bases[0].bones[0]", "rat.ddd"}).out.find("joints"), std::string::npos);
    EXPECT_EQ(run({"--field", "bases[0].bones[0]", "rat.ddd"}).out.find("scaling"), std::string::npos);
    EXPECT_EQ(run({"--at", "0x1", "rat.ddd"}).out, run({"--at", "1", "rat.ddd"}).out);
    EXPECT_NE(run({"--at", "1", "rat.ddd"}).out.find("scaling"), std::string::npos);
}

TEST_F(Dump, AskingForWhatIsNotThereIsWrongUsage) {
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--field", "nonsense", "rat.ddd"},
                                                      {"--at", "0xffffff", "rat.ddd"},
                                                      {"--at", "18446744073709551616", "rat.ddd"},
                                                      {"--at", "-1", "rat.ddd"},
                                                      {"--at", "0x", "rat.ddd"},
                                                      {"--at", "twelve", "rat.ddd"},
                                                      {"--part", "nonsense", "rat.ddd"}}) {
        const Ran ran = run(arguments);
        EXPECT_EQ(ran.code, 3) << arguments[1] << ": " << ran.err;
        EXPECT_EQ(lines_of(ran.err).size(), 1u) << ran.err;
    }
}

TEST_F(Dump, ABrokenFileUpToTheFailingField) {
    const Ran ran = run({"short.ddd"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_NE(ran.out.find("bases[0].num_vertices"), std::string::npos) << ran.out;
    EXPECT_NE(ran.err.find("short.ddd: byte 0x14, bases[0].vertices"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace thaw::test
