// --fail-on: from which severity on findings make the exit code 1.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <thaw/issue.hpp>

namespace thaw::cli {

struct FailOn {
    std::string word = "error";

    bool reached_by(const Issues& issues) const {
        if (issues.empty() || word == "never") return false;
        const Severity least = word == "info"      ? Severity::info
                               : word == "warning" ? Severity::warning
                                                   : Severity::error;
        return issues.worst() >= least;
    }
};

// Like CLI::IsMember, without repeating the words in the help.
inline CLI::Validator one_of(std::vector<std::string> words) {
    return CLI::Validator(
        [words = std::move(words)](const std::string& word) {
            std::string all;
            for (const std::string& w : words) {
                if (w == word) return std::string();
                all += (all.empty() ? "" : ", ") + w;
            }
            return word + " is not one of " + all;
        },
        "");
}

inline void add_fail_on(CLI::App& verb, FailOn& fail_on) {
    verb.add_option("--fail-on", fail_on.word, "exit with 1 from this on; error if not given")
        ->type_name("info|warning|error|never")
        ->check(one_of({"info", "warning", "error", "never"}));
}

}  // namespace thaw::cli
