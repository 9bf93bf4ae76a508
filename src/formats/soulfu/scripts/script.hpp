// A game script (.SRC): the assignments that dress models, with the conditions above them. Nothing is run. Any bytes
// give a result.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::soulfu {

inline constexpr u32 no_block = 0xFFFFFFFF;

// Lines that are indented below another one: a function, or what depends on a condition.
struct ScriptBlock {
    u32 parent = no_block;     // smaller than the block's own index; none for a function
    std::string condition{};   // "team == 1", "not (team == 1)"; empty for a function
    u32 otherwise = no_block;  // of an `else`: the block of its `if`
    // Directly inside, where an `else` is about it:
    std::string last_if{};
    u32 last_if_block = no_block;
};

struct ScriptAssignment {
    enum class Kind : u8 {
        model,     // ModelAssign(self+MODEL_HEAD_FILE, "FILE:PLRHEAD0.RDY")
        texture,   // ModelAssign(self+MODEL_HEAD_TEX2, flesh_color)
        color,     // ModelAssign(self+MODEL_HEAD_COLOR, WHITE)
        variable,  // flesh_color = "FILE:FLESH.RGB"
    };
    Kind kind = Kind::model;
    std::string target{};      // "HEAD", or the name of the variable
    std::size_t texture = 0;   // which
    std::string file{};        // "PLRHEAD0.RDY"; empty if a file is not what is assigned
    std::string expression{};  // what is, as the script has it
    u32 block = 0;
    u32 function = 0;  // the outermost block
};

struct Script {
    std::vector<ScriptBlock> blocks{};
    std::vector<ScriptAssignment> assignments{};   // in the order of the lines
    std::map<std::string, std::string> defines{};  // #define DARK_VALUE 192

    bool is_inside(u32 block, u32 outer) const;  // or the same
    // What has to hold for the block besides what holds for `outer`, or besides nothing: "a == 1 and not (b)".
    std::string condition(u32 block, u32 outer = no_block) const;
};

Script read_script(Bytes bytes);

}  // namespace thaw::soulfu
