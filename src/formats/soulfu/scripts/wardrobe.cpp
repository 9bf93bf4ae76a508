#include "formats/soulfu/scripts/wardrobe.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/file_name.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "formats/soulfu/scripts/character.hpp"
#include "formats/soulfu/scripts/looks.hpp"
#include "formats/soulfu/scripts/script.hpp"

namespace thaw::ddd {

namespace {

using soulfu::Character;
using soulfu::Interpreter;
using soulfu::Program;

constexpr std::string_view looks_field = "eqcol01";
constexpr u32 skins_tried = 16;
// The bits of the field above those that Spawn() may set (a zombi's head).
constexpr u32 own_bits = 15;

// Those who are on the player's side; creatures are monsters.
u32 usual_team(std::string_view script) {
    constexpr std::array<std::string_view, 3> friends{"CPLAYER", "CSQUIRE", "CAUDIE"};
    const bool is_friend = std::any_of(friends.begin(), friends.end(),
                                       [&](std::string_view name) { return text::equal_ignoring_case(name, script); });
    return is_friend ? soulfu::good_team : soulfu::monster_team;
}

class Tailor {
public:
    Tailor(const Bundle& bundle, const Part& script) {
        out_.script = std::string(text::file_stem(script.name));
        programs_.emplace(text::lower(out_.script), soulfu::read_program(script.bytes.bytes()));
        for (const Part& part : bundle.parts) {
            if (part.role != called_script_role) continue;
            programs_.emplace(text::lower(text::file_stem(part.name)), soulfu::read_program(part.bytes.bytes()));
        }
    }

    Wardrobe run(Bytes script) {
        for (u32 i = 0; i < skins_tried; ++i) add(i * 256 / skins_tried);
        if (out_.outfits.empty() && missing_.empty()) add_unrun(script);
        const auto lower = [](const Outfit& a, const Outfit& b) { return a.skin < b.skin; };
        std::stable_sort(out_.outfits.begin(), out_.outfits.end(), lower);
        out_.missing_scripts.assign(missing_.begin(), missing_.end());
        return std::move(out_);
    }

private:
    const Program* find(std::string_view script) const {
        const auto found = programs_.find(text::lower(script));
        return found == programs_.end() ? nullptr : &found->second;
    }

    // First as the game makes one: Spawn() says what it holds. What else that changes is not about its looks.
    void add(u32 looks) {
        const Program& program = *find(out_.script);
        const auto find_program = [this](std::string_view script) { return find(script); };
        Character self;
        self.fields["team"] = usual_team(out_.script);
        self.fields[std::string(looks_field)] = looks;
        Interpreter(self, find_program).run(program, "Spawn");
        const auto spawned = static_cast<u32>(self.fields[std::string(looks_field)]);
        self.worn = {};
        self.fields["team"] = usual_team(out_.script);
        self.fields[std::string(looks_field)] = looks | (spawned & own_bits);
        Character named = self;
        Interpreter interpreter(self, find_program);
        if (!interpreter.run(program, "ModelSetup")) return;
        missing_.insert(interpreter.missing().begin(), interpreter.missing().end());
        const double* subtype = interpreter.variable("subtype");
        const bool counts = subtype != nullptr && *subtype >= 0 && *subtype < 256;
        // Of a script that counts nothing, each half of the range that looks different is a number of its own.
        Outfit outfit{.skin = counts ? static_cast<u32>(*subtype) : looks * 2 / 256};
        outfit.worn = std::move(self.worn);
        if (outfit.worn[0].model.empty()) return;
        Interpreter(named, find_program).run(program, "GetName");
        outfit.name = text::to_utf8(text::printable(named.name));
        const auto is_it = [&](const Outfit& one) {
            return (one.skin == outfit.skin || !counts) && one.worn == outfit.worn;
        };
        if (std::any_of(out_.outfits.begin(), out_.outfits.end(), is_it)) return;
        out_.outfits.push_back(std::move(outfit));
    }

    // Of a script that comes to no body when it is run: what its lines name, in their order.
    void add_unrun(Bytes script) {
        Outfit outfit;
        for (const CharacterPart& part : character_in(script)) {
            const auto place = std::find(soulfu::places.begin(), soulfu::places.end(), part.place);
            if (place != soulfu::places.end())
                outfit.worn[std::size_t(place - soulfu::places.begin())].model = part.model + ".RDY";
        }
        if (!outfit.worn[0].model.empty()) out_.outfits.push_back(std::move(outfit));
    }

