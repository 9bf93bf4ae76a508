// Vertex frames as morph targets: offsets from frame 0 for every corner, a frame at a time.
// Two walks over the frames: one for the least and greatest offsets, which the JSON needs first, one that writes.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include <thaw/limits.hpp>
#include <thaw/scene.hpp>
#include <thaw/sink.hpp>

namespace thaw::gltf {

// What a target has of a primitive. Of those in steps, which the node scales, each takes the smallest kind that holds
// it.
enum class FrameKind : u8 { floats, step_floats, step_shorts, step_bytes, normals, byte_normals };

class FrameStream {
public:
    struct Item {
        u32 target = 0;
        u32 primitive = 0;
        FrameKind kind{};
        u64 offset = 0;  // among those of the same stride
        Box3<f32> bounds{};
        u32 same_as = no_index;  // the earlier item whose bytes it shares
    };
    static constexpr std::array<u32, 3> strides{12, 8, 4};
    static u32 stride_of(FrameKind kind);

    // One a point of the mesh at rest. Without normals there are no changes of them either.
    struct Rest {
        std::vector<Vec3> points{};
        std::vector<Vec3> normals{};
    };

    struct Form {
        bool in_steps = false;
        bool shares = false;  // offsets that several targets have are there once, which takes another walk
    };

    // In steps: so are the points at rest, and normals are those of the mesh before its node scales it. Mesh and
    // context have to stay.
    FrameStream(const Mesh& mesh, Rest rest, Form form, const Context& context);
    ~FrameStream();
    FrameStream(FrameStream&&) noexcept;

    // In the order of the bytes, those of all strides together; fewer if the caller cancelled.
    const std::vector<Item>& items() const;
    u64 bytes(u32 stride) const;
    bool write(u32 stride, Sink& out) const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace thaw::gltf
