#include "formats/soulfu/scripts/value.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "formats/soulfu/scripts/game_values.hpp"

namespace thaw::soulfu {

namespace {

// A value on the way: not known if the game would have to run for it.
struct Term {
    u32 number = 0;
    bool known = true;
    std::string_view image{};
    bool assumed = false;
};

// Operators without comparisons.
class Evaluator {
public:
    explicit Evaluator(const Script& script) : script_(script) {}

    ScriptValue evaluate(std::string_view text) {
        const Term term = whole(text);
        ScriptValue out;
        if (!good_) return out;
        out.assumed = term.assumed;
        if (!term.image.empty()) {
            out.file = std::string(term.image) + ".RGB";
        } else if (term.known) {
            out.number = term.number;
        }
        return out;
    }

private:
    static constexpr std::size_t deepest_term = 16;
    static constexpr std::size_t most_terms = 256;  // definitions may stand for definitions

    Term whole(std::string_view text) {
        const std::string_view outer = std::exchange(rest_, text);
        const Term term = binary(0);
        skip_blanks();
        if (!rest_.empty()) good_ = false;
        rest_ = outer;
        return term;
    }

    void skip_blanks() {
        while (rest_.starts_with(' ') || rest_.starts_with('\t')) rest_.remove_prefix(1);
    }

    bool take(std::string_view sign) {
        skip_blanks();
        // Not the first half of && or ||.
        if (!rest_.starts_with(sign)) return false;
        if (sign.size() == 1 && rest_.size() > 1 && rest_[1] == sign[0] && (sign == "&" || sign == "|")) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    // Weakest first. Unlike in C, the four signs of bits are equals.
    std::string_view take_operator(std::size_t level) {
        constexpr std::array<std::array<std::string_view, 4>, 3> signs{
            {{"|", "&", "<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}};
        for (const std::string_view sign : signs[level]) {
            if (!sign.empty() && take(sign)) return sign;
        }
        return {};
    }

    Term binary(std::size_t level) {
        constexpr std::size_t levels = 3;
        if (level == levels) return primary();
        Term left = binary(level + 1);
        while (good_) {
            const std::string_view sign = take_operator(level);
            if (sign.empty()) break;
            const Term right = binary(level + 1);
            left = {
                apply(sign, left.number, right.number), left.known && right.known, {}, left.assumed || right.assumed};
        }
        return left;
    }

    u32 apply(std::string_view sign, u32 a, u32 b) {
        if (sign == "|") return a | b;
        if (sign == "&") return a & b;
        if (sign == "<<") return b < 32 ? a << b : 0;
        if (sign == ">>") return b < 32 ? a >> b : 0;
        if (sign == "+") return a + b;
        if (sign == "-") return a - b;
        if (sign == "*") return a * b;
        if (b == 0) good_ = false;
        if (b == 0) return 0;
        return sign == "/" ? a / b : a % b;
    }

    Term primary() {
        skip_blanks();
        if (++terms_ > most_terms || depth_ >= deepest_term || rest_.empty()) {
            good_ = false;
            return {};
        }
        ++depth_;
        Term term;
        if (take("(")) {
            term = binary(0);
            if (!take(")")) good_ = false;
        } else if (rest_.front() >= '0' && rest_.front() <= '9') {
            term = {number(), true, {}, false};
        } else {
            term = named(word());
        }
        --depth_;
        return term;
    }

    u32 number() {
        u32 value = 0;
        while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9') {
            value = value * 10 + static_cast<u32>(rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        if (rest_.starts_with('.')) good_ = false;
        return value;
    }

    // With what it is a part of: "self.eqcol01".
    std::string_view word() {
        const auto is_part = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
        };
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_part);
        const std::string_view found = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
        rest_.remove_prefix(found.size());
        if (found.empty()) good_ = false;
        return found;
    }

    Term named(std::string_view name) {
        if (take("(")) return call(name);
        if (const auto found = script_.defines.find(std::string(name)); found != script_.defines.end()) {
            return whole(found->second);
        }
        if (const auto constant = game_constant(name)) return {*constant, true, {}, false};
        return {0, false, {}, false};
    }

    Term call(std::string_view name) {
        Term argument;
        if (!take(")")) {
            do argument = binary(0);
            while (good_ && take(","));
            if (!take(")")) good_ = false;
        }
        // What is not known is 0, as in a fresh record of the game; what is added to it counts.
        const bool assumed = argument.assumed || !argument.known;
        if (const auto image = image_of_step(name, argument.number)) return {0, false, *image, assumed};
        if (const auto color = color_of_step(name, argument.number)) return {*color, true, {}, assumed};
        return {0, false, {}, false};
    }

    const Script& script_;
    std::string_view rest_{};
    std::size_t depth_ = 0;
    std::size_t terms_ = 0;
    bool good_ = true;
};

}  // namespace

ScriptValue value_of(std::string_view expression, const Script& script) {
    return Evaluator(script).evaluate(expression);
}

}  // namespace thaw::soulfu
