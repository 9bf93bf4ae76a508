// What the numbered files of a BIG are called. Nothing in the archive says so; the lists are those of the releases,
// which differ in their bosses, films and languages, and of builds before them, as far as these are known.
#include <algorithm>
#include <array>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/ctr/model/kind.hpp"

namespace thaw::big {

namespace {

using Words = std::span<const std::string_view>;

constexpr std::size_t american_files = 608;  // the Japanese release has as many
constexpr std::size_t european_files = 723;
constexpr std::size_t demo_files[] = {189, 196};

// A build before the release: where its blocks begin, and what else is known of it. From the drivers to the memory of
// films, one block follows the other as in the release.
struct Beta {
    std::size_t files;
    std::size_t scenes;  // with pointer maps, in the release's order; 0 where the order is not known
    std::size_t menus[2];
    std::size_t drivers;
    std::size_t wins;
    std::size_t loses;
    std::size_t girls;
    std::size_t misc;      // masks, fire and podium; 0 where the order is not known
    std::size_t of_films;  // of wins and loses each, if they come once and not for every driver; else 0
    bool hubs_have_maps;
};
constexpr Beta betas[] = {{453, 0, {230, 0}, 247, 373, 389, 0, 0, 15, false},         // 5 August 1999
                          {511, 0, {245, 0}, 262, 386, 418, 450, 0, 0, true},         // 14 August
                          {609, 215, {245, 247}, 272, 396, 428, 460, 468, 0, true}};  // September

constexpr std::string_view drivers[] = {"crash",     "cortex", "tiny", "coco", "ngin",   "dingo", "polar", "pura",
                                        "pinstripe", "papu",   "roo",  "joe",  "ntropy", "pen",   "fake",  "oxide"};
constexpr std::string_view tracks[] = {"proto8", "proto9", "desert2", "island1", "temple1", "temple2",
                                       "tube1",  "blimp1", "sewer1",  "cave1",   "castle1", "labs1",
                                       "ice1",   "space",  "coco1",   "arena2",  "secret1", "secret2"};
constexpr std::string_view arenas[] = {"nitro_court", "rampage_ruins", "parking_lot", "skull_rock",
                                       "north_bowl",  "rocky_road",    "lab_basement"};
constexpr std::string_view hubs[] = {"gem_valley", "nsanity_beach", "lost_ruins", "glacier_park", "citadel_city"};
constexpr std::string_view overlays[] = {"EndRaceMenu_CrystalChallenge",
                                         "EndRaceMenu_ArcadeAdventure",
                                         "EndRaceMenu_Relic",
                                         "EndRaceMenu_TimeTrial",
                                         "EndRaceMenu_BattleVS",
                                         "Quadblock_1P",
                                         "Quadblock_2P",
                                         "Quadblock_3P",
                                         "Quadblock_4P",
                                         "Threads_MainMenu",
                                         "Threads_Racing",
                                         "Threads_AdvHub",
                                         "Threads_Cutscene"};
constexpr std::string_view texts[] = {"ja", "en", "uk", "fr", "de", "it", "es", "ne"};
constexpr std::string_view american_girls[] = {"amidance", "isabelladance", "lizdance", "megumidance"};
constexpr std::string_view european_girls[] = {"tawna1dance", "tawna2dance", "tawna3dance", "tawna4dance"};
constexpr std::string_view bosses[] = {"roo", "joe", "pinstripe", "papu", "noxide"};
constexpr std::string_view spoken[] = {"", "_french", "_german", "_italian", "_spanish", "_dutch"};
constexpr const char* menus[] = {"menu_models", "adv_player_select"};
constexpr std::string_view screens[] = {"title01_jpn", "title01_pal", "title01_usa",
                                        "title02_usa", "title02_pal", "title02_jpn"};
constexpr std::string_view scenes[] = {"race_today",       "canyon_coco",  "pass_tiny", "temple_polar",
                                       "skyway_dingodile", "sewer_cortex", "oxide",     "sleeping_crash"};

class Lister {
public:
    explicit Lister(bool european) : is_european_(european) {}

    std::vector<std::string> demo(std::size_t files) {
        for (const auto track : tracks) {
            for (const char* view : {"_1P", "_2P", "_4P"}) {
                for (const char* ending : {".lev", ".vrm"}) add(std::string(track) + view + ending);
            }
        }
        go_to(182);
        add("shared.mpk");
        add("shared.vrm");
        go_to(files);
        return std::move(out_);
    }

