// Runs a function of a game script as far as it puts models on a character. Any bytes give a result: work is bounded,
// and what the game alone could answer is 0.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "formats/soulfu/scripts/game_values.hpp"
#include "formats/soulfu/scripts/program.hpp"

namespace thaw::soulfu {

// One place of a character.
struct WornModel {
    std::string model{};                  // "PLRHEAD0.RDY"; empty: nothing there
    std::array<std::string, 4> images{};  // "FLESH.RGB"
    u32 color = 0xFFFFFF;

    bool operator==(const WornModel&) const = default;
};

// The record of a character, as far as scripts dress it by.
struct Character {
    std::map<std::string, double, std::less<>> fields{};  // self.NAME: "eqcol01"
    std::array<WornModel, places.size()> worn{};
    std::string name{};  // what StringAppend() has put together
};

class Interpreter {
public:
    // The program of another script, by its name without ending; null if it is not there.
    using FindProgram = std::function<const Program*(std::string_view)>;

    Interpreter(Character& self, FindProgram find) : self_(self), find_(std::move(find)) {}

    // False if the program has no such function, or it ran for too long.
    bool run(const Program& program, std::string_view function);
    // A variable of the function that ran last, as it was at its end.
    const double* variable(std::string_view name) const;
    // Scripts whose ModelSetup() was called and that are not there.
    const std::set<std::string>& missing() const { return missing_; }

private:
    friend class ScriptExpression;

    struct Value {
        double number = 0;
        bool real = false;
        bool dice = false;   // chance decides: it does not change the character
        std::string text{};  // "FILE:RAT.RDY"; not a number then
    };
    using Variables = std::map<std::string, Value, std::less<>>;
    enum class Flow : u8 { next, leave };

    bool call(const Program& program, const ProgramFunction& function, const std::vector<Value>& arguments);
    Flow block(const Program& program, std::size_t begin, std::size_t end);
    Flow statement(const Program& program, std::size_t& line, std::size_t end);
    Flow branch(const Program& program, std::size_t& line, std::size_t end);
    Flow loop(const Program& program, std::size_t& line, std::size_t end);
    void simple(const Program& program, std::string_view code);
    void store(std::string_view name, Value value);
    Value evaluate(const Program& program, std::string_view text);
    Value call_named(const Program& program, std::string_view script, std::string_view name,
                     const std::vector<Value>& arguments, std::string_view first_argument);
    void assign_model(const Value& address, const Value& value);
    void set_up_item(u32 grip);
    bool spend(std::size_t steps);

    Character& self_;
    FindProgram find_;
    Variables variables_{};
    std::set<std::string> missing_{};
    std::size_t budget_ = std::size_t{1} << 17;  // letters of statements and expressions
    std::size_t depth_ = 0;                      // of calls
    std::size_t nested_ = 0;                     // blocks
    u32 grip_ = 0;                               // of the item whose function runs
    u32 item_ = 0;
};

}  // namespace thaw::soulfu
