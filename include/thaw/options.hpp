// What a person may choose for a format, apart from its files. Each option is declared once, as data, in the folder of
// the format that knows it; the command line, its help and its JSON list options from the formats' records.
#pragma once

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

enum class OptionType : u8 {
    flag,
    integer,      // a whole number, `least` to `most`
    number,       // `least` to `most`
    word,         // one of `values`; the first is the default
    text,         // any name, which means something for some models
    file,         // a companion of the role `role`
    keyed_files,  // KEY=FILE, any number of times: companions whose roles are `role` followed by KEY
    output,       // the path to which the companion of the role `role` is written, instead of next to the model
};

std::string_view option_type_name(OptionType type);

struct FormatOption {
    std::string_view name;  // "all-weights", without dashes
    OptionType type = OptionType::flag;
    std::string_view help;                       // a few words, without the default
    std::string_view placeholder{};              // stands for the value in help: "RATE"; words need none
    std::span<const std::string_view> values{};  // words; of a number: words that may be given instead of it
    std::string_view preset{};                   // the default in words, where `values` does not say it
    double least = 0;
    double most = 1e9;
    // Of files. Of a number that decides which files make the model: the part that carries it, as its name.
    std::string_view role{};
    std::string_view example{};  // of KEY=FILE, for messages
    // Of a companion that serves a model which is read: why it cannot be given for one that is built. Empty: it can, or
    // nobody would try.
    std::string_view not_built_reason{};
};

struct OptionValue {
    std::string name;
    std::string value = "true";  // as it was typed; "true" for a flag
};

// Options that were given, by name. Names that a format does not know are no concern of it: of many models, each format
// takes what is its own.
class OptionValues {
public:
    OptionValues() = default;
    OptionValues(std::initializer_list<OptionValue> values) : values_(values) {}

    void set(std::string_view name, std::string value);  // replaces an earlier value
    const std::string* find(std::string_view name) const;

    bool has(const FormatOption& option) const { return find(option.name) != nullptr; }
    // The word that was given, if the option has it, else the default.
    std::string_view word(const FormatOption& option) const;
    // Nothing if it was not given, or is no number of the option's range.
    std::optional<double> number(const FormatOption& option) const;

    const std::vector<OptionValue>& list() const { return values_; }

private:
    std::vector<OptionValue> values_{};
};

// Which values of an option mean something for one model; others are refused with `text`.
struct OptionRange {
    std::string_view option;          // its name
    std::string text{};               // "the model has 20 frames, 0 to 19"
    std::optional<double> most{};     // of numbers; nothing: none of them
    bool words = false;               // the option's words mean something, too
    std::vector<std::string> keys{};  // of KEY=FILE, whatever the case of their letters
    bool all_but_keys = false;        // the listed keys mean nothing, and all others something
};

}  // namespace thaw
