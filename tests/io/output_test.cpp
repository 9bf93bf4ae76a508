// An output file is the old one or the complete new one, whatever fails.
#include "io/output.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "io/path.hpp"
#include "io/scratch.hpp"
#include "support/corpus.hpp"

namespace thaw::io {
namespace {

namespace fs = std::filesystem;
using test::blob_of;
using test::Scratch;

// Lets the n-th call fail, once.
class Faulty final : public System {
public:
    static constexpr int sudden_end = -1;  // in place of an errno: the process is killed before the call

    Faulty(int nth, int error, bool nameless) : nth_(nth), error_(error), nameless_(nameless) {}

    const std::string& failed_call() const { return failed_; }

    int create(const std::string& path) override { return hit("create") ? -1 : System::create(path); }
    int create_nameless(const std::string& folder) override {
        if (nameless_) return hit("create_nameless") ? -1 : System::create_nameless(folder);
        errno = ENOTSUP;
        return -1;
    }
    int name(int fd, const std::string& path) override { return hit("name") ? -1 : System::name(fd, path); }
    int reserve(int fd, u64 bytes) override { return hit("reserve") ? -1 : System::reserve(fd, bytes); }
    int shorten(int fd, u64 bytes) override { return hit("shorten") ? -1 : System::shorten(fd, bytes); }
    std::ptrdiff_t write(int fd, const u8* bytes, std::size_t size) override {
        if (hit("write")) {
            if (error_ != 0) return -1;
            return System::write(fd, bytes, (size + 1) / 2);  // a short write
        }
        return System::write(fd, bytes, size);
    }
    int sync(int fd) override { return hit("sync") ? -1 : System::sync(fd); }
    int close(int fd) override {
        const bool fails = hit(fd == folder_ ? "close_folder" : "close");
        const int result = System::close(fd);  // it is closed even when that fails
        if (fails) errno = error_;
        return fails ? -1 : result;
    }
    int open_folder(const std::string& path) override {
        return folder_ = hit("open_folder") ? -1 : System::open_folder(path);
    }
    int rename_over(const std::string& from, const std::string& to) override {
        return hit("rename_over") ? -1 : System::rename_over(from, to);
    }
    int rename_new(const std::string& from, const std::string& to) override {
        return hit("rename_new") ? -1 : System::rename_new(from, to);
    }
    int link(const std::string& from, const std::string& to) override {
        return hit("link") ? -1 : System::link(from, to);
    }
    int unlink(const std::string& path) override { return hit("unlink") ? -1 : System::unlink(path); }
    int look(const std::string& path, TargetStatus& status) override {
        return hit("look") ? -1 : System::look(path, status);
    }

private:
    bool hit(const char* call) {
        if (++calls_ != nth_) return false;
        if (error_ == sudden_end) ::raise(SIGKILL);
        failed_ = call;
        errno = error_;
        return error_ != 0 || std::string_view(call) == "write";
    }

