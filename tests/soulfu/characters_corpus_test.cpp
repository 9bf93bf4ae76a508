// What real character scripts come to, as an independent evaluator of them found it: a new creature of the monsters'
// team (the player and his own: of the good), with empty hands. Later numbers of a script list only what differs from
// 0.
// Two colours are the scripts' own words: black (CBAT 2), and what a function of the script works out (CBUTTON).
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>

#include "base/text.hpp"
#include "formats/soulfu/scripts/wardrobe.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

struct Expected {
    const char* script;
    u32 skin;
    const char* worn;  // PLACE=MODEL(images;colour), no colour is white
};

// clang-format off
const Expected table[] = {
    {"CBARREL", 0,
     "BASE=BARREL(CYELLOW MPSHADBR BLACK MPSHADBA)"},
    {"CBARREL", 3,
     "BASE=BARRELBK(WHITE WHITE =BARRLBK =CHESTBK)"},
    {"CBAT", 0,
     "BASE=BATANIM(DORANGE YELLOW =BAT =EYE1;8080FF); "
     "CHEST=BAT(DBLUE MAGENTA =BAT =EYE1;8080FF)"},
    {"CBAT", 1,
     "CHEST=BAT(DORANGE YELLOW =BAT =EYE1;8080FF)"},
    {"CBAT", 2,
     "CHEST=BAT(DPURPLE DGREEN =BAT =EYE1;000000)"},
    {"CBAT", 3,
     "CHEST=BAT(DRED RED =BAT =EYE1;FF0000)"},
    {"CBUTTON", 0,
     "BASE=BUTTON(WHITE SHADBUTT DBLACK WHITE;DC904D)"},
    {"CCARRION", 0,
     "BASE=CARRION(WHITE GYELLOW ORANGE DYELLOW); "
     "HEAD=CARHEAD0(WHITE GYELLOW WHITE =EYE1)"},
    {"CCARRION", 1,
     "BASE=CARRION(WHITE GYELLOW WHITE BLACK); "
     "HEAD=CARHEAD1(FLESH GYELLOW WHITE =EYE1)"},
    {"CCARRION", 2,
     "BASE=CARRION(WHITE GYELLOW CYAN BLUE)"},
    {"CCARRION", 3,
     "BASE=CARRION(WHITE GYELLOW PURPLE GREEN); "
     "HEAD=CARHEAD0(MAGENTA GYELLOW WHITE =EYE1)"},
    {"CCHAIR", 0,
     "BASE=CHAIR00(MPTABLE1 WHITE WHITE WHITE)"},
    {"CCHEST", 0,
     "BASE=CHEST(WHITE WHITE WHITE WHITE); "
     "CHEST=CHESTNRM(CYELLOW MPSHADCH =MPLOCK =MPHINGE)"},
    {"CCHEST", 1,
     "HEAD=CHESTMIM(RED CWHITE =MPMIMIC WHITE)"},
    {"CCHEST", 3,
     "CHEST=CHESTSPC(STEEL MPSHADBX =MPLOCK2 WHITE)"},
    {"CCRATE", 0,
     "BASE=CRATE(YELLOW DBLACK WHITE MPSHADCR)"},
    {"CCRATE", 3,
     "BASE=CRATEBK(=CRATEBK WHITE WHITE WHITE)"},
    {"CFLYWEP", 0,
     "BASE=FLYWEP(WHITE WHITE WHITE WHITE)"},
    {"CGREMF", 0,
     "BASE=GREMF(GREEN DYELLOW =GREMF =EYE1); "
     "RIGHT=GREMFSPR(DYELLOW STEEL WHITE LITESWIP)"},
    {"CGREMF", 1,
     "BASE=GREMF(BLUE WHITE =GREMF =EYE1)"},
    {"CGREMF", 2,
     "BASE=GREMF(BLUE RED =GREMF =EYE1)"},
    {"CGREMF", 3,
     "BASE=GREMF(RED RED =GREMF =EYE1); "
     "RIGHT=GREMFSPR(BLACK STEEL WHITE LITESWIP)"},
    {"CGRUBMUM", 0,
     "BASE=GRUBMUM(NGREEN YELLOW =GRUBMUM =EYE1)"},
    {"CGRUBMUM", 1,
     "BASE=GRUBMUM(NDEEPBLU DMAGENTA =GRUBMUM =EYE1)"},
    {"CGRUBMUM", 2,
     "BASE=GRUBMUM(NRED DMAGENTA =GRUBMUM =EYE1)"},
    {"CGRUBMUM", 3,
     "BASE=GRUBMUM(GBLACK DBLUE =GRUBMUM =EYE1)"},
    {"CKART", 0,
     "BASE=KART(WHITE WHITE WHITE WHITE); "
     "CHEST=KARTBODY(NPURPLE GWHITE NYELLOW SHADKART); "
     "PADS=KARTNGIN(STEEL =KART =KART SHADNGIN;800000); "
     "MOUTH=KARTTIRE(WHITE GBLACK STEEL SHADTIRE)"},
    {"CKART", 1,
     "CHEST=HHOGBODY(HEDGEHOG BRONZE HEDGETIR SHADKART); "
     "PADS=HHOGNGIN(HEDGEHOG STEEL =KART =KART;800000); "
     "MOUTH=KARTTIRE(WHITE HEDGETIR HEDGEHOG SHADTIRE)"},
    {"CLIZZER", 0,
     "BASE=LIZZANIM(WHITE WHITE WHITE WHITE); "
     "CHEST=LIZZBODY(DGREEN DYELLOW SHADLIZZ =ARMOR); "
     "HEAD=LIZZHEAD(DGREEN WHITE SHADLIZZ =EYE1;FFFF00)"},
    {"CLIZZER", 1,
     "CHEST=STLKBODY(BLACK BLACK SHADLIZZ =ARMOR); "
     "HEAD=STLKHEAD(BLACK DWHITE =BAT =EYE1;80FF80)"},
    {"CLIZZER", 2,
     "CHEST=NAGABODY(BLUE STEEL SHADLIZZ =ARMOR); "
     "HEAD=NAGAHEAD(BLUE DRED =BAT =EYE1;FFFF00)"},
    {"CLIZZER", 3,
     "CHEST=LIZZBODY(RED BRONZE SHADLIZZ =ARMOR); "
     "HEAD=DMANHEAD(RED YELLOW SHADLIZZ =EYE1)"},
    {"CMEDUSA", 0,
     "BASE=PLAYERSM(WHITE WHITE WHITE WHITE); "
     "CHEST=PLRTUNI4(FLESH GWHITE SHADPNT4 SHADTUN2); "
     "PADS=PLREARS0(FLESH WHITE WHITE WHITE); "
     "FEET=PLRFEET1(WHITE WHITE FLESH WHITE); "
     "HEAD=PLRHEADA(FLESH WHITE DBLACK =EYE1;FFFF00); "
     "EYES=PLRSNAK0(WHITE NGREEN WHITE =EYE1;FFFF00); "
     "MOUTH=PLRSNAK1(WHITE NGREEN WHITE =EYE1;FFFF00)"},
    {"CMEDUSA", 1,
     "BASE=PLAYER(WHITE WHITE WHITE WHITE); "
     "CHEST=PLRTUNI4(DGREEN GWHITE SHADPNT4 SHADTUN2); "
     "PADS=PLREARS0(DGREEN WHITE WHITE WHITE); "
     "FEET=PLRFEET1(WHITE WHITE DGREEN WHITE); "
     "HEAD=PLRHEADA(DGREEN WHITE DBLACK =EYE1;FFFF00); "
     "EYES=PLRSNAK0(WHITE GYELLOW WHITE =EYE1;FFFF00); "
     "MOUTH=PLRSNAK1(WHITE GYELLOW WHITE =EYE1;FFFF00)"},
    {"CMEDUSA", 2,
     "BASE=PLAYER(WHITE WHITE WHITE WHITE); "
     "CHEST=PLRTUNI4(ORANGE GWHITE SHADPNT4 SHADTUN2); "
     "PADS=PLREARS0(ORANGE WHITE WHITE WHITE); "
     "FEET=PLRFEET1(WHITE WHITE ORANGE WHITE); "
     "HEAD=PLRHEADA(ORANGE WHITE DBLACK =EYE1;FFFF00); "
     "EYES=PLRSNAK0(WHITE GPURPLE WHITE =EYE1;FFFF00); "
     "MOUTH=PLRSNAK1(WHITE GPURPLE WHITE =EYE1;FFFF00)"},
    {"CMEDUSA", 3,
     "BASE=PLAYER(WHITE WHITE WHITE WHITE); "
     "CHEST=PLRTUNI4(BLUE GWHITE SHADPNT4 SHADTUN2); "
     "PADS=PLREARS0(BLUE WHITE WHITE WHITE); "
     "FEET=PLRFEET1(WHITE WHITE BLUE WHITE); "
     "HEAD=PLRHEADA(BLUE WHITE DBLACK =EYE1;FFFF00); "
     "EYES=PLRSNAK0(WHITE GWHITE WHITE =EYE1;FFFF00); "
     "MOUTH=PLRSNAK1(WHITE GWHITE WHITE =EYE1;FFFF00)"},
    {"CMUSHI", 0,
     "BASE=MUSHI(WHITE MUSHI =MUSHI =EYE1;FFFF00)"},
    {"COGRE", 0,
     "BASE=OGREBOD0(FLESH FLESH DORANGE =OGRE0C;B56D46); "
     "ARMS=OGREARM0(FLESH MAGENTA WHITE SHADOGRE); "
     "PADS=OGREOVR0(SHADOGRE =OGRE0C =OGRE0B =OGRE0B;B56D46); "
     "HEAD=OGREHED0(HAIR2 HAIRSHIN =OGRE0A =EYE1)"},
    {"COGRE", 1,
     "BASE=OGREBOD0(FLESH DPURPLE DRED =OGRE0C;B54846); "
     "ARMS=OGREARM1(FLESH ORANGE WHITE SHADOGRE); "
     "PADS=OGREOVR1(SHADOGRE =OGRE0C =OGRE0B =OGRE0B;8246B5)"},
    {"COGRE", 2,
     "BASE=OGREBOD0(FLESH DPURPLE DRED =OGRE0C;B54846); "
     "ARMS=OGREARM1(FLESH ORANGE WHITE SHADOGRE); "
     "PADS=OGREOVR1(SHADOGRE =OGRE0C =OGRE0B =OGRE0B;8246B5)"},
    {"COGRE", 3,
     "BASE=OGREBOD0(FLESH DPURPLE DRED =OGRE0C;B54846); "
     "ARMS=OGREARM1(FLESH ORANGE WHITE SHADOGRE); "
     "PADS=OGREOVR1(SHADOGRE =OGRE0C =OGRE0B =OGRE0B;8246B5)"},
    {"CPLAYER", 0,
     "BASE=PLAYER(WHITE WHITE WHITE WHITE); "
     "LEGS=PLRPANT0(DBLACK WHITE SHADPNT0 BUCKLE;FFFF00); "
     "CHEST=PLRTUNI0(WHITE WHITE FLESH SHADTUN0); "
     "ARMS=PLRARMS5(FLESH DBLACK WHITE =ARMOR;FEF2E4); "
     "FEET=PLRSHOE0(WHITE WHITE WHITE =ARMOR); "
     "HEAD=PLRHEAD0(FLESH HAIR0 DBLACK HAIRSHIN;202047); "
     "EYES=PLREYES0(WHITE WHITE WHITE =EYE0); "
     "MOUTH=PLREARS0(FLESH WHITE WHITE WHITE)"},
    {"CRAT", 0,
     "BASE=RAT(DYELLOW DRED =RAT =EYE1)"},
    {"CRAT", 1,
     "BASE=RAT(DWHITE DPURPLE =RAT =EYE1)"},
    {"CRAT", 2,
     "BASE=RAT(DGREEN DPURPLE =RAT =EYE1;FFFF00)"},
    {"CRAT", 3,
     "BASE=RAT(WHITE WHITE =RAT =EYE1)"},
    {"CROWBOAT", 0,
     "BASE=ROWBOAT(YELLOW DYELLOW =PORCP SHADBOAT)"},
    {"CSLIME", 0,
     "BASE=SLIME(PBLUE WHITE =BAT =EYE1;FFFF00)"},
    {"CSLIME", 1,
     "BASE=SLIME(PPURPLE WHITE =BAT =EYE1;FFFF00)"},
    {"CSLIME", 2,
     "BASE=SLIME(PGREEN WHITE =BAT =EYE1;FFFF00)"},
    {"CSLIME", 3,
     "BASE=SLIME(PSTONE WHITE =BAT =EYE1;FFFF00)"},
    {"CSNAKE", 0,
     "BASE=SNAKE(DGREEN WHITE =RAT =EYE1)"},
    {"CSNAKE", 1,
     "BASE=SNAKE(DYELLOW WHITE =RAT =EYE1)"},
    {"CSNAKE", 2,
     "BASE=SNAKE(BLUE WHITE =RAT =EYE1;FFFF00)"},
    {"CSNAKE", 3,
     "BASE=SNAKE(PURPLE WHITE =RAT =EYE1;80FF80)"},
    {"CSQUIRE", 0,
     "BASE=PLAYERSM(WHITE WHITE WHITE WHITE); "
     "LEGS=PLRPANT4(WHITE BUCKLE YELLOW SHADPNT4;FFFF00); "
     "CHEST=PLRTUNI1(WHITE FLESH SHADTUN1 =ARMOR); "
     "ARMS=PLRARMS0(FLESH WHITE YELLOW =ARMOR); "
     "FEET=PLRFEET1(WHITE WHITE YELLOW WHITE); "
     "HEAD=PLRHEAD5(FLESH HAIR2 DBLACK HAIRSHIN;F1A700); "
     "EYES=PLREYES0(WHITE WHITE WHITE =EYE0); "
     "MOUTH=PLREARS0(FLESH WHITE WHITE WHITE)"},
    {"CSQUIRE", 1,
     "HEAD=PLRHEAD3(FLESH HAIR2 DBLACK HAIRSHIN;F1A700)"},
    {"CSQUIRE", 2,
     "CHEST=PLRTUNI0(WHITE YELLOW FLESH SHADTUN0); "
     "ARMS=PLRARMS5(FLESH DBLACK WHITE =ARMOR;EECE56); "
     "HEAD=PLRHEAD7(FLESH HAIR2 DBLACK HAIRSHIN;F1A700); "
     "HAIR=PLRHAT4(GWHITE DBLACK GYELLOW WHITE;EECE56)"},
    {"CSQUIRE", 3,
     "CHEST=PLRTUNI0(WHITE YELLOW FLESH SHADTUN0); "
     "ARMS=PLRARMS5(FLESH DBLACK WHITE =ARMOR;EECE56); "
     "HEAD=PLRHEAD6(FLESH HAIR2 DBLACK HAIRSHIN;F1A700); "
     "HAIR=PLRHAT4(GWHITE DBLACK GYELLOW WHITE;EECE56)"},
    {"CSTATUE", 0,
     "BASE=RAT"},
    {"CSTATUE", 1,
     "BASE=PORCANIM; "
     "CHEST=OINKBODY; "
     "HEAD=OINKHEAD"},
    {"CSTATUE", 2,
     "BASE=WUFFANIM; "
     "CHEST=WUFFBODY; "
     "PADS=WUFFRIDE; "
     "HEAD=WUFFNOSE"},
    {"CSTATUE", 3,
     "BASE=CARRION; "
     "HEAD=CARHEAD0"},
    {"CSTATUE", 4,
     "BASE=GRUBMUM"},
    {"CSTATUE", 5,
     "BASE=ZOMBANIM; "
     "CHEST=ZOMBBODY; "
     "HEAD=ZOMBHEAD"},
    {"CSTATUE", 6,
     "BASE=PLAYER; "
     "LEGS=PLRPANT0; "
     "CHEST=PLRTUNI0; "
     "ARMS=PLRARMS5; "
     "FEET=PLRSHOE0; "
     "HEAD=PLRHEAD0; "
     "EYES=PLREYES0; "
     "MOUTH=PLREARS0"},
    {"CSTATUE", 7,
     "BASE=LUMPANIM; "
     "CHEST=LUMPKIN"},
    {"CTRANCH", 0,
     "BASE=TRANCH(DYELLOW MUSHI =TRANCH0 =EYE1)"},
    {"CTRANCH", 1,
     "BASE=TRANCH(DBLUE MUSHI =TRANCH2 =EYE1;FFFF00)"},
    {"CTRANCH", 2,
     "BASE=TRANCH(GBLACK MUSHI =TRANCH1 =EYE1;FF0000)"},
    {"CTRANCH", 3,
     "BASE=TRANCH(NPURPLE MUSHI =TRANCH2 =EYE1;80FF80)"},
    {"CWARLOCK", 0,
     "BASE=PLAYER(WHITE WHITE WHITE WHITE); "
     "CHEST=NEWWAR(FLESH GREEN DORANGE SHADWAR0); "
     "EYES=WAREYES0(WHITE WHITE WHITE =EYE1)"},
    {"CWARLOCK", 1,
     "CHEST=NEWWAR(FLESH BLUE BLACK SHADWAR0)"},
    {"CWARLOCK", 2,
     "CHEST=NEWWAR(FLESH RED DBLUE SHADWAR0)"},
    {"CWARLOCK", 3,
     "CHEST=NEWWAR(FLESH BLACK DMAGENTA SHADWAR0); "
     "PADS=WARPADS(DMAGENTA WHITE WHITE WHITE)"},
    {"CWATCHER", 0,
     "BASE=WATCHER(PURPLE DGREEN WATCHER SHADWATC); "
     "EYES=WATCHEYE(WHITE WHITE WATCHER WHITE)"},
    {"CWATCHER", 1,
     "BASE=WATCHER(RED YELLOW WATCHER SHADWATC)"},
    {"CWHELP", 0,
     "BASE=WHELP(RED YELLOW SHADWELP =EYE1)"},
    {"CWHELP", 1,
     "BASE=WHELP(DGREEN YELLOW SHADWELP =EYE1)"},
    {"CWHELP", 2,
     "BASE=WHELP(DBLUE RED SHADWELP =EYE1)"},
    {"CWHELP", 3,
     "BASE=WHELP(BLACK PURPLE SHADWELP =EYE1)"},
    {"CWHELP", 4,
     "BASE=WHELP(WHITE BLUE SHADWELP =EYE1)"},
};
// clang-format on

