#include "gltf/binary.hpp"

#include <algorithm>
#include <array>

namespace thaw::gltf {

namespace {

u64 padded(u64 bytes) { return (bytes + 3) / 4 * 4; }

}  // namespace

u32 Binary::add(const View& view, Writer writer) {
    const bool may_be_packed = encoder_ != nullptr && view.bytes > 0 && (view.row > 0 || view.stride > 0);
    if (may_be_packed && status_.ok()) {
        BytesSink plain;
        if (writer(plain)) return add_rows(view, std::move(plain.bytes));
    }
    return place({view, 0, std::move(writer)});
}

u32 Binary::add(const View& view, Blob bytes) {
    return add(view, [bytes = std::move(bytes)](Sink& out) { return out.write(bytes.bytes()); });
}

u32 Binary::place(Placed placed) {
    placed.offset = size_;
    size_ += padded(placed.view.bytes);
    views_.push_back(std::move(placed));
    return static_cast<u32>(views_.size() - 1);
}

namespace {

bool writes(const Blob& bytes, Sink& out) { return out.write(bytes.bytes()); }

}  // namespace

u32 Binary::add_rows(View view, std::vector<u8> plain) {
    constexpr u64 words = 200;  // so much more of them does a packed view have in the JSON
    const bool is_indices = view.target == Target::indices;
    MeshoptView form{.mode = is_indices ? MeshoptView::Mode::indices : MeshoptView::Mode::attributes,
                     .stride = view.stride > 0 ? view.stride : view.row};
    form.count = (plain.size() + form.stride - 1) / form.stride;
    // Bytes that do not fill the last row, such as weights: what is added belongs to no element.
    plain.resize(static_cast<std::size_t>(form.count * form.stride));
    auto packed = encoder_(form, plain);
    if (!packed) status_ = packed.error();
    if (packed.ok() && packed->size() + words < view.bytes) {
        view.bytes = packed->size();
        const u64 at = unpacked_;
        unpacked_ += padded(plain.size());
        const auto write = [bytes = Blob::take(std::move(*packed))](Sink& out) { return writes(bytes, out); };
        return place({view, 0, write, form, at});
    }
    plain.resize(static_cast<std::size_t>(view.bytes));
    return place({view, 0, [bytes = Blob::take(std::move(plain))](Sink& out) { return writes(bytes, out); }});
}

namespace {

json::Value packed_json(const MeshoptView& form, u64 offset, u64 bytes) {
    json::Value packed;
    packed.set("buffer", 0)
        .set("byteOffset", offset)
        .set("byteLength", bytes)
        .set("byteStride", form.stride)
        .set("count", form.count)
        .set("mode", form.mode == MeshoptView::Mode::indices ? "INDICES" : "ATTRIBUTES");
    return packed;
}

}  // namespace

json::Value Binary::view_json(const Placed& placed) {
    const auto& form = placed.packed;
    json::Value out;
    out.set("buffer", form ? 1 : 0)
        .set("byteOffset", form ? placed.unpacked_offset : placed.offset)
        .set("byteLength", form ? form->count * form->stride : placed.view.bytes);
    if (placed.view.stride != 0) out.set("byteStride", placed.view.stride);
    if (placed.view.target != Target::none) out.set("target", static_cast<u32>(placed.view.target));
    if (form) {
        json::Value packed = packed_json(*form, placed.offset, placed.view.bytes);
        out.set("extensions", json::Value().set("EXT_meshopt_compression", std::move(packed)));
    }
    return out;
}

json::Value Binary::views_json() const {
    json::Array out;
    for (const Placed& placed : views_) out.push_back(view_json(placed));
    return out;
}

json::Value Binary::buffers_json(const std::string& name) const {
    json::Value stored;
    if (!name.empty()) stored.set("uri", name);
    stored.set("byteLength", size_);
    json::Array out{std::move(stored)};
    if (unpacked_ == 0) return out;
    // Nobody has it: it is where the packed ones would be.
    json::Value fallback;
    fallback.set("byteLength", unpacked_);
    json::Value extension = json::Value().set("fallback", true);
    fallback.set("extensions", json::Value().set("EXT_meshopt_compression", std::move(extension)));
    out.push_back(std::move(fallback));
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
