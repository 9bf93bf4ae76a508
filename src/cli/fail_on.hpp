// --fail-on: from which severity on findings make the exit code 1.
#pragma once

#include <string>

#include <thaw/issue.hpp>

#include "cli/command_line.hpp"

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

inline void add_fail_on(Verb& verb, FailOn& fail_on) {
    verb.text({.names = "--fail-on",
               .type = "info|warning|error|never",
               .help = "exit with 1 from this on; error if not given",
               .check = one_of({"info", "warning", "error", "never"})},
              fail_on.word);
}

}  // namespace thaw::cli
