// A name inside a file never leads outside the search roots.
#include "io/companions.hpp"

#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

namespace fs = std::filesystem;
using test::Scratch;
using Names = std::vector<std::string>;

class CompanionsTest : public ::testing::Test {
protected:
    CompanionsTest() {
        scratch_.put("secret.pcx", "outside");
        scratch_.put("root/fish.pcx", "fish");
        scratch_.put("root/Textures/Skin1.PCX", "skin");
        scratch_.put("root/Classes/a.uc", "nothing of interest");
        scratch_.put("root/Classes/b.uc", "#exec MESH IMPORT MESH=Fish DATAFILE=MODELS\\Fish_D.3D");
        scratch_.put("root/Classes/c.uc", "also FISH_d.3d");
        fs::create_symlink("../secret.pcx", scratch_.path("root/link.pcx"));
        fs::create_directory_symlink("..", scratch_.path("root/up"));
        fs::create_directory(scratch_.path("root/folder.pcx"));
        EXPECT_EQ(::mkfifo(scratch_.path("root/pipe.pcx").c_str(), 0666), 0);
    }

    // What the lookup finds, below the scratch folder; empty for nothing.
    std::string find(const Want& want, const std::vector<std::string>& roots) {
        const auto found = companions_.find(want, roots);
        std::string out;
        for (const Found& one : found) {
            if (!out.empty()) out += ' ';
            out += one.path.substr(scratch_.path().size()) + "=" + test::text_of(one.file.bytes).substr(0, 7);
        }
        return out;
    }
    std::string find(const std::string& name) { return find({"texture", {name}}, {scratch_.path("root")}); }

    Scratch scratch_;
    Folders folders_;
    Companions companions_{folders_, {}};
};

TEST_F(CompanionsTest, MatchesInAnyCaseWithEitherSeparator) {
    for (const char* name : {"fish.pcx", "FISH.PCX", "./fish.pcx", "Textures/../fish.pcx", "a/../fish.pcx",
                             "\\fish.pcx", "//fish.pcx", ".\\.\\fish.pcx"}) {
        EXPECT_EQ(find(name), "root/fish.pcx=fish") << name;
    }
    for (const char* name :
         {"textures/skin1.pcx", "TEXTURES\\SKIN1.PCX", "Textures//Skin1.PCX", "/textures/skin1.pcx"}) {
        EXPECT_EQ(find(name), "root/Textures/Skin1.PCX=skin") << name;
    }
}

TEST_F(CompanionsTest, TakesWhatTheWantAccepts) {
    Want want{"script", {"Classes/*.uc"}};
    want.accepts = [](const Blob& bytes) { return test::text_of(bytes).starts_with("also"); };
    EXPECT_EQ(find(want, {scratch_.path("root")}), "root/Classes/c.uc=also FI");
    want.accepts = {};
    want.mentions = "fish_d.3d";
    want.all = true;
    const std::string both = "root/Classes/b.uc=#exec M root/Classes/c.uc=also FI";
    EXPECT_EQ(find(want, {scratch_.path("root")}), both);
    EXPECT_EQ(find(want, {scratch_.path("root"), scratch_.path("root/")}), both);  // each file once
}

