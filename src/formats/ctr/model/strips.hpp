// From commands to triangles, exactly as the game's own loop does it (README, "Commands").
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

inline constexpr u32 strip_bit = 1u << 31, fan_bit = 1u << 30, flip_bit = 1u << 29, cull_bit = 1u << 28;
inline constexpr u32 cache_bit = 1u << 27, slot_bit = 1u << 26;

// What a word is depends on where it stands.
enum class CommandUse : u8 {
    first,     // starts a strip and gives the first triangle its attributes (R9)
    second,    //
    third,     // the first triangle is complete
    next,      // one more triangle
    recolour,  // no vertex: new colours for the kept ones (R8)
    end,       // the terminator
    cut_off,   // the terminator, but inside a strip's first three commands
};

class CommandReader {
public:
    CommandUse use_of(const Command& command);

private:
    bool at_start_ = true;
    u8 pending_ = 0;
};

inline bool is_vertex(CommandUse use) { return use <= CommandUse::next; }
// Does the word's own texture and culling count?
inline bool drives_face(CommandUse use) { return use == CommandUse::first || use == CommandUse::next; }

// What a list needs of the tables it is used with: no size is stored anywhere.
struct Usage {
    u64 vertices = 0;
    u64 colours = 0;
    u64 textures = 0;
};
Usage usage_of(const CommandList& list);

inline constexpr u32 no_vertex = 0xFFFFFFFF;  // from a slot that nothing was written to

struct Corner {
    u32 vertex = no_vertex;
    u8 colour = 0;
};

struct Face {
    std::array<Corner, 3> corners{};  // oldest, middle, newest: texture corners 0, 1, 2
    u32 command = 0;                  // the one whose attributes it has
    u16 texture = 0;                  // 1-based, 0: none
    bool flipped = false;
    bool one_sided = false;
    bool second_depth = false;  // of the two depth ranges an instance may have

    bool is_complete() const;    // all vertices exist
    bool is_degenerate() const;  // two corners share a vertex
    // Indices into `corners` in counter-clockwise order, seen from the front.
    std::array<u8, 3> counter_clockwise() const;
};

std::vector<Face> faces_of(const CommandList& list);

}  // namespace thaw::ctr
