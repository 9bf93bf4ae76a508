// What the standard streams are connected to.
#pragma once

#include <optional>

#include <thaw/bytes.hpp>

namespace thaw::io {

struct TerminalSize {
    u32 columns = 0;
    u32 rows = 0;
    u32 width = 0;  // in pixels; 0: the terminal does not say
    u32 height = 0;
};

bool is_terminal(int fd);
// None if it is not a terminal.
std::optional<TerminalSize> terminal_size(int fd);
// How wide the terminal is; 80 where it does not say.
unsigned terminal_columns(int fd);
// NAME=VALUE and a null at the end: what tells which terminal it is.
char** environment();
// Is the reader of this pipe gone? Asked after a write failed.
bool is_broken_pipe(int error);

}  // namespace thaw::io
