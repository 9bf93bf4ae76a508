// What a reader of all the game's scripts and rooms found, said again as scripts and rooms say it: our readers have to
// find the same. The scripts and rooms themselves are not at hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "fixtures/soulfu_looks.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/rooms/room.hpp"
#include "formats/soulfu/scripts/looks.hpp"
#include "formats/soulfu/scripts/value.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

using Kind = soulfu::ScriptAssignment::Kind;
using Fields = std::vector<std::string>;

constexpr std::size_t model_field = 0;
constexpr std::size_t color_field = 5;
const std::string eye_pair = "=EYE0.RGB|=EYE1.RGB";

std::filesystem::path soulfu_folder() { return corpus_folder() / "soulfu"; }

// Several values in one field: "WHITE|(r<<16) | b" are two. The eyes are one, as a function chooses between them.
Fields values_in(std::string field) {
    Fields out;
    while (!field.empty()) {
        std::size_t end = field.starts_with(eye_pair) ? eye_pair.size() : 0;
        while (end < field.size() && !(field[end] == '|' && end > 0 && field[end - 1] != ' ')) ++end;
        out.push_back(field.substr(0, end));
        field.erase(0, std::min(end + 1, field.size()));
    }
    return out;
}

bool is_file(const std::string& value) { return value.ends_with(".RGB") || value.ends_with(".RDY"); }

// As the scripts write the places: MODEL_HEAD_TEX2 for characters, self+grip+12 for what they hold.
std::string address(const std::string& place, std::size_t field) {
    constexpr const char* fields[] = {"_FILE", "_TEX0", "_TEX1", "_TEX2", "_TEX3", "_COLOR"};
    if (place == "GRIP") return "self+grip" + (field == model_field ? "" : "+" + std::to_string(4 * field));
    if (std::all_of(place.begin(), place.end(), [](char c) { return (c >= 'A' && c <= 'Z') || c == '2'; })) {
        return "self+MODEL_" + place + fields[field];
    }
    return place;
}

std::string line_for(const std::string& place, std::size_t field, const std::string& value) {
    if (value == eye_pair && field != model_field) {
        return "STANDARD.EyeSetup(" + address(place, field) + ", self.team)\n";
    }
    const std::string said = is_file(value) ? "\"FILE:" + value + "\"" : value;
    return "ModelAssign(" + address(place, field) + ", " + said + ")\n";
}

struct Place {
    std::string script;
    std::string place;
    std::array<Fields, 6> fields{};
};

std::vector<Place> texture_map() {
    std::vector<Place> out;
    for (const Row& line : load_csv(soulfu_folder() / "texture_map.csv")) {
        Place row{line.at("script"), line.at("slot"), {}};
        constexpr const char* columns[] = {"model", "tex0", "tex1", "tex2", "tex3", "color"};
        for (std::size_t f = 0; f < row.fields.size(); ++f) row.fields[f] = values_in(line.at(columns[f]));
        // Found by the fields' numbers, which the list took for models: self+MODEL_LEFT_FILE+16 is an image.
        const bool is_model = row.fields[0].empty() || row.place == "location" || row.place == "intlocation" ||
                              row.fields[0][0].ends_with(".RDY") || row.fields[0][0] == "NULL" ||
                              row.fields[0][0] == "model_file";
        if (!is_model && row.script == "IBOW.SRC") row.place = "self+MODEL_LEFT_FILE+16";
        if (!is_model && row.script == "IFLAMER.SRC") row.place = "self+MODEL_RIGHT_FILE+20";
        out.push_back(std::move(row));
    }
    return out;
}

std::size_t field_of(const soulfu::ScriptAssignment& one) {
    if (one.kind == Kind::model) return model_field;
    return one.kind == Kind::color ? color_field : 1 + one.texture;
}

