// Without a file system, and without libraries to open.
#include "capi/objects.hpp"
#include "capi/paths.hpp"

namespace thaw::capi {

Result<OpenedModel> open_path(const std::string& path, const PathOptions&, const Context&) {
    return Error{Code::unsupported, "there are no files here: give the bytes", path};
}

MotionEncoderMaker webp_encoder() { return nullptr; }
MeshoptEncoder meshopt_encoder() { return nullptr; }
MeshoptDecoder meshopt_decoder() { return nullptr; }

Result<AnyArchive> open_archive_path(const std::string& path, const Context&) {
    return Error{Code::unsupported, "there are no files here: give the bytes", path};
}

}  // namespace thaw::capi
