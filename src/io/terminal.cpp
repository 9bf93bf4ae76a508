#include "io/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

namespace thaw::io {

bool is_terminal(int fd) { return ::isatty(fd) == 1; }

std::optional<TerminalSize> terminal_size(int fd) {
    winsize size{};
    if (::ioctl(fd, TIOCGWINSZ, &size) != 0) return std::nullopt;
    return TerminalSize{size.ws_col, size.ws_row, size.ws_xpixel, size.ws_ypixel};
}

unsigned terminal_columns(int fd) {
    const auto size = terminal_size(fd);
    return size && size->columns > 0 ? size->columns : 80;
}

char** environment() { return ::environ; }

bool is_broken_pipe(int error) { return error == EPIPE; }

}  // namespace thaw::io
