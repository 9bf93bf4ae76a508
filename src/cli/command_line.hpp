// The command line as the verbs see it: names, places for the values, help.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

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
    const char* needs = "";     // another option that must be given too
    const char* excludes = "";  // another option that must not
};

// Where a value goes. A flag has none: it is given or not.
struct TextOrNothing {
    bool* given;
    std::string* value;
};
using ValuePlace = std::variant<bool*, std::string*, double*, long*, std::vector<std::string>*, TextOrNothing>;

// An option of the verb that was named, or of all verbs, and what the command line says of it.
struct Declared {
    std::string names;
    std::string type;
    std::string help;
    std::string group;
    ValueCheck check;
    bool required;
    std::string_view needs;
    std::string_view excludes;
    ValuePlace place;

    std::size_t times = 0;             // that it was given
    std::vector<std::string> words{};  // what with
    bool misused = false;              // a flag with a value, or an option at the end of the line without its own

    std::string_view name() const;  // "--output", "MODEL"
    bool is_called(std::string_view name) const;
    bool is_bare() const { return names.front() != '-'; }
    bool is_flag() const { return std::holds_alternative<bool*>(place); }
    bool takes_several() const { return std::holds_alternative<std::vector<std::string>*>(place); }
    bool takes_one() const { return !is_flag() && !takes_several(); }
    void store() const;
};

// What a command line may say.
struct Declarations {
    std::vector<Declared> options{};
    std::string footer{};
    std::function<int()> run{};
};

class Verb {
public:
    Verb(Declarations& to, bool explains) : to_(to), explains_(explains) {}

    // Whether anybody will read the help of the options: else there is no need to put it together.
    bool explains() const { return explains_; }

    void flag(Option option, bool& value) { declare(std::move(option), &value); }
    void text(Option option, std::string& value) { declare(std::move(option), &value); }
    void number(Option option, double& value);
    void integer(Option option, long& value);
    // Given several times, or several bare words.
    void texts(Option option, std::vector<std::string>& values) { declare(std::move(option), &values); }
    // `--option` and `--option VALUE`.
    void text_or_nothing(Option option, bool& given, std::string& value) {
        declare(std::move(option), TextOrNothing{&given, &value});
    }
    void footer(std::string text) { to_.footer = std::move(text); }
    // The heading of the help under which the options that follow are listed; empty: the usual one.
    void group(std::string heading) { group_ = std::move(heading); }

    // What happens when this is the verb that was named; gives the exit code.
    void run(std::function<int()> action) { to_.run = std::move(action); }

private:
    void declare(Option option, ValuePlace place);

    Declarations& to_;
    bool explains_;
    std::string group_{};
};

class CommandLine {
public:
    struct Texts {
        const char* description;
        const char* version;
        const char* footer;
    };
    enum class Outcome { run, nothing_named, answered, wrong };

    explicit CommandLine(const Texts& texts);

    // `fill` gives it its options. Only the verb that is named gets any, as to make them all takes longer than many a
    // model; and once more where its help is wanted.
    void add_verb(const char* name, const char* help, std::function<void(Verb&)> fill);
    // For every verb.
    void text(Option option, std::string& value) { Verb(declared_, true).text(std::move(option), value); }
    void flag(Option option, bool& value) { Verb(declared_, true).flag(std::move(option), value); }

    // `thaw help VERB` is `thaw VERB --help`.
    Outcome parse(int argc, char** argv);
    std::string answer();                                        // when answered: the help or the version
    const std::string& complaint() const { return complaint_; }  // when wrong: a sentence without an end
    int run() { return declared_.run(); }                        // when one was named

private:
    struct NamedVerb {
        const char* name;
        const char* help;
        std::function<void(Verb&)> fill;
    };

    bool read_words();
    bool take_bare(const std::string& word);
    bool choose_verb(const std::string& word);
    void take_long(const std::string& word);
    void take_short(const std::string& word);
    void take(Declared& option, std::optional<std::string> value);

    std::string first_complaint() const;
    std::string unknown_verb(const std::string& word) const;
    std::string unknown_word(const std::string& word) const;
    std::string wrong_company(const Declared& option) const;
    std::string missing(const Declared& option) const;
    std::string where_help_is() const;
    void fill_verb(bool explains);
    std::string help();

    Texts texts_;
    std::vector<NamedVerb> verbs_;
    const NamedVerb* verb_ = nullptr;  // the one that was named
    Declarations declared_;
    std::size_t of_all_verbs_ = 0;  // the first options are

    std::vector<std::string> words_;
    std::size_t next_ = 0;
    std::vector<std::string> unknown_;
    bool wants_help_ = false;
    bool wants_version_ = false;
    std::string complaint_;
};

}  // namespace thaw::cli
