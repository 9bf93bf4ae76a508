// JSON that a run leaves for programs: --report and --share. An output like any other: never over an input, over a file
// that Thaw did not make only if forced. Its first words say who made it, so that the next run may replace it.
#pragma once

#include <string>
#include <string_view>

#include <thaw/json.hpp>

#include "cli/console.hpp"
#include "io/output.hpp"

namespace thaw::cli {

// An object with its first member, to be filled.
json::Value new_report();
// Is a file that starts so a report that Thaw made?
bool is_report(std::string_view head);

// Would write_report() be refused? Asked before the work is done; inputs that become known later count when it is
// written.
Status check_report(const std::string& path, bool force, const io::InputFiles& inputs);
// "-" is standard output. Folders are made.
Status write_report(const std::string& path, const json::Value& report, bool force, const io::InputFiles& inputs,
                    Console& console);

}  // namespace thaw::cli
