// Vertex frames as morph targets: offsets from frame 0 for every corner, a frame at a time.
// Two walks over the frames: one for the least and greatest offsets, which the JSON needs first, one that writes.
#pragma once

#include <memory>
#include <vector>

#include <thaw/limits.hpp>
#include <thaw/scene.hpp>
#include <thaw/sink.hpp>

namespace thaw::gltf {

class FrameStream {
public:
    // `base_normals`, one a point: each frame's change of normals too; none: without. Mesh and context have to stay.
    FrameStream(const Mesh& mesh, std::vector<Vec3> base_normals, const Context& context);
    ~FrameStream();
    FrameStream(FrameStream&&) noexcept;

    // In the order of the bytes: for each target, for each primitive, offsets and then changes of normals.
    u64 bytes() const;
    u64 offset_of(u32 target, std::size_t primitive) const;
    u64 normals_offset_of(u32 target, std::size_t primitive) const;

    std::vector<Box3<f32>> measure() const;  // of each target's primitives; fewer if the caller cancelled
    bool write(Sink& out) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace thaw::gltf
