// Standard output for data, standard error for diagnostics, colours only where a person looks.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include <fmt/core.h>
#include <thaw/issue.hpp>
#include <thaw/sink.hpp>

namespace thaw::cli {

enum class ColorMode : u8 { automatic, always, never };
enum class Paint : u8 { plain, bold, dim, red, yellow, green, cyan };

Paint paint_of(Severity severity);

// May be used from any thread; lines stay whole.
class Console final : public Sink {
public:
    using Sink::write;

    void set_color(ColorMode mode);
    // No progress line, and nothing on standard error but errors.
    void set_quiet(bool quiet) { quiet_ = quiet; }
    bool color() const { return color_; }
    bool output_is_terminal() const { return output_is_terminal_; }

    // From now on standard output has nothing but what write() gets: lines go to standard error.
    void keep_output_for_data() { lines_to_error_ = true; }

    bool write(Bytes bytes) override;
    template <class... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        const std::string text = fmt::vformat(format, fmt::make_format_args(args...));
        lines_to_error_ ? write_error_line(text) : static_cast<void>(write(text + '\n'));
    }
    // "thaw: ..." on standard error: why something was not done.
    template <class... Args>
    void error(fmt::format_string<Args...> format, Args&&... args) {
        write_error_line("thaw: " + fmt::vformat(format, fmt::make_format_args(args...)));
    }
    // The same for what is worth knowing; --quiet leaves it out.
    template <class... Args>
    void note(fmt::format_string<Args...> format, Args&&... args) {
        if (!quiet_) write_error_line("thaw: " + fmt::vformat(format, fmt::make_format_args(args...)));
    }
    // A line on standard error as it is; --quiet leaves it out.
    void remark(std::string_view text) {
        if (!quiet_) write_error_line(text);
    }
    void write_error_line(std::string_view text);  // in any case

    // A line below everything that is printed, until the next one replaces it. Only where it is shown: on a terminal
    // that can take back what it printed.
    bool shows_progress() const;
    std::size_t columns() const;  // of that terminal
    void progress(std::string_view text);
    void end_progress();

    // Blanks up to the width are added before painting, so that columns stay straight.
    std::string paint(Paint paint, std::string_view text, std::size_t width = 0) const;

    // Flushes. `exit_code`, or another one if standard output refused what was written.
    int finish(int exit_code);

private:
    void hide_progress();
    void show_progress();

    std::mutex mutex_;
    bool color_ = false;
    bool output_is_terminal_ = false;
    bool lines_to_error_ = false;
    bool quiet_ = false;
    bool line_open_ = false;  // the last byte printed on the terminal did not end a line
    std::string progress_;    // shown now, if there is any
    int write_error_ = 0;
};

}  // namespace thaw::cli
