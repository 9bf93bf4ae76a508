// One function per verb: adds it to the program. Being named on the command line makes it the one that runs.
#pragma once

#include <functional>

#include "cli/console.hpp"

namespace CLI {
class App;
}

namespace thaw::cli {

struct Program {
    Console console;
    std::function<int()> run;  // of the verb that was named; gives the exit code
};

void add_info(CLI::App& app, Program& program);
void add_check(CLI::App& app, Program& program);
void add_convert(CLI::App& app, Program& program);
void add_dump(CLI::App& app, Program& program);
void add_formats(CLI::App& app, Program& program);

}  // namespace thaw::cli
