// Base64 (RFC 4648), strictly: no blanks, no missing padding, no bits past the end.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

std::optional<std::vector<u8>> from_base64(std::string_view text);

}  // namespace thaw
