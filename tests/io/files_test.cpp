// What is not a plain file of sensible size is an error with one line, never a wait.
#include "io/files.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

using test::Scratch;

std::string error_of(const std::string& path, const Limits& limits = {}) {
    const auto result = read_file(path, limits);
    return result ? "no error" : to_string(result.error());
}

TEST(ReadFile, GivesEveryByte) {
    const Scratch scratch;
    const std::string text("a\0b\xff\n", 5);
    const auto file = read_file(scratch.put("x", text), {});
    ASSERT_TRUE(file);
    EXPECT_EQ(test::text_of(file->bytes), text);
    const auto empty = read_file(scratch.put("empty", ""), {});
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->bytes.empty());
}

TEST(ReadFile, ItsEnds) {
    const Scratch scratch;
    const auto ends = [](const std::string& path) {
        const auto head = read_head(path, 4);
        const auto tail = read_tail(path, 4);
        return std::string(head.begin(), head.end()) + '|' + std::string(tail.begin(), tail.end());
    };
    EXPECT_EQ(ends(scratch.put("long", "abcdefgh")), "abcd|efgh");
    EXPECT_EQ(ends(scratch.put("short", "ab")), "ab|ab");
    EXPECT_EQ(ends(scratch.put("empty", "")), "|");
    EXPECT_EQ(ends(scratch.path("none")), "|");
    EXPECT_EQ(ends(scratch.path()), "|") << "a folder";
}

TEST(ReadFile, TheCapIsInclusive) {
    const Scratch scratch;
    const std::string path = scratch.put("x", "12345");
    Limits limits;
    limits.input_bytes = 5;
    EXPECT_TRUE(read_file(path, limits));
    limits.input_bytes = 4;
    const auto refused = read_file(path, limits);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::over_budget);
}

TEST(ReadFile, ASparseGiantCostsNothing) {
    const Scratch scratch;
    scratch.put("giant", "");
    std::filesystem::resize_file(scratch.path("giant"), u64{5} << 30);
    const auto refused = read_file(scratch.path("giant"), {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::over_budget);
}

TEST(ReadFile, ThingsThatAreNoFiles) {
    const Scratch scratch;
    std::filesystem::create_directory(scratch.path("folder"));
    ASSERT_EQ(::mkfifo(scratch.path("pipe").c_str(), 0666), 0);
    std::filesystem::create_symlink("nowhere", scratch.path("dangling"));
    std::filesystem::create_symlink("loop", scratch.path("loop"));
    EXPECT_NE(error_of(scratch.path("folder")).find("is a folder"), std::string::npos);
    EXPECT_NE(error_of(scratch.path("pipe")).find("is a pipe"), std::string::npos);
    EXPECT_NE(error_of("/dev/zero").find("is a device"), std::string::npos);
    EXPECT_NE(error_of(scratch.path("missing")).find("no such file"), std::string::npos);
    EXPECT_NE(error_of(scratch.path("dangling")).find("no such file"), std::string::npos);
    EXPECT_NE(error_of(scratch.path("loop")), "no error");
    EXPECT_NE(error_of(scratch.path("folder/")), "no error");
    EXPECT_NE(error_of(""), "no error");
    for (const char* name : {"folder", "pipe", "missing"}) {
        const auto result = read_file(scratch.path(name), {});
        ASSERT_FALSE(result);
        EXPECT_EQ(result.error().code, Code::io);
        EXPECT_EQ(result.error().file, scratch.path(name));
    }
}

TEST(ReadFile, ASocket) {
    const Scratch scratch;
    const Handle socket(::socket(AF_UNIX, SOCK_STREAM, 0));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = scratch.path("s");
    ASSERT_LT(path.size(), sizeof address.sun_path);
    path.copy(address.sun_path, path.size());
    ASSERT_EQ(::bind(socket.get(), static_cast<sockaddr*>(static_cast<void*>(&address)), sizeof address), 0);
    EXPECT_NE(error_of(path).find("socket"), std::string::npos);
}

// A file whose size says nothing (here: a kernel file of size 0 that has content) changed as far as anyone can tell.
TEST(ReadFile, MoreThanItsSizeSays) {
    EXPECT_NE(error_of("/proc/self/status").find("changed while"), std::string::npos);
}

// Grows and shrinks while it is read: an error or one of the two contents, never a mixture and never a crash.
TEST(ReadFile, AFileThatChanges) {
    const Scratch scratch;
    const std::string path = scratch.put("x", std::string(1 << 16, 'a'));
    std::atomic<bool> stop = false;
    std::thread writer([&] {
        while (!stop) {
            std::filesystem::resize_file(path, 1 << 10);
            std::filesystem::resize_file(path, 1 << 16);
        }
    });
    for (int i = 0; i < 2000; ++i) {
        const auto file = read_file(path, {});
        if (file) {
            EXPECT_TRUE(file->bytes.size() == 1 << 10 || file->bytes.size() == 1 << 16);
        } else {
            EXPECT_EQ(file.error().message, "changed while it was read");
        }
    }
    stop = true;
    writer.join();
}

TEST(ReadStream, ReadsAPipeToItsEnd) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    Handle out(ends[1]);
    const Handle in(ends[0]);
    const std::string text(200'000, 'x');
    std::thread writer([&] {
        std::size_t at = 0;
        while (at < text.size()) {
            const ssize_t put = ::write(out.get(), text.data() + at, std::min<std::size_t>(777, text.size() - at));
            if (put < 0) break;
            at += static_cast<std::size_t>(put);
        }
        out = Handle();
    });
    const auto blob = read_stream(in.get(), "pipe", {});
    writer.join();
    ASSERT_TRUE(blob);
    EXPECT_EQ(test::text_of(*blob), text);
}

TEST(ReadStream, StopsAtTheCap) {
    Limits limits;
    limits.input_bytes = 100'000;
    const Handle zero(::open("/dev/zero", O_RDONLY));
    const auto blob = read_stream(zero.get(), "standard input", limits);
    ASSERT_FALSE(blob);
    EXPECT_EQ(blob.error().code, Code::over_budget);
    EXPECT_EQ(blob.error().file, "standard input");
}

}  // namespace
}  // namespace thaw::io
