#include "formats/soulfu/scripts/script.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/text.hpp"
#include "formats/soulfu/scripts/game_values.hpp"
#include "formats/soulfu/scripts/words.hpp"

namespace thaw::soulfu {

namespace {

// Far more than any script has. What a hostile file has beyond is not looked at.
constexpr std::size_t most_bytes = std::size_t{1} << 20;
constexpr std::size_t most_assignments = 4096;
constexpr std::size_t most_blocks = 16384;
constexpr std::size_t most_defines = 1024;
constexpr std::string_view eyes = "EyeSetup";
constexpr std::size_t deepest = 32;
constexpr std::size_t longest_condition = 120;  // letters; it becomes part of a name

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
void set_target(std::string_view address, ScriptAssignment& out) {
    constexpr std::string_view prefix = "MODEL_";
    const std::string_view word = address.substr(address.find_last_of("+ (") + 1);
    const auto ends = [&](std::string_view ending) { return text::ends_with_ignoring_case(word, ending); };
    const auto take = [&](ScriptAssignment::Kind kind, std::size_t texture, std::string_view target) {
        const bool named = text::equal_ignoring_case(target.substr(0, prefix.size()), prefix);
        out.kind = kind;
        out.texture = texture;
        out.target = std::string(named ? target.substr(prefix.size()) : target);
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
    if (ends("_COLOR")) return take(ScriptAssignment::Kind::color, 0, word.substr(0, word.size() - 6));
    if (is_plus(20)) return take(ScriptAssignment::Kind::color, 0, sum);
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
        name_models();
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
        if (code.starts_with('#')) return define(code.substr(1));
        if (indent == 0 && starts_function(code, word)) {
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

    // Nothing else is written without indentation. Some functions have no type.
    static bool starts_function(std::string_view code, std::string_view word) {
        if (word == "int" || word == "float") return code.find('(') != code.npos;
        if (word == "if" || word == "while" || text::equal_ignoring_case(word, "ModelAssign")) return false;
        return !word.empty() && trimmed(code.substr(word.size())).starts_with('(');
    }

    void define(std::string_view text) {
        const std::string_view name = first_word(text);
        if (!text::equal_ignoring_case(name, "define") || script_.defines.size() >= most_defines) return;
        text = trimmed(text.substr(name.size()));
        const std::string_view word = first_word(text);
        if (!word.empty()) script_.defines[std::string(word)] = std::string(trimmed(text.substr(word.size())));
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
            if (arguments.size() < 2) return;
            set_target(arguments[0], out);
            out.expression = std::string(arguments[1]);
        } else if (text::equal_ignoring_case(called(word, rest), eyes)) {
            return set_eyes(arguments_of(rest.substr(std::min(rest.find('('), rest.size()))), out);
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

    // Of STANDARD.EyeSetup(...): "EyeSetup".
    static std::string_view called(std::string_view word, std::string_view rest) {
        return rest.starts_with('.') ? first_word(rest.substr(1)) : word;
    }

    // A function of the game's that chooses between two images. It is read as a variable that has them.
    void set_eyes(const std::vector<std::string_view>& arguments, ScriptAssignment out) {
        if (arguments.empty() || script_.blocks.size() + 2 > most_blocks) return;
        if (function_with_eyes_ != function_) {
            function_with_eyes_ = function_;
            // Nearly all who have such eyes are monsters.
            add_eyes("team monster or evil", eye_image(monster_team));
            add_eyes("team good or neutral", eye_image(good_team));
        }
        set_target(arguments[0], out);
        out.expression = eyes;
        script_.assignments.push_back(std::move(out));
    }

    void add_eyes(std::string_view condition, std::string_view file) {
        ScriptBlock block;
        block.parent = function_;
        block.condition = condition;
        script_.blocks.push_back(std::move(block));
        ScriptAssignment one{.kind = ScriptAssignment::Kind::variable, .target = std::string(eyes)};
        one.file = file;
        one.expression = "\"FILE:" + one.file + '"';
        one.block = static_cast<u32>(script_.blocks.size() - 1);
        one.function = function_;
        script_.assignments.push_back(std::move(one));
    }

    // A model may be given by a variable: then each of its values is a model, under the condition of that value.
    void name_models() {
        std::vector<ScriptAssignment> named;
        for (const ScriptAssignment& one : script_.assignments) {
            const std::size_t before = named.size();
            const bool is_open = one.kind == ScriptAssignment::Kind::model && one.file.empty();
            for (const ScriptAssignment& value : script_.assignments) {
                if (!is_open || &value == &one || named.size() >= most_assignments) break;
                if (value.kind != ScriptAssignment::Kind::variable || value.target != one.expression) continue;
                if (value.function != one.function || value.file.empty()) continue;
                if (script_.is_inside(one.block, value.block)) named.erase(named.begin() + offset(before), named.end());
                named.push_back(one);
                named.back().file = value.file;
                if (script_.is_inside(value.block, one.block)) named.back().block = value.block;
            }
            if (named.size() == before && named.size() < most_assignments) named.push_back(one);
        }
        script_.assignments = std::move(named);
    }

    static std::ptrdiff_t offset(std::size_t n) { return static_cast<std::ptrdiff_t>(n); }

    Script script_{};
    std::vector<Open> open_{};
    u32 function_ = 0;
    u32 function_with_eyes_ = no_block;
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
