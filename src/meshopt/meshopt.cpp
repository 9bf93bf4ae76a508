#include "meshopt/meshopt.hpp"

#include <meshoptimizer.h>

namespace thaw {

bool decode_meshopt(const MeshoptView& view, Bytes packed, std::span<u8> out) {
    const auto count = static_cast<std::size_t>(view.count);
    const auto stride = static_cast<std::size_t>(view.stride);
    switch (view.mode) {
        case MeshoptView::Mode::triangles:
            return meshopt_decodeIndexBuffer(out.data(), count, stride, packed.data(), packed.size()) == 0;
        case MeshoptView::Mode::indices:
            return meshopt_decodeIndexSequence(out.data(), count, stride, packed.data(), packed.size()) == 0;
        case MeshoptView::Mode::attributes: break;
    }
    if (meshopt_decodeVertexBuffer(out.data(), count, stride, packed.data(), packed.size()) != 0) return false;
    switch (view.filter) {
        case MeshoptView::Filter::none: break;
        case MeshoptView::Filter::octahedral: meshopt_decodeFilterOct(out.data(), count, stride); break;
        case MeshoptView::Filter::quaternion: meshopt_decodeFilterQuat(out.data(), count, stride); break;
        case MeshoptView::Filter::exponential: meshopt_decodeFilterExp(out.data(), count, stride); break;
    }
    return true;
}

}  // namespace thaw
