#include "gltf/container.hpp"

#include "base/endian.hpp"

namespace thaw::gltf {

namespace {

constexpr u64 header_bytes = 12;
constexpr u64 chunk_header_bytes = 8;

u32 word_at(const Blob& file, u64 offset) { return load<u32>(file.data() + offset, Order::little); }

Error cut_short(std::string message, u64 offset) { return Error{Code::truncated, std::move(message), {}, {}, offset}; }

Result<Container> open_glb(const Blob& file) {
    if (file.size() < header_bytes) return cut_short("the file ends inside the header of the GLB", file.size());
    if (const u32 version = word_at(file, 4); version != 2) {
        return Error{Code::bad_version, "a GLB of version " + std::to_string(version) + ", not 2", {}, {}, 4};
    }
    const u64 end = word_at(file, 8);
    if (end > file.size()) {
        return cut_short(
            "the GLB has " + std::to_string(file.size()) + " of the " + std::to_string(end) + " bytes it declares", 8);
    }
    Container out;
    out.trailing = file.size() - end;
    bool has_json = false;
    for (u64 at = header_bytes; at + chunk_header_bytes <= end;) {
        const u64 length = word_at(file, at);
        const u32 kind = word_at(file, at + 4);
        const u64 body = at + chunk_header_bytes;
        if (length > end - body) return cut_short("a chunk of the GLB reaches past its end", at);
        if (!has_json) {
            if (kind != json_chunk) {
                return Error{Code::bad_value, "the first chunk of the GLB is not JSON", {}, {}, at + 4};
            }
            has_json = true;
            out.json = file.slice(body, length);
            out.json_offset = body;
        } else if (kind == binary_chunk && !out.has_binary) {
            out.has_binary = true;
            out.binary = file.slice(body, length);
            out.binary_offset = body;
        }
        at = body + length;
    }
    if (!has_json) return cut_short("the GLB has no chunks", end);
    return out;
}

}  // namespace

Result<Container> open_container(const Blob& file) {
    if (file.size() >= 4 && word_at(file, 0) == glb_magic) return open_glb(file);
    const Bytes bytes = file.bytes();
    std::size_t start = 0;
    while (start < bytes.size() && (bytes[start] <= 0x20 || bytes[start] >= 0x80))
        ++start;  // blanks, a byte order mark
    if (start == bytes.size() || bytes[start] != '{') {
        return Error{Code::bad_magic, "neither a GLB nor JSON", {}, {}, 0};
    }
    Container out;
    out.json = file;
    return out;
}

}  // namespace thaw::gltf
