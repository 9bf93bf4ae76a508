// One function per verb: gives it its options and what it does. main.cpp has the list of them.
#pragma once

#include "cli/command_line.hpp"
#include "cli/console.hpp"

namespace thaw::cli {

void add_info(Verb& verb, Console& console);
void add_check(Verb& verb, Console& console);
void add_convert(Verb& verb, Console& console);
void add_diff(Verb& verb, Console& console);
void add_dump(Verb& verb, Console& console);
void add_extract(Verb& verb, Console& console);
void add_formats(Verb& verb, Console& console);
void add_gallery(Verb& verb, Console& console);
void add_list(Verb& verb, Console& console);
void add_pack(Verb& verb, Console& console);
void add_render(Verb& verb, Console& console);
void add_replace(Verb& verb, Console& console);
void add_set(Verb& verb, Console& console);
void add_sheet(Verb& verb, Console& console);
void add_survey(Verb& verb, Console& console);

}  // namespace thaw::cli