    Wardrobe out_{};
    std::map<std::string, Program> programs_{};
    std::set<std::string> missing_{};
};

const Part* character_script(const Bundle& bundle) {
    if (bundle.model.empty()) return nullptr;
    for (const Part& part : bundle.parts) {
        if (part.role == script_role && text::equal_ignoring_case(text::file_stem(part.name), bundle.model)) {
            return &part;
        }
    }
    return nullptr;
}

// "PLRHEAD0.RDY" is kept as PLRHEAD0.DDD.
std::string file_of(const std::string& model) { return std::string(text::file_stem(model)) + ".DDD"; }

bool is_findable(const std::string& model) { return !model.empty() && model.find('*') == model.npos; }

// Of a character whose files are not all known at once.
std::vector<Want> needs_of(const Bundle& bundle) {
    const Wardrobe wardrobe = wardrobe_of(bundle);
    std::vector<Want> wants;
    for (const std::string& script : wardrobe.missing_scripts) {
        wants.push_back({.role = std::string(called_script_role), .names = {script + ".SRC"}});
    }
    const Outfit* outfit = chosen_outfit(wardrobe, bundle);
    if (outfit == nullptr) return wants;
    const bool has_body = bundle.find("ddd") != nullptr;
    for (std::size_t i = 0; i < outfit->worn.size(); ++i) {
        const std::string& model = outfit->worn[i].model;
        // A body may be chosen by a script that is still to come.
        if (!is_findable(model) || (i == 0 && has_body)) continue;
        const std::string role = i == 0 ? "ddd" : "part:" + std::string(soulfu::places[i]);
        wants.push_back({.role = role, .names = {file_of(model)}, .required = i == 0});
    }
    return wants;
}

// CRAT, where the script's own ModelSetup() has CRAT.ModelSetup().
std::set<std::string> called_characters(Bytes bytes) {
    constexpr std::string_view call = ".ModelSetup(";
    std::set<std::string> out;
    const Program program = soulfu::read_program(bytes);
    const soulfu::ProgramFunction* setup = program.find("ModelSetup");
    if (setup == nullptr) return out;
    for (std::size_t i = setup->begin; i < setup->end; ++i) {
        const std::string& code = program.lines[i].code;
        const auto end = code.find(call);
        if (end != code.npos && code.front() == 'C') out.insert(code.substr(0, end));
    }
    return out;
}

// Every model that the lines of the script speak of, whatever decides about them, and the scripts that it calls.
std::vector<std::string> all_files_in(Bytes bytes) {
    std::set<std::string> names;
    for (const std::string& script : called_characters(bytes)) names.insert(text::lower(script) + ".src");
    const soulfu::Script script = soulfu::read_script(bytes);
    for (const soulfu::ScriptAssignment& one : script.assignments) {
        if (one.kind != soulfu::ScriptAssignment::Kind::model || !is_findable(one.file)) continue;
        if (std::find(soulfu::places.begin(), soulfu::places.end(), one.target) == soulfu::places.end()) continue;
        names.insert(text::lower(file_of(one.file)));
    }
    return {names.begin(), names.end()};
}

}  // namespace

const Outfit* Wardrobe::find(u32 skin) const {
    const auto found =
        std::find_if(outfits.begin(), outfits.end(), [&](const Outfit& one) { return one.skin == skin; });
    return found == outfits.end() ? nullptr : &*found;
}

u32 Wardrobe::most() const { return outfits.empty() ? 0 : outfits.back().skin; }

Wardrobe wardrobe_of(const Bundle& bundle) {
    const Part* script = character_script(bundle);
    return script == nullptr ? Wardrobe() : Tailor(bundle, *script).run(script->bytes.bytes());
}

const Outfit* chosen_outfit(const Wardrobe& wardrobe, const Bundle& bundle) {
    if (wardrobe.outfits.empty()) return nullptr;
    const auto skin = text::whole_number(std::string(bundle.name_of(skin_role)));
    const Outfit* chosen = skin && *skin >= 0 && *skin < 256 ? wardrobe.find(static_cast<u32>(*skin)) : nullptr;
    return chosen != nullptr ? chosen : &wardrobe.outfits.front();
}

bool is_character(Bytes bytes) { return !character_in(bytes).empty() || !called_characters(bytes).empty(); }

std::vector<NamedModel> characters_named_by(const Part& script) {
    if (!is_character(script.bytes.bytes())) return {};
    return {{.name = std::string(text::file_stem(script.name)),
             .needs = needs_of,
             .made_of = all_files_in(script.bytes.bytes())}};
}

}  // namespace thaw::ddd
