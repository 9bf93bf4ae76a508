#include "cli/console.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include "cli/exit_codes.hpp"
#include "io/files.hpp"
#include "io/interrupt.hpp"
#include "io/terminal.hpp"

namespace thaw::cli {

namespace {

constexpr int output_stream = 1;
constexpr int error_stream = 2;

std::string_view escape_of(Paint paint) {
    switch (paint) {
        case Paint::plain: return "";
        case Paint::bold: return "\x1b[1m";
        case Paint::dim: return "\x1b[2m";
        case Paint::red: return "\x1b[31m";
        case Paint::yellow: return "\x1b[33m";
        case Paint::green: return "\x1b[32m";
        case Paint::cyan: return "\x1b[36m";
    }
    return "";
}

}  // namespace

Paint paint_of(Severity severity) {
    switch (severity) {
        case Severity::error: return Paint::red;
        case Severity::warning: return Paint::yellow;
        case Severity::info: return Paint::cyan;
    }
    return Paint::plain;
}

void Console::set_color(ColorMode mode) {
    output_is_terminal_ = io::is_terminal(output_stream);
    const char* refused = std::getenv("NO_COLOR");
    const bool wanted = output_is_terminal_ && (refused == nullptr || *refused == '\0');
    color_ = mode == ColorMode::always || (mode == ColorMode::automatic && wanted);
}

bool Console::write(Bytes bytes) {
    const std::lock_guard lock(mutex_);
    const io::Waiting waiting(io::Waiting::For::reader);
    if (write_error_ != 0) return false;
    if (output_is_terminal_) hide_progress();
    if (std::fwrite(bytes.data(), 1, bytes.size(), stdout) != bytes.size()) write_error_ = errno;
    if (output_is_terminal_) {
        if (!bytes.empty()) line_open_ = bytes.back() != '\n';
        show_progress();
    }
    return write_error_ == 0;
}

void Console::write_error_line(std::string_view text) {
    const std::lock_guard lock(mutex_);
    const io::Waiting waiting(io::Waiting::For::reader);
    hide_progress();
    std::fflush(stdout);  // earlier lines come first
    std::fwrite(text.data(), 1, text.size(), stderr);
    std::fputc('\n', stderr);
    line_open_ = false;
    show_progress();
}

bool Console::shows_progress() const {
    if (quiet_) return false;
    const char* terminal = std::getenv("TERM");
    return io::is_terminal(error_stream) && terminal != nullptr && std::string_view(terminal) != "dumb";
}

std::size_t Console::columns() const { return io::terminal_columns(error_stream); }

void Console::progress(std::string_view text) {
    const std::lock_guard lock(mutex_);
    const io::Waiting waiting(io::Waiting::For::reader);
    progress_ = text;
    show_progress();
}

void Console::end_progress() {
    const std::lock_guard lock(mutex_);
    const io::Waiting waiting(io::Waiting::For::reader);
    hide_progress();
    progress_.clear();
}

void Console::hide_progress() {
    if (progress_.empty() || line_open_) return;
    std::fputs("\r\x1b[K", stderr);
    std::fflush(stderr);
}

// Without wrapping: letters of double width may make the line longer than was counted.
void Console::show_progress() {
    if (progress_.empty() || line_open_) return;
    std::fflush(stdout);
    std::fprintf(stderr, "\r\x1b[?7l%s\x1b[K\x1b[?7h", progress_.c_str());
    std::fflush(stderr);
}

std::string Console::paint(Paint paint, std::string_view text, std::size_t width) const {
    std::string out(text);
    if (out.size() < width) out.append(width - out.size(), ' ');
    if (!color_ || paint == Paint::plain) return out;
    return std::string(escape_of(paint)) + out + "\x1b[0m";
}

int Console::finish(int exit_code) {
    end_progress();
    const io::Waiting waiting(io::Waiting::For::reader);
    if (std::fflush(stdout) != 0 && write_error_ == 0) write_error_ = errno;
    if (write_error_ == 0 || io::is_broken_pipe(write_error_)) return exit_code;
    error("standard output: {}", io::system_message(write_error_));
    return exit_file_system;
}

}  // namespace thaw::cli
