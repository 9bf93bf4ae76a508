// Numbers in the text files of games.
#pragma once

#include <string_view>

#include <thaw/bytes.hpp>

namespace thaw::text {

// The number at the start of a text as the games read it, "0.1f" or "64;" included; 0 if there is none. Finite.
double leading_number(std::string_view text);
// The double nearest to a number of JSON, which has to be well formed; past the largest one infinity.
double exact_number(std::string_view text);
// Saturates at +-2^31.
i64 leading_integer(std::string_view text);

}  // namespace thaw::text
