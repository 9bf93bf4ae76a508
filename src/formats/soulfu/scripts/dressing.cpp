#include "formats/soulfu/scripts/dressing.hpp"

#include <algorithm>

namespace thaw::soulfu {

namespace {

using Kind = ScriptAssignment::Kind;

constexpr std::size_t most_choices = 32;
constexpr std::size_t deepest_variable = 2;  // foot_color = limb_color_dull, and that is DullColor(...)

}  // namespace

std::string both(const std::string& condition, const std::string& other) {
    return condition.empty() || other.empty() ? condition + other : condition + " and " + other;
}

Dressing::Dressing(const Script& script, std::size_t model) : script_(script), line_(script.assignments[model]) {
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

std::vector<Choice> Dressing::choices(ScriptAssignment::Kind kind, std::size_t slot) const {
    const ScriptAssignment* always = nullptr;
    std::vector<const ScriptAssignment*> sometimes;
    std::vector<const ScriptAssignment*> elsewhere;
    for (std::size_t i = 0; i < script_.assignments.size(); ++i) {
        const ScriptAssignment& one = script_.assignments[i];
        if (one.kind != kind || one.texture != slot || one.target != line_.target) continue;
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
            // What holds for more than this model gives way to what holds for it alone.
            if (always == nullptr || script_.is_inside(one.block, always->block)) always = &one;
        } else if (elsewhere.size() < most_choices) {
            elsewhere.push_back(&one);
        }
    }
    std::vector<Choice> out;
    if (always != nullptr) add(*always, line_.block, deepest_variable, out);
    for (const ScriptAssignment* one : sometimes) add(*one, line_.block, deepest_variable, out);
    if (!out.empty()) return out;
    for (const ScriptAssignment* one : elsewhere) add(*one, line_.block, deepest_variable, out);
    return out;
}

// In a block below the line's own.
bool Dressing::has_other_model(u32 block) const {
    for (; block != line_.block; block = script_.blocks[block].parent) {
        if (other_models_.contains(block)) return true;
    }
    return false;
}

std::string Dressing::condition_below(u32 block, u32 outer) const {
    while (!script_.is_inside(block, outer)) outer = script_.blocks[outer].parent;
    return script_.condition(block, outer);
}

// A file, or what stands in its place: the values of a variable if it is one, as far as `depth` leads, else its words.
void Dressing::add(const ScriptAssignment& one, u32 known, std::size_t depth, std::vector<Choice>& out) const {
    const std::string condition = condition_below(one.block, known);
    std::vector<Choice> values;
    if (one.file.empty() && depth > 0) values = values_of(one, depth - 1);
    if (values.empty()) values.push_back({{}, one.file, one.file.empty() ? one.expression : std::string()});
    for (Choice& value : values) {
        if (out.size() >= most_choices) return;
        value.condition = both(condition, value.condition);
        out.push_back(std::move(value));
    }
}

// Of a variable, in the function where it is used.
std::vector<Choice> Dressing::values_of(const ScriptAssignment& use, std::size_t depth) const {
    std::vector<const ScriptAssignment*> given;
    for (const ScriptAssignment& one : script_.assignments) {
        if (&one == &use) break;
        if (one.kind != Kind::variable || one.target != use.expression) continue;
        if (one.function != use.function) continue;
        if (script_.is_inside(use.block, one.block)) given.clear();
        if (given.size() < most_choices) given.push_back(&one);
    }
    std::vector<Choice> out;
    for (const ScriptAssignment* one : given) add(*one, use.block, depth, out);
    return out;
}

}  // namespace thaw::soulfu
