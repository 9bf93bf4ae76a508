#include "cli/option_check.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw::cli {

namespace {

bool is_companion(const FormatOption& option) {
    return option.type == OptionType::file || option.type == OptionType::keyed_files;
}

bool reads(const Format* format, const FormatOption& option, bool scene) {
    if (format == nullptr || find_option(format->scene_options, option.name) == nullptr) return false;
    return scene || is_companion(option);
}

bool has_key(const OptionRange& range, const std::string& pair) {
    const std::string_view key = std::string_view(pair).substr(0, pair.find('='));
    const bool listed = std::any_of(range.keys.begin(), range.keys.end(),
                                    [&](const std::string& one) { return text::equal_ignoring_case(one, key); });
    return listed != range.all_but_keys;
}

bool has_value(const OptionRange& range, const std::string& text) {
    const auto number = text::whole_number(text);
    return number ? range.most && *number <= *range.most : range.words;
}

std::string called(const Format& format) { return fmt::format("{} ({})", format.id, format.title); }

}  // namespace

OptionCheck::OptionCheck(const SceneArguments& arguments, UseOf use_of)
    : given_(arguments.given_options()), scene_(arguments.options()), use_of_(std::move(use_of)) {}

bool OptionCheck::is_taken(const GivenOption& given, const OptionUse& use) const {
    const FormatOption& option = given.option();
    if (reads(use.read, option, use.scene) || reads(use.base, option, use.scene)) return true;
    if (use.any_build) return true;
    return use.build != nullptr && find_option(use.build->build_options, option.name) != nullptr;
}

std::string OptionCheck::why_not_taken(const GivenOption& given, const OptionUse& use) const {
    const FormatOption& option = given.option();
    const std::string name = "--" + std::string(option.name);
    if (use.build != nullptr) {
        const FormatOption* read = find_option(use.build->scene_options, option.name);
        if (read != nullptr && !read->not_built_reason.empty())
            return fmt::format("{}: {}", name, read->not_built_reason);
    }
    if (!use.scene && (reads(use.read, option, true) || find_option(use.read->build_options, option.name) != nullptr)) {
        return fmt::format("{} has no effect: the model is written again as it is", name);
    }
    if (given.known.scene.empty() && use.build == nullptr) {
        return fmt::format("{} is for writing {}", name, given.known.ids());
    }
    return fmt::format("{} is for {}, and this is {}", name, given.known.ids(),
                       called(given.known.scene.empty() ? *use.build : *use.read));
}

std::string OptionCheck::out_of_range(const GivenOption& given, const Model& model) const {
    const auto ranges = option_ranges(model, scene_);
    if (!ranges) return {};  // making the scene will say why
    for (const OptionRange& range : *ranges) {
        if (range.option != given.option().name) continue;
        const bool is_name = given.option().type == OptionType::text;
        const bool fits = is_name ? has_key(range, given.text) : has_value(range, given.text);
        if (!given.text.empty() && !fits) return given.words() + ": " + range.text;
        for (const std::string& pair : given.texts) {
            if (!has_key(range, pair)) {
                return fmt::format("--{} {}: {}", range.option, text::printable(pair), range.text);
            }
        }
    }
    return {};
}

std::string OptionCheck::refusal(const Model& model) const {
    const OptionUse use = given_.empty() ? OptionUse() : use_of_(*model.format, &model);
    for (const GivenOption* given : given_) {
        if (!is_taken(*given, use)) return why_not_taken(*given, use);
        if (!use.scene || !reads(model.format, given->option(), true)) continue;
        if (std::string why = out_of_range(*given, model); !why.empty()) return why;
    }
    return {};
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
        if (meant_something_.contains(given) || !use.scene || !reads(model.format, given->option(), true)) continue;
        (out_of_range(*given, model).empty() ? meant_something_ : meant_nothing_).insert(given);
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