    int nth_;
    int error_;  // 0: the call only writes half
    bool nameless_;
    int calls_ = 0;
    int folder_ = -1;
    std::string failed_;
};

struct Setting {
    bool exists;
    bool durable;
    std::size_t files;
    bool nameless = false;
};

std::vector<OutputFile> make_files(const Scratch& scratch, std::size_t count) {
    std::vector<OutputFile> files;
    for (std::size_t i = 0; i < count; ++i) {
        files.push_back({scratch.path("out" + std::to_string(i)), blob_of("new content " + std::to_string(i))});
    }
    return files;
}

class EveryFault : public ::testing::TestWithParam<Setting> {};

TEST_P(EveryFault, LeavesTheTargetsAsTheyWere) {
    const Setting setting = GetParam();
    for (const int error : {EIO, ENOSPC, EINTR, EDQUOT, 0}) {
        bool reached = true;
        int nth = 0;
        while (reached) {
            ++nth;
            const Scratch scratch;
            const auto files = make_files(scratch, setting.files);
            std::vector<std::string> before;
            if (setting.exists) {
                for (const OutputFile& file : files) scratch.put(name_of(file.path), "old content");
            }
            before = scratch.names();

            Faulty system(nth, error, setting.nameless);
            const auto status = write_files(files, {.force = setting.exists, .durable = setting.durable}, system);
            reached = !system.failed_call().empty();
            const std::string where =
                "call " + std::to_string(nth) + " " + system.failed_call() + " errno " + std::to_string(error);
            for (const OutputFile& file : files) {
                if (status) {
                    EXPECT_EQ(scratch.get(name_of(file.path)), test::text_of(file.bytes)) << where;
                } else if (setting.exists) {
                    EXPECT_EQ(scratch.get(name_of(file.path)), "old content") << where;
                }
            }
            if (status) {
                EXPECT_EQ(scratch.names().size(), files.size()) << where;
            } else {
                EXPECT_EQ(scratch.names(), before) << where;
                EXPECT_EQ(status.error().code, Code::io);
                EXPECT_FALSE(status.error().file.empty());
            }
            // Interrupted calls are repeated and short writes continued; a failing unlink is tried again, and
            // nothing was written through a folder; without nameless files there are named ones. Only the rest is an
            // error.
            const bool harmless = error == EINTR || error == 0 || system.failed_call() == "unlink" ||
                                  system.failed_call() == "close_folder" || system.failed_call() == "create_nameless";
            EXPECT_EQ(status.ok(), harmless || !reached) << where;
        }
        EXPECT_GT(nth, 5);  // look, create, write, close, rename at least
    }
}

std::string setting_name(const ::testing::TestParamInfo<Setting>& info) {
    return std::string(info.param.exists ? "replacing" : "creating") + (info.param.durable ? "_durable_" : "_") +
           std::to_string(info.param.files) + (info.param.nameless ? "_nameless" : "");
}

INSTANTIATE_TEST_SUITE_P(All, EveryFault,
                         ::testing::Values(Setting{false, false, 1}, Setting{true, false, 1}, Setting{false, true, 1},
                                           Setting{true, true, 1}, Setting{false, false, 2}, Setting{true, false, 2},
                                           Setting{false, true, 2}, Setting{true, true, 2}, Setting{true, false, 3},
                                           Setting{false, false, 1, true}, Setting{true, false, 1, true},
                                           Setting{true, true, 1, true}, Setting{false, false, 2, true},
                                           Setting{false, true, 2, true}, Setting{true, true, 3, true}),
                         setting_name);

// A failing temporary of the second file must not touch the first target: all of them are staged before any has its
// name.
TEST(Output, StagesEverythingBeforeTheFirstName) {
    struct Recorder final : System {
        std::vector<std::string> order;
        int create_nameless(const std::string& folder) override {
            order.emplace_back("create");
            return System::create_nameless(folder);
        }
        int sync(int fd) override {
            order.emplace_back("sync");
            return System::sync(fd);
        }
        int name(int fd, const std::string& path) override {
            order.emplace_back("name");
            return System::name(fd, path);
        }
    };
    const Scratch scratch;
    Recorder system;
    ASSERT_TRUE(write_files(make_files(scratch, 2), {.durable = true}, system));
    EXPECT_EQ(system.order,
              (std::vector<std::string>{"create", "sync", "create", "sync", "name", "name", "sync", "sync"}));
}

// The program ends at once before any call. Each file is the old one or the new one; what else is left over is
// ours.
TEST_P(EveryFault, ASuddenEndLeavesOldOrNew) {
    const Setting setting = GetParam();
    bool ended = true;
    int nth = 0;
    while (ended) {
        ++nth;
        const Scratch scratch;
        const auto files = make_files(scratch, setting.files);
        if (setting.exists) {
            for (const OutputFile& file : files) scratch.put(name_of(file.path), "old content");
        }
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            Faulty system(nth, Faulty::sudden_end, setting.nameless);
            const auto status = write_files(files, {.force = setting.exists, .durable = setting.durable}, system);
            std::_Exit(status.ok() ? 0 : 1);
        }
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        ended = WIFSIGNALED(status);
        if (!ended) {
            ASSERT_EQ(WEXITSTATUS(status), 0);
        }
        for (const OutputFile& file : files) {
            const std::string now = scratch.get(name_of(file.path));
            const bool is_old = setting.exists ? now == "old content" : !fs::exists(file.path);
            EXPECT_TRUE(now == test::text_of(file.bytes) || is_old) << "before call " << nth << ": " << now;
        }
        for (const std::string& name : scratch.names()) {
            const bool ours = name.starts_with(temporary_prefix) && ended && (setting.exists || !setting.nameless);
            EXPECT_TRUE(ours || name.starts_with("out")) << "before call " << nth << ": " << name;
        }
    }
    EXPECT_GT(nth, 5);
}

// A file that is long enough for a thread of its own: in odd pieces, with a call that fails anywhere.
TEST(Output, WritesALargeFileBesideItsMaking) {
    std::string content(3'000'000, ' ');
    for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * i >> 7);
    const auto make = [&](Sink& out) -> Status {
        std::size_t at = 0;
        for (std::size_t piece = 1; at < content.size(); piece = piece * 3 % 700'001) {
            const std::size_t n = std::min(piece, content.size() - at);
            if (!out.write(std::string_view(content).substr(at, n))) return Error{Code::cancelled, "stopped"};
            at += n;
        }
        return Done{};
    };
    for (const int error : {0, ENOSPC, EINTR}) {
        for (const int nth : {1, 2, 3, 6, 7, 8, 10, 14, 15, 16, 17}) {
            const Scratch scratch;
            Faulty system(nth, error, true);
            const std::vector<OutputFile> files{{.path = scratch.path("large"), .make = make}};
            const Status status = write_files(files, {}, system);
            const bool lost =
                error == ENOSPC && system.failed_call() != "" && system.failed_call() != "create_nameless";
            EXPECT_EQ(status.ok(), !lost) << nth << ' ' << system.failed_call();
            if (status) {
                EXPECT_TRUE(scratch.get("large") == content) << nth;
            } else {
                EXPECT_TRUE(scratch.names().empty()) << nth;
                EXPECT_NE(status.error().message.find("space"), std::string::npos) << status.error().message;
            }
        }
    }
}

