// The journal of a folder: it grows, and nothing else does.
#include "io/journal.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

class Journals : public ::testing::Test {
protected:
    std::string path() const { return scratch_.path("journal"); }
    // Lines without the empty ones that part what different runs wrote.
    Lines lines() const {
        auto all = Journal(path()).lines();
        if (!all) return {all.error().message};
        std::erase(*all, "");
        return *all;
    }
    void expect_refused(const std::string& words) const {
        Journal journal(path());
        const auto added = journal.add("line");
        ASSERT_FALSE(added);
        EXPECT_NE(added.error().message.find(words), std::string::npos) << added.error().message;
        EXPECT_EQ(added.error().file, path());
        EXPECT_FALSE(journal.add("line")) << "nor later";
        const auto read = journal.lines();
        ASSERT_FALSE(read);
        EXPECT_NE(read.error().message.find(words), std::string::npos) << read.error().message;
    }

    test::Scratch scratch_;
};

TEST_F(Journals, KeepWholeLines) {
    EXPECT_EQ(lines(), Lines{}) << "there is none";
    {
        Journal journal(path());
        EXPECT_TRUE(journal.add("one"));
        EXPECT_TRUE(journal.add("two"));
    }
    EXPECT_EQ(lines(), (Lines{"one", "two"}));
    scratch_.put("journal", scratch_.get("journal") + "cut o");
    EXPECT_EQ(lines(), (Lines{"one", "two"}));
    EXPECT_TRUE(Journal(path()).add("three"));
    EXPECT_EQ(lines(), (Lines{"one", "two", "cut o", "three"}));
    EXPECT_FALSE(Journal(scratch_.path("nowhere/journal")).add("x"));
}

TEST_F(Journals, AreNoLinks) {
    scratch_.put("elsewhere", "untouched\n");
    fs::create_symlink("elsewhere", path());
    expect_refused("is a link");
    EXPECT_EQ(scratch_.get("elsewhere"), "untouched\n");
    fs::remove(path());
    fs::create_symlink("nowhere", path());
    expect_refused("is a link");
    EXPECT_FALSE(fs::exists(scratch_.path("nowhere")));
}

// A copy made of hard links stays what it was.
TEST_F(Journals, PartFromTheirOtherNames) {
    EXPECT_TRUE(Journal(path()).add("one"));
    fs::create_hard_link(path(), scratch_.path("other"));
    const std::string before = scratch_.get("other");
    Journal journal(path());
    EXPECT_TRUE(journal.add("two"));
    EXPECT_TRUE(journal.add("three"));
    EXPECT_EQ(scratch_.get("other"), before);
    EXPECT_EQ(lines(), (Lines{"one", "two", "three"}));
    EXPECT_EQ(scratch_.names(), (Lines{"journal", "other"}));
}

TEST_F(Journals, ArePlainFiles) {
    ASSERT_EQ(::mkfifo(path().c_str(), 0666), 0);
    expect_refused("is a pipe");
    fs::remove(path());
    fs::create_directory(path());
    expect_refused("is a folder");
    fs::remove(path());
    fs::current_path(scratch_.path());  // a socket's name must be short
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, "journal");
    ASSERT_EQ(::bind(socket, static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address), 0);
    expect_refused("is a socket");
    fs::current_path("/");
    EXPECT_FALSE(Journal("/dev/null").add("x"));
    EXPECT_FALSE(Journal("/dev/null").lines());
}

}  // namespace
}  // namespace thaw::io
