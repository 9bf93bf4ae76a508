// Names of files in archives, as UTF-8 with '/' between folders.
#pragma once

#include <string>
#include <string_view>

namespace thaw::archives {

// Bytes that are no UTF-8 are those of DOS in a zip, else Latin-1. "./" at the front says nothing and goes.
std::string entry_name(std::string_view bytes, bool zip);

}  // namespace thaw::archives
