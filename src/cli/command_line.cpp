#include "cli/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include <fmt/core.h>

#include "base/text.hpp"
#include "cli/suggest.hpp"

namespace thaw::cli {

namespace {

constexpr const char* help_verb = "help";

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

void Verb::finish(CLI::Option* made, const Option& option) {
    if (!group_.empty()) made->group(group_);
    made->type_name(option.type);
    if (option.check)
        made->check(CLI::Validator([check = option.check](const std::string& s) { return check(s); }, ""));
    if (option.required) made->required();
    if (option.needs != nullptr) made->needs(app_.get_option(option.needs));
    if (option.excludes != nullptr) made->excludes(app_.get_option(option.excludes));
    declared_.push_back({.parsed = made,
                         .name = made->get_name(),
                         .type = option.type,
                         .required = option.required,
                         .needs = option.needs == nullptr ? "" : option.needs,
                         .excludes = option.excludes == nullptr ? "" : option.excludes});
}

void Verb::flag(const Option& option, bool& value) { finish(app_.add_flag(option.names, value, option.help), option); }

void Verb::text(const Option& option, std::string& value) {
    finish(app_.add_option(option.names, value, option.help), option);
}

void Verb::number(const Option& option, double& value) {
    Option checked = option;
    checked.check = both(check_number, option.check);
    finish(app_.add_option(option.names, value, option.help), checked);
}

void Verb::integer(const Option& option, long& value) {
    Option checked = option;
    checked.check = both(check_integer, option.check);
    finish(app_.add_option(option.names, value, option.help), checked);
}

void Verb::texts(const Option& option, std::vector<std::string>& values) {
    CLI::Option* made = app_.add_option(option.names, values, option.help);
    finish(made, option);
    if (option.names[0] == '-') made->allow_extra_args(false);
}

void Verb::text_or_nothing(const Option& option, bool& given, std::string& value) {
    CLI::Option* made = app_.add_option_function<std::vector<std::string>>(
        option.names,
        [&given, &value](const std::vector<std::string>& words) {
            given = true;
            if (!words.empty()) value = words.front();
        },
        option.help);
    finish(made, option);
    made->expected(0, 1);
}

void Verb::footer(const std::string& text) { app_.footer(text); }

void Verb::run(std::function<int()> action) {
    app_.callback([&run = run_, action = std::move(action)] { run = action; });
}

CommandLine::CommandLine(const Texts& texts) : app_(std::make_unique<CLI::App>(texts.description, "thaw")) {
    app_->require_subcommand(0, 1);
    app_->set_help_flag("-h,--help", "show this help and exit");
    app_->set_version_flag("-V,--version", texts.version, "show the version and exit");
    app_->get_formatter()->column_width(28);
    app_->get_formatter()->label("SUBCOMMAND", "VERB");
    app_->footer(texts.footer);
    app_->fallthrough();
}

CommandLine::~CommandLine() = default;

void CommandLine::add_verb(const char* name, const char* help, std::function<void(Verb&)> fill) {
    CLI::App* app = app_->add_subcommand(name, help)->group("Verbs");
    app->preparse_callback([this, app, fill = std::move(fill)](std::size_t) {
        Verb verb(*app, run_, declared_);
        fill(verb);
    });
    verbs_.emplace_back(name);
}

void CommandLine::text(const Option& option, std::string& value) { Verb(*app_, run_, declared_).text(option, value); }
void CommandLine::flag(const Option& option, bool& value) { Verb(*app_, run_, declared_).flag(option, value); }

bool CommandLine::is_verb(const std::string& word) const {
    return std::find(verbs_.begin(), verbs_.end(), word) != verbs_.end();
}

std::string CommandLine::verb_words() const {
    std::string out = "thaw";
    for (const CLI::App* sub : app_->get_subcommands()) out += " " + sub->get_name();
    return out;
}

std::string CommandLine::unknown_verb(const std::string& word) const {
    std::vector<std::string> known = verbs_;
    known.emplace_back(help_verb);
    const std::string meant = nearest(word, known);
    return "unknown verb " + text::printable(word) +
           (meant.empty() ? "; thaw --help lists all verbs" : "; did you mean " + meant + "?");
}

std::string CommandLine::unknown_word(const std::string& word) const {
    const std::string help = "; see " + verb_words() + " --help";
    if (!is_option(word)) return "unexpected argument " + text::printable(word) + help;
    std::vector<std::string> known{"--help", "--version"};
    for (const Declared& option : declared_) known.push_back(option.name);
    std::erase_if(known, [](const std::string& name) { return !name.starts_with("--"); });
    for (std::string& name : known) name.erase(0, 2);
    const std::string typed = word.substr(0, word.find('='));
    const std::string bare = typed.substr(std::min(typed.find_first_not_of('-'), typed.size()));
    const std::string meant = nearest(bare, known);
    return "unknown option " + text::printable(bare.empty() ? word : typed) +
           (meant.empty() ? help : "; did you mean --" + meant + "?");
}

// What CLI11 found, in words of our own: its texts are about parsing, not about what to do.
std::string CommandLine::complaint_about(const std::exception& error) const {
    const std::string help = "; see " + verb_words() + " --help";
    const std::string what = error.what();
    const auto* parse_error = dynamic_cast<const CLI::ParseError*>(&error);
    // Our own checks made the sentence of this one.
    if (parse_error != nullptr && parse_error->get_name() == "ValidationError") return text::printable(what) + help;
    const auto given = [&](const std::string& name) {
        return std::any_of(declared_.begin(), declared_.end(),
                           [&](const Declared& option) { return option.name == name && option.parsed->count() > 0; });
    };
    for (const Declared& option : declared_) {
        if (option.parsed->count() > 0 && !option.excludes.empty() && given(option.excludes)) {
            return option.name + " and " + option.excludes + " cannot be combined" + help;
        }
        if (option.parsed->count() > 0 && !option.needs.empty() && !given(option.needs)) {
            return option.name + " works only together with " + option.needs + help;
        }
    }
    for (const Declared& option : declared_) {
        if (what.find(option.name + ':') == std::string::npos && what.find(option.name + " =") == std::string::npos) {
            continue;
        }
        if (option.type.empty()) return option.name + " takes no value" + help;
        return option.name +
               (option.parsed->count() > 1 ? " is given more than once" : " needs a value: " + option.type) + help;
    }
    for (const Declared& option : declared_) {
        if (option.required && option.parsed->count() == 0) {
            return verb_words().substr(verb_words().rfind(' ') + 1) + " needs " + option.name + help;
        }
    }
    return "the command line is not understood" + help;
}

// Which verb is named is settled before anything else is looked at. False if there is no such verb.
bool CommandLine::settle_verb(std::vector<std::string>& words) {
    std::size_t at = 0;
    while (at < words.size() && is_option(words[at])) at += words[at] == "--color" ? 2u : 1u;
    if (at >= words.size()) return true;
    if (words[at] == help_verb) {
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
        words.emplace_back("--help");
        if (words[at] == help_verb) words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    }
    if (is_option(words[at]) || is_verb(words[at])) return true;
    complaint_ = unknown_verb(words[at]);
    return false;
}

CommandLine::Outcome CommandLine::parse(int argc, char** argv) {
    app_->add_subcommand(help_verb, "Show the help of thaw, or of a verb: thaw help convert")->group("Verbs");
    std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    if (!settle_verb(words)) return Outcome::wrong;
    try {
        std::reverse(words.begin(), words.end());  // as CLI11 wants them
        app_->parse(std::move(words));
        return run_ ? Outcome::run : Outcome::nothing_named;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // --help, --version
            app_->exit(error);
            return Outcome::help_shown;
        }
        const std::vector<std::string> unknown = app_->remaining(true);
        const auto option = std::find_if(unknown.begin(), unknown.end(), is_option);
        if (option != unknown.end()) {
            complaint_ = unknown_word(*option);
        } else {
            complaint_ = unknown.empty() ? complaint_about(error) : unknown_word(unknown.front());
        }
        return Outcome::wrong;
    }
}

}  // namespace thaw::cli
