#include "formats/soulfu/scripts/expression.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/text.hpp"
#include "formats/soulfu/scripts/words.hpp"

namespace thaw::soulfu {

namespace {

constexpr std::size_t deepest_expression = 24;
constexpr std::size_t most_arguments = 32;
constexpr std::size_t longest_text = 64;
// What the game's own lists would say: no number that a look asks for, and as a byte nothing.
constexpr double unlisted = 4096;
constexpr std::size_t expression_levels = 5;
// Weakest first; unlike in C, the four expression_signs of bits are equals. Of two that begin alike the longer one is
// first.
constexpr std::array<std::array<std::string_view, 6>, expression_levels> expression_signs{
    {{"&&", "||"}, {"==", "!=", "<=", ">=", "<", ">"}, {"&", "|", "<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}};

std::int32_t whole_of(double number) {
    if (!(number > -2147483649.0 && number < 4294967296.0)) return 0;
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(static_cast<i64>(number)));
}

std::int32_t of_bits(std::string_view sign, std::int32_t a, std::int32_t b) {
    const auto ua = static_cast<std::uint32_t>(a), ub = static_cast<std::uint32_t>(b);
    if (sign == "&") return static_cast<std::int32_t>(ua & ub);
    if (sign == "|") return static_cast<std::int32_t>(ua | ub);
    if (ub > 31) return 0;
    return sign == "<<" ? static_cast<std::int32_t>(ua << ub) : a >> ub;
}

double compare(std::string_view sign, double a, double b) {
    if (sign == "==") return a == b ? 1 : 0;
    if (sign == "!=") return a != b ? 1 : 0;
    if (sign == "<") return a < b ? 1 : 0;
    if (sign == ">") return a > b ? 1 : 0;
    return (sign == "<=" ? a <= b : a >= b) ? 1 : 0;
}

double calculated(std::string_view sign, double a, double b, bool real) {
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    if (sign == "*") return a * b;
    if (b == 0) return 0;
    if (sign == "%") return whole_of(b) == 0 || whole_of(b) == -1 ? 0 : whole_of(a) % whole_of(b);
    return real ? a / b : std::trunc(a / b);
}

// Names of the game's lists are in capitals.
bool is_listed_name(std::string_view name) {
    return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

void ScriptExpression::skip_blanks() {
    while (rest_.starts_with(' ') || rest_.starts_with('\t')) rest_.remove_prefix(1);
}

bool ScriptExpression::take(char sign) {
    skip_blanks();
    if (!rest_.starts_with(sign)) return false;
    rest_.remove_prefix(1);
    return true;
}

std::string_view ScriptExpression::take_operator(std::size_t level) {
    skip_blanks();
    for (const std::string_view sign : expression_signs[level]) {
        if (sign.empty() || !rest_.starts_with(sign)) continue;
        // Not the first half of a longer one.
        const char next = sign.size() == 1 && rest_.size() > 1 ? rest_[1] : ' ';
        if ((sign == "<" || sign == ">" || sign == "&" || sign == "|") && next == sign[0]) continue;
        rest_.remove_prefix(sign.size());
        return sign;
    }
    return {};
}

Interpreter::Value ScriptExpression::binary(std::size_t level) {
    if (level == expression_levels) return unary();
    Value left = binary(level + 1);
    while (true) {
        const std::string_view sign = take_operator(level);
        if (sign.empty() || !run_.spend(1)) return left;
        const Value right = binary(level + 1);
        Value out{.dice = left.dice || right.dice};
        if (level == 0) {
            const bool a = left.number != 0, b = right.number != 0;
            out.number = (sign == "&&" ? a && b : a || b) ? 1 : 0;
        } else if (level == 1) {
            out.number = compare(sign, left.number, right.number);
        } else if (level == 2) {
            out.number = of_bits(sign, whole_of(left.number), whole_of(right.number));
        } else {
            out.real = left.real || right.real;
            out.number = calculated(sign, left.number, right.number, out.real);
            if (!out.real) out.number = whole_of(out.number);
        }
        left = std::move(out);
    }
}

Interpreter::Value ScriptExpression::unary() {
    skip_blanks();
    const bool negates = rest_.starts_with('!') && !rest_.starts_with("!=");
    const char sign = rest_.empty() ? ' ' : rest_.front();
    if (!negates && sign != '-' && sign != '+') return primary();
    if (++depth_ > deepest_expression || !run_.spend(1)) return {};
    rest_.remove_prefix(1);
    Value out = unary();
    --depth_;
    if (negates) out.number = out.number == 0 ? 1 : 0;
    if (sign == '-') out.number = -out.number;
    return out;
}

Interpreter::Value ScriptExpression::primary() {
    skip_blanks();
    if (rest_.empty() || depth_ >= deepest_expression || !run_.spend(1)) return {};
    ++depth_;
    Value out;
    if (take('(')) {
        out = binary(0);
        take(')');
    } else if (rest_.front() == '"') {
        out = quoted();
    } else if (is_digit(rest_.front()) || rest_.front() == '.') {
        out = number();
    } else {
        out = named();
    }
    --depth_;
    return out;
}

Interpreter::Value ScriptExpression::quoted() {
    rest_.remove_prefix(1);
    const auto end = std::min(rest_.find('"'), rest_.size());
    Value out{.text = std::string(rest_.substr(0, std::min(end, longest_text)))};
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return out;
}

Interpreter::Value ScriptExpression::number() {
    Value out;
    double unit = 1;
    for (; !rest_.empty() && (is_digit(rest_.front()) || (rest_.front() == '.' && !out.real)); rest_.remove_prefix(1)) {
        if (rest_.front() == '.') {
            out.real = true;
        } else if (out.real) {
            unit /= 10;
            out.number += unit * (rest_.front() - '0');
        } else {
            out.number = out.number * 10 + (rest_.front() - '0');
        }
    }
    return out;
}

Interpreter::Value ScriptExpression::named() {
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), [](char c) { return is_word(c) || c == '.'; });
    const std::string_view name = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    rest_.remove_prefix(std::max<std::size_t>(name.size(), name.empty() ? 1 : 0));
    if (name.empty()) return {};
    if (take('(')) return called(name);
    if (const auto dot = name.find('.'); dot != name.npos) {
        if (!text::equal_ignoring_case(name.substr(0, dot), "self")) return {};
        const auto field = run_.self_.fields.find(text::lower(name.substr(dot + 1)));
        return {.number = field == run_.self_.fields.end() ? 0 : field->second};
    }
    if (const auto variable = run_.variables_.find(name); variable != run_.variables_.end()) return variable->second;
    if (const auto define = program_.defines.find(name); define != program_.defines.end()) {
        if (depth_ >= deepest_expression || !run_.spend(define->second.size() + 1)) return {};
        return ScriptExpression(run_, program_, define->second, depth_).value();
    }
    if (const auto constant = game_constant(name)) return {.number = double(*constant)};
    return {.number = is_listed_name(name) ? unlisted : 0};
}

Interpreter::Value ScriptExpression::called(std::string_view name) {
    std::vector<Value> arguments;
    std::string_view first;
    while (!take(')') && !rest_.empty() && arguments.size() < most_arguments) {
        const std::string_view before = rest_;
        arguments.push_back(binary(0));
        if (arguments.size() == 1) first = trimmed(before.substr(0, before.size() - rest_.size()));
        if (!take(',')) {
            take(')');
            break;
        }
    }
    const auto dot = name.find('.');
    const std::string_view script = dot == name.npos ? std::string_view() : name.substr(0, dot);
    return run_.call_named(program_, script, dot == name.npos ? name : name.substr(dot + 1), arguments, first);
}

}  // namespace thaw::soulfu
