#include "edits/judge_words.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace edits {

namespace {

bool mentions_kind(const std::string& text, Kind kind) {
    switch (kind) {
        case Kind::triangles: return mentions(text, {"triangle", "face", "object", "mesh"});
        case Kind::positions: return mentions(text, {"position", "point", "vert"});
        case Kind::uvs: return mentions(text, {"coordinate", "uv"});
        case Kind::colors: return mentions(text, {"colour", "color", "material"});
        case Kind::influences: return mentions(text, {"bone", "weight", "skeleton", "joint"});
        case Kind::clips:
        case Kind::lengths: return mentions(text, {"clip", "animation", "action", "name"});
        case Kind::poses: return mentions(text, {"pose", "bone", "weight", "movement", "joint", "key"});
        case Kind::targets: return mentions(text, {"shape", "morph", "target"});
        case Kind::nodes: return mentions(text, {"name", "node", "object"});
        case Kind::node_places: return mentions(text, {"bone", "joint", "pose", "key"});
        case Kind::materials: return mentions(text, {"material", "slot", "skin"});
        case Kind::images: return mentions(text, {"image", "texture", "pixel", "palette"});
    }
    return false;
}

bool is_about_places(Kind kind) {
    return kind == Kind::positions || kind == Kind::poses || kind == Kind::targets || kind == Kind::node_places;
}

// The largest length that a text speaks of, in metres; 0 if it does not.
double length_in(const std::string& text) {
    double most = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (std::isdigit(static_cast<unsigned char>(text[at])) == 0) continue;
        if (at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0 || text[at - 1] == '.')) continue;
        char* end = nullptr;
        const double value = std::strtod(text.c_str() + at, &end);
        std::string unit(end);
        unit = unit.substr(0, unit.find_first_of(",;:)/", 1));
        while (unit.starts_with(' ')) unit.erase(0, 1);
        unit = unit.substr(0, unit.find(' '));
        const double metres = unit == "mm"     ? 0.001
                              : unit == "cm"   ? 0.01
                              : unit == "m"    ? 1
                              : unit == "feet" ? 0.3048
                                               : 0;
        most = std::max(most, value * metres);
        at = static_cast<std::size_t>(end - text.c_str()) - 1;
    }
    return most;
}

// "37 pixels, by at most 187 of 255": whoever counts them has to count them all.
bool counts_fewer_pixels(const std::string& text, std::size_t count) {
    const std::size_t word = text.find(" pixel");
    if (word == std::string::npos) return false;
    std::size_t first = word;
    while (first > 0 && std::isdigit(static_cast<unsigned char>(text[first - 1])) != 0) --first;
    return first < word && std::stoull(text.substr(first, word - first)) < count;
}

}  // namespace

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
    return text;
}

bool mentions(const std::string& text, std::initializer_list<std::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

std::string joined(const std::vector<std::string>& parts) {
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : "; ") + part;
    return out;
}

std::string text_of(const std::vector<Finding>& findings) {
    std::vector<std::string> out;
    for (const Finding& f : findings) out.push_back(f.code + " " + f.text);
    return joined(out);
}

std::string base_name(const std::string& path) { return lower(path.substr(path.find_last_of("/\\") + 1)); }

bool tells(const Finding& finding, const Difference& difference, const Change& change) {
    if (!finding.is_of_build()) return false;
    const Kind kind = difference.kind;
    const auto any = [&](std::initializer_list<Kind> kinds) {
        return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
    };
    const std::string& code = finding.code;
    const std::string text = lower(finding.text);
    if (code == "BUILD_REBUILT") return false;  // says that much was done, not what was lost
    if (kind == Kind::images && counts_fewer_pixels(text, difference.count)) return false;
    if (code == "BUILD_FITTED" || code == "BUILD_LIMIT") return true;
    if (code == "BUILD_NOT_KEPT" || code == "BUILD_ASSUMED") {
        const bool is_this_clip = any({Kind::clips, Kind::lengths, Kind::poses}) && !change.clip.empty() &&
                                  text.find(lower(change.clip)) != std::string::npos;
        if (code == "BUILD_ASSUMED" && (kind == Kind::influences || is_about_places(kind))) return false;
        return is_this_clip || mentions_kind(text, kind);
    }
    if (is_about_places(kind)) return difference.size <= 2.5 * length_in(finding.text);
    if (code == "BUILD_POSITIONS" || code == "BUILD_ROTATIONS") return false;
    if (code == "BUILD_UVS") return any({Kind::uvs, Kind::images});
    if (code == "BUILD_COLORS") return any({Kind::colors});
    if (code == "BUILD_INFLUENCES") return any({Kind::influences});
    if (code == "BUILD_RESAMPLED") return any({Kind::lengths});
    if (code == "BUILD_TRIANGLES") return any({Kind::triangles});
    return mentions_kind(text + " " + lower(code), kind);
}

bool stays_in_place(std::string_view format, Edit edit) {
    if (format == "rdy") return false;  // the game makes it of a DDD, and so does Thaw
    switch (edit) {
        case Edit::none:
        case Edit::vertex:
        case Edit::part:
        case Edit::uv:
        case Edit::key:
        case Edit::clip_renamed:
        case Edit::image_painted:
        case Edit::material_color:
        case Edit::node_renamed: return true;
        // Colours are those of a CTR's strips, and texels have their place in the video memory.
        case Edit::color:
        case Edit::image_exchanged: return format != "ctr";
        case Edit::clip_added:
        case Edit::clip_removed:
        case Edit::face_removed:
        case Edit::object_added: return false;
    }
    return false;
}

const Finding* rebuilt_in(const BackResult& back) {
    const auto found = std::find_if(back.findings.begin(), back.findings.end(),
                                    [](const Finding& f) { return f.code == "BUILD_REBUILT"; });
    return found == back.findings.end() ? nullptr : &*found;
}

}  // namespace edits