// What is put into the sink's own memory, and more or fewer bytes than it was told to expect.
TEST(Output, GivesRoomForBytesToBeMadeIn) {
    std::string content(1'500'000, ' ');
    for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * i >> 9);
    for (const u64 expected : {u64{0}, u64{content.size()}, u64{content.size() + 70'000}, u64{content.size() / 2}}) {
        const auto make = [&](Sink& out) -> Status {
            out.expect(expected);
            bool ok = true;
            std::size_t at = 0;
            for (std::size_t piece = 1; ok && at < content.size(); piece = piece * 3 % 70'001) {
                const auto room = out.room();
                EXPECT_FALSE(room.empty());
                const std::size_t n = std::min({piece, content.size() - at, piece % 2 == 0 ? piece : room.size()});
                if (piece % 2 == 0) {
                    ok = out.write(std::string_view(content).substr(at, n));
                } else {
                    std::copy_n(content.begin() + static_cast<std::ptrdiff_t>(at), n, room.begin());
                    ok = out.filled(n);
                }
                at += n;
            }
            return ok ? Status(Done{}) : Status(Error{Code::cancelled, "stopped"});
        };
        for (const int error : {0, ENOSPC, EINTR}) {
            for (int nth = 1; nth < 14; ++nth) {
                const Scratch scratch;
                Faulty system(nth, error, true);
                const std::vector<OutputFile> files{{.path = scratch.path("made"), .make = make}};
                const Status status = write_files(files, {}, system);
                const std::string& failed = system.failed_call();
                const bool lost = error == ENOSPC && failed != "" && failed != "create_nameless";
                EXPECT_EQ(status.ok(), !lost) << expected << ' ' << nth << ' ' << failed;
                EXPECT_TRUE(status ? scratch.get("made") == content : scratch.names().empty())
                    << expected << ' ' << nth;
            }
        }
    }
}

TEST(Places, AreTheSameUnderAnyPath) {
    const Scratch scratch;
    scratch.put("in/a", "x");
    fs::create_directory_symlink("in", scratch.path("link"));
    const std::string a = place_of(scratch.path("in/a"));
    for (const char* same : {"./in/a", "in/../in/a", "link/a", "in//a", "in/new/../a"}) {
        EXPECT_EQ(place_of(scratch.path(same)), a) << same;
    }
    for (const char* other : {"in/A", "in/b", "a", "in/in/a", "in/a/b"}) {
        EXPECT_NE(place_of(scratch.path(other)), a) << other;
    }
    // Nothing has to be there yet.
    EXPECT_EQ(place_of(scratch.path("new/deep/x")), place_of(scratch.path("link/../new/./deep//x")));
    EXPECT_NE(place_of(scratch.path("new/deep/x")), place_of(scratch.path("new/x")));
    // A link is what is replaced, and so a place of its own.
    fs::create_symlink("a", scratch.path("in/to_a"));
    EXPECT_NE(place_of(scratch.path("in/to_a")), a);
    EXPECT_EQ(place_of("x"), place_of("./x"));
    EXPECT_EQ(place_of("/"), place_of("//"));
}

TEST(Output, RespectsTheUmask) {
    const Scratch scratch;
    System system;
    for (const mode_t mask : {mode_t{0}, mode_t{022}, mode_t{077}}) {
        const mode_t before = ::umask(mask);
        const std::vector<OutputFile> files{{scratch.path("f" + std::to_string(mask)), blob_of("x")}};
        EXPECT_TRUE(write_files(files, {}, system));
        ::umask(before);
        struct stat status{};
        ASSERT_EQ(::stat(files[0].path.c_str(), &status), 0);
        EXPECT_EQ(status.st_mode & 0777u, 0666u & ~mask);
    }
}

TEST(Output, MakesFoldersAndSaysWhereItCannot) {
    const Scratch scratch;
    System system;
    EXPECT_TRUE(make_folders(scratch.path("a/b/c/"), system));
    EXPECT_TRUE(make_folders(scratch.path("a/b/c"), system));
    EXPECT_TRUE(fs::is_directory(scratch.path("a/b/c")));
    EXPECT_TRUE(make_folders("", system));
    scratch.put("file", "x");
    EXPECT_FALSE(make_folders(scratch.path("file/d/e"), system));
}

}  // namespace
}  // namespace thaw::io
