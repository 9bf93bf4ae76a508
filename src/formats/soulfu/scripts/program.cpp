#include "formats/soulfu/scripts/program.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "formats/soulfu/scripts/words.hpp"

namespace thaw::soulfu {

namespace {

// Far more than any script has. What a hostile file has beyond is not looked at.
constexpr std::size_t most_program_bytes = std::size_t{1} << 20;
constexpr std::size_t longest_line = 1024;
constexpr std::size_t most_lines = 65536;
constexpr std::size_t most_program_functions = 1024;
constexpr std::size_t most_program_defines = 1024;
constexpr std::size_t most_parameters = 32;

// Of "int index, int script": index and script.
std::vector<std::string> parameters_in(std::string_view list) {
    std::vector<std::string> out;
    list = list.substr(0, list.find(')'));
    while (!list.empty() && out.size() < most_parameters) {
        const auto end = list.find(',');
        const std::string_view one = trimmed(list.substr(0, end));
        const auto blank = one.find_last_of(" \t");
        if (!one.empty()) out.emplace_back(one.substr(blank == one.npos ? 0 : blank + 1));
        list.remove_prefix(end == list.npos ? list.size() : end + 1);
    }
    return out;
}

class ProgramReader {
public:
    Program read(std::string_view text) {
        text = text.substr(0, most_program_bytes);
        while (!text.empty() && program_.lines.size() < most_lines) {
            // In the archive lines end with NUL.
            const auto end = text.find_first_of(std::string_view("\n\r\0", 3));
            line(text.substr(0, end));
            text.remove_prefix(end == text.npos ? text.size() : end + 1);
        }
        close();
        return std::move(program_);
    }

private:
    void line(std::string_view text) {
        const std::string_view code = trimmed(without_comment(text));
        if (code.empty() || code.size() > longest_line) return;
        const std::size_t indent = std::min(text.find_first_not_of(" \t"), text.size());
        if (code.starts_with('#')) return define(code.substr(1));
        if (indent == 0) return start_function(code);
        program_.lines.push_back({indent, std::string(code)});
    }

    // "int ModelSetup()"; some have no type.
    void start_function(std::string_view code) {
        close();
        const auto bracket = code.find('(');
        if (bracket == code.npos || program_.functions.size() >= most_program_functions) return;
        const std::string_view head = trimmed(code.substr(0, bracket));
        const auto blank = head.find_last_of(" \t");
        const std::string_view name = head.substr(blank == head.npos ? 0 : blank + 1);
        program_.functions.push_back(
            {std::string(name), parameters_in(code.substr(bracket + 1)), program_.lines.size(), program_.lines.size()});
        open_ = true;
    }

    void close() {
        if (open_) program_.functions.back().end = program_.lines.size();
        open_ = false;
    }

    void define(std::string_view text) {
        const std::string_view word = first_word(text);
        if (!text::equal_ignoring_case(word, "define") || program_.defines.size() >= most_program_defines) return;
        text = trimmed(text.substr(word.size()));
        const std::string_view name = first_word(text);
        if (!name.empty()) program_.defines[std::string(name)] = std::string(trimmed(text.substr(name.size())));
    }

    Program program_{};
    bool open_ = false;
};

}  // namespace

const ProgramFunction* Program::find(std::string_view function) const {
    const auto found = std::find_if(functions.begin(), functions.end(), [&](const ProgramFunction& one) {
        return text::equal_ignoring_case(one.name, function);
    });
    return found == functions.end() ? nullptr : &*found;
}

Program read_program(Bytes script) { return ProgramReader().read(text::view_as_text(script)); }

}  // namespace thaw::soulfu