TEST_F(CompanionsTest, NeverLeavesTheRoot) {
    for (const char* name : {"../secret.pcx",
                             "..\\secret.pcx",
                             "a/../../secret.pcx",
                             "Textures/../../secret.pcx",
                             "../root/../secret.pcx",
                             "../root/fish.pcx",
                             "/etc/passwd",
                             "/../secret.pcx",
                             "C:\\fish.pcx",
                             "\\\\srv\\fish.pcx",
                             "link.pcx",
                             "up/secret.pcx",
                             "up/root/fish.pcx",
                             "folder.pcx",
                             "pipe.pcx",
                             "",
                             ".",
                             "..",
                             "/",
                             "*/../../secret.pcx"}) {
        EXPECT_EQ(find(name), "") << name;
    }
    EXPECT_EQ(find(std::string("fish.pcx\0x", 10)), "");
    EXPECT_EQ(find(scratch_.path("secret.pcx")), "");
    EXPECT_EQ(find(std::string(10'000, '/') + "fish.pcx"), "root/fish.pcx=fish");
    std::string deep;
    for (int i = 0; i < 10'000; ++i) deep += "x/";
    EXPECT_EQ(find(deep + "fish.pcx"), "");
    EXPECT_EQ(find(std::string(5000, 'x')), "");
}

TEST_F(CompanionsTest, PatternsDoNotFollowLinksEither) {
    EXPECT_EQ(find("*.pcx"), "root/fish.pcx=fish");
    EXPECT_EQ(find("l*.pcx"), "");
    EXPECT_EQ(find("p*.pcx"), "");
    EXPECT_EQ(find("*/secret.pcx"), "");
    EXPECT_EQ(find("*/skin*.pcx"), "root/Textures/Skin1.PCX=skin");
}

TEST_F(CompanionsTest, MentionsChoosesAmongMatches) {
    const Want want{"uc", {"Classes/*.uc"}, "fish_d.3d"};
    EXPECT_EQ(find(want, {scratch_.path("root")}), "root/Classes/b.uc=#exec M");
    EXPECT_EQ(find({"uc", {"Classes/*.uc"}, "shark_d.3d"}, {scratch_.path("root")}), "");
}

TEST_F(CompanionsTest, MentionsAreFoundInUtf16) {
    const std::string script = "#exec DATAFILE=Eel_d.3d";
    for (const bool big : {false, true}) {
        std::string wide = big ? "\xFE\xFF" : "\xFF\xFE";
        const std::string far = big ? std::string("\x30\x42") : std::string("\x42\x30");  // a letter beyond Latin-1
        wide += far;
        for (const char c : script) wide += big ? std::string{'\0', c} : std::string{c, '\0'};
        const std::string folder = big ? "big" : "little";
        scratch_.put(folder + "/a.uc", wide + far + "x");  // ends in the middle of a character
        EXPECT_EQ(find({"uc", {"*.uc"}, "eel_D.3d"}, {scratch_.path(folder)}).substr(0, folder.size() + 5),
                  folder + "/a.uc");
        EXPECT_EQ(find({"uc", {"*.uc"}, "eel_a.3d"}, {scratch_.path(folder)}), "");
    }
}

TEST_F(CompanionsTest, NamesComeBeforeRoots) {
    scratch_.put("other/first.pcx", "first");
    scratch_.put("other/fish.pcx", "second");
    const std::vector<std::string> roots{scratch_.path("root"), scratch_.path("other")};
    EXPECT_EQ(find({"t", {"first.pcx", "fish.pcx"}}, roots), "other/first.pcx=first");
    EXPECT_EQ(find({"t", {"fish.pcx"}}, roots), "root/fish.pcx=fish");
    EXPECT_EQ(find({"t", {"fish.pcx"}}, {scratch_.path("nowhere"), scratch_.path("other")}), "other/fish.pcx=second");
}

TEST_F(CompanionsTest, TheExactSpellingWins) {
    scratch_.put("case/FISH.pcx", "upper");
    scratch_.put("case/fish.pcx", "lower");
    EXPECT_EQ(find({"t", {"fish.pcx"}}, {scratch_.path("case")}), "case/fish.pcx=lower");
    EXPECT_EQ(find({"t", {"FISH.pcx"}}, {scratch_.path("case")}), "case/FISH.pcx=upper");
    EXPECT_EQ(find({"t", {"Fish.pcx"}}, {scratch_.path("case")}), "case/FISH.pcx=upper");
}

TEST_F(CompanionsTest, TooLargeIsNotThere) {
    Limits limits;
    limits.input_bytes = 3;
    Companions small(folders_, limits);
    EXPECT_TRUE(small.find({"t", {"fish.pcx"}}, {scratch_.path("root")}).empty());
}

// Read once in a run: a script is wanted by every model of its package.
TEST_F(CompanionsTest, SmallFilesAreRemembered) {
    EXPECT_EQ(find("fish.pcx"), "root/fish.pcx=fish");
    fs::remove(scratch_.path("root/fish.pcx"));
    EXPECT_EQ(find("fish.pcx"), "root/fish.pcx=fish");
}

// An entry that became a link after the folder was listed.
TEST_F(CompanionsTest, SwappedForALink) {
    ASSERT_TRUE(folders_.try_list(scratch_.path("root/")).ok());
    fs::remove(scratch_.path("root/fish.pcx"));
    fs::create_symlink("../secret.pcx", scratch_.path("root/fish.pcx"));
    EXPECT_EQ(find("fish.pcx"), "");
}

TEST(BelowRoot, ResolvesAsText) {
    EXPECT_EQ(*below_root("a/b\\c"), (Names{"a", "b", "c"}));
    EXPECT_EQ(*below_root("a/./b/../c"), (Names{"a", "c"}));
    EXPECT_EQ(*below_root("..."), Names{"..."});
    EXPECT_FALSE(below_root("a/.."));
    EXPECT_FALSE(below_root("a/../.."));
    EXPECT_FALSE(below_root("../a"));
}

}  // namespace
}  // namespace thaw::io
