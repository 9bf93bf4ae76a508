#include "io/name_filter.hpp"

#include <gtest/gtest.h>

namespace thaw::io {
namespace {

TEST(NameFilter, GlobsAsShellsHaveThem) {
    for (const auto& [text, pattern] : {std::pair{"rat.ddd", "rat.ddd"},
                                        {"RAT.DDD", "rat.*"},
                                        {"rat.ddd", "r?t.ddd"},
                                        {"a/b/c.ddd", "*.ddd"},
                                        {"rat1.ddd", "rat[0-9].ddd"},
                                        {"ratA.ddd", "rat[!0-9].ddd"},
                                        {"a]b", "a[]]b"},
                                        {"a[b", "a[b"},
                                        {"", "*"},
                                        {"rat[1].ddd", "rat[[]1].ddd"},
                                        {"abcabd", "*abd"},
                                        {"x-y", "x[a-]y"}}) {
        EXPECT_TRUE(matches_glob(text, pattern)) << text << ' ' << pattern;
    }
    for (const auto& [text, pattern] : {std::pair{"rat.ddd", "rat"},
                                        {"rat.ddd", "*.dd"},
                                        {"rt.ddd", "r?t.ddd"},
                                        {"ratx.ddd", "rat[0-9].ddd"},
                                        {"rat1.ddd", "rat[!0-9].ddd"},
                                        {"", "?"},
                                        {"rat.ddd", ""},
                                        {"xb", "x[a-]y"}}) {
        EXPECT_FALSE(matches_glob(text, pattern)) << text << ' ' << pattern;
    }
    EXPECT_FALSE(matches_glob(std::string(20000, 'a'), "*a*a*a*a*b")) << "no exponential search";
}

TEST(NameFilter, NamesPathsAndFolders) {
    const NameFilter all{};
    EXPECT_TRUE(all.takes("a/b.ddd"));
    const auto only = [](const char* pattern) { return NameFilter{.only = {pattern}}; };
    for (const char* pattern : {"b.ddd", "*.ddd", "a/*", "a/b.ddd", "a", "*"}) {
        EXPECT_TRUE(only(pattern).takes("a/b.ddd")) << pattern;
        EXPECT_TRUE(NameFilter{.exclude = {pattern}}.excludes("a/b.ddd")) << pattern;
        EXPECT_FALSE((NameFilter{.only = {"*"}, .exclude = {pattern}}).takes("a/b.ddd")) << pattern;
    }
    for (const char* pattern : {"b", "*.twm", "b/*", "ab.ddd", "b.ddd/a"}) {
        EXPECT_FALSE(only(pattern).takes("a/b.ddd")) << pattern;
        EXPECT_FALSE(NameFilter{.exclude = {pattern}}.excludes("a/b.ddd")) << pattern;
    }
    EXPECT_TRUE(only("models/*.ddd").takes("game.dat/models/rat.ddd"));
    EXPECT_TRUE(only("models").takes("game.dat/models/deep/rat.ddd"));
    EXPECT_TRUE((NameFilter{.only = {"x", "b.*"}}).takes("a/b.ddd"));
}

}  // namespace
}  // namespace thaw::io
