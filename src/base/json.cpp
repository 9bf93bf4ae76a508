#include <thaw/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace thaw::json {

const Value* Value::find(std::string_view key) const {
    const auto* object = get_if<Object>();
    if (object == nullptr) return nullptr;
    for (const Member& member : *object) {
        if (member.first == key) return &member.second;
    }
    return nullptr;
}

Value& Value::set(std::string key, Value value) {
    if (std::holds_alternative<std::monostate>(data_)) data_ = Object{};
    std::get<Object>(data_).emplace_back(std::move(key), std::move(value));
    return *this;
}

namespace {

// Writes a value as text. Indentation is off for the compact form.
class Printer {
public:
    explicit Printer(bool pretty) : pretty_(pretty) {}

    void put(const Value& value) {
        if (const auto* b = value.get_if<bool>()) {
            out_ += *b ? "true" : "false";
        } else if (const auto* i = value.get_if<i64>()) {
            put_number(*i);
        } else if (const auto* d = value.get_if<double>()) {
            std::isfinite(*d) ? put_number(*d) : void(out_ += "null");  // JSON has no infinity and no NaN
        } else if (const auto* s = value.get_if<std::string>()) {
            put_text(*s);
        } else if (const auto* array = value.get_if<Array>()) {
            put_list('[', *array, ']', [this](const Value& element) { put(element); });
        } else if (const auto* object = value.get_if<Object>()) {
            put_list('{', *object, '}', [this](const Member& member) {
                put_text(member.first);
                out_ += pretty_ ? ": " : ":";
                put(member.second);
            });
        } else {
            out_ += "null";
        }
    }

    std::string take() { return std::move(out_); }

private:
    template <class List, class PutElement>
    void put_list(char open, const List& list, char close, PutElement&& put_element) {
        out_ += open;
        ++depth_;
        bool first = true;
        for (const auto& element : list) {
            if (!first) out_ += ',';
            first = false;
            new_line();
            put_element(element);
        }
        --depth_;
        if (!first) new_line();
        out_ += close;
    }

    void new_line() {
        if (!pretty_) return;
        out_ += '\n';
        out_.append(2 * depth_, ' ');
    }

    // The shortest text that reads back as the same number, whatever the locale.
    template <class Number>
    void put_number(Number number) {
        std::array<char, 32> text;
        const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
        out_.append(text.data(), end);
    }

    void put_text(std::string_view bytes) {
        constexpr char digits[] = "0123456789abcdef";
        out_ += '"';
        for (const char c : text::to_utf8(bytes)) {
            const auto byte = static_cast<u8>(c);
            if (c == '"' || c == '\\') {
                out_ += '\\';
                out_ += c;
            } else if (c == '\n') {
                out_ += "\\n";
            } else if (byte < 0x20 || byte == 0x7F) {
                out_ += "\\u00";
                out_ += digits[byte >> 4];
                out_ += digits[byte & 15];
            } else {
                out_ += c;
            }
        }
        out_ += '"';
    }

    std::string out_;
    std::size_t depth_ = 0;
    bool pretty_;
};

std::string print(const Value& value, bool pretty) {
    Printer printer(pretty);
    printer.put(value);
    return printer.take();
}

}  // namespace

std::string to_text(const Value& value) { return print(value, false); }
std::string to_pretty_text(const Value& value) { return print(value, true); }

}  // namespace thaw::json