std::string script_path(std::string_view name) {
    return (corpus_folder() / "soulfu/scripts" / (std::string(name) + ".SRC")).string();
}

std::string stem(const std::string& file) { return file.substr(0, file.rfind('.')); }

std::string hex(u32 color) {
    std::string out;
    for (u32 shift = 24; shift > 0; shift -= 4) out += "0123456789ABCDEF"[color >> (shift - 4) & 15];
    return out;
}

using Worn = std::map<std::string, std::string>;  // by place

Worn worn_by(const ddd::Outfit& outfit) {
    Worn out;
    for (std::size_t i = 0; i < outfit.worn.size(); ++i) {
        const soulfu::WornModel& worn = outfit.worn[i];
        if (worn.model.empty()) continue;
        std::string& text = out[std::string(soulfu::places[i])] = stem(worn.model) + "(";
        for (std::size_t slot = 0; slot < worn.images.size(); ++slot) {
            if (!worn.images[slot].empty()) text += (slot > 0 ? " " : "") + stem(worn.images[slot]);
        }
        text += worn.color == 0xFFFFFF ? ")" : ";" + hex(worn.color) + ")";
    }
    return out;
}

Worn parsed(std::string text) {
    Worn out;
    while (!text.empty()) {
        const auto end = std::min(text.find("; "), text.size());
        const std::string one = text.substr(0, end);
        out[one.substr(0, one.find('='))] = one.substr(one.find('=') + 1);
        text.erase(0, std::min(end + 2, text.size()));
    }
    return out;
}

