// Reads JSON for tests: what Thaw prints, and the expected facts beside real files. Throws on anything malformed.
#pragma once

#include <string_view>

#include <thaw/json.hpp>

namespace thaw::test {

json::Value parse_json(std::string_view text);
double number(const json::Value& value);
const json::Array& list_at(const json::Value& object, const char* key);

}  // namespace thaw::test
