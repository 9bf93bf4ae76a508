// What no output is written over, and where none can be written.
#include <sys/stat.h>

#include <filesystem>

#include <gtest/gtest.h>

#include "io/output.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::io {
namespace {

namespace fs = std::filesystem;
using test::blob_of;
using test::Scratch;

class Refusals : public ::testing::Test {
protected:
    Status write(const std::string& path, OutputOptions options = {}) {
        const std::vector<OutputFile> files{{path, blob_of("new")}};
        System system;
        const auto checked = check_targets(files, options, system);
        const auto written = write_files(files, options, system);
        EXPECT_EQ(checked.ok(), written.ok() || expect_late_);
        return written;
    }

    Scratch scratch_;
    bool expect_late_ = false;
};

TEST_F(Refusals, AnExistingFileWithoutForce) {
    scratch_.put("a", "old");
    const auto status = write(scratch_.path("a"));
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("--force"), std::string::npos);
    EXPECT_EQ(scratch_.get("a"), "old");
    EXPECT_TRUE(write(scratch_.path("a"), {.force = true}));
    EXPECT_EQ(scratch_.get("a"), "new");
}

// The same command again ends the same way: what it would write is there. One file of a set may be.
TEST_F(Refusals, NotAFileThatHasTheBytesAlready) {
    scratch_.put("a", "new");
    const auto before = fs::last_write_time(scratch_.path("a"));
    EXPECT_TRUE(write(scratch_.path("a")));
    EXPECT_EQ(fs::last_write_time(scratch_.path("a")), before);
    scratch_.put("b", "n");
    EXPECT_FALSE(write(scratch_.path("b")));
    System system;
    const std::vector<OutputFile> set{{scratch_.path("a"), blob_of("new")}, {scratch_.path("c"), blob_of("other")}};
    EXPECT_TRUE(write_files(set, {}, system));
    EXPECT_EQ(scratch_.get("c"), "other");
    auto staged = StagedFiles::stage(set, {}, system);
    ASSERT_TRUE(staged);
    EXPECT_TRUE(staged->commit({scratch_.path("a"), scratch_.path("d")}, {}));
    EXPECT_EQ(scratch_.get("d"), "other");
    EXPECT_EQ(scratch_.names(), (std::vector<std::string>{"a", "b", "c", "d"}));
    // An input stays one.
    struct stat status{};
    ASSERT_EQ(::stat(scratch_.path("a").c_str(), &status), 0);
    const InputFiles inputs{{static_cast<u64>(status.st_dev), static_cast<u64>(status.st_ino)}};
    EXPECT_FALSE(write(scratch_.path("a"), {.inputs = &inputs}));
}

TEST_F(Refusals, AnInputUnderAnyName) {
    scratch_.put("a", "old");
    fs::create_hard_link(scratch_.path("a"), scratch_.path("b"));
    struct stat status{};
    ASSERT_EQ(::stat(scratch_.path("a").c_str(), &status), 0);
    const FileId input{static_cast<u64>(status.st_dev), static_cast<u64>(status.st_ino)};
    const InputFiles inputs{input};
    EXPECT_FALSE(write(scratch_.path("b"), {.force = true, .inputs = &inputs}));
    EXPECT_EQ(scratch_.get("a"), "old");
    // A link to it too, also over another link; a link to something else is replaced.
    fs::create_symlink("a", scratch_.path("link"));
    fs::create_symlink("link", scratch_.path("far"));
    for (const char* name : {"link", "far"}) {
        EXPECT_FALSE(write(scratch_.path(name), {.force = true, .inputs = &inputs})) << name;
        EXPECT_TRUE(fs::is_symlink(scratch_.path(name))) << name;
    }
    scratch_.put("c", "other");
    fs::create_symlink("c", scratch_.path("free"));
    EXPECT_TRUE(write(scratch_.path("free"), {.force = true, .inputs = &inputs}));
    EXPECT_EQ(scratch_.get("c"), "other");
}

TEST_F(Refusals, FoldersAndPipes) {
    fs::create_directory(scratch_.path("folder"));
    ASSERT_EQ(::mkfifo(scratch_.path("pipe").c_str(), 0666), 0);
    EXPECT_FALSE(write(scratch_.path("folder"), {.force = true}));
    EXPECT_FALSE(write(scratch_.path("pipe"), {.force = true}));
    EXPECT_FALSE(write("/dev/null", {.force = true}));
    for (const char* target : {"pipe", "/dev/null"}) {
        fs::create_symlink(target, scratch_.path("link"));
        EXPECT_FALSE(write(scratch_.path("link"), {.force = true})) << target;
        fs::remove(scratch_.path("link"));
    }
    EXPECT_EQ(scratch_.names(), (std::vector<std::string>{"folder", "pipe"}));
}

TEST_F(Refusals, ALinkIsReplacedAndItsTargetLeftAlone) {
    scratch_.put("target", "old");
    fs::create_symlink("target", scratch_.path("link"));
    EXPECT_FALSE(write(scratch_.path("link")));
    EXPECT_TRUE(write(scratch_.path("link"), {.force = true}));
    EXPECT_EQ(scratch_.get("target"), "old");
    EXPECT_EQ(scratch_.get("link"), "new");
    EXPECT_FALSE(fs::is_symlink(scratch_.path("link")));
}

// A folder that takes no files, also for the superuser.
TEST_F(Refusals, FoldersThatTakeNoFile) {
    scratch_.put("file", "x");
    EXPECT_FALSE(write(scratch_.path("file/below")));
    expect_late_ = true;
    EXPECT_FALSE(write("/proc/thaw_out"));
    EXPECT_FALSE(write(scratch_.path("missing/below")));
    EXPECT_EQ(scratch_.names(), std::vector<std::string>{"file"});
}

TEST_F(Refusals, LongNames) {
    EXPECT_TRUE(write(scratch_.path(std::string(255, 'n'))));
    EXPECT_FALSE(write(scratch_.path(std::string(256, 'n'))));
    EXPECT_EQ(scratch_.names().size(), 1u);
}

}  // namespace
}  // namespace thaw::io
