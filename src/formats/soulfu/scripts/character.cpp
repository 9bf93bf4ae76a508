#include "formats/soulfu/scripts/character.hpp"

#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/soulfu/scripts/game_values.hpp"
#include "formats/soulfu/scripts/script.hpp"

namespace thaw::ddd {

namespace {

using soulfu::places;
using soulfu::Script;
using soulfu::ScriptAssignment;

constexpr std::string_view body_place = "BASE";

bool puts_model(const ScriptAssignment& one) {
    return one.kind == ScriptAssignment::Kind::model &&
           std::find(places.begin(), places.end(), one.target) != places.end() &&
           (text::ends_with_ignoring_case(one.file, ".RDY") || text::ends_with_ignoring_case(one.file, ".DDD"));
}

// The branches of a script that were taken so far.
class Branches {
public:
    explicit Branches(const Script& script) : script_(script) {}

    bool may_take(u32 block) const {
        for (; block != soulfu::no_block; block = script_.blocks[block].parent) {
            if (refused_.contains(block) || taken_.contains(script_.blocks[block].otherwise)) return false;
        }
        return true;
    }

    void take(u32 block) {
        for (; block != soulfu::no_block; block = script_.blocks[block].parent) {
            taken_.insert(block);
            if (script_.blocks[block].otherwise != soulfu::no_block) refused_.insert(script_.blocks[block].otherwise);
        }
    }

private:
    const Script& script_;
    std::set<u32> taken_{};
    std::set<u32> refused_{};  // by an `else` that was taken
};

}  // namespace

std::vector<CharacterPart> character_in(Bytes bytes) {
    const Script script = soulfu::read_script(bytes);
    const auto& all = script.assignments;
    const auto is_body = [](const ScriptAssignment& one) { return puts_model(one) && one.target == body_place; };
    const auto body = std::find_if(all.begin(), all.end(), is_body);
    std::vector<CharacterPart> out;
    if (body == all.end()) return out;
    Branches branches(script);
    const auto put = [&](const ScriptAssignment& one) {
        branches.take(one.block);
        out.push_back({one.target, std::string(text::file_stem(one.file))});
    };
    put(*body);
    for (const ScriptAssignment& one : all) {
        if (one.function != body->function || !puts_model(one) || !branches.may_take(one.block)) continue;
        const auto is_there = [&](const CharacterPart& part) { return part.place == one.target; };
        if (std::none_of(out.begin(), out.end(), is_there)) put(one);
    }
    return out;
}

}  // namespace thaw::ddd
