// An expression of a game script, as the interpreter comes to it.
#pragma once

#include <string_view>
#include <vector>

#include "formats/soulfu/scripts/interpreter.hpp"

namespace thaw::soulfu {

class ScriptExpression {
public:
    ScriptExpression(Interpreter& run, const Program& program, std::string_view text, std::size_t depth = 0)
        : run_(run), program_(program), rest_(text), depth_(depth) {}

    Interpreter::Value value() { return binary(0); }

private:
    using Value = Interpreter::Value;

    Value binary(std::size_t level);
    std::string_view take_operator(std::size_t level);
    Value unary();
    Value primary();
    Value quoted();
    Value number();
    Value named();
    Value called(std::string_view name);
    bool take(char sign);
    void skip_blanks();

    Interpreter& run_;
    const Program& program_;
    std::string_view rest_;
    std::size_t depth_;
};

}  // namespace thaw::soulfu
