#include "media/meshopt.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "media/library.hpp"

namespace thaw::media {

namespace {

// Declared here: names and types are settled by the library's number.
using Bound = std::size_t(std::size_t count, std::size_t size);
using Pack = std::size_t(unsigned char* to, std::size_t room, const void* from, std::size_t count, std::size_t stride);
using PackIndices = std::size_t(unsigned char* to, std::size_t room, const unsigned int* from, std::size_t count);
using Version = void(int number);
using Unpack = int(void* to, std::size_t count, std::size_t stride, const unsigned char* from, std::size_t bytes);
using Filter = void(void* values, std::size_t count, std::size_t stride);

struct Meshopt {
    Bound* attributes_bound = nullptr;
    Pack* pack_attributes = nullptr;
    Bound* indices_bound = nullptr;
    PackIndices* pack_indices = nullptr;
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
    Version *attributes_version = nullptr, *indices_version = nullptr;
    library->get(attributes_version, "meshopt_encodeVertexVersion");
    library->get(indices_version, "meshopt_encodeIndexVersion");
    library->get(calls.attributes_bound, "meshopt_encodeVertexBufferBound");
    library->get(calls.pack_attributes, "meshopt_encodeVertexBuffer");
    library->get(calls.indices_bound, "meshopt_encodeIndexSequenceBound");
    library->get(calls.pack_indices, "meshopt_encodeIndexSequence");
    library->get(calls.triangles, "meshopt_decodeIndexBuffer");
    library->get(calls.indices, "meshopt_decodeIndexSequence");
    library->get(calls.attributes, "meshopt_decodeVertexBuffer");
    library->get(calls.octahedral, "meshopt_decodeFilterOct");
    library->get(calls.quaternion, "meshopt_decodeFilterQuat");
    library->get(calls.exponential, "meshopt_decodeFilterExp");
    if (auto status = library->status(); !status) return status.error();
    // Those that the extension has. They are the library's own, for all that use it.
    attributes_version(0);
    indices_version(1);
    return calls;
}

const Result<Meshopt>& meshopt() {
    static const Result<Meshopt> calls = open_meshopt();
    return calls;
}

std::vector<u32> widened(Bytes indices, u64 stride) {
    std::vector<u32> out;
    out.reserve(indices.size() / static_cast<std::size_t>(stride));
    for (std::size_t at = 0; at < indices.size(); at += static_cast<std::size_t>(stride)) {
        const u8* from = indices.data() + at;
        out.push_back(stride == 2 ? load<u16>(from, Order::little) : load<u32>(from, Order::little));
    }
    return out;
}

}  // namespace

Status find_meshopt() {
    if (!meshopt()) return meshopt().error();
    return Done{};
}

Result<std::vector<u8>> encode_meshopt(const MeshoptView& view, Bytes plain) {
    const auto& calls = meshopt();
    if (!calls) return calls.error();
    const auto count = static_cast<std::size_t>(view.count);
    const auto stride = static_cast<std::size_t>(view.stride);
    std::vector<u8> out;
    if (view.mode == MeshoptView::Mode::attributes) {
        out.resize(calls->attributes_bound(count, stride));
        out.resize(calls->pack_attributes(out.data(), out.size(), plain.data(), count, stride));
        return out;
    }
    // As a sequence: of a list of triangles, each may come back with another corner first.
    const std::vector<u32> indices = widened(plain, view.stride);
    const u32 largest = indices.empty() ? 0 : *std::max_element(indices.begin(), indices.end());
    out.resize(calls->indices_bound(count, std::size_t{largest} + 1));
    out.resize(calls->pack_indices(out.data(), out.size(), indices.data(), count));
    return out;
}

bool decode_meshopt(const MeshoptView& view, Bytes packed, std::span<u8> out) {
    const auto& calls = meshopt();
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
