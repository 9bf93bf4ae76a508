// The command line as the verbs see it: names, places for the values, help. CLI11 does the work in command_line.cpp,
// alone, because its headers take longer to compile than everything else here.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace thaw::cli {

// What is wrong with a value; empty if nothing is.
using ValueCheck = std::function<std::string(const std::string&)>;

ValueCheck one_of(std::vector<std::string> words);
ValueCheck number_in(double least, double most);  // both included

struct Option {
    const char* names;  // "-o,--output"; without dashes it is what stands bare on the command line
    const char* type = "";
    std::string help{};
    ValueCheck check{};
    bool required = false;
    const char* needs = nullptr;     // another option that must be given too
    const char* excludes = nullptr;  // another option that must not
};

// An option of the verb that was named, or of all verbs.
struct Declared {
    CLI::Option* parsed;
    std::string name;  // "--output", "MODEL"
    std::string type;
    bool required = false;
    std::string needs{};
    std::string excludes{};
};

class Verb {
public:
    Verb(CLI::App& app, std::function<int()>& run, std::vector<Declared>& declared)
        : app_(app), run_(run), declared_(declared) {}

    void flag(const Option& option, bool& value);
    void text(const Option& option, std::string& value);
    void number(const Option& option, double& value);
    void integer(const Option& option, long& value);
    void texts(const Option& option, std::vector<std::string>& values);  // given several times, or several bare words
    void text_or_nothing(const Option& option, bool& given, std::string& value);  // `--option` and `--option VALUE`
    void footer(const std::string& text);
    // The heading of the help under which the options that follow are listed; empty: the usual one.
    void group(std::string heading) { group_ = std::move(heading); }

    // What happens when this is the verb that was named; gives the exit code.
    void run(std::function<int()> action);

private:
    void finish(CLI::Option* made, const Option& option);

    CLI::App& app_;
    std::function<int()>& run_;
    std::vector<Declared>& declared_;
    std::string group_{};
};

class CommandLine {
public:
    struct Texts {
        const char* description;
        const char* version;
        const char* footer;
    };
    enum class Outcome { run, nothing_named, help_shown, wrong };

    explicit CommandLine(const Texts& texts);
    ~CommandLine();

    // `fill` gives it its options. Only the verb that is named gets any, as to make them all takes longer than many a
    // model.
    void add_verb(const char* name, const char* help, std::function<void(Verb&)> fill);
    // For every verb.
    void text(const Option& option, std::string& value);
    void flag(const Option& option, bool& value);

    // `thaw help VERB` is `thaw VERB --help`.
    Outcome parse(int argc, char** argv);
    const std::string& complaint() const { return complaint_; }  // when wrong: a sentence without an end
    int run() { return run_(); }                                 // when one was named

private:
    bool is_verb(const std::string& word) const;
    std::string unknown_verb(const std::string& word) const;
    std::string unknown_word(const std::string& word) const;
    std::string complaint_about(const std::exception& error) const;
    std::string verb_words() const;  // "thaw convert"
    bool settle_verb(std::vector<std::string>& words);

    std::unique_ptr<CLI::App> app_;
    std::function<int()> run_;
    std::vector<std::string> verbs_;
    std::vector<Declared> declared_;
    std::string complaint_;
};

}  // namespace thaw::cli
