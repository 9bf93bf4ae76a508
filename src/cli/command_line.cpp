#include "cli/command_line.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "base/text.hpp"

namespace thaw::cli {

namespace {

void finish(CLI::App& app, CLI::Option* made, const Option& option) {
    made->type_name(option.type);
    if (option.check)
        made->check(CLI::Validator([check = option.check](const std::string& s) { return check(s); }, ""));
    if (option.required) made->required();
    if (option.needs != nullptr) made->needs(app.get_option(option.needs));
    if (option.excludes != nullptr) made->excludes(app.get_option(option.excludes));
}

std::string complaint_of(const CLI::App& app, const CLI::ParseError& error) {
    if (app.get_subcommands().empty() && error.get_name() == "ExtrasError" && !app.remaining().empty()) {
        return "there is no verb " + text::printable(app.remaining().front()) + "; see thaw --help";
    }
    std::string verb = "thaw";
    for (const CLI::App* sub : app.get_subcommands()) verb += " " + sub->get_name();
    return text::printable(error.what()) + "; see " + verb + " --help";
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
    return [check = CLI::Range(least, most)](const std::string& text) {
        std::string value = text;
        return check(value);
    };
}

void Verb::flag(const Option& option, bool& value) {
    finish(app_, app_.add_flag(option.names, value, option.help), option);
}

void Verb::text(const Option& option, std::string& value) {
    finish(app_, app_.add_option(option.names, value, option.help), option);
}

void Verb::number(const Option& option, double& value) {
    finish(app_, app_.add_option(option.names, value, option.help), option);
}

void Verb::integer(const Option& option, long& value) {
    finish(app_, app_.add_option(option.names, value, option.help), option);
}

void Verb::texts(const Option& option, std::vector<std::string>& values) {
    CLI::Option* made = app_.add_option(option.names, values, option.help);
    finish(app_, made, option);
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
    finish(app_, made, option);
    made->expected(0, 1);
}

void Verb::footer(const std::string& text) { app_.footer(text); }

void Verb::run(std::function<int()> action) {
    app_.callback([&run = run_, action = std::move(action)] { run = action; });
}

CommandLine::CommandLine(const Texts& texts) : app_(std::make_unique<CLI::App>(texts.description, "thaw")) {
    app_->require_subcommand(0, 1);
    app_->set_version_flag("--version", texts.version);
    app_->get_formatter()->column_width(28);
    app_->footer(texts.footer);
    app_->fallthrough();
}

CommandLine::~CommandLine() = default;

void CommandLine::add_verb(const char* name, const char* help, std::function<void(Verb&)> fill) {
    CLI::App* app = app_->add_subcommand(name, help);
    app->preparse_callback([this, app, fill = std::move(fill)](std::size_t) {
        Verb verb(*app, run_);
        fill(verb);
    });
}

void CommandLine::text(const Option& option, std::string& value) { Verb(*app_, run_).text(option, value); }

CommandLine::Outcome CommandLine::parse(int argc, char** argv) {
    try {
        app_->parse(argc, argv);
        return run_ ? Outcome::run : Outcome::nothing_named;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {  // --help, --version
            app_->exit(error);
            return Outcome::help_shown;
        }
        complaint_ = complaint_of(*app_, error);
        return Outcome::wrong;
    }
}

}  // namespace thaw::cli
