// Discs as the reader of ISO 9660 wants them: sectors of 2,048 bytes from the first one on.
#pragma once

#include <thaw/archives.hpp>

namespace thaw::archives {

// `kind` is "iso", "bin" or "cue"; `companion` the file with the data of a cue sheet.
Result<std::shared_ptr<Source>> disc_sectors(std::string_view kind, std::shared_ptr<Source> source,
                                             std::shared_ptr<Source> companion);

}  // namespace thaw::archives
