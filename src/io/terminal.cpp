#include "io/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

namespace thaw::io {

bool is_terminal(int fd) { return ::isatty(fd) == 1; }

unsigned terminal_columns(int fd) {
    struct winsize size{};
    return ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

bool is_broken_pipe(int error) { return error == EPIPE; }

}  // namespace thaw::io
