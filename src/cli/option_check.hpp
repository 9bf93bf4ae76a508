// Options that mean nothing for a model are refused in words, before anything is written.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "cli/scene_arguments.hpp"

namespace thaw::cli {

class OptionCheck {
public:
    // `use_of` is asked with a model, or with its format alone while it is not open.
    using UseOf = std::function<OptionUse(const Format&, const Model*)>;

    OptionCheck(const SceneArguments& arguments, UseOf use_of);

    bool is_needed() const { return !given_.empty(); }

    // Of a model by itself: why an option means nothing for it. Empty if all mean something.
    std::string refusal(const Model& model) const;
    // The same by its format alone, for those who have no model yet.
    std::string refusal(const Format& format) const;
    // Of several models, each takes what its format knows: an option is refused if no format does. `format_at` gives
    // null for what is no model.
    std::string refusal_of_all(std::size_t count, const std::function<const Format*(std::size_t)>& format_at) const;

    // Of several models, for each that was opened; then which option meant nothing for any of them.
    void note(const Model& model);
    std::string unused() const;

private:
    std::vector<const GivenOption*> given_;
    SceneOptions scene_;
    UseOf use_of_;
    std::set<const GivenOption*> meant_something_{};
    std::set<const GivenOption*> meant_nothing_{};
};

// For verbs that only make scenes.
OptionCheck scene_option_check(const SceneArguments& arguments);

}  // namespace thaw::cli
