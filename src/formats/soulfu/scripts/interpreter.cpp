#include "formats/soulfu/scripts/interpreter.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "formats/soulfu/scripts/expression.hpp"
#include "formats/soulfu/scripts/words.hpp"

namespace thaw::soulfu {

namespace {

constexpr std::size_t deepest_call = 8;
constexpr std::size_t deepest_block = 48;
constexpr std::size_t most_variables = 1024;
constexpr std::size_t most_missing = 64;
constexpr std::size_t longest_name = 120;
constexpr std::string_view record_prefix = "self.";

bool equals(std::string_view a, std::string_view b) { return text::equal_ignoring_case(a, b); }

// The lines below a line that are indented deeper.
std::size_t end_of_body(const Program& program, std::size_t line, std::size_t end) {
    const std::size_t indent = program.lines[line].indent;
    for (++line; line < end && program.lines[line].indent > indent;) ++line;
    return line;
}

std::string file_named_in(const std::string& text) {
    constexpr std::string_view prefix = "FILE:";
    if (!equals(std::string_view(text).substr(0, prefix.size()), prefix)) return {};
    return text.substr(prefix.size());
}

u32 to_bits(double number) {
    if (!(number > -2147483649.0 && number < 4294967296.0)) return 0;
    return static_cast<u32>(static_cast<i64>(number));
}

}  // namespace

bool Interpreter::spend(std::size_t steps) {
    budget_ -= std::min(budget_, steps);
    return budget_ > 0;
}

bool Interpreter::run(const Program& program, std::string_view function) {
    const ProgramFunction* found = program.find(function);
    variables_.clear();
    return found != nullptr && call(program, *found, {}) && budget_ > 0;
}

const double* Interpreter::variable(std::string_view name) const {
    const auto found = variables_.find(name);
    return found == variables_.end() ? nullptr : &found->second.number;
}

bool Interpreter::call(const Program& program, const ProgramFunction& function, const std::vector<Value>& arguments) {
    if (depth_ >= deepest_call || !spend(1)) return false;
    ++depth_;
    Variables own;
    for (std::size_t i = 0; i < function.parameters.size() && i < arguments.size(); ++i) {
        own[function.parameters[i]] = arguments[i];
    }
    std::swap(own, variables_);
    block(program, function.begin, function.end);
    if (--depth_ > 0) std::swap(own, variables_);  // those of the outermost stay, for variable()
    return true;
}

Interpreter::Flow Interpreter::block(const Program& program, std::size_t begin, std::size_t end) {
    if (nested_ >= deepest_block) return Flow::leave;
    ++nested_;
    Flow flow = Flow::next;
    for (std::size_t line = begin; line < end && flow == Flow::next;) flow = statement(program, line, end);
    --nested_;
    return flow;
}

// Moves `line` behind the statement.
Interpreter::Flow Interpreter::statement(const Program& program, std::size_t& line, std::size_t end) {
    const std::string_view code = program.lines[line].code;
    if (!spend(code.size())) return Flow::leave;
    const std::string_view word = first_word(code);
    if (word == "if") return branch(program, line, end);
    if (word == "while") return loop(program, line, end);
    ++line;
    if (word == "return") return Flow::leave;
    if (word != "int" && word != "float" && word != "else") simple(program, code);
    return Flow::next;
}

// An `if` with all that follow by `else`.
Interpreter::Flow Interpreter::branch(const Program& program, std::size_t& line, std::size_t end) {
    const std::size_t indent = program.lines[line].indent;
    bool taken = false;
    for (bool first = true; line < end; first = false) {
        std::string_view code = program.lines[line].code;
        bool otherwise = false;
        if (!first) {
            if (program.lines[line].indent != indent || first_word(code) != "else") break;
            code = trimmed(code.substr(4));
            otherwise = first_word(code) != "if";
        }
        const bool holds = !taken && (otherwise || evaluate(program, code.substr(2)).number != 0);
        const std::size_t body = line + 1;
        line = end_of_body(program, line, end);
        if (holds && block(program, body, line) == Flow::leave) return Flow::leave;
        taken = taken || holds;
        if (otherwise) break;
    }
    return Flow::next;
}

Interpreter::Flow Interpreter::loop(const Program& program, std::size_t& line, std::size_t end) {
    const std::string_view condition = std::string_view(program.lines[line].code).substr(5);
    const std::size_t body = line + 1;
    line = end_of_body(program, line, end);
    while (evaluate(program, condition).number != 0) {
        if (!spend(condition.size() + 1) || block(program, body, line) == Flow::leave) return Flow::leave;
    }
    return Flow::next;
}

// "name = value", "name++", or a call.
void Interpreter::simple(const Program& program, std::string_view code) {
    const auto is_part = [](char c) { return is_word(c) || c == '.'; };
    const auto name_end = std::find_if_not(code.begin(), code.end(), is_part);
    const std::string_view name = code.substr(0, static_cast<std::size_t>(name_end - code.begin()));
    const std::string_view rest = trimmed(code.substr(name.size()));
    if (rest.starts_with('=') && !rest.starts_with("==")) return store(name, evaluate(program, rest.substr(1)));
    if (rest == "++" || rest == "--") {
        Value value = evaluate(program, name);
        value.number += rest == "++" ? 1 : -1;
        return store(name, std::move(value));
    }
    evaluate(program, code);
}

void Interpreter::store(std::string_view name, Value value) {
    const bool is_field = equals(name.substr(0, record_prefix.size()), record_prefix);
    if (is_field && !value.dice && self_.fields.size() < most_variables) {
        const std::string_view field = name.substr(record_prefix.size());
        // What a character wears are bytes of its record_prefix.
        const bool is_byte = equals(field.substr(0, 2), "eq");
        self_.fields[text::lower(field)] = is_byte ? to_bits(value.number) & 255 : value.number;
    }
    if (!is_field && variables_.size() < most_variables) variables_[std::string(name)] = std::move(value);
}

Interpreter::Value Interpreter::evaluate(const Program& program, std::string_view text) {
    return ScriptExpression(*this, program, text).value();
}

// `script`: before the dot of "CRAT.ModelSetup()".
Interpreter::Value Interpreter::call_named(const Program& program, std::string_view script, std::string_view name,
                                           const std::vector<Value>& arguments, std::string_view first_argument) {
    const auto number = [&](std::size_t i) { return i < arguments.size() ? to_bits(arguments[i].number) : 0; };
    if (script.empty() || equals(script, "STANDARD") || equals(script, "GENERIC")) {
        if (equals(name, "ModelAssign") && arguments.size() > 1) assign_model(arguments[0], arguments[1]);
        if (equals(name, "ModelClear")) self_.worn = {};
        if (equals(name, "EyeSetup") && arguments.size() > 1) {
            assign_model(arguments[0], {.text = "FILE:" + std::string(eye_image(number(1)))});
        }
        if (equals(name, "ItemModelSetup")) set_up_item(number(0));
        if (equals(name, "RollDice")) return {.dice = true};
        if (equals(name, "StringClear")) self_.name.clear();
        if (equals(name, "StringAppend") && arguments.size() > 1 && self_.name.size() < longest_name) {
            self_.name += arguments[1].text;
        }
        if (equals(name, "SystemGet") && equals(first_argument, "SYS_WEAPONGRIP")) return {.number = double(grip_)};
        if (equals(name, "SystemGet") && equals(first_argument, "SYS_ITEMINDEX")) return {.number = double(item_)};
        if (const auto image = image_of_step(name, number(0))) return {.text = "FILE:" + std::string(*image) + ".RGB"};
        if (const auto color = color_of_step(name, number(0))) return {.number = double(*color)};
        const ProgramFunction* own = script.empty() ? program.find(name) : nullptr;
        if (own != nullptr) call(program, *own, arguments);
        return {};
    }
    if (!equals(name, "ModelSetup")) return {};
    const Program* other = find_(script);
    if (other == nullptr && missing_.size() < most_missing) missing_.emplace(script);
    const ProgramFunction* function = other == nullptr ? nullptr : other->find(name);
    if (function != nullptr) call(*other, *function, arguments);
    return {};
}

void Interpreter::assign_model(const Value& address, const Value& value) {
    const u32 at = to_bits(address.number);
    if (at < first_place || at >= first_place + bytes_of_place * places.size()) return;
    WornModel& worn = self_.worn[(at - first_place) / bytes_of_place];
    const u32 field = (at - first_place) % bytes_of_place / 4;
    if (field == 0) worn.model = file_named_in(value.text);
    if (field > 0 && field <= worn.images.size()) worn.images[field - 1] = file_named_in(value.text);
    if (field == 5) worn.color = to_bits(value.number) & 0xFFFFFF;
}

// What is held there shows itself.
void Interpreter::set_up_item(u32 grip) {
    constexpr std::array<std::string_view, 4> hands{"eqleft", "eqright", "eqleft2", "eqright2"};
    constexpr u32 first_hand = first_place + bytes_of_place * 11;
    if (grip < first_hand || (grip - first_hand) / bytes_of_place >= hands.size()) return;
    const u32 hand = (grip - first_hand) / bytes_of_place;
    self_.worn[11 + hand] = {};
    const auto held = self_.fields.find(hands[hand]);
    const u32 item = held == self_.fields.end() ? 0 : to_bits(held->second);
    const std::string_view script = item_script(item);
    if (script.empty()) return;
    const u32 outer_grip = std::exchange(grip_, grip);
    const u32 outer_item = std::exchange(item_, item);
    call_named({}, script, "ModelSetup", {}, {});
    grip_ = outer_grip;
    item_ = outer_item;
}

}  // namespace thaw::soulfu
