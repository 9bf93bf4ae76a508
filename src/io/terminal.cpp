#include "io/terminal.hpp"

#include <unistd.h>

#include <cerrno>

namespace thaw::io {

bool is_terminal(int fd) { return ::isatty(fd) == 1; }
bool is_broken_pipe(int error) { return error == EPIPE; }

}  // namespace thaw::io
