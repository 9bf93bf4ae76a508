// How one line of a script dresses the model that it names.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "formats/soulfu/scripts/script.hpp"

namespace thaw::soulfu {

// One thing that a slot may show, or that the model's colour may be, and when.
struct Choice {
    std::string condition{};
    std::string file{};
    std::string expression{};  // what a script has where it does not name a file
};

std::string both(const std::string& condition, const std::string& other);

class Dressing {
public:
    // `model`: the assignment of the model.
    Dressing(const Script& script, std::size_t model);

    std::vector<Choice> images(std::size_t slot) const { return choices(ScriptAssignment::Kind::texture, slot); }
    std::vector<Choice> colors() const { return choices(ScriptAssignment::Kind::color, 0); }
    std::string condition() const { return script_.condition(line_.block); }

private:
    std::vector<Choice> choices(ScriptAssignment::Kind kind, std::size_t slot) const;
    bool has_other_model(u32 block) const;
    std::string condition_below(u32 block, u32 outer) const;
    void add(const ScriptAssignment& one, u32 known, std::size_t depth, std::vector<Choice>& out) const;
    std::vector<Choice> values_of(const ScriptAssignment& use, std::size_t depth) const;

    const Script& script_;
    const ScriptAssignment& line_;
    std::set<u32> other_models_{};  // blocks that put one in the same place
    std::size_t first_ = 0;
    std::size_t end_ = 0;
};

}  // namespace thaw::soulfu
