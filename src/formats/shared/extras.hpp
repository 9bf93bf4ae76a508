// What a scene's extras say, where editors may have changed or dropped it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <thaw/scene.hpp>

namespace thaw::build {

std::optional<double> number_in(const Extras& extras, std::string_view key);
std::optional<i64> integer_in(const Extras& extras, std::string_view key);  // a real that is whole counts
std::optional<bool> flag_in(const Extras& extras, std::string_view key);    // so does 0 or 1
std::optional<double> rate_in(const Extras& clip);  // frames a second, as Thaw leaves it in a clip's extras
const std::string* text_in(const Extras& extras, std::string_view key);

// In the place of what it was, or at the end.
void put(Extras& extras, std::string_view key, json::Value value);

}  // namespace thaw::build
