#include "cli/option_check.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace thaw::cli {

OptionCheck::OptionCheck(const SceneArguments& arguments, UseOf use_of)
    : given_(arguments.given_options()), scene_(arguments.options()), use_of_(std::move(use_of)) {}

std::string OptionCheck::refusal(const Model& model) const {
    if (given_.empty()) return {};
    return thaw::refusal(given_, model, use_of_(*model.format, &model), scene_);
}

std::string OptionCheck::refusal(const Format& format) const {
    const OptionUse use = given_.empty() ? OptionUse() : use_of_(format, nullptr);
    for (const GivenOption* given : given_) {
        if (!is_taken(*given, use)) return why_not_taken(*given, use);
    }
    return {};
}

std::string OptionCheck::refusal_of_all(std::size_t count,
                                        const std::function<const Format*(std::size_t)>& format_at) const {
    std::vector<const GivenOption*> left = given_;
    std::set<const Format*> seen;
    for (std::size_t i = 0; i < count && !left.empty(); ++i) {
        const Format* format = format_at(i);
        if (format == nullptr || !seen.insert(format).second) continue;
        const OptionUse use = use_of_(*format, nullptr);
        std::erase_if(left, [&](const GivenOption* given) { return is_taken(*given, use); });
    }
    if (left.empty()) return {};
    return fmt::format("--{} is for {}, and no model here is one", left.front()->option().name,
                       left.front()->known.ids());
}

void OptionCheck::note(const Model& model) {
    const OptionUse use = given_.empty() ? OptionUse() : use_of_(*model.format, &model);
    for (const GivenOption* given : given_) {
        if (meant_something_.contains(given) || !use.scene || !is_scene_option(*model.format, given->option()))
            continue;
        (out_of_range(*given, model, scene_).empty() ? meant_something_ : meant_nothing_).insert(given);
    }
}

std::string OptionCheck::unused() const {
    for (const GivenOption* given : given_) {
        if (!meant_nothing_.contains(given) || meant_something_.contains(given)) continue;
        return given->words() + " had no effect on any of the models";
    }
    return {};
}

OptionCheck scene_option_check(const SceneArguments& arguments) {
    return {arguments, [](const Format& format, const Model*) { return OptionUse{.read = &format}; }};
}

}  // namespace thaw::cli