TEST(SoulfuLooksCorpus, ScriptsThatSayTheListAreReadAsTheList) {
    std::size_t values = 0, rows = 0, equal = 0;
    std::map<std::string, std::vector<Place>> scripts;
    for (Place& row : texture_map()) scripts[row.script].push_back(std::move(row));
    for (const auto& [name, list] : scripts) {
        std::string text = "#define ANY 1\nint ModelSetup()\n  int self\n";
        for (const Place& row : list) {
            for (std::size_t f = 0; f < row.fields.size(); ++f) {
                for (std::size_t i = 0; i < row.fields[f].size(); ++i) {
                    text += "  if(type == " + std::to_string(i) + ")\n    " + line_for(row.place, f, row.fields[f][i]);
                }
            }
        }
        const Blob bytes = as_blob(text);
        const soulfu::Script script = soulfu::read_script(bytes.bytes());
        std::map<std::pair<std::string, std::size_t>, Fields> found;
        for (const auto& one : script.assignments) {
            if (one.kind == Kind::variable) continue;
            std::string value = one.file.empty() ? one.expression : one.file;
            if (value == "EyeSetup") value = eye_pair;
            found[{one.target, field_of(one)}].push_back(value);
        }
        for (const Place& row : list) {
            ++rows;
            const std::size_t before = values;
            bool same = true;
            for (std::size_t f = 0; f < row.fields.size(); ++f) {
                if (row.fields[f].empty()) continue;
                // Where the place has a number of its own, that is the field.
                const auto plus = row.place.rfind('+');
                std::pair<std::string, std::size_t> key{row.place == "GRIP" ? "self+grip" : row.place, f};
                if (plus != row.place.npos && row.place.find_first_not_of("0123456789", plus + 1) == row.place.npos) {
                    key = {row.place.substr(0, plus), std::stoul(row.place.substr(plus + 1)) / 4};
                    if (key.first == "self+MODEL_LEFT_FILE") key.first = "LEFT";
                    if (key.first == "self+MODEL_RIGHT_FILE") key.first = "RIGHT";
                }
                EXPECT_EQ(found[key], row.fields[f]) << name << " " << row.place << " field " << f;
                same = same && found[key] == row.fields[f];
                values += row.fields[f].size();
            }
            equal += same && values > before ? 1u : 0u;
        }
    }
    std::cout << equal << " of " << rows << " rows equal, " << values << " values\n";
    EXPECT_EQ(rows, 163u);
    EXPECT_EQ(equal, rows);
}

// One model under one condition, with the images that stand at the same place in the list.
TEST(SoulfuLooksCorpus, EachModelOfTheListIsDressedAsTheListSays) {
    constexpr ddd::UsedSlots every_slot{{true, true, true, true}, true};
    std::size_t models = 0, computed = 0, tints = 0;
    for (const Place& row : texture_map()) {
        for (std::size_t m = 0; m < row.fields[model_field].size(); ++m) {
            const std::string& model = row.fields[model_field][m];
            if (!model.ends_with(".RDY")) continue;
            std::string text = "int ModelSetup()\n  if(type == 7)\n    " + line_for(row.place, model_field, model);
            std::array<std::string, 6> said;
            for (std::size_t f = 1; f < row.fields.size(); ++f) {
                const Fields& all = row.fields[f];
                if (all.empty()) continue;
                said[f] = all[std::min(m, all.size() - 1)];
                text += "    " + line_for(row.place, f, said[f]);
            }
            const ddd::Looks looks =
                ddd::looks_in({{{"script", row.script, as_blob(text)}}}, model.substr(0, model.size() - 4), every_slot);
            const std::string where = row.script + " " + model;
            ASSERT_FALSE(looks.list.empty()) << where;
            const bool has_eyes = said[4] == eye_pair;
            EXPECT_EQ(looks.list.size(), has_eyes ? 2u : 1u) << where;
            const ddd::Look& look = looks.list[0];
            ++models;
            for (std::size_t slot = 0; slot < ddd::slot_count; ++slot) {
                const std::string& value = said[slot + 1];
                if (value == eye_pair) {
                    EXPECT_EQ(look.images[slot], "=EYE1.RGB") << where;
                    EXPECT_EQ(looks.list[1].images[slot], "=EYE0.RGB") << where;
                } else if (is_file(value)) {
                    EXPECT_EQ(look.images[slot], value) << where;
                    EXPECT_EQ(look.computed[slot], "") << where;
                } else {
                    EXPECT_EQ(look.computed[slot], value) << where;
                    EXPECT_EQ(look.images[slot], value.starts_with("DullColor(") ? "WHITE.RGB" : "") << where;
                    ++computed;
                }
            }
            // Names in capitals are the game's, but for two of a script's own.
            const std::string& color = said[color_field];
            const bool is_known = color.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") == color.npos &&
                                  !color.ends_with("_LIGHT") && color != "DARK_COLOR";
            EXPECT_EQ(look.tint.has_value(), is_known && color != "DORANGE" && color != "DRED" && color != "DPURPLE")
                << where << " " << color;
            tints += look.tint.has_value() ? 1u : 0u;
        }
    }
    std::cout << models << " models, " << computed << " images that the game works out, " << tints << " colours\n";
    EXPECT_GT(models, 200u);
}

