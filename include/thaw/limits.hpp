// What one input may cost, and how a caller watches or stops the work.
#pragma once

#include <span>

#include <thaw/bytes.hpp>

namespace thaw {

// All of it is proportional to the input, so that a small hostile file stays cheap.
struct Limits {
    u64 input_bytes = u64{1} << 30;   // largest single file
    u64 memory_per_byte = 32;         // decoded (decompressed) bytes count as input
    u64 memory_floor = u64{1} << 20;  // always allowed
    u64 work_per_byte = 64;           // fields visited per input byte
    u64 work_floor = 1'000'000;       // always allowed
    u64 image_pixels = u64{1} << 26;  // of one image: a flat one is far larger than its file, so no rate would do
    u32 issues = 1000;                // findings kept with their place; the rest is counted

    u64 memory_for(u64 input) const { return input * memory_per_byte + memory_floor; }
    u64 work_for(u64 input) const { return input * work_per_byte + work_floor; }
};

// A caller that wants to show progress or to stop early overrides these. Called now and then, from the calling thread.
class Monitor {
public:
    virtual ~Monitor() = default;
    virtual bool cancelled() { return false; }
    virtual void progress(u64 /*done*/, u64 /*total*/) {}
};

struct MeshoptView;  // <thaw/gltf.hpp>
// Fills `out`, which has count * stride bytes; false if the packed bytes are damaged.
using MeshoptDecoder = bool (*)(const MeshoptView& view, Bytes packed, std::span<u8> out);

struct Context {
    Limits limits{};
    Monitor* monitor = nullptr;
    // For glTF files packed by EXT_meshopt_compression: src/media has one. Without, such files are read only if they
    // have a fallback.
    MeshoptDecoder meshopt = nullptr;

    bool cancelled() const { return monitor != nullptr && monitor->cancelled(); }
    void progress(u64 done, u64 total) const {
        if (monitor != nullptr) monitor->progress(done, total);
    }
};

}  // namespace thaw
