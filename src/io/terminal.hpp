// What the standard streams are connected to.
#pragma once

namespace thaw::io {

bool is_terminal(int fd);
// Is the reader of this pipe gone? Asked after a write failed.
bool is_broken_pipe(int error);

}  // namespace thaw::io
