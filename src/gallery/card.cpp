#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "gallery/escape.hpp"
#include "gallery/parts.hpp"

namespace thaw {

namespace {

std::string attribute(std::string_view name, std::string_view bytes) {
    return ' ' + std::string(name) + "=\"" + html(bytes) + '"';
}

std::string attribute(std::string_view name, u64 number) {
    return ' ' + std::string(name) + "=\"" + std::to_string(number) + '"';
}

std::string link(std::string_view name, std::string_view path) {
    return ' ' + std::string(name) + "=\"" + url(path) + '"';
}

std::string size_words(u64 bytes) {
    if (bytes < 1000) return text::plural(bytes, "byte");
    const bool mega = bytes >= 999'950;
    const u64 tenth = mega ? 100'000 : 100;
    const u64 tenths = bytes / tenth + (bytes % tenth >= tenth / 2 ? 1u : 0u);
    return grouped(tenths / 10) + '.' + std::to_string(tenths % 10) + (mega ? " MB" : " kB");
}

// "1.2 s"; nothing for a length that is unknown.
std::string seconds_words(double seconds) {
    if (!(seconds > 0) || seconds > 1e6) return {};
    const auto tenths = static_cast<u64>(std::llround(seconds * 10));
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " s";
}

bool moves(const GalleryEntry& entry) {
    return std::any_of(entry.clips.begin(), entry.clips.end(), [](const GalleryClip& c) { return !c.preview.empty(); });
}

// What the search box looks at in addition to what is visible.
std::string search_words(const GalleryEntry& entry) {
    std::string words = entry.name + ' ' + entry.folder + ' ' + entry.format;
    for (const GalleryClip& clip : entry.clips) words += ' ' + clip.name;
    return words;
}

std::string shot(const GalleryEntry& entry, u32 side) {
    std::string out = moves(entry)
                          ? "<button class=\"shot\" type=\"button\"" + attribute("aria-label", "Play " + entry.name)
                          : "<div class=\"shot\"";
    out += '>';
    if (!entry.thumbnail.empty()) {
        out += "<img class=\"still\" loading=\"lazy\" decoding=\"async\"" + link("src", entry.thumbnail) +
               attribute("width", side) + attribute("height", side) + attribute("alt", entry.name) + '>';
    }
    return out + (moves(entry) ? "</button>" : "</div>");
}

std::string counts(const GalleryEntry& entry) {
    std::string out;
    const auto add = [&](u64 n, std::string_view one) {
        if (n > 0) out += (out.empty() ? "" : ", ") + counted(n, one);
    };
    add(entry.triangles, "triangle");
    add(entry.vertices, "vertex");
    add(entry.bones, "bone");
    add(entry.frames, "frame");
    return out;
}

std::string clips(const GalleryEntry& entry) {
    if (entry.clips.empty()) return {};
    std::string out = "<div class=\"clips\" role=\"group\" aria-label=\"Clips\">";
    bool first = true;
    for (const GalleryClip& clip : entry.clips) {
        const std::string length = seconds_words(clip.seconds);
        const std::string inside = html(clip.name.empty() ? std::string_view("unnamed") : clip.name) +
                                   (length.empty() ? "" : " <small>" + length + "</small>");
        if (clip.preview.empty()) {
            out += "<span class=\"clip\"" + attribute("title", clip.name) + '>' + inside + "</span>";
            continue;
        }
        out += "<button class=\"clip\" type=\"button\" aria-pressed=\"" + std::string(first ? "true" : "false") + '"' +
               attribute("title", clip.name) + link("data-preview", clip.preview) + '>' + inside + "</button>";
        first = false;
    }
    return out + "</div>";
}

std::string findings(const GalleryEntry& entry) {
    std::string words;
    if (entry.errors > 0) words = counted(entry.errors, "error");
    if (entry.warnings > 0) words += (words.empty() ? "" : ", ") + counted(entry.warnings, "warning");
    if (words.empty() && entry.remarks.empty()) return {};
    const std::string_view kind = entry.errors > 0 ? "bad" : entry.warnings > 0 ? "odd" : "fine";
    if (words.empty()) words = counted(entry.remarks.size(), "remark");
    const std::string badge = "<span class=\"" + std::string(kind) + "\">" + words + "</span>";
    if (entry.remarks.empty()) return "<p class=\"findings\">" + badge + "</p>";
    std::string out = "<details class=\"findings\"><summary>" + badge + "</summary><ul>";
    for (const std::string& remark : entry.remarks) out += "<li>" + html(remark) + "</li>";
    return out + "</ul></details>";
}

}  // namespace

std::string grouped(u64 number) {
    std::string out = std::to_string(number);
    for (std::size_t i = out.size(); i > 3; i -= 3) out.insert(i - 3, 1, ',');
    return out;
}

std::string counted(u64 number, std::string_view one) {
    const std::string plain = text::plural(number, one);
    return grouped(number) + plain.substr(plain.find(' '));
}

std::string gallery_card(const GalleryEntry& entry, u32 thumbnail_side) {
    std::string out = "<article class=\"card\"";
    out += attribute("data-name", entry.name) + attribute("data-format", entry.format) +
           attribute("data-search", search_words(entry)) + attribute("data-bytes", entry.bytes) +
           attribute("data-triangles", entry.triangles) + ">\n";
    out += shot(entry, thumbnail_side);
    out += "<div class=\"about\">";
    if (!entry.folder.empty())
        out += "<p class=\"folder\"" + attribute("title", entry.folder) + '>' + html(entry.folder) + "</p>";
    out += "<h2" + attribute("title", entry.name) + '>' + html(entry.name) + "</h2>";
    out += "<p class=\"format\">" + html(entry.format) + ", " + size_words(entry.bytes) + "</p>";
    if (const std::string words = counts(entry); !words.empty()) out += "<p class=\"counts\">" + words + "</p>";
    out += clips(entry);
    out += findings(entry);
    if (!entry.glb.empty()) {
        out += "<p class=\"links\"><a" + link("href", entry.glb) + attribute("aria-label", "GLB of " + entry.name) +
               " download>GLB</a></p>";
    }
    return out + "</div></article>\n";
}

}  // namespace thaw
