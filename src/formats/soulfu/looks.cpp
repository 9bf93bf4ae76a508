#include "formats/soulfu/looks.hpp"

#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/soulfu/room.hpp"
#include "formats/soulfu/script.hpp"

namespace thaw::ddd {

namespace {

using soulfu::Script;
using soulfu::ScriptAssignment;
using Kind = ScriptAssignment::Kind;

constexpr std::size_t most_looks = 32;
constexpr std::size_t most_choices = 32;
constexpr std::size_t longest_name = 160;  // letters

// One thing that a slot may show, and when.
struct Choice {
    std::string condition{};
    std::string picture{};
    std::string computed{};
};

std::string joined(const std::string& a, const std::string& b) {
    return a.empty() || b.empty() ? a + b : a + " and " + b;
}

bool is_model(const ScriptAssignment& assignment, std::string_view name) {
    const std::string& file = assignment.file;
    return assignment.kind == Kind::model && text::equal_ignoring_case(text::file_stem(file), name) &&
           (text::ends_with_ignoring_case(file, ".RDY") || text::ends_with_ignoring_case(file, ".DDD"));
}

// How one line of a script dresses the model that it names.
class Dressing {
public:
    Dressing(const Script& script, std::size_t model) : script_(script), line_(script.assignments[model]) {
        const auto& all = script.assignments;
        const auto replaces = [&](const ScriptAssignment& other) {
            return other.kind == Kind::model && other.target == line_.target && other.block == line_.block;
        };
        // Between two models that are put into the same place, textures are the first one's.
        for (std::size_t i = 0; i < model; ++i) {
            if (replaces(all[i])) first_ = model;
        }
        for (end_ = model + 1; end_ < all.size() && !replaces(all[end_]);) ++end_;
        for (const ScriptAssignment& other : all) {
            if (other.kind == Kind::model && other.target == line_.target) other_models_.insert(other.block);
        }
    }

    std::vector<Choice> choices(std::size_t slot) const {
        const ScriptAssignment* always = nullptr;
        std::vector<const ScriptAssignment*> sometimes;
        std::vector<const ScriptAssignment*> elsewhere;
        for (std::size_t i = 0; i < script_.assignments.size(); ++i) {
            const ScriptAssignment& one = script_.assignments[i];
            if (one.kind != Kind::texture || one.texture != slot || one.target != line_.target) continue;
            if (one.function != line_.function) continue;
            if (script_.is_inside(one.block, line_.block)) {
                if (i < first_ || i >= end_ || has_other_model(one.block)) continue;
                if (one.block != line_.block) {
                    if (sometimes.size() < most_choices) sometimes.push_back(&one);
                } else {
                    always = &one;
                    sometimes.clear();  // overwritten
                }
            } else if (script_.is_inside(line_.block, one.block)) {
                // What holds for more than this model gives way to what is said of it alone.
                if (always == nullptr || script_.is_inside(one.block, always->block)) always = &one;
            } else if (elsewhere.size() < most_choices) {
                elsewhere.push_back(&one);
            }
        }
        std::vector<Choice> out;
        if (always != nullptr) add(*always, line_.block, out);
        for (const ScriptAssignment* one : sometimes) add(*one, line_.block, out);
        if (!out.empty()) return out;
        for (const ScriptAssignment* one : elsewhere) add(*one, line_.block, out);
        return out;
    }

    std::string condition() const { return script_.condition(line_.block); }

private:
    // In a block below the line's own.
    bool has_other_model(u32 block) const {
        for (; block != line_.block; block = script_.blocks[block].parent) {
            if (other_models_.contains(block)) return true;
        }
        return false;
    }

    std::string condition_below(u32 block, u32 outer) const {
        while (!script_.is_inside(block, outer)) outer = script_.blocks[outer].parent;
        return script_.condition(block, outer);
    }

    void add(const ScriptAssignment& one, u32 known, std::vector<Choice>& out) const {
        const std::string condition = condition_below(one.block, known);
        std::vector<Choice> values;
        if (one.file.empty()) values = values_of(one);
        if (values.empty()) values.push_back({{}, one.file, one.file.empty() ? one.expression : std::string()});
        for (Choice& value : values) {
            if (out.size() >= most_choices) return;
            value.condition = joined(condition, value.condition);
            out.push_back(std::move(value));
        }
    }

    // Of a variable, in the function where it is used.
    std::vector<Choice> values_of(const ScriptAssignment& use) const {
        std::vector<Choice> out;
        for (const ScriptAssignment& one : script_.assignments) {
            if (&one == &use) break;
            if (one.kind != Kind::variable || one.target != use.expression) continue;
            if (one.function != use.function) continue;
            if (script_.is_inside(use.block, one.block)) out.clear();
            if (out.size() >= most_choices) break;
            out.push_back(
                {condition_below(one.block, use.block), one.file, one.file.empty() ? one.expression : std::string()});
        }
        return out;
    }

    const Script& script_;
    const ScriptAssignment& line_;
    std::set<u32> other_models_{};  // blocks that put one in the same place
    std::size_t first_ = 0;
    std::size_t end_ = 0;
};

class LookList {
public:
    explicit LookList(const UsedSlots& used) : used_(used) {}

    bool empty() const { return looks_.list.empty(); }

    void add(Look look) {
        const auto shows_the_same = [&](const Look& other) {
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                if (used_[slot] && !text::equal_ignoring_case(look.pictures[slot], other.pictures[slot])) return false;
            }
            return true;
        };
        const auto is_said = [](const std::string& text) { return !text.empty(); };
        if (std::none_of(look.pictures.begin(), look.pictures.end(), is_said) &&
            std::none_of(look.computed.begin(), look.computed.end(), is_said)) {
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
            add_dressing(Dressing(script, i), text::file_stem(part.name));
        }
    }

    void add_room(const Part& part, std::string_view name) {
        looks_.from_room = true;
        for (soulfu::PropTextures& pictures : soulfu::prop_textures(part.bytes.bytes(), name)) {
            add({std::string(text::file_stem(part.name)), std::move(pictures), {}});
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
    void add_dressing(const Dressing& dressing, std::string_view script) {
        std::array<std::vector<Choice>, slot_count> choices;
        std::vector<std::string> conditions{{}};
        for (std::size_t slot = 0; slot < slot_count; ++slot) {
            choices[slot] = dressing.choices(slot);
            for (const Choice& choice : choices[slot]) {
                const bool known =
                    std::find(conditions.begin(), conditions.end(), choice.condition) != conditions.end();
                if (!known) conditions.push_back(choice.condition);
            }
        }
        for (const std::string& condition : conditions) {
            Look look;
            look.name = std::string(script);
            const std::string when = joined(dressing.condition(), condition);
            if (!when.empty()) look.name += ": " + when;
            for (std::size_t slot = 0; slot < slot_count; ++slot) {
                if (choices[slot].empty()) continue;
                const auto holds = [&](const Choice& choice) { return choice.condition == condition; };
                const auto found = std::find_if(choices[slot].begin(), choices[slot].end(), holds);
                const Choice& choice = found == choices[slot].end() ? choices[slot].front() : *found;
                look.pictures[slot] = choice.picture;
                look.computed[slot] = choice.computed;
            }
            add(std::move(look));
        }
    }

    const UsedSlots& used_;
    Looks looks_{};
};

}  // namespace

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
