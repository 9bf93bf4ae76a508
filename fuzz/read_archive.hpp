// Any bytes as an archive of one kind, for the readers that need no library.
#pragma once

#include "archives/readers.hpp"

namespace thaw::fuzz {

using OpenArchive = archives::Opened (*)(std::shared_ptr<archives::Source> source, const Context& context);

// Refused in words, or a list of files that are as large as it says, the same again, and the same from a source that
// copies what is asked for; and listing them does not look at the bytes over and over.
void read_archive(OpenArchive open, Bytes input);

}  // namespace thaw::fuzz
