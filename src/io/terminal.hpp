// What the standard streams are connected to.
#pragma once

namespace thaw::io {

bool is_terminal(int fd);
// How wide the terminal is; 80 where it does not say.
unsigned terminal_columns(int fd);
// Is the reader of this pipe gone? Asked after a write failed.
bool is_broken_pipe(int error);

}  // namespace thaw::io
