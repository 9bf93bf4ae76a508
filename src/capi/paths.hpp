// What a program has and a browser has not: files, and libraries that are opened when they are needed.
#pragma once

#include <functional>

#include <thaw/archives.hpp>
#include <thaw/open.hpp>
#include <thaw/render.hpp>

#include "capi/options.hpp"

namespace thaw::capi {

Result<OpenedModel> open_path(const std::string& path, const PathOptions& options, const Context& context);

// Null where there are none.
MotionEncoderMaker webp_encoder();
MeshoptEncoder meshopt_encoder();
MeshoptDecoder meshopt_decoder();

// An archive, wherever it came from.
struct AnyArchive {
    std::string kind{};
    std::vector<ArchiveEntry> entries{};
    std::function<Result<Blob>(std::size_t entry)> load{};
};
Result<AnyArchive> open_archive_path(const std::string& path, const Context& context);

}  // namespace thaw::capi
