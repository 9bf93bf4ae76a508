#include "formats/shared/structured.hpp"

#include <cmath>

#include "base/json_tree.hpp"

namespace thaw::build {

json::Array list_in(const Extras& extras, std::string_view key) {
    const json::Value* value = extras.find(key);
    if (value == nullptr) return {};
    if (const json::Array* list = value->get_if<json::Array>()) return *list;
    const std::string* text = value->get_if<std::string>();
    if (text == nullptr) return {};
    const auto tree = json::Tree::parse(*text);
    if (!tree) return {};
    const json::Value parsed = tree->root().value();
    const json::Array* list = parsed.get_if<json::Array>();
    return list == nullptr ? json::Array() : *list;
}

std::vector<double> numbers_of(const json::Value& list) {
    std::vector<double> out;
    const json::Array* items = list.get_if<json::Array>();
    if (items == nullptr) return out;
    for (const json::Value& item : *items) {
        const i64* whole = item.get_if<i64>();
        const double* real = item.get_if<double>();
        const double number = whole != nullptr ? static_cast<double>(*whole) : real != nullptr ? *real : 0;
        out.push_back(std::isfinite(number) ? number : 0);
    }
    return out;
}

}  // namespace thaw::build
