#include "base/endian.hpp"
#include "formats/gltf/document.hpp"
#include "layout/codec.hpp"

namespace thaw::gltf_file {

namespace {

constexpr u64 header_bytes = 12;
constexpr u64 chunk_header_bytes = 8;

u32 word_at(const Blob& file, u64 offset) { return load<u32>(file.data() + offset, Order::little); }

}  // namespace

void describe(Codec& io, Chunk& chunk) {
    const auto n = io.count<u32>("length", chunk.data);
    io.text("type", chunk.type);
    io.bytes("data", chunk.data, n.value);
}

void settle(Document& document, const Blob& file) {
    document.is_glb = file.size() >= 4 && word_at(file, 0) == 0x46546C67;
    document.json_bytes = file.size();
    if (!document.is_glb || file.size() < header_bytes) return;
    const u64 end = std::min<u64>(word_at(file, 8), file.size());
    // A chunk that reaches past the end is counted, so that the reader says where.
    for (u64 at = header_bytes; at <= end && chunk_header_bytes <= end - at; ++document.num_chunks) {
        at += chunk_header_bytes + word_at(file, at);
    }
}

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    if (!d.is_glb) {
        io.bytes("json", d.json, d.json_bytes);
        return;
    }
    io.magic("magic", "glTF");
    io.within<u32>("version", d.version, 2, 2, Code::bad_version);
    io.field("length", d.length, {.role = Role::count});
    io.sized_by("chunks", d.chunks, d.num_chunks);
    io.rest("trailing", d.trailing);
}

}  // namespace thaw::gltf_file
