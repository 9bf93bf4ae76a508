#include "formats/shared/measures.hpp"

#include <cmath>

#include "base/text.hpp"

namespace thaw::build {

std::string millimetres(double metres) { return text::number(std::round(metres * 1e5) / 100) + " mm"; }

}  // namespace thaw::build
