// --fail-on: the severity from which findings make the exit code 1.
#pragma once

#include <string>

#include <thaw/issue.hpp>

#include "cli/command_line.hpp"

namespace thaw::cli {

struct FailOn {
    std::string word = "error";

    bool reached_by(const Issues& issues) const { return !issues.empty() && reached_by(issues.worst()); }
    bool reached_by(Severity worst) const {
        if (word == "never") return false;
        const Severity least = word == "info"      ? Severity::info
                               : word == "warning" ? Severity::warning
                                                   : Severity::error;
        return worst >= least;
    }
};

inline void add_fail_on(Verb& verb, FailOn& fail_on) {
    verb.text({.names = "--fail-on",
               .type = "info|warning|error|never",
               .help = "exit 1 on findings of this severity or worse [default: error]",
               .check = one_of({"info", "warning", "error", "never"})},
              fail_on.word);
}

}  // namespace thaw::cli
