// Starts the built program and gives back everything a user would see.
#pragma once

#include <string>
#include <vector>

namespace thaw::test {

struct Ran {
    int code = -1;  // 128 + signal if one ended it
    std::string out;
    std::string err;
};

struct RunOptions {
    std::string input{};              // standard input
    std::string folder{};             // where it runs
    const char* output = nullptr;     // a file in place of standard output
    bool close_output_early = false;  // the reader goes away at once
    bool ignore_pipe_signal = false;
    int limit_seconds = 0;  // of silence, after which it is killed; 0: none
};

Ran run_thaw(const std::vector<std::string>& arguments, const RunOptions& options = {});

// Is this one JSON value and nothing else?
bool is_json(const std::string& text);
std::vector<std::string> lines_of(const std::string& text);

}  // namespace thaw::test
