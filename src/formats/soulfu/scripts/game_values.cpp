#include "formats/soulfu/scripts/game_values.hpp"

#include "base/text.hpp"

namespace thaw::soulfu {

namespace {

struct NamedColor {
    std::string_view name;
    u32 rgb;
};

// As DEFINE.TXT of the game has them. RED, GREEN and BLUE are the light ones.
constexpr std::array<NamedColor, 13> named_colors{{{"WHITE", 0xFFFFFF},
                                                   {"RED", 0xFF8080},
                                                   {"DARK_RED", 0xFF0000},
                                                   {"GREEN", 0x80FF80},
                                                   {"DARK_GREEN", 0x00FF00},
                                                   {"BLUE", 0x8080FF},
                                                   {"DARK_BLUE", 0x0000FF},
                                                   {"FLESH", 0xEFCEA0},
                                                   {"CYAN", 0x00FFFF},
                                                   {"MAGENTA", 0xFF00FF},
                                                   {"BLACK", 0x000000},
                                                   {"YELLOW", 0xFFFF00},
                                                   {"GREY", 0x808080}}};

// GENERIC.SRC of the game: what a colour slider of 16 steps stands for.
constexpr std::array<u32, 16> hair_colors{0x202047, 0x5D474C, 0x694A2F, 0x774E0F, 0x805A1F, 0x99730B,
                                          0xA17D1B, 0xB99608, 0xDAB904, 0xFFE100, 0xF1A700, 0xE47200,
                                          0xD94200, 0xCC0D00, 0x808080, 0xFFFFFF};
constexpr std::array<u32, 16> slider_colors{0xFEF2E4, 0x084D7C, 0x4EA2DD, 0x4EDDCE, 0xBADE4E, 0xDD4EA9,
                                            0xDD914E, 0xA94EDD, 0xDD4E4E, 0xEECE56, 0xBEAF9B, 0x8246B5,
                                            0x467FB5, 0x52B646, 0xB54846, 0x46B59F};
constexpr std::array<std::string_view, 16> dull_images{"WHITE",  "BLACK",  "BLUE", "CYAN",   "GREEN",  "MAGENTA",
                                                       "ORANGE", "PURPLE", "RED",  "YELLOW", "DWHITE", "DPURPLE",
                                                       "DBLUE",  "DGREEN", "DRED", "DCYAN"};
constexpr std::array<std::string_view, 16> gloss_images{"GWHITE",  "GBLACK",  "GBLUE", "GCYAN",   "GGREEN", "GMAGENTA",
                                                        "GORANGE", "GPURPLE", "GRED",  "GYELLOW", "NWHITE", "NPURPLE",
                                                        "NBLUE",   "NGREEN",  "NRED",  "NCYAN"};

struct NamedNumber {
    std::string_view name;
    u32 number;
};

// The doors are what the map writes into the two highest bits of a door's record.
constexpr std::array<NamedNumber, 31> named_numbers{{{"TRUE", 1},
                                                     {"FALSE", 0},
                                                     {"NULL", 0},
                                                     {"TEAM_NEUTRAL", 0},
                                                     {"TEAM_MONSTER", monster_team},
                                                     {"TEAM_GOOD", good_team},
                                                     {"TEAM_EVIL", 3},
                                                     {"ITEM_NONE", 0},
                                                     {"CLASS_NONE", 0},
                                                     {"OPEN_DOOR", 0},
                                                     {"WOODEN_DOOR", 1},
                                                     {"SHUTTER_DOOR", 2},
                                                     {"BOSS_DOOR", 3},
                                                     {"ITEM_GONNE", 8},
                                                     {"ITEM_FLAMER", 33},
                                                     {"ITEM_SHIELD", 48},
                                                     {"ITEM_MIRROR_SHIELD", 52},
                                                     {"ITEM_BOW", 56},
                                                     {"ITEM_LONG_BOW", 60},
                                                     {"ITEM_DAGGER", 136},
                                                     {"ITEM_SHORT_SWORD", 144},
                                                     {"ITEM_SWORD", 152},
                                                     {"ITEM_GREAT_SWORD", 160},
                                                     {"ITEM_OBSIDIAN_BLADE", 168},
                                                     {"ITEM_DRAGON_SWORD", 176},
                                                     {"ITEM_HAMMER", 184},
                                                     {"ITEM_PICK_AXE", 192},
                                                     {"ITEM_HATCHET", 200},
                                                     {"ITEM_MACE", 208},
                                                     {"ITEM_BROAD_AXE", 216},
                                                     {"ITEM_WAR_HAMMER", 224}}};
// Variants of an item share its script: fire, poison and so on in the lowest bits.
struct ItemScript {
    u32 item;
    u32 mask;
    std::string_view script;
};
constexpr std::array<ItemScript, 18> item_scripts{{{8, 255, "IGONNE"},
                                                   {33, 255, "IFLAMER"},
                                                   {48, 252, "ISHIELD"},
                                                   {52, 252, "ISHIELD"},
                                                   {56, 252, "IBOW"},
                                                   {60, 252, "IBOW"},
                                                   {136, 248, "IDAGGER"},
                                                   {144, 248, "ISSWORD"},
                                                   {152, 248, "ISWORD"},
                                                   {160, 248, "IGSWORD"},
                                                   {168, 248, "IOBLADE"},
                                                   {176, 248, "IDSWORD"},
                                                   {184, 248, "IHAMMER"},
                                                   {192, 248, "IPICK"},
                                                   {200, 248, "IHATCHET"},
                                                   {208, 248, "IMACE"},
                                                   {216, 248, "IBAXE"},
                                                   {224, 248, "IWARHAM"}}};

// MODEL_HEAD_TEX2: 256 + 24 * 6 + 4 + 4 * 2.
std::optional<u32> field_address(std::string_view name) {
    constexpr std::string_view prefix = "MODEL_";
    constexpr std::array<std::string_view, 6> fields{"FILE", "TEX0", "TEX1", "TEX2", "TEX3", "COLOR"};
    if (!name.starts_with(prefix)) return std::nullopt;
    name.remove_prefix(prefix.size());
    const auto line = name.find('_');
    for (u32 place = 0; place < places.size() && line != name.npos; ++place) {
        if (places[place] != name.substr(0, line)) continue;
        for (u32 field = 0; field < fields.size(); ++field) {
            if (fields[field] == name.substr(line + 1)) return first_place + bytes_of_place * place + 4 * field;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<u32> game_constant(std::string_view name) {
    for (const NamedColor& color : named_colors) {
        if (color.name == name) return color.rgb;
    }
    for (const NamedNumber& one : named_numbers) {
        if (one.name == name) return one.number;
    }
    return field_address(name);
}

std::string_view item_script(u32 item) {
    for (const ItemScript& one : item_scripts) {
        if ((item & one.mask) == one.item) return one.script;
    }
    return {};
}

std::optional<std::string_view> image_of_step(std::string_view function, u32 step) {
    if (text::equal_ignoring_case(function, "DullColor")) return dull_images[step & 15];
    if (text::equal_ignoring_case(function, "GlossColor")) return gloss_images[step & 15];
    return std::nullopt;
}

std::optional<u32> color_of_step(std::string_view function, u32 step) {
    if (text::equal_ignoring_case(function, "HairColor")) return hair_colors[step & 15];
    if (text::equal_ignoring_case(function, "RGBColor")) return slider_colors[step & 15];
    return std::nullopt;
}

std::string_view eye_image(u32 team) { return team == 0 || team == good_team ? "=EYE0.RGB" : "=EYE1.RGB"; }

}  // namespace thaw::soulfu
