#include "formats/ctr/model/companions.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/file_name.hpp"
#include "base/numbers.hpp"
#include "base/sha256.hpp"
#include "base/text.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/model/texels.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::ctr {

bool is_textured(const File& file) {
    return std::any_of(file.texture_tables.begin(), file.texture_tables.end(), [](const auto& table) {
        return std::any_of(table.value.begin(), table.value.end(), [](const Pointer& p) { return p.target != 0; });
    });
}

namespace {

// What Thaw calls the files of a BIG starts with their number: "0001_proto8_1P".
constexpr std::size_t digits = 4;

std::optional<u32> number_in(std::string_view stem) {
    if (stem.size() < digits || (stem.size() > digits && stem[digits] != '_')) return std::nullopt;
    return text::whole_integer<u32>(stem.substr(0, digits));
}

std::string numbered(u32 number) {
    const std::string text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// Which of the game's files it is by its name, in the archive or out of it.
struct Place {
    std::string stem{};
    std::string holder{};  // the pack or level that it lies in; empty if it is a file itself
    bool is_level = false;
};

Place place_of(std::string_view path, Kind kind) {
    const bool named = text::ends_with_ignoring_case(path, ".lev");
    Place out{std::string(text::file_stem(path)), {}, kind == Kind::level || named};
    const std::size_t slash = path.find_last_of('/');
    if (slash == std::string_view::npos) return out;
    const std::string_view folder = text::file_name(path.substr(0, slash));
    out.is_level = out.is_level || text::ends_with_ignoring_case(folder, ".lev");
    if (out.is_level || text::ends_with_ignoring_case(folder, ".mpk")) {
        if (kind == Kind::model) out.holder = text::file_stem(folder);
    }
    return out;
}

bool has(std::string_view text, std::string_view word) { return text::contains_ignoring_case(text, word); }

constexpr std::string_view bosses[] = {"roo", "joe", "pinstripe", "papu", "oxide"};

bool is_boss(std::string_view stem) {
    if (stem.starts_with("boss") || has(stem, "_boss_")) return true;
    return std::any_of(std::begin(bosses), std::end(bosses), [&](std::string_view boss) {
        return has(stem, std::string(boss) + "head") || has(stem, std::string(boss) + "body");
    });
}

// The films that are shown on the podium and by the bosses come twice, for either half of video memory. The first one
// has no number, or a 1.
std::optional<int> film_half(std::string_view stem) {
    constexpr std::string_view words[] = {"dance", "lose", "head", "body", "dingofire", "podium", "trophy", "boss"};
    std::optional<std::size_t> end;
    for (const std::string_view word : words) {
        const std::size_t at = text::lower(stem).rfind(word);
        if (at == std::string::npos) continue;
        end = std::max(end.value_or(0), at + word.size());
    }
    const bool is_film = end && (!has(stem, "head") && !has(stem, "body") ? true : is_boss(stem));
    if (!is_film) return std::nullopt;
    return *end < stem.size() && (stem[*end] == '2' || stem.ends_with('2')) ? 1 : 0;
}

std::vector<std::string> cutscene_names(int half) {
    const std::string file = "cutscenes" + std::to_string(half + 1) + ".vrm";
    return {"*_" + file, file, "models/" + file, "cutscenes/" + file, "packs/" + file};
}

// The bosses wait in the hubs; no file says whose memory their film is shown with.
std::vector<std::string> boss_names(int half) {
    std::vector<std::string> names = cutscene_names(half);
    constexpr std::string_view hubs[] = {"nsanity_beach", "lost_ruins", "citadel_city", "gem_valley", "glacier_park"};
    const auto in_half = std::span(hubs).subspan(half == 0 ? 0 : 3, half == 0 ? 3 : 2);
    for (const std::string_view hub : in_half) {
        names.push_back("*_" + std::string(hub) + ".vrm");
        names.push_back("levels/adventure/" + std::string(hub) + "/data.vrm");
    }
    for (const char* shared : {"*_shared.vrm", "packs/shared.vrm"}) names.emplace_back(shared);
    return names;
}

// Files of its own name, and in a BIG the file in front of it where the game has its memory there.
std::vector<std::string> own_names(const Place& place) {
    std::vector<std::string> names;
    for (const std::string& stem : {place.stem, place.holder}) {
        if (stem.empty()) continue;
        names.push_back(stem + ".vrm");
        names.push_back(stem + ".vram");
    }
    const std::string& file = place.holder.empty() ? place.stem : place.holder;
    const auto number = number_in(file);
    const bool is_mask = has(file, "aku") || has(file, "uka");
    const bool follows = place.is_level || is_mask || has(file, "jpnfont");
    // Demos have the memory behind the level.
    if (number && place.is_level && file.size() > digits + 1) names.push_back("*" + file.substr(digits) + ".vrm");
    if (number && *number > 0 && follows) names.push_back(numbered(*number - 1) + "*.vrm");
    return names;
}

// Is every texel of every layout where the memory has some, with colours that are not all nothing?
bool has_texels(const VideoMemory& memory, const TextureLayout& layout) {
    const TexelSource source = texels_of(layout);
    const auto [left, right] = std::minmax({layout.u0, layout.u1, layout.u2});
    const auto [top, bottom] = std::minmax({layout.v0, layout.v1, layout.v2});
    bool any = false;
    for (u32 v = top; v <= bottom; ++v) {
        for (u32 u = left; u <= right; ++u) {
            if (!memory.covers(source, u, v)) return false;
            any = any || memory.texel(source, u, v) != 0;
        }
    }
    return any;
}

bool has_all_texels(const File& file, const Blob& bytes) {
    constexpr std::size_t most_layouts = 1024;  // twice what a mesh can have
    VideoMemory memory;
    vrm::Document document;
    if (!read_part(vrm::format, document, {"vrm", {}, bytes}, {})) return false;
    memory.load(document);
    for (std::size_t i = 0; i < std::min(most_layouts, file.layouts.size()); ++i) {
        if (!has_texels(memory, file.layouts[i].value)) return false;
    }
    return true;
}

std::vector<std::string> map_names(const std::string& stem) {
    std::vector<std::string> names{stem + ".ptr"};
    if (const auto number = number_in(stem)) names.push_back(numbered(*number + 1) + "*.ptr");
    return names;
}

// The file that a pointer map belongs to.
std::vector<std::string> names_by_map(const std::string& stem) {
    std::vector<std::string> names{stem + ".lev", stem + ".ctr", stem + ".mpk"};
    const auto number = number_in(stem);
    if (number && *number > 0) names.push_back(numbered(*number - 1) + "*.lev");
    return names;
}

Blob digest_of(const Blob& bytes) {
    const Sha256::Digest digest = sha256(bytes.bytes());
    return Blob::copy_of(digest);
}

}  // namespace

std::vector<std::string> other_memories(const Bundle& bundle) {
    std::vector<std::string> out;
    const Part* chosen = bundle.find("vrm");
    if (chosen == nullptr) return out;
    std::vector<Blob> known{digest_of(chosen->bytes)};
    for (const Part& part : bundle.parts) {
        if (part.role != choice_role || std::find(known.begin(), known.end(), part.bytes) != known.end()) continue;
        known.push_back(part.bytes);
        out.emplace_back(text::file_name(part.name));
    }
    return out;
}

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    std::vector<Want> wants;
    const std::string_view path = bundle.name_of(document.file ? "ctr" : "ptr");
    const Place place = place_of(path, document.file ? document.file->kind : Kind::model);
    if (place.stem.empty()) return wants;
    const auto want = [&](Want wanted) {
        if (bundle.find(wanted.role) == nullptr) wants.push_back(std::move(wanted));
    };
    if (!document.file) {
        want({.role = "ctr", .names = names_by_map(place.stem), .required = true});
        return wants;
    }
    const File& file = *document.file;
    if (file.wants_external_map()) want({.role = "ptr", .names = map_names(place.stem), .required = true});
    if (!is_textured(file)) return wants;
    const auto half = file.kind == Kind::model && place.holder.empty() ? film_half(place.stem) : std::nullopt;
    want({.role = "vrm", .names = own_names(place), .mentioned = false});
    if (half && is_boss(place.stem)) {
        const auto fits = [&file](const Blob& bytes) { return has_all_texels(file, bytes); };
        want({.role = "vrm", .names = boss_names(*half), .mentioned = false, .accepts = fits, .unless = {"vrm"}});
        // All that would do, to say so: only what tells them apart.
        if (bundle.find("vrm") == nullptr) {
            want({.role = std::string(choice_role),
                  .names = boss_names(*half),
                  .mentioned = false,
                  .all = true,
                  .accepts = fits,
                  .digest = digest_of});
        }
    }
    if (half) {
        auto names = cutscene_names(*half);
        std::string called = names[1];
        want({.role = "vrm", .names = std::move(names), .called = std::move(called), .unless = {"vrm"}});
    }
    // Racers and weapons have all their textures there, most other models none.
    want({.role = "shared-vrm", .names = {"shared.vrm", "packs/shared.vrm", "*_shared.vrm"}, .mentioned = false});
    // What has neither misses its own; looked for again, so as to say so.
    if (!half) want({.role = "vrm", .names = {own_names(place).front()}, .unless = {"vrm", "shared-vrm"}});
    return wants;
}

}  // namespace thaw::ctr
