// What the vertices of a mesh have, one kind of numbers at a time: positions, joints and weights, morph targets.
#pragma once

#include <cstring>

#include "gltf/mesh_parts.hpp"

namespace thaw::gltf {

struct Slot {
    std::string name{};
    u32 width = 3;
    u32 target = no_index;  // of this morph target
};

// Four words, of which the last may be anything where an element has three. In one register of the machine.
using Element = u32 __attribute__((vector_size(16)));

inline Element words_at(const u8* from) {
    Element out;
    std::memcpy(&out, from, sizeof out);
    return out;
}

// Floats of the vertices of one part, in the file or in a buffer. Sixteen bytes are there for each of them.
struct Column {
    const u8* data = nullptr;
    u64 stride = 0;
    bool checked = false;              // known to be finite
    const Numbers* numbers = nullptr;  // read in place: of these; null: a buffer, or nothing but zeros

    Element at(u32 vertex) const { return words_at(data + vertex * stride); }
};

class MeshColumns {
public:
    MeshColumns(Reading& r, Ref mesh, const std::vector<MeshPart>& parts);

    u32 influence_width() const { return influence_width_; }  // four times the sets of joints and weights
    std::size_t targets() const { return targets_; }
    std::size_t slots() const { return slots_.size() + targets_; }
    Slot slot(std::size_t index) const;  // positions first, targets last

    // One a part, until the next call. False after an error.
    bool fetch(const Slot& slot, std::vector<Column>& out);
    // From now on what is not finite is replaced and reported.
    void enable_checks() { checks_ = true; }

private:
    bool fetch(const Slot& slot, const MeshPart& part, std::vector<f32>& buffer, Column& out);

    Reading& r_;
    const std::vector<MeshPart>& parts_;
    std::vector<Slot> slots_;
    std::size_t targets_ = 0;
    u32 influence_width_ = 0;
    bool checks_ = false;
    std::vector<std::vector<f32>> decoded_;  // of each part
};

}  // namespace thaw::gltf
