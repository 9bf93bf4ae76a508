#include "gltf/binary.hpp"

#include <algorithm>
#include <array>

namespace thaw::gltf {

namespace {

u64 padded(u64 bytes) { return (bytes + 3) / 4 * 4; }

}  // namespace

u32 Binary::add(const View& view, Writer writer) {
    views_.push_back({view, size_, std::move(writer)});
    size_ += padded(view.bytes);
    return static_cast<u32>(views_.size() - 1);
}

u32 Binary::add(const View& view, Blob bytes) {
    return add(view, [bytes = std::move(bytes)](Sink& out) { return out.write(bytes.bytes()); });
}

json::Value Binary::views_json() const {
    json::Array out;
    for (const Placed& placed : views_) {
        json::Value view;
        view.set("buffer", 0).set("byteOffset", placed.offset).set("byteLength", placed.view.bytes);
        if (placed.view.stride != 0) view.set("byteStride", placed.view.stride);
        if (placed.view.target != Target::none) view.set("target", static_cast<u32>(placed.view.target));
        out.push_back(std::move(view));
    }
    return out;
}

bool Binary::write(Sink& out, std::size_t first, std::size_t end) const {
    constexpr std::array<u8, 4> zeros{};
    for (std::size_t i = first; i < std::min(end, views_.size()); ++i) {
        const Placed& placed = views_[i];
        if (!placed.writer(out)) return false;
        const u64 rest = padded(placed.view.bytes) - placed.view.bytes;
        if (rest > 0 && !out.write(Bytes(zeros.data(), static_cast<std::size_t>(rest)))) return false;
    }
    return true;
}

}  // namespace thaw::gltf
