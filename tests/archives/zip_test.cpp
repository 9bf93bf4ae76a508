#include <algorithm>

#include "opened.hpp"

namespace thaw::test {

namespace {

const std::vector<ContainedFile> some_files{
    {"a.txt", letters("first")}, {"models/rat.ctr", letters(std::string(5000, 'r'))}, {"z", letters("last")}};
const Lines some_contents{"a.txt=first", "models/rat.ctr=" + std::string(5000, 'r'), "z=last"};

}  // namespace

TEST(Zip, FilesAreListedAndLoaded) {
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(some_files))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip(some_files, {.deflated = true}))), some_contents);
    EXPECT_EQ(contents(open_bytes("a.zip", make_zip({}))), Lines{});
}

}  // namespace thaw::test
