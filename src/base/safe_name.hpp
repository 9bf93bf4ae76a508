// Names found inside files are data. This makes a file name of one.
#pragma once

#include <string>
#include <string_view>

namespace thaw::text {

// [A-Za-z0-9][A-Za-z0-9._-]{0,99}, no name that DOS or Windows reserves, no dot at the end. Safe names stay as they
// are.
std::string safe_name(std::string_view raw);

}  // namespace thaw::text
