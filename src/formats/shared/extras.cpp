#include "formats/shared/extras.hpp"

#include <cmath>

#include "formats/shared/sampling.hpp"

namespace thaw::build {

std::optional<double> number_in(const Extras& extras, std::string_view key) {
    const json::Value* value = extras.find(key);
    if (value == nullptr) return std::nullopt;
    if (const double* real = value->get_if<double>()) return *real;
    if (const i64* whole = value->get_if<i64>()) return static_cast<double>(*whole);
    return std::nullopt;
}

std::optional<i64> integer_in(const Extras& extras, std::string_view key) {
    constexpr double exact = 9007199254740992.0;  // from here on not every whole number is a double
    const auto number = number_in(extras, key);
    if (!number || std::floor(*number) != *number || std::abs(*number) > exact) return std::nullopt;
    return static_cast<i64>(*number);
}

std::optional<bool> flag_in(const Extras& extras, std::string_view key) {
    const json::Value* value = extras.find(key);
    if (value == nullptr) return std::nullopt;
    if (const bool* flag = value->get_if<bool>()) return *flag;
    const auto number = number_in(extras, key);
    if (!number) return std::nullopt;
    return *number != 0;
}

std::optional<double> rate_in(const Extras& clip) {
    for (const char* key : {"fps", "rate"}) {
        if (const auto rate = number_in(clip, key); is_playable(rate)) return rate;
    }
    return std::nullopt;
}

const std::string* text_in(const Extras& extras, std::string_view key) {
    const json::Value* value = extras.find(key);
    return value == nullptr ? nullptr : value->get_if<std::string>();
}

void put(Extras& extras, std::string_view key, json::Value value) {
    Extras out;
    bool found = false;
    const auto* members = extras.get_if<json::Object>();
    for (std::size_t i = 0; members != nullptr && i < members->size(); ++i) {
        const auto& [name, old] = (*members)[i];
        out.set(name, name == key ? value : old);
        found = found || name == key;
    }
    if (!found) out.set(std::string(key), std::move(value));
    extras = std::move(out);
}

}  // namespace thaw::build