    std::vector<std::string> beta(const Beta& build) {
        races();
        for (const auto hub : hubs) level(std::string(hub), build.hubs_have_maps);
        if (build.scenes > 0) {
            go_to(build.scenes);
            for (const auto scene : scenes) level(std::string(scene), true);
            level("last_oxide_intro", true);
        }
        for (std::size_t i = 0; i < std::size(menus) && build.menus[i] > 0; ++i) {
            go_to(build.menus[i]);
            level(menus[i], false);
        }
        go_to(build.drivers);
        racers();
        go_to(build.wins);
        for (std::size_t i = 0; i < build.of_films; ++i) add("trophy_win_dance.ctr");
        if (build.of_films == 0) dances("trophy_win_", "dance");
        go_to(build.loses);
        for (std::size_t i = 0; i < build.of_films; ++i) add("trophy_lose.ctr");
        if (build.of_films == 0) dances("trophy_lose_", "lose");
        if (build.girls > 0) {
            go_to(build.girls);
            trophy_girls();
        }
        if (build.misc > 0) {
            go_to(build.misc);
            masks_and_podium();
        }
        go_to(build.files);
        return std::move(out_);
    }

    std::vector<std::string> run() {
        levels();
        for (const auto word : overlays) add("overlays_" + std::string(word) + ".bin");
        for (const auto word : texts) add("lang_" + std::string(word) + ".lng");
        models();
        bosses_and_films();
        return std::move(out_);
    }

private:
    void add(std::string name) { out_.push_back(std::move(name)); }
    // What lies between is not known.
    void go_to(std::size_t entry) {
        while (out_.size() < entry) out_.emplace_back();
    }
    void level(const std::string& name, bool has_map) {
        for (const char* ending : {".vrm", ".lev", ".ptr"}) {
            if (has_map || ending != std::string_view(".ptr")) add(name + ending);
        }
    }
    void each(Words words, const std::string& before, const std::string& after) {
        for (const auto word : words) add(before + std::string(word) + after);
    }
    // One for each half of video memory that the film may lie in.
    void both(const std::string& name, std::string_view first = "") {
        add(name + std::string(first) + ".ctr");
        add(name + "2.ctr");
    }

    void races() {
        for (const auto track : tracks) {
            for (const char* view : {"_1P", "_2P", "_4P", "_relic"}) level(std::string(track) + view, false);
        }
        for (const auto arena : arenas) {
            for (const char* view : {"_1", "_2", "_3", "_4"}) level(std::string(arena) + view, false);
        }
    }

    void levels() {
        races();
        for (const auto hub : hubs) level(std::string(hub), true);
        for (const char* menu : menus) level(menu, false);
        add("jpnfont.vrm");
        add("jpnfont.mpk");
    }

    void models() {
        racers();
        dances("trophy_win_", "dance");
        dances("trophy_lose_", "lose");
        trophy_girls();
        masks_and_podium();
    }

    void racers() {
        each(drivers, "racers_hi_", ".ctr");
        add("shared.vrm");
        add("shared.mpk");
        for (const char* mode : {"1P_arcade_", "1P_adventure_", "1P_timetrial_"}) each(drivers, mode, ".mpk");
        each(drivers, "racers_med_", ".ctr");
        for (int i = 1; i <= 7; ++i) add("2P_bots" + std::to_string(i) + ".mpk");
        add("2P_bosses.mpk");
        each(drivers, "racers_low_", ".ctr");
        each(drivers, "4P_", ".mpk");
        add("cutscenes1.vrm");
        add("cutscenes2.vrm");
    }

    void dances(const std::string& before, const std::string& after) {
        for (const auto driver : drivers) both(before + std::string(driver) + after);
    }

    void trophy_girls() {
        for (const auto girl : girls()) both("trophy_girl_" + std::string(girl), is_european_ ? "" : "1");
    }

    void masks_and_podium() {
        for (const char* mask : {"aku1", "aku2", "uka1", "uka2"}) {
            for (const char* ending : {".vrm", ".ctr"}) add("misc_" + std::string(mask) + ending);
        }
        for (const char* name : {"misc_dingofire", "misc_podium"}) both(name, "1");
    }

    // Ripper Roo does not speak, and bodies do not either.
    void boss(const std::string& part, const std::string& name, bool speaks) {
        for (const auto language : speaks ? languages() : Words(spoken).first(1)) {
            for (const char* half : {"1", "2"})
                add("boss_" + part + "_" + name + half + std::string(language) + ".ctr");
        }
    }

    void bosses_and_films() {
        for (const char* part : {"head", "headlose", "body"}) {
            for (const auto name : bosses) {
                boss(part, std::string(name) + part, name != bosses[0] && part != std::string_view("body"));
            }
        }
        add("VlcTable.bin");
        for (const auto track : tracks) {
            if (track != "tube1") add("thumbs_" + std::string(track) + ".str");
        }
        for (int i = 1; i <= 7; ++i) add("thumbs_battle" + std::to_string(i) + ".str");
        for (const char* last : {"thumbs_null.str", "thumbs_tube1.str"}) add(last);
        each(screens, "screen_", ".tim");
        level("intro_box", false);
        for (const auto scene : scenes) level(std::string(scene), true);
        for (const auto language : languages()) level("last_oxide_intro" + std::string(language), true);
        for (const char* film : {"oxide01", "oxide02"}) {
            for (const auto language : languages()) level(film + std::string(language), false);
        }
        for (const auto driver : drivers) {
            level("credits_" + std::string(driver) + (driver == "oxide" ? "lose" : "dance"), true);
        }
        for (const auto girl : girls()) level("credits_" + std::string(girl), true);
        level("null", false);
    }

