#include "gallery/make_gallery.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "images/image.hpp"
#include "render/label.hpp"

namespace thaw::test {

namespace {

namespace fs = std::filesystem;

constexpr u32 side = 192;

// No file's name has these two.
std::string as_file_name(std::string name) {
    std::replace(name.begin(), name.end(), '/', '\\');
    std::replace(name.begin(), name.end(), '\0', ' ');
    return name;
}

void put(const std::string& folder, const std::string& path, const std::vector<u8>& bytes) {
    const fs::path whole = fs::path(folder) / path;
    fs::create_directories(whole.parent_path());
    std::ofstream(whole, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// A body of some colour, higher or lower: something to look at.
std::vector<u8> image(std::size_t number, u32 lift) {
    Pixels out{side, side, std::vector<u8>(std::size_t{side} * side * 4)};
    const auto shade = static_cast<u8>(90 + number * 37 % 120);
    fill_rectangle(out, 40, 150, 112, 6, {0, 0, 0, 40});
    fill_rectangle(out, 60, 60 - lift, 72, 90, {shade, 120, 140, 255});
    fill_rectangle(out, 76, 36 - lift, 40, 30, {shade, 150, 120, 255});
    draw_text(out, 66, 100 - lift, "model " + std::to_string(number), {255, 255, 255, 220});
    return encode_png(out);
}

}  // namespace

const std::vector<std::string>& hostile_names() {
    using namespace std::string_literals;
    static const std::vector<std::string> names{
        "<script>window.ran=1</script>",
        "</script><script>window.ran=1</script>",
        "</title></style><img src=x onerror=window.ran=1>",
        "\"><img src=x onerror=\"window.ran=1\">",
        "' onmouseover='window.ran=1' x='",
        "\" autofocus onfocus=\"window.ran=1",
        "` onload=`window.ran=1",
        "javascript:window.ran=1",
        "data:text/html,<script>window.ran=1<",
        "//example.invalid/x",
        "http://example.invalid/x.png",
        "${window.ran=1}",
        "{{window.ran=1}}",
        "<!-- <![CDATA[",
        "&lt;img src=x onerror=window.ran=1&gt;",
        "&#x22;&#62;&amp;",
        "a#b?c=d&e%20f%2e%2e%",
        "+plus and space ",
        "two\nlines\r\tand a tab",
        "\xff\xfe not UTF-8 \xc3",
        "half a character \xf0\x9f\x90",
        "nul\0inside"s,
        "\u202egnp.exe",
        "caf\u00e9 \U0001F41F",
        "back\\slash",
        "-rf",
        "long " + std::string(180, 'W'),
    };
    return names;
}

Gallery gallery_of(const std::vector<std::string>& names) {
    Gallery gallery;
    gallery.title = names[0];
    gallery.thumbnail_side = side;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string file = as_file_name(names[i]);
        GalleryEntry entry;
        entry.name = names[i];
        entry.folder = i % 2 == 0 ? "" : names[i - 1];
        entry.format = i % 3 == 0 ? "SoulFu model" : "Anachronox model";
        entry.thumbnail = "thumbs/" + file + ".png";
        entry.glb = file + ".glb";
        for (std::size_t n = 0; n < i % 4; ++n) {
            entry.clips.push_back({names[(i + n) % names.size()], 0.4 * static_cast<double>(n + 1),
                                   "previews/" + file + "_" + std::to_string(n) + ".png"});
        }
        entry.bytes = 900 + i * i * 20'000;
        entry.vertices = 10 + i * 400;
        entry.triangles = 1000 * (i * 7 % 11);
        entry.bones = i % 5;
        entry.frames = i % 4 * 30;
        entry.errors = i % 6 == 5 ? 1 : 0;
        entry.warnings = i % 5 == 2 ? 2 : 0;
        if (i % 5 == 2) entry.remarks = {names[i], "An image is missing: " + names[i]};
        gallery.entries.push_back(std::move(entry));
    }
    gallery.refused.push_back({names[1], "the file ends 12 bytes early: " + names[0]});
    gallery.refused.push_back({names[2], names[3]});
    return gallery;
}

void write_gallery(const Gallery& gallery, const std::string& folder) {
    fs::remove_all(folder);
    const std::string page = gallery_page(gallery);
    put(folder, "index.html", {page.begin(), page.end()});
    for (std::size_t i = 0; i < gallery.entries.size(); ++i) {
        const GalleryEntry& entry = gallery.entries[i];
        put(folder, entry.thumbnail, image(i, 0));
        put(folder, entry.glb, {'g', 'l', 'T', 'F'});
        for (std::size_t n = 0; n < entry.clips.size(); ++n) {
            put(folder, entry.clips[n].preview, image(i, static_cast<u32>(10 + 10 * n)));
        }
    }
}

}  // namespace thaw::test