// The bodies and parts that each script of the list names, those that are at hand: every part fits its body.
TEST(SoulfuLooksCorpus, ThePartsOfTheListsCharactersFitTheirBodies) {
    const auto model_file = [](const std::string& rdy) {
        return soulfu_folder() / "models" / (rdy.substr(0, rdy.size() - 4) + ".DDD");
    };
    std::map<std::string, std::map<std::string, Fields>> characters;  // by script and place
    for (const Place& row : texture_map()) {
        for (const std::string& model : row.fields[model_field]) {
            if (!model.ends_with(".RDY") || row.place == "GRIP" || !std::filesystem::exists(model_file(model)))
                continue;
            characters[row.script][row.place].push_back(model);
        }
    }
    std::size_t fits = 0, bodies = 0;
    std::set<std::string> left_out;
    for (auto& [script, places] : characters) {
        const Fields bases = places["BASE"];
        places.erase("BASE");
        std::size_t rounds = 0;
        for (const auto& [place, models] : places) rounds = std::max(rounds, models.size());
        for (const std::string& base : bases) {
            bodies += rounds > 0 ? 1u : 0u;
            for (std::size_t round = 0; round < rounds; ++round) {
                Bundle bundle{{{"ddd", base, load_file(model_file(base))}}};
                for (const auto& [place, models] : places) {
                    if (round >= models.size()) continue;
                    bundle.parts.push_back({"part:" + place, models[round], load_file(model_file(models[round]))});
                }
                const auto model = read(ddd::format, bundle);
                ASSERT_TRUE(model.ok()) << base;
                Issues issues;
                SceneOptions options;
                options.frame = 0;
                ASSERT_TRUE(to_scene(*model, options, issues).ok()) << base;
                fits += bundle.parts.size() - 1;
                for (const Issue& issue : issues.list()) {
                    if (std::string(issue.kind->code) != "SOULFU_PART_LEFT_OUT") continue;
                    --fits;
                    left_out.insert(base + " " + issue.found);
                }
            }
        }
    }
    std::cout << fits << " parts on " << bodies << " bodies\n";
    // A chest that broke has nothing on it.
    EXPECT_EQ(left_out, (std::set<std::string>{"CHESTBK.RDY CHESTMIM (5 bones)", "CHESTBK.RDY CHESTNRM (5 bones)",
                                               "CHESTBK.RDY CHESTSPC (5 bones)"}));
    EXPECT_EQ(fits, 170u);
}

TEST(SoulfuLooksCorpus, EveryImageThatTheListNamesIsThere) {
    std::set<std::string> stems;
    for (const auto& entry : std::filesystem::directory_iterator(soulfu_folder() / "textures")) {
        stems.insert(entry.path().stem().string());
    }
    std::set<std::string> missing, named;
    for (const Place& row : texture_map()) {
        for (std::size_t f = 1; f < color_field; ++f) {
            for (const std::string& value : row.fields[f]) {
                for (const std::string& one : value == eye_pair ? Fields{"=EYE0.RGB", "=EYE1.RGB"} : Fields{value}) {
                    if (!is_file(one)) continue;
                    named.insert(one);
                    if (!stems.contains(one.substr(0, one.size() - 4))) missing.insert(one);
                }
            }
        }
    }
    // And those that stand for the 16 colours.
    const soulfu::Script nothing;
    for (const std::string function : {"DullColor(", "GlossColor("}) {
        for (int i = 0; i < 16; ++i) {
            const auto value = soulfu::value_of(function + std::to_string(i) + ")", nothing);
            named.insert(value.file);
            EXPECT_FALSE(value.assumed);
            if (!stems.contains(std::string(text::file_stem(value.file)))) missing.insert(value.file);
        }
    }
    std::cout << named.size() << " images named, " << missing.size() << " not there\n";
    EXPECT_EQ(missing, std::set<std::string>());
}

TEST(SoulfuLooksCorpus, RoomsThatHoldTheListAreReadAsTheList) {
    std::size_t rows = 0, equal = 0;
    for (const Row& row : load_csv(soulfu_folder() / "room_prop_textures.csv")) {
        ++rows;
        const std::string& name = row.at("model");
        Fields names(32);
        const soulfu::PropTextures expected{row.at("tex0"), row.at("tex1"), row.at("tex2"), row.at("tex3")};
        for (std::size_t slot = 0; slot < 4; ++slot) names[16 + 3 * slot + 1] = expected[slot];
        const std::vector<Prop> props(std::stoul(row.at("uses")), Prop{name, 0x14, 0x7A});
        const Blob room = make_room(props, names);
        const auto found = soulfu::prop_textures(room.bytes(), name);
        EXPECT_EQ(found.size(), props.size()) << name;
        const bool same = found.size() == props.size() &&
                          std::all_of(found.begin(), found.end(), [&](const auto& one) { return one == expected; });
        EXPECT_TRUE(same) << name << " " << row.at("tex0");
        equal += same ? 1u : 0u;
    }
    std::cout << equal << " of " << rows << " rows equal\n";
    EXPECT_EQ(rows, 91u);
    EXPECT_EQ(equal, rows);
}

}  // namespace
}  // namespace thaw::test
