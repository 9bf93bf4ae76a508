// A game script (.SRC) as functions and lines, to be run (interpreter.hpp). Any bytes give a program.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::soulfu {

struct ProgramLine {
    std::size_t indent = 0;
    std::string code{};  // no comment, no blanks around it
};

struct ProgramFunction {
    std::string name{};
    std::vector<std::string> parameters{};
    std::size_t begin = 0;  // of its lines
    std::size_t end = 0;
};

struct Program {
    std::vector<ProgramLine> lines{};
    std::vector<ProgramFunction> functions{};
    std::map<std::string, std::string, std::less<>> defines{};  // #define DARK_VALUE 192

    const ProgramFunction* find(std::string_view function) const;  // null if there is none
};

Program read_program(Bytes script);

}  // namespace thaw::soulfu
