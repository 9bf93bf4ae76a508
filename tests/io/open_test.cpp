#include "io/open.hpp"

#include <filesystem>

#include <gtest/gtest.h>

#include "io/scratch.hpp"

namespace thaw::io {
namespace {

using test::Scratch;

class OpenTest : public ::testing::Test {
protected:
    OpenResult open(const std::string& path, OpenOptions options = {}) {
        Folders folders;
        return Opener(folders, std::move(options), {}).open(path);
    }
    std::string refusal(const std::string& path) {
        const auto result = open(path);
        const auto* refused = std::get_if<Refused>(&result);
        return refused == nullptr ? "no error" : to_string(refused->error).substr(scratch_.path().size());
    }

    Scratch scratch_;
};

TEST_F(OpenTest, ADdd) {
    const auto result = open(scratch_.put("x.ddd", test::tiny_ddd()));
    const auto* opened = std::get_if<Opened>(&result);
    ASSERT_NE(opened, nullptr);
    EXPECT_EQ(opened->model.format->id, "ddd");
    EXPECT_EQ(opened->model.bundle.parts.size(), 1u);
    EXPECT_EQ(opened->files.size(), 1u);
    EXPECT_EQ(opened->own.size(), 1u);
    EXPECT_EQ(opened->roots, std::vector<std::string>{scratch_.path()});
}

// A broken file is told by its name, so that the error has a place.
TEST_F(OpenTest, ABrokenDddNamesOffsetAndField) {
    const Blob whole = test::tiny_ddd();
    scratch_.put("x.ddd", whole.slice(0, 40));
    EXPECT_EQ(refusal(scratch_.path("x.ddd")).substr(0, 37), "x.ddd: byte 0x14, bases[0].vertices: ");
    const auto result = open(scratch_.path("x.ddd"));
    EXPECT_EQ(std::get<Refused>(result).format->id, "ddd");
    EXPECT_EQ(std::get<Refused>(result).bundle.parts.front().role, "ddd");
}

TEST_F(OpenTest, OtherBytes) {
    scratch_.put("x.ddd", "");
    scratch_.put("x.png", "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(refusal(scratch_.path("x.ddd")), "x.ddd: the file is empty");
    EXPECT_NE(refusal(scratch_.path("x.png")).find("x.png: not a model of a format Thaw knows"), std::string::npos);
}

}  // namespace
}  // namespace thaw::io
