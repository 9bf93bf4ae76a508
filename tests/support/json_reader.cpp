#include "support/json_reader.hpp"

#include <charconv>
#include <stdexcept>

namespace thaw::test {

namespace {

class Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    json::Value document() {
        json::Value out = value(0);
        skip();
        if (at_ != text_.size()) fail("text after the value");
        return out;
    }

private:
    [[noreturn]] void fail(const char* what) const {
        throw std::runtime_error(std::string("JSON, byte ") + std::to_string(at_) + ": " + what);
    }
    void skip() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t' || text_[at_] == '\r'))
            ++at_;
    }
    char peek() {
        skip();
        if (at_ == text_.size()) fail("ends early");
        return text_[at_];
    }
    bool take(char c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail("another character expected");
    }

    json::Value value(int depth) {
        if (depth > 100) fail("nested too deeply");
        switch (peek()) {
            case '{': return object(depth);
            case '[': return array(depth);
            case '"': return string();
            case 't': return word("true", true);
            case 'f': return word("false", false);
            case 'n': return word("null", {});
            default: return number();
        }
    }
    json::Value object(int depth) {
        expect('{');
        json::Object members;
        if (take('}')) return members;
        do {
            if (peek() != '"') fail("a key expected");
            std::string key = string();
            expect(':');
            members.emplace_back(std::move(key), value(depth + 1));
        } while (take(','));
        expect('}');
        return members;
    }
    json::Value array(int depth) {
        expect('[');
        json::Array elements;
        if (take(']')) return elements;
        do {
            elements.push_back(value(depth + 1));
        } while (take(','));
        expect(']');
        return elements;
    }
    json::Value word(std::string_view expected, json::Value meaning) {
        if (text_.substr(at_, expected.size()) != expected) fail("unknown word");
        at_ += expected.size();
        return meaning;
    }
    json::Value number() {
        const char* first = text_.data() + at_;
        const char* last = text_.data() + text_.size();
        i64 integer = 0;
        const auto as_integer = std::from_chars(first, last, integer);
        double real = 0;
        const auto as_real = std::from_chars(first, last, real);
        if (as_real.ec != std::errc{}) fail("not a number");
        at_ += static_cast<std::size_t>(as_real.ptr - first);
        if (as_integer.ec == std::errc{} && as_integer.ptr == as_real.ptr) return integer;
        return real;
    }
    std::string string() {
        expect('"');
        std::string out;
        for (;;) {
            if (at_ == text_.size()) fail("a string without an end");
            const char c = text_[at_++];
            if (c == '"') return out;
            if (static_cast<unsigned char>(c) < 0x20) fail("a control character in a string");
            if (c == '\\') {
                escape(out);
            } else {
                out += c;
            }
        }
    }
    void escape(std::string& out) {
        if (at_ == text_.size()) fail("ends in an escape");
        const char c = text_[at_++];
        switch (c) {
            case 'n': out += '\n'; return;
            case 't': out += '\t'; return;
            case 'r': out += '\r'; return;
            case 'b': out += '\b'; return;
            case 'f': out += '\f'; return;
            case 'u': break;
            case '"':
            case '\\':
            case '/': out += c; return;
            default: fail("an unknown escape");
        }
        unsigned code = 0;
        const auto parsed =
            std::from_chars(text_.data() + at_, text_.data() + std::min(at_ + 4, text_.size()), code, 16);
        if (parsed.ptr != text_.data() + at_ + 4) fail("a bad escape");
        at_ += 4;
        if (code > 0x7F) fail("only ASCII escapes are expected here");
        out += static_cast<char>(code);
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

json::Value parse_json(std::string_view text) { return Parser(text).document(); }

double number(const json::Value& value) {
    const auto* whole = value.get_if<i64>();
    return whole != nullptr ? static_cast<double>(*whole) : *value.get_if<double>();
}

const json::Array& list_at(const json::Value& object, const char* key) {
    return *object.find(key)->get_if<json::Array>();
}

}  // namespace thaw::test
