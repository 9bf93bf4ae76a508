// `.thaw_done` in an output folder: whatever lies there in its place, models are converted and nothing else is touched.
#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run.hpp"
#include "io/scratch.hpp"

namespace thaw::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class DoneList : public ::testing::Test {
protected:
    DoneList() {
        for (const char* name : {"in/a.ddd", "in/b.ddd", "in/c.ddd"}) scratch_.put(name, tiny_ddd());
    }
    Ran run(const Words& more = {}) {
        Words arguments{"convert", "in", "-o", "out"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_thaw(arguments, {.folder = scratch_.path(), .limit_seconds = 60});
    }
    // All models, with a single line about the journal, now and the next time.
    void expect_converted_without(const std::string& words) {
        for (int i = 0; i < 2; ++i) {
            const Ran ran = run();
            EXPECT_EQ(ran.code, 0) << ran.err;
            EXPECT_EQ(ran.err, "thaw: out/.thaw_done: " + words +
                                   "; the next run will convert these models again\nconverted       3\n");
            for (const char* name : {"out/a.glb", "out/b.glb", "out/c.glb"}) {
                EXPECT_EQ(scratch_.get(name).substr(0, 4), "glTF") << name;
            }
        }
    }

    Scratch scratch_;
};

TEST_F(DoneList, APipeThere) {
    fs::create_directory(scratch_.path("out"));
    ASSERT_EQ(::mkfifo(scratch_.path("out/.thaw_done").c_str(), 0666), 0);
    expect_converted_without("is a pipe, not a file");
}

TEST_F(DoneList, ALinkThere) {
    fs::create_directory(scratch_.path("out"));
    scratch_.put("precious", "untouched\n");
    fs::create_symlink("../precious", scratch_.path("out/.thaw_done"));
    expect_converted_without("is a link, not a file");
    EXPECT_EQ(scratch_.get("precious"), "untouched\n");
    // Nor is what it leads to believed.
    fs::remove(scratch_.path("out/.thaw_done"));
    EXPECT_EQ(run().code, 0);
    fs::rename(scratch_.path("out/.thaw_done"), scratch_.path("precious"));
    fs::create_symlink("../precious", scratch_.path("out/.thaw_done"));
    expect_converted_without("is a link, not a file");
}

TEST_F(DoneList, AFolderThere) {
    fs::create_directories(scratch_.path("out/.thaw_done"));
    expect_converted_without("is a folder, not a file");
}

TEST_F(DoneList, OneThatCannotBeWritten) {
    if (::geteuid() == 0) GTEST_SKIP() << "root may write everything";
    scratch_.put("out/.thaw_done", "");
    fs::permissions(scratch_.path("out/.thaw_done"), fs::perms::owner_read);
    expect_converted_without("cannot be opened: permission denied");
}

TEST_F(DoneList, OfAnotherShard) {
    fs::create_directory(scratch_.path("out"));
    ASSERT_EQ(::mkfifo(scratch_.path("out/.thaw_done.2-2").c_str(), 0666), 0);
    const Ran ran = run();
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.err, "thaw: out/.thaw_done.2-2: is a pipe, not a file; ignored\nconverted       3\n");
}

// A hard link is another name of the same file, and a backup may consist of them.
TEST_F(DoneList, WithASecondName) {
    EXPECT_EQ(run().code, 0);
    fs::create_hard_link(scratch_.path("out/.thaw_done"), scratch_.path("backup"));
    const std::string before = scratch_.get("backup");
    fs::remove(scratch_.path("out/a.glb"));
    EXPECT_NE(run().err.find("converted       1\nup to date      2"), std::string::npos);
    EXPECT_EQ(scratch_.get("backup"), before);
    EXPECT_NE(run().err.find("up to date      3"), std::string::npos) << "and it is the journal all the same";
}

// A folder that is an archive has none.
TEST_F(DoneList, InAnArchive) {
    EXPECT_EQ(run().code, 0);
    scratch_.put("packed.dat", adat_of({{"thaw_done", Blob::copy_of({})}, {"a.glb", tiny_ddd()}}));
    const std::string before = scratch_.get("packed.dat");
    const Ran ran = run_thaw({"convert", "in", "-o", "packed.dat/"}, {.folder = scratch_.path(), .limit_seconds = 60});
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_EQ(scratch_.get("packed.dat"), before);
}

// What counts is the content: the size and the time of an output may be what they were.
TEST_F(DoneList, AnOutputThatWasChanged) {
    EXPECT_EQ(run().code, 0);
    const std::string path = scratch_.path("out/b.glb");
    const std::string made = scratch_.get("out/b.glb");
    const auto time = fs::last_write_time(path);
    const auto change = [&](std::size_t at) {
        std::string changed = made;
        changed[at] = static_cast<char>(changed[at] ^ 1);
        scratch_.put("out/b.glb", changed);
        fs::last_write_time(path, time);
        return changed;
    };
    // It is still Thaw's by its stamp: made again.
    change(made.size() - 1);
    EXPECT_EQ(run().err, "converted       1\nup to date      2  (--again converts them again)\n");
    EXPECT_TRUE(scratch_.get("out/b.glb") == made);
    // It is not: somebody's own, and not replaced.
    const std::string theirs = change(made.find("Thaw"));
    const Ran ran = run();
    EXPECT_EQ(ran.code, 4) << ran.err;
    EXPECT_NE(ran.err.find("out/b.glb: exists already; --force replaces it"), std::string::npos) << ran.err;
    EXPECT_NE(ran.err.find("up to date      2"), std::string::npos) << ran.err;
    EXPECT_TRUE(scratch_.get("out/b.glb") == theirs);
    // Moved and copied, it is what it was.
    scratch_.put("out/b.glb", made);
    EXPECT_NE(run().err.find("up to date      3"), std::string::npos);
}

}  // namespace
}  // namespace thaw::test
