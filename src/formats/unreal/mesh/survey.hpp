// Facts about a document that both validate() and summarise() need. Each is one walk over the polygons or the bytes of
// the frames, however many frames are declared: overlapping frames are never walked one by one.
#pragma once

#include <optional>
#include <vector>

#include "formats/unreal/mesh/document.hpp"

namespace thaw::unreal {

inline constexpr u8 style_bits = 0x07;
inline constexpr u8 weapon_bit = 0x08;
inline constexpr u8 unlit_bit = 0x10;
inline constexpr u8 flat_bit = 0x20;
inline constexpr u8 environment_bit = 0x40;
inline constexpr u8 no_smooth_bit = 0x80;

struct PolySurvey {
    std::vector<bool> used;  // by vertex
    u64 used_count = 0;
    u64 used_end = 0;  // one past the highest vertex in range that a polygon uses
    u32 min_index = 0;
    u32 max_index = 0;
    u64 out_of_range = 0;  // corners
};
PolySurvey survey_polys(const DataFile& data);

// Polygons with the same three vertices as an earlier one, in any order: (later, first), by later. Degenerate and
// out-of-range ones do not count.
struct Duplicate {
    u32 poly;
    u32 first;
};
std::vector<Duplicate> duplicate_triangles(const DataFile& data);

bool is_degenerate(const Poly& poly);

// The vertex of frame `frame`, the first of `count` alike.
struct Sighting {
    u64 frame = 0;
    u64 vertex = 0;
    u64 count = 0;  // 0: nothing seen
};
struct FrameSurvey {
    Point low{};  // of all vertices
    Point high{};
    bool any = false;
    Sighting at_limit;  // vertices with a coordinate on the format's limit
    Sighting pad;       // Deus Ex vertices whose pad is not 0
};
FrameSurvey survey_frames(const Document& document);

// More than one frame, and every one that is complete equals the first.
bool frames_are_identical(const Document& document);

// What has to stand in the script for a slot to have an image.
std::string wanted_for_slot(const Mesh& mesh, const SkinSlot* skin);

// U9: the frame size fits neither vertex size, and vertices in use lie outside their frame.
bool is_mismatched_pair(const Document& document, u64 used_end);

}  // namespace thaw::unreal
