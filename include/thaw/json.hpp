// A small JSON value: what `info` reports as native facts, and what reports are made of.
// Objects keep the order in which keys were added, so that the same input gives the same text.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::json {

class Value;
using Array = std::vector<Value>;
using Member = std::pair<std::string, Value>;
using Object = std::vector<Member>;

class Value {
public:
    Value() = default;  // null
    Value(bool value) : data_(value) {}
    Value(double value) : data_(value) {}
    Value(std::string value) : data_(Text{std::move(value)}) {}
    Value(std::string_view value) : data_(Text{std::string(value)}) {}
    Value(const char* value) : data_(Text{std::string(value)}) {}
    Value(Array value) : data_(std::move(value)) {}
    Value(Object value) : data_(std::move(value)) {}
    template <class T>
        requires(std::is_integral_v<T> && !std::is_same_v<T, bool>)
    Value(T value) : data_(static_cast<i64>(value)) {}

    template <class T>
    const T* get_if() const {
        if constexpr (std::is_same_v<T, std::string>) {
            const Text* text = std::get_if<Text>(&data_);
            return text == nullptr ? nullptr : &text->value;
        } else {
            return std::get_if<T>(&data_);
        }
    }
    const Value* find(std::string_view key) const;  // nullptr if this is no object or has no such key

    // Adds a member; a null value becomes an object.
    Value& set(std::string key, Value value);

private:
    // Not a plain std::string: libstdc++ 12 takes a variant of only numbers, strings and vectors for one that always
    // has a value, and goes astray when copying one runs out of memory.
    struct Text {
        std::string value;
    };
    std::variant<std::monostate, bool, i64, double, Text, Array, Object> data_;
};

// Compact text on one line, or indented by two blanks a level. Strings that are not UTF-8 are read as Latin-1.
std::string to_text(const Value& value);
std::string to_pretty_text(const Value& value);

}  // namespace thaw::json
