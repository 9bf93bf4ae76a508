#include "gallery/gallery.hpp"

#include <gtest/gtest.h>

#include "base/text.hpp"
#include "gallery/escape.hpp"
#include "gallery/make_gallery.hpp"
#include "gallery/parts.hpp"

namespace thaw::test {
namespace {

// The tags of a page with the names of their attributes, without any text or value: what a browser makes of it.
// Style and script are left out as they are the page's own.
std::string skeleton(std::string_view page) {
    std::string out;
    while (true) {
        const std::size_t open = page.find('<');
        if (open == std::string_view::npos) return out;
        page.remove_prefix(open);
        std::size_t at = 0;
        for (bool quoted = false; at < page.size() && (quoted || page[at] != '>'); ++at) {
            if (page[at] == '"') quoted = !quoted;
            if (!quoted && page[at] != '"') out += page[at];
        }
        out += '\n';
        const bool raw = page.starts_with("<script") || page.starts_with("<style");
        page.remove_prefix(raw ? page.find(page.starts_with("<script") ? "</script" : "</style") : at);
    }
}

std::vector<std::string> good_names() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < hostile_names().size(); ++i) names.push_back("model" + std::to_string(i));
    return names;
}

TEST(Escape, TextIsSafeBetweenTagsAndInQuotes) {
    EXPECT_EQ(html("rat & <b>\"x\"</b> 'y' `z`"), "rat &amp; &lt;b&gt;&quot;x&quot;&lt;/b&gt; &#39;y&#39; &#96;z&#96;");
    EXPECT_EQ(html("caf\xE9"), "caf\u00e9") << "Latin-1 becomes UTF-8";
    EXPECT_EQ(html("a\nb\x01"), "a\\x0ab\\x01");
    EXPECT_EQ(html("\u202egnp.exe"), "\\u{202e}gnp.exe");
}

TEST(Escape, PathsAreNothingButPaths) {
    EXPECT_EQ(url("thumbs/rat_1-2.~png"), "./thumbs/rat_1-2.~png");
    EXPECT_EQ(url("javascript:alert(1)"), "./javascript%3Aalert%281%29");
    EXPECT_EQ(url("//host/x"), ".///host/x");
    EXPECT_EQ(url("a#b?c%d e"), "./a%23b%3Fc%25d%20e");
    EXPECT_EQ(url("\"'<>&\n\\"), "./%22%27%3C%3E%26%0A%5C");
    EXPECT_EQ(url("\xff\xc3\xa9"), "./%FF%C3%A9") << "the bytes of the name, whatever they mean";
}

TEST(Escape, NoByteLeavesItsPlace) {
    for (int c = 0; c < 256; ++c) {
        const std::string one(1, static_cast<char>(c));
        EXPECT_EQ(html(one).find_first_of("<>\"'`\n\r"), std::string::npos) << c;
        EXPECT_TRUE(text::is_utf8(html(one))) << c;
        EXPECT_EQ(url(one).find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/%"),
                  std::string::npos)
            << c;
    }
}

TEST(Gallery, NamesChangeNothingButText) {
    const std::string hostile = gallery_page(gallery_of(hostile_names()));
    const std::string good = gallery_page(gallery_of(good_names()));
    EXPECT_EQ(skeleton(hostile), skeleton(good));
    EXPECT_TRUE(text::is_utf8(hostile));
    EXPECT_EQ(hostile.find("<script>window"), std::string::npos);
    EXPECT_EQ(hostile.find("onerror=\""), std::string::npos);
}

TEST(Gallery, TheSkeletonSeesAnInjection) {
    EXPECT_NE(skeleton("<p title=\"a\">b</p>"), skeleton("<p title=\"a\" onclick=\"x\">b</p>"));
    EXPECT_NE(skeleton("<p>a</p>"), skeleton("<p><b>a</p>"));
    EXPECT_EQ(skeleton("<p title=\"a\">b</p>"), skeleton("<p title=\"c>d\">e</p>"));
}

TEST(Gallery, ThePageSaysWhatIsThere) {
    Gallery gallery;
    gallery.title = "Models of a game";
    GalleryEntry rat{"rat", "monsters", "SoulFu model", "thumbs/rat.png", "rat.glb"};
    rat.clips = {{"walk", 1.25, "previews/rat walk.webp"}, {"die", 0, ""}};
    rat.bytes = 41'230;
    rat.vertices = 1;
    rat.triangles = 12'345;
    rat.warnings = 1;
    rat.remarks = {"An image is missing."};
    gallery.entries = {rat, {"box", "", "Anachronox model"}, {"cup", "", "SoulFu model"}};
    gallery.refused = {{"bad.ddd", "the file ends early"}};
    const std::string page = gallery_page(gallery);
    for (const std::string_view words : {
             "<title>Models of a game</title>",
             "3 models, 2 clips, <a href=\"#refused\">1 file refused</a>",
             "SoulFu model <small>2</small>",
             "Anachronox model <small>1</small>",
             "src=\"./thumbs/rat.png\"",
             "href=\"./rat.glb\"",
             "data-preview=\"./previews/rat%20walk.webp\"",
             "walk <small>1.3 s</small>",
             "<span class=\"clip\" title=\"die\">die</span>",
             "12,345 triangles, 1 vertex",
             "SoulFu model, 41.2 kB",
             "<span class=\"odd\">1 warning</span>",
             "<li>An image is missing.</li>",
             "<dt>bad.ddd</dt><dd>the file ends early</dd>",
             "loading=\"lazy\"",
         }) {
        EXPECT_NE(page.find(words), std::string::npos) << words;
    }
    EXPECT_LT(page.find("SoulFu model <small>"), page.find("Anachronox model <small>")) << "most frequent first";
}

TEST(Gallery, NothingIsFetchedFromElsewhere) {
    const std::string page = gallery_page(gallery_of(good_names()));
    for (const std::string_view word : {"http:", "https:", "//example", "@import", "url("}) {
        EXPECT_EQ(page.find(word), std::string::npos) << word;
    }
}

TEST(Gallery, AnEmptyOneIsAPageToo) {
    const std::string page = gallery_page({});
    EXPECT_NE(page.find("<h1>Models</h1>"), std::string::npos);
    EXPECT_NE(page.find("0 models"), std::string::npos);
    EXPECT_EQ(page.find("id=\"refused\""), std::string::npos);
}

TEST(Gallery, OddNumbersAreShownOrLeftOut) {
    Gallery gallery;
    GalleryEntry entry{"x", "", "y"};
    entry.bytes = ~u64{0};
    entry.clips = {{"a", -1, ""}, {"b", 1.0 / 0.0, ""}, {"c", std::stod("nan"), ""}, {"", 0, ""}};
    gallery.entries = {entry};
    const std::string page = gallery_page(gallery);
    EXPECT_NE(page.find("18,446,744,073,709.6 MB"), std::string::npos);
    EXPECT_NE(page.find("<span class=\"clip\" title=\"b\">b</span>"), std::string::npos);
    EXPECT_NE(page.find("<span class=\"clip\" title=\"\">unnamed</span>"), std::string::npos);
}

// For the browser, which opens it afterwards.
TEST(Gallery, IsWrittenWithEverythingItLinksTo) { write_gallery(gallery_of(hostile_names()), THAW_GALLERY_OUT); }

}  // namespace
}  // namespace thaw::test
