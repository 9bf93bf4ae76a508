// A zip whose directory is lost, as when its end is cut off, still has a header in front of each file.
#pragma once

#include "archives/zip_directory.hpp"

namespace thaw::archives {

// The files up to where their headers lead, which is also what `damage` says.
Result<ZipDirectory> walk_zip(Source& source, const Context& context);

}  // namespace thaw::archives
