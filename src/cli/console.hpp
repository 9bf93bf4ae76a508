// Standard output for data, standard error for diagnostics, colours only where a person looks.
#pragma once

#include <string>
#include <string_view>

#include <fmt/core.h>
#include <thaw/issue.hpp>
#include <thaw/sink.hpp>

namespace thaw::cli {

enum class ColorMode : u8 { automatic, always, never };
enum class Paint : u8 { plain, bold, dim, red, yellow, green, cyan };

Paint paint_of(Severity severity);

class Console final : public Sink {
public:
    using Sink::write;

    void set_color(ColorMode mode);
    bool color() const { return color_; }
    bool output_is_terminal() const { return output_is_terminal_; }

    bool write(Bytes bytes) override;
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        write(fmt::vformat(format, fmt::make_format_args(args...)) + '\n');
    }
    // "thaw: ..." on standard error.
    template <class... Args>
    void note(fmt::format_string<Args...> format, Args&&... args) {
        say("thaw: " + fmt::vformat(format, fmt::make_format_args(args...)));
    }
    void say(std::string_view text);  // a line on standard error as it is

    // For a terminal only: replaced by the next one, gone before anything else is printed.
    void progress(std::string_view text);

    // Blanks up to the width are added before painting, so that columns stay straight.
    std::string paint(Paint paint, std::string_view text, std::size_t width = 0) const;

    // Flushes. `exit_code`, or another one if standard output refused what was written.
    int finish(int exit_code);

private:
    void clear_progress();

    bool color_ = false;
    bool output_is_terminal_ = false;
    bool progress_shown_ = false;
    int write_error_ = 0;
};

}  // namespace thaw::cli
