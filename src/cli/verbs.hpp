// One function per verb: adds it to the command line. Being named there makes it the one that runs.
#pragma once

#include "cli/command_line.hpp"
#include "cli/console.hpp"

namespace thaw::cli {

void add_info(CommandLine& line, Console& console);
void add_check(CommandLine& line, Console& console);
void add_convert(CommandLine& line, Console& console);
void add_dump(CommandLine& line, Console& console);
void add_extract(CommandLine& line, Console& console);
void add_formats(CommandLine& line, Console& console);
void add_gallery(CommandLine& line, Console& console);
void add_list(CommandLine& line, Console& console);
void add_pack(CommandLine& line, Console& console);
void add_render(CommandLine& line, Console& console);
void add_replace(CommandLine& line, Console& console);
void add_sheet(CommandLine& line, Console& console);
void add_survey(CommandLine& line, Console& console);

}  // namespace thaw::cli
