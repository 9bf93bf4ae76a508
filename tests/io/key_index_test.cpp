// Files by their keys: where they are looked for, that each is looked into once, and that memory is bounded.
#include "io/key_index.hpp"

#include <gtest/gtest.h>

#include "io/companions.hpp"
#include "io/scratch.hpp"

namespace thaw::io {
namespace {

using test::Scratch;

int looked = 0;

// Each letter is a key.
std::vector<std::string> letters_of(const Blob& bytes) {
    ++looked;
    std::vector<std::string> out;
    for (const char c : test::text_of(bytes)) out.emplace_back(1, c);
    return out;
}

class Keys : public ::testing::Test {
protected:
    Keys() {
        looked = 0;
        scratch_.put("a.t", "xy");
        scratch_.put("one/b.t", "yz");
        scratch_.put("one/two/c.T", "z");
        scratch_.put("one/.hidden/d.t", "z");
        scratch_.put("one/e.other", "z");
    }
    std::vector<std::string> find(KeyIndexes& indexes, const std::string& name, const std::string& key) {
        const Want want{.role = "r", .names = {name}, .key = key, .keys_of = letters_of};
        return indexes.find(scratch_.path(), name, want, [&](const std::string& below) -> std::optional<Loaded> {
            auto file = folders_.load(scratch_.path(below));
            if (!file) return std::nullopt;
            return std::move(*file);
        });
    }
    using Names = std::vector<std::string>;

    Scratch scratch_;
    Folders folders_;
};

TEST_F(Keys, AreLookedForInOneFolderOrInAllBelow) {
    KeyIndexes indexes(folders_);
    EXPECT_EQ(find(indexes, "*.t", "y"), Names{"a.t"});
    EXPECT_EQ(find(indexes, "one/*.t", "y"), Names{"one/b.t"});
    EXPECT_EQ(find(indexes, "**/*.t", "y"), (Names{"a.t", "one/b.t"}));
    EXPECT_EQ(find(indexes, "**/*.t", "z"), (Names{"one/b.t", "one/two/c.T"}));
    EXPECT_EQ(find(indexes, "**/*.t", "q"), Names{});
}

TEST_F(Keys, EachFileIsLookedIntoOnce) {
    KeyIndexes indexes(folders_);
    for (const char* key : {"x", "y", "z"}) find(indexes, "**/*.t", key);
    EXPECT_EQ(looked, 3);
}

TEST_F(Keys, WithoutRoomFilesAreLookedIntoAgain) {
    KeyIndexes indexes(folders_, 150);  // two keys
    EXPECT_EQ(find(indexes, "**/*.t", "z"), (Names{"one/b.t", "one/two/c.T"}));
    EXPECT_EQ(find(indexes, "**/*.t", "y"), (Names{"a.t", "one/b.t"}));
    EXPECT_GT(looked, 3);
}

TEST_F(Keys, FoldersThatNobodyNamedAreNotWalked) {
    Companions companions(folders_, {});
    const Want want{.role = "r", .names = {"**/*.t"}, .all = true, .key = "z", .keys_of = letters_of};
    EXPECT_TRUE(companions.find(want, {scratch_.path()}).empty());
    EXPECT_EQ(companions.find(want, {}, false, {}, {scratch_.path()}).size(), 2u);
}

}  // namespace
}  // namespace thaw::io
