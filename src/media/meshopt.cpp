#include "media/meshopt.hpp"

#include "media/library.hpp"

namespace thaw::media {

namespace {

// Declared here: names and types are settled by the library's number.
using Unpack = int(void* to, std::size_t count, std::size_t stride, const unsigned char* from, std::size_t bytes);
using Filter = void(void* values, std::size_t count, std::size_t stride);

struct Meshopt {
    Unpack* triangles = nullptr;
    Unpack* indices = nullptr;
    Unpack* attributes = nullptr;
    Filter* octahedral = nullptr;
    Filter* quaternion = nullptr;
    Filter* exponential = nullptr;
};

Result<Meshopt> open_meshopt() {
    auto library = Library::open("libmeshoptimizer.so.2d", "libmeshoptimizer2d");
    if (!library) return library.error();
    Meshopt calls;
    library->get(calls.triangles, "meshopt_decodeIndexBuffer");
    library->get(calls.indices, "meshopt_decodeIndexSequence");
    library->get(calls.attributes, "meshopt_decodeVertexBuffer");
    library->get(calls.octahedral, "meshopt_decodeFilterOct");
    library->get(calls.quaternion, "meshopt_decodeFilterQuat");
    library->get(calls.exponential, "meshopt_decodeFilterExp");
    if (auto status = library->status(); !status) return status.error();
    return calls;
}

}  // namespace

bool decode_meshopt(const MeshoptView& view, Bytes packed, std::span<u8> out) {
    static const Result<Meshopt> calls = open_meshopt();
    if (!calls) return false;
    const auto count = static_cast<std::size_t>(view.count);
    const auto stride = static_cast<std::size_t>(view.stride);
    switch (view.mode) {
        case MeshoptView::Mode::triangles:
            return calls->triangles(out.data(), count, stride, packed.data(), packed.size()) == 0;
        case MeshoptView::Mode::indices:
            return calls->indices(out.data(), count, stride, packed.data(), packed.size()) == 0;
        case MeshoptView::Mode::attributes: break;
    }
    if (calls->attributes(out.data(), count, stride, packed.data(), packed.size()) != 0) return false;
    switch (view.filter) {
        case MeshoptView::Filter::none: break;
        case MeshoptView::Filter::octahedral: calls->octahedral(out.data(), count, stride); break;
        case MeshoptView::Filter::quaternion: calls->quaternion(out.data(), count, stride); break;
        case MeshoptView::Filter::exponential: calls->exponential(out.data(), count, stride); break;
    }
    return true;
}

}  // namespace thaw::media
