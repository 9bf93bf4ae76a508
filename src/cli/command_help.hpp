// The text of --help: names on the left, what they mean on the right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.hpp"

namespace thaw::cli {

class HelpText {
public:
    // What it is about, how it is called, and its options; `more` may follow on the command line.
    void start(std::string_view description, std::string_view call, const std::vector<const Declared*>& options,
               std::string_view more = {});
    void heading(std::string_view text);
    void row(std::string_view name, std::string_view meaning);
    std::string end(std::string_view footer);

private:
    void bare_words(const std::vector<const Declared*>& options);
    void groups(const std::vector<const Declared*>& options);

    std::string out_;
};

}  // namespace thaw::cli
