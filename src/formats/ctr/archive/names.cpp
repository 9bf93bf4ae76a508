// What the numbered files of a BIG are called. Nothing in the archive says so; the lists are those of the releases,
// which differ in their bosses, films and languages.
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
constexpr std::size_t first_driver = 242, shared_memory = 258;

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
constexpr std::string_view screens[] = {"title01_jpn", "title01_pal", "title01_usa",
                                        "title02_usa", "title02_pal", "title02_jpn"};
constexpr std::string_view scenes[] = {"race_today",       "canyon_coco",  "pass_tiny", "temple_polar",
                                       "skyway_dingodile", "sewer_cortex", "oxide",     "sleeping_crash"};

class Lister {
public:
    explicit Lister(bool european) : is_european_(european) {}

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

    void levels() {
        for (const auto track : tracks) {
            for (const char* view : {"_1P", "_2P", "_4P", "_relic"}) level(std::string(track) + view, false);
        }
        for (const auto arena : arenas) {
            for (const char* view : {"_1", "_2", "_3", "_4"}) level(std::string(arena) + view, false);
        }
        for (const auto hub : hubs) level(std::string(hub), true);
        for (const char* menu : {"menu_models", "adv_player_select"}) level(menu, false);
        add("jpnfont.vrm");
        add("jpnfont.mpk");
    }

    void models() {
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
        for (const auto driver : drivers) both("trophy_win_" + std::string(driver) + "dance");
        for (const auto driver : drivers) both("trophy_lose_" + std::string(driver) + "lose");
        for (const auto girl : girls()) both("trophy_girl_" + std::string(girl), is_european_ ? "" : "1");
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
    if (files != american_files && files != european_files) return {};
    return Lister(files == european_files).run();
}

bool is_release(const Document& document) {
    if (known_names(document.entries.size()).empty()) return false;
    const std::size_t some_drivers[] = {first_driver, first_driver + 1, first_driver + 2};
    return document.kind_of(shared_memory) == "vrm" &&
           std::all_of(std::begin(some_drivers), std::end(some_drivers),
                       [&](std::size_t entry) { return document.kind_of(entry) == "ctr"; });
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
