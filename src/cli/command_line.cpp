#include "cli/command_line.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fmt/core.h>

#include "base/text.hpp"
#include "cli/command_help.hpp"
#include "cli/suggest.hpp"

namespace thaw::cli {

namespace {

constexpr std::string_view help_verb = "help";

// Several checks as one; the first complaint counts.
ValueCheck both(ValueCheck first, ValueCheck second) {
    if (!second) return first;
    return [first = std::move(first), second = std::move(second)](const std::string& word) {
        const std::string complaint = first(word);
        return complaint.empty() ? second(word) : complaint;
    };
}

std::string check_number(const std::string& word) {
    char* end = nullptr;
    (void)std::strtod(word.c_str(), &end);
    return !word.empty() && end == word.c_str() + word.size() ? std::string() : word + " is not a number";
}

std::string check_integer(const std::string& word) {
    char* end = nullptr;
    errno = 0;
    (void)std::strtol(word.c_str(), &end, 0);
    const bool whole = !word.empty() && end == word.c_str() + word.size() && errno == 0;
    return whole ? std::string() : word + " is not a whole number";
}

bool is_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

// What was given, in the place for it.
struct Store {
    const Declared& option;
    const std::string& last;

    void operator()(bool* place) const { *place = true; }
    void operator()(std::string* place) const { *place = last; }
    void operator()(double* place) const { *place = std::strtod(last.c_str(), nullptr); }
    void operator()(long* place) const { *place = std::strtol(last.c_str(), nullptr, 0); }
    void operator()(std::vector<std::string>* place) const { *place = option.words; }
    void operator()(const TextOrNothing& place) const {
        *place.given = true;
        *place.value = last;
    }
};

// Options or const ones.
template <class Options>
auto* find_called(Options& options, std::string_view name) {
    const auto found =
        std::find_if(options.begin(), options.end(), [&](auto& option) { return option.is_called(name); });
    return found == options.end() ? nullptr : &*found;
}

std::string wrong_value(const Declared& option) {
    if (!option.check) return {};
    for (const std::string& word : option.words) {
        const std::string complaint = option.check(word);
        if (!complaint.empty()) return text::printable(std::string(option.name()) + ": " + complaint);
    }
    return {};
}

std::string wrong_use(const Declared& option) {
    const std::string name(option.name());
    if (option.misused) return name + (option.is_flag() ? " takes no value" : " needs a value: " + option.type);
    return option.times > 1 && option.takes_one() ? name + " is given more than once" : std::string();
}

}  // namespace

ValueCheck one_of(std::vector<std::string> words) {
    return [words = std::move(words)](const std::string& word) {
        std::string all;
        for (const std::string& w : words) {
            if (w == word) return std::string();
            all += (all.empty() ? "" : ", ") + w;
        }
        return word + " is not one of " + all;
    };
}

ValueCheck number_in(double least, double most) {
    return both(check_number, [least, most](const std::string& word) {
        const double value = std::strtod(word.c_str(), nullptr);
        if (value >= least && value <= most) return std::string();
        return fmt::format("{} is not between {:.15g} and {:.15g}", word, least, most);
    });
}

// The long one is named last.
std::string_view Declared::name() const { return std::string_view(names).substr(names.rfind(',') + 1); }

bool Declared::is_called(std::string_view name) const {
    return name == this->name() || name == std::string_view(names).substr(0, names.find(','));
}

void Declared::store() const {
    const std::string none;
    if (times > 0) std::visit(Store{*this, words.empty() ? none : words.back()}, place);
}

void Verb::declare(Option option, ValuePlace place) {
    to_.options.push_back({.names = option.names,
                           .type = option.type,
                           .help = std::move(option.help),
                           .group = group_,
                           .check = std::move(option.check),
                           .required = option.required,
                           .needs = option.needs,
                           .excludes = option.excludes,
                           .place = place});
}

void Verb::number(Option option, double& value) {
    option.check = both(check_number, std::move(option.check));
    declare(std::move(option), &value);
}

void Verb::integer(Option option, long& value) {
    option.check = both(check_integer, std::move(option.check));
    declare(std::move(option), &value);
}

CommandLine::CommandLine(const Texts& texts) : texts_(texts) {
    flag({.names = "-h,--help", .help = "show this help and exit"}, wants_help_);
    flag({.names = "-V,--version", .help = "show the version and exit"}, wants_version_);
    declared_.footer = texts.footer;
}

void CommandLine::add_verb(const char* name, const char* help, std::function<void(Verb&)> fill) {
    verbs_.push_back({name, help, std::move(fill)});
}

// False if there is no such verb: then nothing else matters.
bool CommandLine::read_words() {
    bool all_are_bare = false;
    while (next_ < words_.size()) {
        const std::string& word = words_[next_++];
        if (all_are_bare || !is_option(word)) {
            if (!take_bare(word)) return false;
        } else if (word == "--") {
            all_are_bare = true;
        } else {
            word.starts_with("--") ? take_long(word) : take_short(word);
        }
    }
    return true;
}

bool CommandLine::take_bare(const std::string& word) {
    if (verb_ == nullptr) return choose_verb(word);
    const auto place = std::find_if(declared_.options.begin(), declared_.options.end(), [](const Declared& option) {
        return option.is_bare() && (option.takes_several() || option.times == 0);
    });
    place == declared_.options.end() ? unknown_.push_back(word) : take(*place, word);
    return true;
}

bool CommandLine::choose_verb(const std::string& word) {
    const auto named = std::find_if(verbs_.begin(), verbs_.end(), [&](const NamedVerb& v) { return word == v.name; });
    if (word == help_verb) {
        wants_help_ = true;
    } else if (named == verbs_.end()) {
        complaint_ = unknown_verb(word);
        return false;
    } else {
        verb_ = &*named;
        fill_verb(false);
    }
    return true;
}

void CommandLine::fill_verb(bool explains) {
    Verb verb(declared_, explains);
    verb_->fill(verb);
}

void CommandLine::take_long(const std::string& word) {
    const std::size_t equals = word.find('=');
    Declared* option = find_called(declared_.options, std::string_view(word).substr(0, equals));
    if (option == nullptr) return unknown_.push_back(word);
    take(*option, equals == std::string::npos ? std::optional<std::string>() : word.substr(equals + 1));
}

// "-vfo OUT" and "-vfoOUT" are "-v -f -o OUT".
void CommandLine::take_short(const std::string& word) {
    for (std::size_t at = 1; at < word.size(); ++at) {
        Declared* option = find_called(declared_.options, std::string{'-', word[at]});
        if (option == nullptr) return unknown_.push_back("-" + word.substr(at));
        if (option->is_flag()) {
            take(*option, {});
            continue;
        }
        const std::string rest = word.substr(at + 1);
        return take(*option, rest.empty() ? std::optional<std::string>() : rest);
    }
}

// With this value, or else with the next word, whatever it looks like: `--fps -5` is about -5.
void CommandLine::take(Declared& option, std::optional<std::string> value) {
    ++option.times;
    if (option.is_flag()) {
        option.misused |= value.has_value();
        return;
    }
    const bool any_left = next_ < words_.size();
    const bool may_lack = std::holds_alternative<TextOrNothing>(option.place);
    if (!value && may_lack && (!any_left || is_option(words_[next_]))) return;
    if (!value && !any_left) {
        option.misused = true;
        return;
    }
    option.words.push_back(value ? std::move(*value) : words_[next_++]);
}

std::string CommandLine::where_help_is() const {
    return std::string("; see thaw ") + (verb_ == nullptr ? "" : std::string(verb_->name) + " ") + "--help";
}

std::string CommandLine::unknown_verb(const std::string& word) const {
    std::vector<std::string> known;
    for (const NamedVerb& verb : verbs_) known.emplace_back(verb.name);
    known.emplace_back(help_verb);
    const std::string meant = nearest(word, known);
    return "unknown verb " + text::printable(word) +
           (meant.empty() ? "; thaw --help lists all verbs" : "; did you mean " + meant + "?");
}

std::string CommandLine::unknown_word(const std::string& word) const {
    if (!is_option(word)) return "unexpected argument " + text::printable(word) + where_help_is();
    std::vector<std::string> known;
    for (const Declared& option : declared_.options) {
        if (option.name().starts_with("--")) known.emplace_back(option.name().substr(2));
    }
    const std::string typed = word.substr(0, word.find('='));
    const std::string bare = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
    const std::string meant = nearest(bare, known);
    return "unknown option " + text::printable(bare.empty() ? word : typed) +
           (meant.empty() ? where_help_is() : "; did you mean --" + meant + "?");
}

std::string CommandLine::missing(const Declared& option) const {
    if (option.times > 0 || !option.required) return {};
    return std::string(verb_->name) + " needs " + std::string(option.name());
}

std::string CommandLine::wrong_company(const Declared& option) const {
    if (option.times == 0) return {};
    const auto is_given = [&](std::string_view name) {
        const Declared* other = find_called(declared_.options, name);
        return other != nullptr && other->times > 0;
    };
    const std::string name(option.name());
    if (is_given(option.excludes)) return name + " and " + std::string(option.excludes) + " cannot be combined";
    if (option.needs.empty() || is_given(option.needs)) return {};
    return name + " works only together with " + std::string(option.needs);
}

// Empty if all is well.
std::string CommandLine::first_complaint() const {
    if (!unknown_.empty()) {
        const auto option = std::find_if(unknown_.begin(), unknown_.end(), is_option);
        return unknown_word(option == unknown_.end() ? unknown_.front() : *option);
    }
    const auto first = [&](const auto& complaint_about) {
        std::string out;
        for (const Declared& option : declared_.options) {
            if (out.empty()) out = complaint_about(option);
        }
        return out;
    };
    std::string out = first(wrong_value);
    if (out.empty()) out = first(wrong_use);
    if (out.empty()) out = first([&](const Declared& option) { return wrong_company(option); });
    if (out.empty()) out = first([&](const Declared& option) { return missing(option); });
    return out.empty() ? out : out + where_help_is();
}

std::string CommandLine::help() {
    if (verb_ != nullptr) {
        declared_.options.erase(declared_.options.begin() + static_cast<std::ptrdiff_t>(of_all_verbs_),
                                declared_.options.end());
        fill_verb(true);
    }
    std::vector<const Declared*> shown;
    for (std::size_t i = 0; i < declared_.options.size(); ++i) {
        // What is for all verbs is shown above them; --help is the first.
        if (verb_ == nullptr || i == 0 || i >= of_all_verbs_) shown.push_back(&declared_.options[i]);
    }
    HelpText out;
    if (verb_ != nullptr) {
        out.start(verb_->help, std::string("thaw ") + verb_->name, shown);
        return out.end(declared_.footer);
    }
    out.start(texts_.description, "thaw", shown, " [VERB]");
    out.heading("Verbs");
    for (const NamedVerb& verb : verbs_) out.row(verb.name, verb.help);
    out.row(help_verb, "Show the help of thaw, or of a verb: thaw help convert");
    return out.end(declared_.footer);
}

std::string CommandLine::answer() { return wants_version_ ? std::string(texts_.version) + "\n" : help(); }

CommandLine::Outcome CommandLine::parse(int argc, char** argv) {
    words_.assign(argv + std::min(argc, 1), argv + argc);
    of_all_verbs_ = declared_.options.size();
    if (!read_words()) return Outcome::wrong;
    for (const Declared& option : declared_.options) option.store();
    if (wants_help_ || wants_version_) return Outcome::answered;
    complaint_ = first_complaint();
    if (!complaint_.empty()) return Outcome::wrong;
    return verb_ != nullptr ? Outcome::run : Outcome::nothing_named;
}

}  // namespace thaw::cli
