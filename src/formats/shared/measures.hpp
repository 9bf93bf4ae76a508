// Lengths in the words of a report.
#pragma once

#include <string>

namespace thaw::build {

std::string millimetres(double metres);  // "0.21 mm"

}  // namespace thaw::build
