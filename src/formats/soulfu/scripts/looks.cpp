#include "formats/soulfu/scripts/looks.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/soulfu/rooms/room.hpp"
#include "formats/soulfu/scripts/dressing.hpp"
#include "formats/soulfu/scripts/value.hpp"
#include "formats/soulfu/shared/bits.hpp"

namespace thaw::ddd {

namespace {

using soulfu::Choice;
using soulfu::Dressing;
using soulfu::Script;
using soulfu::ScriptAssignment;
using Kind = ScriptAssignment::Kind;

constexpr std::size_t most_looks = 32;
constexpr std::size_t longest_name = 160;  // letters

bool is_model(const ScriptAssignment& assignment, std::string_view name) {
    const std::string& file = assignment.file;
    return assignment.kind == Kind::model && text::equal_ignoring_case(text::file_stem(file), name) &&
           (text::ends_with_ignoring_case(file, ".RDY") || text::ends_with_ignoring_case(file, ".DDD"));
}

class LookList {
public:
    explicit LookList(const UsedSlots& used) : used_(used) {}

    bool empty() const { return looks_.list.empty(); }

    void add(Look look) {
        const auto shows_the_same = [&](const Look& other) {
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                if (used_.slots[slot] && !text::equal_ignoring_case(look.images[slot], other.images[slot]))
                    return false;
            }
            return !used_.tinted || look.tint == other.tint;
        };
        const auto is_given = [](const std::string& text) { return !text.empty(); };
        if (std::none_of(look.images.begin(), look.images.end(), is_given) &&
            std::none_of(look.computed.begin(), look.computed.end(), is_given)) {
            return;
        }
        if (std::any_of(looks_.list.begin(), looks_.list.end(), shows_the_same)) return;
        if (looks_.list.size() >= most_looks) {
            looks_.cut = true;
            return;
        }
        look.name = text::shortened(text::to_utf8(look.name), longest_name);
        looks_.list.push_back(std::move(look));
    }

    void add_script(const Part& part, std::string_view name) {
        const Script script = soulfu::read_script(part.bytes.bytes());
        std::size_t lines = 0;
        for (std::size_t i = 0; i < script.assignments.size(); ++i) {
            if (!is_model(script.assignments[i], name)) continue;
            if (++lines > most_looks) looks_.cut = true;
            if (looks_.cut) return;
            add_dressing(script, Dressing(script, i), text::file_stem(part.name));
        }
    }

    void add_room(const Part& part, std::string_view name) {
        looks_.from_room = true;
        for (soulfu::PropTextures& images : soulfu::prop_textures(part.bytes.bytes(), name)) {
            Look look;
            look.name = std::string(text::file_stem(part.name));
            look.images = std::move(images);
            add(std::move(look));
        }
    }

    // Several looks of one room have its name; as variants they need one each.
    Looks finish() {
        for (std::size_t i = 0; i < looks_.list.size(); ++i) {
            const std::string name = looks_.list[i].name;
            for (std::size_t again = 2; is_taken(looks_.list[i].name, i); ++again) {
                looks_.list[i].name = name + " (" + std::to_string(again) + ")";
            }
        }
        return std::move(looks_);
    }

private:
    bool is_taken(const std::string& name, std::size_t before) const {
        const auto end = looks_.list.begin() + static_cast<std::ptrdiff_t>(before);
        return std::any_of(looks_.list.begin(), end, [&](const Look& look) { return look.name == name; });
    }

    // First what holds if nothing else does, then what changes under each condition.
    void add_dressing(const Script& script, const Dressing& dressing, std::string_view name) {
        std::array<std::vector<Choice>, slot_count + 1> choices;  // the last is the colour
        std::vector<std::string> conditions{{}};
        for (std::size_t i = 0; i < choices.size(); ++i) {
            choices[i] = i < slot_count ? dressing.images(i) : dressing.colors();
            if (i < slot_count ? !used_.slots[i] : !used_.tinted) continue;
            for (const Choice& choice : choices[i]) {
                const bool known =
                    std::find(conditions.begin(), conditions.end(), choice.condition) != conditions.end();
                if (!known) conditions.push_back(choice.condition);
            }
        }
        for (const std::string& condition : conditions) {
            Look look;
            look.when = soulfu::both(dressing.condition(), condition);
            look.name = std::string(name) + (look.when.empty() ? "" : ": " + look.when);
            for (std::size_t i = 0; i < choices.size(); ++i) {
                if (choices[i].empty()) continue;
                const auto holds = [&](const Choice& choice) { return choice.condition == condition; };
                const auto found = std::find_if(choices[i].begin(), choices[i].end(), holds);
                const Choice& choice = found == choices[i].end() ? choices[i].front() : *found;
                if (i < slot_count) {
                    set_image(script, choice, i, look);
                } else {
                    set_tint(script, choice, look);
                }
            }
            add(std::move(look));
        }
    }

    static void set_image(const Script& script, const Choice& choice, std::size_t slot, Look& look) {
        look.images[slot] = choice.file;
        if (!choice.file.empty()) return;
        const soulfu::ScriptValue value = soulfu::value_of(choice.expression, script);
        look.images[slot] = value.file;
        if (value.file.empty() || value.assumed) look.computed[slot] = choice.expression;
    }

    static void set_tint(const Script& script, const Choice& choice, Look& look) {
        const soulfu::ScriptValue value = soulfu::value_of(choice.expression, script);
        look.tint = value.number;
        if (!value.number || value.assumed) look.computed_tint = choice.expression;
    }

    const UsedSlots& used_;
    Looks looks_{};
};

}  // namespace

void UsedSlots::add(std::size_t slot, u8 flags) {
    slots[slot] = true;
    tinted = tinted || (flags & color_flag) != 0;
}

bool script_dresses(Bytes bytes, std::string_view name) {
    const Script script = soulfu::read_script(bytes);
    return std::any_of(script.assignments.begin(), script.assignments.end(),
                       [&](const ScriptAssignment& one) { return is_model(one, name); });
}

bool room_dresses(Bytes room, std::string_view name) { return !soulfu::prop_textures(room, name).empty(); }

Looks looks_in(const Bundle& bundle, std::string_view name, const UsedSlots& used) {
    LookList list(used);
    for (const Part& part : bundle.parts) {
        if (part.role == script_role) list.add_script(part, name);
    }
    if (list.empty()) {
        for (const Part& part : bundle.parts) {
            if (part.role == room_role) list.add_room(part, name);
        }
    }
    return list.finish();
}

}  // namespace thaw::ddd
