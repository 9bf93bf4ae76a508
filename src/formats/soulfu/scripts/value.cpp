#include "formats/soulfu/scripts/value.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace thaw::soulfu {

namespace {

struct NamedColor {
    std::string_view name;
    u32 rgb;
};

// As DEFINE.TXT of the game has them. RED, GREEN and BLUE are the light ones.
constexpr std::array<NamedColor, 13> named_colors{{{"WHITE", 0xFFFFFF},
                                                   {"RED", 0xFF8080},
                                                   {"DARK_RED", 0xFF0000},
                                                   {"GREEN", 0x80FF80},
                                                   {"DARK_GREEN", 0x00FF00},
                                                   {"BLUE", 0x8080FF},
                                                   {"DARK_BLUE", 0x0000FF},
                                                   {"FLESH", 0xEFCEA0},
                                                   {"CYAN", 0x00FFFF},
                                                   {"MAGENTA", 0xFF00FF},
                                                   {"BLACK", 0x000000},
                                                   {"YELLOW", 0xFFFF00},
                                                   {"GREY", 0x808080}}};

// GENERIC.SRC of the game: what a colour slider of 16 steps stands for.
constexpr std::array<u32, 16> hair_colors{0x202047, 0x5D474C, 0x694A2F, 0x774E0F, 0x805A1F, 0x99730B,
                                          0xA17D1B, 0xB99608, 0xDAB904, 0xFFE100, 0xF1A700, 0xE47200,
                                          0xD94200, 0xCC0D00, 0x808080, 0xFFFFFF};
constexpr std::array<u32, 16> slider_colors{0xFEF2E4, 0x084D7C, 0x4EA2DD, 0x4EDDCE, 0xBADE4E, 0xDD4EA9,
                                            0xDD914E, 0xA94EDD, 0xDD4E4E, 0xEECE56, 0xBEAF9B, 0x8246B5,
                                            0x467FB5, 0x52B646, 0xB54846, 0x46B59F};
constexpr std::array<std::string_view, 16> dull_images{"WHITE",  "BLACK",  "BLUE", "CYAN",   "GREEN",  "MAGENTA",
                                                       "ORANGE", "PURPLE", "RED",  "YELLOW", "DWHITE", "DPURPLE",
                                                       "DBLUE",  "DGREEN", "DRED", "DCYAN"};
constexpr std::array<std::string_view, 16> gloss_images{"GWHITE",  "GBLACK",  "GBLUE", "GCYAN",   "GGREEN", "GMAGENTA",
                                                        "GORANGE", "GPURPLE", "GRED",  "GYELLOW", "NWHITE", "NPURPLE",
                                                        "NBLUE",   "NGREEN",  "NRED",  "NCYAN"};

// A value on the way: not known if the game would have to run for it.
struct Term {
    u32 number = 0;
    bool known = true;
    std::string_view image{};
    bool assumed = false;
};

// Operators as in C, without comparisons.
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

    // Weakest first.
    std::string_view take_operator(std::size_t level) {
        constexpr std::array<std::array<std::string_view, 3>, 5> signs{
            {{"|"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}};
        for (const std::string_view sign : signs[level]) {
            if (!sign.empty() && take(sign)) return sign;
        }
        return {};
    }

    Term binary(std::size_t level) {
        constexpr std::size_t levels = 5;
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
        for (const NamedColor& color : named_colors) {
            if (color.name == name) return {color.rgb, true, {}, false};
        }
        return {0, false, {}, false};
    }

    Term call(std::string_view name) {
        Term argument;
        if (!take(")")) {
            do argument = binary(0);
            while (good_ && take(","));
            if (!take(")")) good_ = false;
        }
        const u32 index = argument.known ? argument.number & 15 : 0;
        const bool assumed = argument.assumed || !argument.known;
        const auto is = [&](std::string_view function) { return text::equal_ignoring_case(name, function); };
        if (is("HairColor")) return {hair_colors[index], true, {}, assumed};
        if (is("RGBColor")) return {slider_colors[index], true, {}, assumed};
        if (is("DullColor")) return {0, false, dull_images[index], assumed};
        if (is("GlossColor")) return {0, false, gloss_images[index], assumed};
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