ddd::Wardrobe wardrobe(const std::string& script) {
    Bundle bundle{{{"script", script_path(script), load_file(script_path(script))}}, script};
    for (int round = 0; round < 3; ++round) {
        for (const std::string& called : ddd::wardrobe_of(bundle).missing_scripts) {
            if (!std::filesystem::exists(script_path(called))) continue;
            bundle.parts.push_back({"called-script", script_path(called), load_file(script_path(called))});
        }
    }
    return ddd::wardrobe_of(bundle);
}

TEST(SoulfuCharactersCorpus, ScriptsComeToWhatTheGameShows) {
    std::map<std::string, Worn> first;
    std::map<std::string, ddd::Wardrobe> wardrobes;
    std::size_t checked = 0;
    for (const Expected& row : table) {
        if (!std::filesystem::exists(script_path(row.script))) continue;
        const auto [known, is_new] = wardrobes.try_emplace(row.script);
        if (is_new) known->second = wardrobe(row.script);
        const ddd::Wardrobe& all = known->second;
        Worn expected = row.skin == 0 ? Worn() : first[row.script];
        for (const auto& [place, worn] : parsed(row.worn)) expected[place] = worn;
        if (row.skin == 0) first[row.script] = expected;
        const ddd::Outfit* outfit = all.find(row.skin);
        if (outfit == nullptr && !all.missing_scripts.empty()) continue;  // a statue of somebody who is not at hand
        ASSERT_NE(outfit, nullptr) << row.script << " " << row.skin;
        const Worn found = worn_by(*outfit);
        const bool is_statue = std::string_view(row.script) == "CSTATUE";  // models alone are known
        for (const auto& [place, worn] : expected) {
            const auto known = found.find(place);
            const std::string shown = known == found.end() ? "(none)" : known->second;
            EXPECT_EQ(is_statue ? shown.substr(0, shown.find('(')) : shown, worn)
                << row.script << " " << row.skin << " " << place;
            ++checked;
        }
    }
    if (checked > 0) std::cout << checked << " places as expected" << std::endl;
}

}  // namespace
}  // namespace thaw::test
