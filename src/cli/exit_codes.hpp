// The contract with scripts. The worst of what happened wins, in the order of Tally::exit_code().
#pragma once

#include <thaw/issue.hpp>
#include <thaw/result.hpp>

namespace thaw::cli {

inline constexpr int exit_clean = 0;
inline constexpr int exit_findings = 1;     // findings that matter, some of several models refused, or no model
inline constexpr int exit_unreadable = 2;   // bytes that are no model
inline constexpr int exit_usage = 3;        // the command line makes no sense
inline constexpr int exit_file_system = 4;  // something could not be opened, read or written

// What happened to all the models of one run.
struct Tally {
    u64 clean = 0;
    u64 with_info = 0;
    u64 with_warnings = 0;
    u64 with_errors = 0;
    u64 up_to_date = 0;          // converted by an earlier run
    u64 refused = 0;             // bytes that cannot be read
    u64 file_system_errors = 0;  // files that cannot be read
    u64 without_shape = 0;       // nothing to show or convert: textures among models
    bool failed = false;         // findings at or above --fail-on
    bool nothing_found = false;  // no model at all
    int usage_errors = 0;
    int interrupted = 0;  // the exit code of having been: 130 after Ctrl-C

    u64 opened() const { return clean + with_info + with_warnings + with_errors; }
    u64 models() const { return opened() + refused + file_system_errors; }

    void add(const Error& error) { (error.code == Code::io ? file_system_errors : refused) += 1; }
    void add(const Issues& issues) {
        if (issues.empty()) {
            ++clean;
        } else {
            ++(issues.worst() == Severity::error     ? with_errors
               : issues.worst() == Severity::warning ? with_warnings
                                                     : with_info);
        }
    }
    int exit_code() const {
        if (interrupted != 0) return interrupted;
        if (file_system_errors > 0) return exit_file_system;
        if (usage_errors > 0) return exit_usage;
        if (refused > 0) return opened() + up_to_date == 0 ? exit_unreadable : exit_findings;
        return failed || nothing_found ? exit_findings : exit_clean;
    }
};

}  // namespace thaw::cli
