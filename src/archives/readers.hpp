// The readers of the kinds, which open() chooses from.
#pragma once

#include <thaw/archives.hpp>

namespace thaw::archives {

using Opened = Result<std::unique_ptr<Archive>>;

Opened open_zip(std::shared_ptr<Source> source, const Context& context);
Opened open_tar(std::shared_ptr<Source> source, const Context& context);
// `kind` is "iso", "bin" or "cue", of `archive_bytes`; the source has its data in sectors of 2,048 bytes.
Opened open_iso(std::shared_ptr<Source> source, std::string_view kind, const Context& context, u64 archive_bytes);

}  // namespace thaw::archives
