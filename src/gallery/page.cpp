#include <algorithm>
#include <map>

#include "base/sha256.hpp"
#include "gallery/escape.hpp"
#include "gallery/gallery.hpp"
#include "gallery/parts.hpp"

namespace thaw {

namespace {

std::string base64(Bytes bytes) {
    constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        u32 word = 0;
        for (std::size_t i = 0; i < 3; ++i) word = word << 8 | (at + i < bytes.size() ? bytes[at + i] : 0u);
        for (u32 i = 0; i < 4; ++i) out += at + i > bytes.size() ? '=' : letters[word >> (18 - 6 * i) & 63];
    }
    return out;
}

// A second wall behind the escaping: only this one script runs, and nothing is fetched from elsewhere.
std::string policy() {
    const std::string_view script = gallery_script();
    const std::vector<u8> bytes(script.begin(), script.end());
    return "default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'; script-src 'sha256-" +
           base64(sha256(bytes)) + "'; base-uri 'none'; form-action 'none'";
}

std::string head(const std::string& title) {
    std::string out(gallery_stamp);
    out +=
        "<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
        policy() +
        "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
        html(title) + "</title>\n<style>";
    out += gallery_style();
    return out + "</style>\n</head>\n";
}

// Most frequent first.
std::vector<std::pair<std::string, u64>> by_format(const Gallery& gallery) {
    std::map<std::string, u64> counts;
    for (const GalleryEntry& entry : gallery.entries) ++counts[entry.format];
    std::vector<std::pair<std::string, u64>> out(counts.begin(), counts.end());
    std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    return out;
}

std::string header(const Gallery& gallery, const std::string& title) {
    std::string out = "<header>\n<h1>" + html(title) + "</h1>\n<p class=\"totals\">";
    out += counted(gallery.entries.size(), "model");
    u64 clips = 0;
    for (const GalleryEntry& entry : gallery.entries) clips += entry.clips.size();
    if (clips > 0) out += ", " + counted(clips, "clip");
    if (!gallery.refused.empty()) {
        out += ", <a href=\"#refused\">" + counted(gallery.refused.size(), "file") + " refused</a>";
    }
    out += "</p>\n<div class=\"formats\" role=\"group\" aria-label=\"Formats\">";
    for (const auto& [format, count] : by_format(gallery)) {
        out += "<button type=\"button\" aria-pressed=\"false\" data-format=\"" + html(format) + "\">" + html(format) +
               " <small>" + grouped(count) + "</small></button>";
    }
    // Without the script there is nothing to search with.
    out +=
        "</div>\n<div class=\"tools\" hidden>\n"
        "<label class=\"search\">Search<input type=\"search\" placeholder=\"Name, folder, format or clip\""
        " autocomplete=\"off\" spellcheck=\"false\"></label>\n"
        "<label>Sort by<select><option value=\"found\">Folder</option><option value=\"name\">Name</option>"
        "<option value=\"bytes\">File size</option><option value=\"triangles\">Triangles</option></select></label>\n"
        "<p class=\"shown\" role=\"status\"></p>\n</div>\n";
    return out + "</header>\n";
}

std::string refused(const Gallery& gallery) {
    if (gallery.refused.empty()) return {};
    std::string out = "<section id=\"refused\" class=\"refused\">\n<h2>Refused</h2>\n<dl>\n";
    for (const GalleryRefusal& one : gallery.refused) {
        out += "<dt>" + html(one.name) + "</dt><dd>" + html(one.reason) + "</dd>\n";
    }
    return out + "</dl>\n</section>\n";
}

}  // namespace

std::string gallery_page(const Gallery& gallery) {
    const std::string title = gallery.title.empty() ? "Models" : gallery.title;
    std::string out = head(title);
    out += "<body>\n" + header(gallery, title) + "<main>\n";
    for (const GalleryEntry& entry : gallery.entries) out += gallery_card(entry, gallery.thumbnail_side);
    out += "<p class=\"nothing\"" + std::string(gallery.entries.empty() ? "" : " hidden") +
           ">No model matches.</p>\n</main>\n";
    out += refused(gallery) + "<footer>Made by Thaw.</footer>\n<script>";
    out += gallery_script();
    return out + "</script>\n</body>\n</html>\n";
}

}  // namespace thaw