    Words girls() const { return is_european_ ? Words(european_girls) : Words(american_girls); }
    Words languages() const { return Words(spoken).first(is_european_ ? std::size(spoken) : 1); }

    bool is_european_;
    std::vector<std::string> out_{};
};

bool is_map(const Blob& bytes) {
    return bytes.size() >= 8 && bytes.size() % 4 == 0 && load<u32>(bytes.data(), Order::little) == bytes.size() - 4;
}

bool wants_map(const Blob& bytes) {
    return bytes.size() >= 4 && (load<u32>(bytes.data(), Order::little) & ctr::external_map_bit) != 0;
}

// What a model calls itself, as far as it can be part of a file name.
std::string own_name(const Blob& bytes, std::string_view kind) {
    if (kind != "ctr") return {};
    std::string out;
    for (const u8 c : bytes.slice(4, ctr::name_bytes).bytes()) {
        if (c == 0) break;
        const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        out += plain ? static_cast<char>(c) : '_';
    }
    return out;
}

std::string_view ending_of(std::string_view name) { return name.substr(name.rfind('.') + 1); }

// Does the list call so what is there? Texts, sounds and code are not looked into.
bool fits(std::string_view listed, std::string_view kind) {
    const std::string_view ending = ending_of(listed);
    constexpr std::string_view known[] = {"ctr", "mpk", "lev", "vrm", "ptr"};
    if (std::find(std::begin(known), std::end(known), ending) != std::end(known)) return ending == kind;
    return kind == "bin" || kind == "empty" || (ending == "tim" && kind == "vrm");
}

}  // namespace

std::string_view content_kind(const Blob& bytes, const Blob& next, const Blob& before) {
    if (bytes.empty()) return "empty";
    const u32 mark = bytes.size() < 4 ? 0 : load<u32>(bytes.data(), Order::little);
    if ((mark == vrm::stream_mark || mark == vrm::tim_mark) &&
        vrm::format.sniff("", bytes, {}).confidence >= Confidence::likely) {
        return "vrm";
    }
    if (wants_map(before) && is_map(bytes)) return "ptr";
    const auto kind = ctr::kind_of(bytes, {}, wants_map(bytes) && is_map(next) ? next : Blob());
    if (!kind || !kind->sure || !kind->wrapped) return "bin";
    switch (kind->kind) {
        case ctr::Kind::model: return "ctr";
        case ctr::Kind::pack: return "mpk";
        case ctr::Kind::level: return "lev";
    }
    return "bin";
}

std::string_view Document::kind_of(std::size_t entry) const {
    return content_kind(bytes_of(entry), entry + 1 < entries.size() ? bytes_of(entry + 1) : Blob(),
                        entry > 0 ? bytes_of(entry - 1) : Blob());
}

std::vector<std::string> known_names(std::size_t files) {
    if (files == american_files || files == european_files) return Lister(files == european_files).run();
    std::vector<std::string> out;
    for (const Beta& build : betas) {
        if (build.files == files) out = Lister(false).beta(build);
    }
    if (std::find(std::begin(demo_files), std::end(demo_files), files) != std::end(demo_files)) {
        out = Lister(false).demo(files);
    }
    return out;
}

// The shared memory and some drivers; of a demo, of which no drivers are known, some tracks.
bool is_as_listed(const Document& document, const std::vector<std::string>& names) {
    constexpr std::size_t some = 3;
    const auto agrees = [&](std::string_view word) {
        std::size_t found = 0;
        for (std::size_t i = 0; i < names.size() && found < some; ++i) {
            if (!names[i].starts_with(word)) continue;
            if (document.kind_of(i) != ending_of(names[i])) return false;
            ++found;
        }
        return true;
    };
    const bool has_drivers =
        std::any_of(names.begin(), names.end(), [](const std::string& name) { return name.starts_with("racers_hi_"); });
    return !names.empty() && agrees("shared.vrm") && agrees(has_drivers ? "racers_hi_" : "proto8_");
}

std::string entry_name(std::size_t entry, std::string_view listed, std::string_view kind, const Blob& bytes) {
    std::string name = std::to_string(entry);
    name.insert(0, name.size() < 4 ? 4 - name.size() : 0, '0');
    if (!listed.empty() && fits(listed, kind)) {
        const std::string_view ending = kind == "empty" ? "bin" : ending_of(listed);
        return name + "_" + std::string(listed.substr(0, listed.rfind('.'))) + "." + std::string(ending);
    }
    if (const std::string own = own_name(bytes, kind); !own.empty()) name += "_" + own;
    return name + "." + std::string(kind == "empty" ? "bin" : kind);
}

}  // namespace thaw::big
