// What differs between two GLBs, whatever the order of their vertices, triangles, nodes and clips.
#pragma once

#include <string>
#include <vector>

#include "edits/facts.hpp"

namespace edits {

enum class Kind {
    triangles,  // some are missing or too many
    positions,  // at rest
    uvs,
    colors,  // of corners, by vertex colours and materials together
    influences,
    clips,        // some are missing or too many
    lengths,      // of clips
    poses,        // at keys of clips
    targets,      // shapes that no clip shows
    nodes,        // names
    node_places,  // at rest or in a clip
    materials,
    images,
};

std::string_view name_of(Kind kind);

struct Difference {
    Kind kind;
    std::string words;  // with how many and how much
    double size = 0;    // below 0 where there is too much of something
    std::size_t count = 0;
};

// How much is no difference. What the edit has touched may be rounded to what the format can store.
struct Tolerance {
    double exact = 1e-6, step = 1e-6;  // metres
    double uv_exact = 1e-5, uv_step = 1e-5;
    double color_exact = 0.004, color_step = 0.012;  // linear, 0 to 1
    int pixel_exact = 0, pixel_step = 2;             // of 255
    double seconds = 0.001;
    // Between frames, where no key of the game is: keys there follow from those and from how large the model is.
    double between_frames = 0;
    // Images are cut out of a larger one as far as they are used. Where another piece is cut out, what is painted on
    // a triangle counts, and not where on the image it is.
    bool crops_images = false;
    const Change* look_at = nullptr;  // the keys that it has changed are looked at in any case

    Tolerance looking_at(const Change& change) const {
        Tolerance out = *this;
        out.look_at = &change;
        return out;
    }
};

// `change` is what was done to `expected`; its vertices, clips and materials are that one's.
std::vector<Difference> compare(const Facts& expected, const Facts& actual, const Change& change,
                                const Tolerance& tolerance);

// Triangles of two models that are the same one.
struct TrianglePair {
    std::size_t a = 0, b = 0;
    std::size_t turn = 0;  // corner i of a is corner (i + turn) % 3 of b
};
struct TriangleMatch {
    std::vector<TrianglePair> pairs{};
    std::vector<std::size_t> missing{}, extra{};
};
TriangleMatch match_triangles(const Facts& expected, const Facts& actual, const Tolerance& tolerance);

}  // namespace edits
