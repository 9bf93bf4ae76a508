#include "formats/soulfu/script.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.hpp"

namespace thaw::soulfu {

namespace {

// Far more than any script has. What a hostile file has beyond is not looked at.
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t most_assignments = 4096;
constexpr std::size_t most_blocks = 16384;
constexpr std::size_t deepest = 32;
constexpr std::size_t longest_condition = 120;  // letters; it becomes part of a name

bool is_word(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

std::string_view trimmed(std::string_view text) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (!quoted && line.substr(i, 2) == "//") return line.substr(0, i);
    }
    return line;
}

std::string_view first_word(std::string_view text) {
    const auto end = std::find_if_not(text.begin(), text.end(), is_word);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

// Of "(a, b) rest", also where the last bracket is missing: a and b. Of anything else: all of it.
std::vector<std::string_view> arguments_of(std::string_view text) {
    std::vector<std::string_view> out;
    if (!text.starts_with('(')) {
        if (!text.empty()) out.push_back(text);
        return out;
    }
    std::size_t depth = 0;
    std::size_t start = 1;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (c == '(') ++depth;
        const bool closes = c == ')' && --depth == 0;
        if (!closes && !(c == ',' && depth == 1)) continue;
        out.push_back(trimmed(text.substr(start, i - start)));
        start = i + 1;
        if (closes) return out;
    }
    if (start < text.size()) out.push_back(trimmed(text.substr(start)));
    return out;
}

std::string file_in(std::string_view expression) {
    constexpr std::string_view prefix = "FILE:";
    if (!expression.starts_with('"')) return {};
    expression = expression.substr(1, expression.find('"', 1) - 1);
    if (!text::equal_ignoring_case(expression.substr(0, prefix.size()), prefix)) return {};
    return std::string(expression.substr(prefix.size()));
}

// Which field of which model of a character: self+MODEL_HEAD_TEX2, or grip+12 with the numbers behind those names.
bool set_target(std::string_view address, ScriptAssignment& out) {
    constexpr std::string_view prefix = "MODEL_";
    const std::string_view word = address.substr(address.find_last_of("+ (") + 1);
    const auto ends = [&](std::string_view ending) { return text::ends_with_ignoring_case(word, ending); };
    const auto take = [&](ScriptAssignment::Kind kind, std::size_t texture, std::string_view target) {
        const bool named = text::equal_ignoring_case(target.substr(0, prefix.size()), prefix);
        out.kind = kind;
        out.texture = texture;
        out.target = std::string(named ? target.substr(prefix.size()) : target);
        return true;
    };
    const std::string_view before = trimmed(address.substr(0, address.size() - word.size()));
    const auto is_plus = [&](std::size_t number) { return before.ends_with('+') && word == std::to_string(number); };
    std::string_view sum = trimmed(before.substr(0, before.size() - (before.empty() ? 0 : 1)));
    if (text::ends_with_ignoring_case(sum, "_FILE")) {
        sum = sum.substr(0, sum.size() - 5);
        sum = sum.substr(sum.find_last_of("+ (") + 1);
    }
    if (ends("_FILE")) return take(ScriptAssignment::Kind::model, 0, word.substr(0, word.size() - 5));
    if (is_plus(0)) return take(ScriptAssignment::Kind::model, 0, sum);
    for (std::size_t texture = 0; texture < 4; ++texture) {
        if (ends("_TEX" + std::to_string(texture))) {
            return take(ScriptAssignment::Kind::texture, texture, word.substr(0, word.size() - 5));
        }
        if (is_plus(4 + 4 * texture)) return take(ScriptAssignment::Kind::texture, texture, sum);
    }
    if (ends("_COLOR") || is_plus(20)) return false;
    return take(ScriptAssignment::Kind::model, 0, trimmed(address));
}

class Parser {
public:
    Script parse(std::string_view text) {
        text = text.substr(0, most_bytes);
        script_.blocks.emplace_back();
        while (!text.empty()) {
            // In the archive lines end with NUL.
            const auto end = text.find_first_of(std::string_view("\n\r\0", 3));
            line(text.substr(0, end));
            text.remove_prefix(end == text.npos ? text.size() : end + 1);
        }
        return std::move(script_);
    }

private:
    struct Open {
        std::size_t indent;  // of the line that opened the block
        u32 block;
    };

    void line(std::string_view text) {
        const std::string_view code = trimmed(without_comment(text));
        if (code.empty()) return;
        const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
        while (!open_.empty() && open_.back().indent >= indent) open_.pop_back();
        const std::string_view word = first_word(code);
        if (indent == 0 && (word == "int" || word == "float") && code.find('(') != code.npos) {
            if (script_.blocks.size() >= most_blocks) return;
            script_.blocks.emplace_back();
            function_ = static_cast<u32>(script_.blocks.size() - 1);
            return;
        }
        if (word == "if" || word == "while" || word == "else") {
            open(indent, word, trimmed(code.substr(word.size())));
        } else if (script_.assignments.size() < most_assignments) {
            assignment(code, word);
        }
    }

    u32 here() const { return open_.empty() ? function_ : open_.back().block; }

    void open(std::size_t indent, std::string_view word, std::string_view rest) {
        if (open_.size() >= deepest || script_.blocks.size() >= most_blocks) return;
        const u32 parent = here();
        ScriptBlock block;
        block.parent = parent;
        if (word == "else") {
            block.condition = "not (" + script_.blocks[parent].last_if + ")";
            block.otherwise = script_.blocks[parent].last_if_block;
            const std::string_view second = first_word(rest);
            rest = second == "if" ? trimmed(rest.substr(second.size())) : std::string_view();
        }
        const auto arguments = arguments_of(rest);
        if (!arguments.empty()) {
            const std::string condition = text::shortened(text::printable(arguments.front()), longest_condition);
            block.condition += (block.condition.empty() ? "" : " and ") + condition;
            if (word != "while") {
                script_.blocks[parent].last_if = condition;
                script_.blocks[parent].last_if_block = static_cast<u32>(script_.blocks.size());
            }
        }
        script_.blocks.push_back(std::move(block));
        open_.push_back({indent, static_cast<u32>(script_.blocks.size() - 1)});
    }

    void assignment(std::string_view code, std::string_view word) {
        ScriptAssignment out;
        out.block = here();
        out.function = function_;
        const std::string_view rest = trimmed(code.substr(word.size()));
        if (text::equal_ignoring_case(word, "ModelAssign")) {
            const auto arguments = arguments_of(rest);
            if (arguments.size() < 2 || !set_target(arguments[0], out)) return;
            out.expression = std::string(arguments[1]);
        } else if (!word.empty() && rest.starts_with('=') && !rest.starts_with("==")) {
            out.kind = ScriptAssignment::Kind::variable;
            out.target = std::string(word);
            out.expression = std::string(trimmed(rest.substr(1)));
        } else {
            return;
        }
        out.file = file_in(out.expression);
        script_.assignments.push_back(std::move(out));
    }

    Script script_{};
    std::vector<Open> open_{};
    u32 function_ = 0;
};

}  // namespace

bool Script::is_inside(u32 block, u32 outer) const {
    while (block != outer && block != no_block) block = blocks[block].parent;
    return block == outer;
}

std::string Script::condition(u32 block, u32 outer) const {
    std::string out;
    for (; block != no_block && block != outer; block = blocks[block].parent) {
        const std::string& one = blocks[block].condition;
        if (!one.empty()) out = out.empty() ? one : one + " and " + out;
    }
    return out;
}

Script read_script(Bytes bytes) { return Parser().parse(text::view_as_text(bytes)); }

}  // namespace thaw::soulfu
