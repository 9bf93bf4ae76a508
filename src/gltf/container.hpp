// The two forms of a glTF file: JSON alone, or a GLB with JSON and binary in chunks.
#pragma once

#include <thaw/blob.hpp>
#include <thaw/result.hpp>

namespace thaw::gltf {

struct Container {
    Blob json{};
    u64 json_offset = 0;  // in the file
    bool has_binary = false;
    Blob binary{};
    u64 binary_offset = 0;
    u64 trailing = 0;  // bytes after the end that a GLB declares
};

inline constexpr u32 glb_magic = 0x46546C67;     // "glTF"
inline constexpr u32 json_chunk = 0x4E4F534A;    // "JSON"
inline constexpr u32 binary_chunk = 0x004E4942;  // "BIN"

Result<Container> open_container(const Blob& file);

}  // namespace thaw::gltf
