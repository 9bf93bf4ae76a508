#include <thaw/options.hpp>

#include <cmath>

#include "base/numbers.hpp"

namespace thaw {

std::string_view option_type_name(OptionType type) {
    switch (type) {
        case OptionType::flag: return "flag";
        case OptionType::integer: return "integer";
        case OptionType::number: return "number";
        case OptionType::word: return "word";
        case OptionType::text: return "text";
        case OptionType::file: return "file";
        case OptionType::keyed_files: return "keyed files";
        case OptionType::output: return "output";
    }
    return "flag";
}

void OptionValues::set(std::string_view name, std::string value) {
    for (OptionValue& one : values_) {
        if (one.name != name) continue;
        one.value = std::move(value);
        return;
    }
    values_.push_back({std::string(name), std::move(value)});
}

const std::string* OptionValues::find(std::string_view name) const {
    for (const OptionValue& one : values_) {
        if (one.name == name) return &one.value;
    }
    return nullptr;
}

std::string_view OptionValues::word(const FormatOption& option) const {
    const std::string* given = find(option.name);
    for (const std::string_view value : option.values) {
        if (given != nullptr && *given == value) return value;
    }
    return option.values.empty() ? std::string_view() : option.values.front();
}

std::optional<double> OptionValues::number(const FormatOption& option) const {
    const std::string* given = find(option.name);
    if (given == nullptr) return std::nullopt;
    const auto value = text::whole_number(*given);
    if (!value || *value < option.least || *value > option.most) return std::nullopt;
    if (option.type == OptionType::integer && *value != std::floor(*value)) return std::nullopt;
    return value;
}

}  // namespace thaw
