// What a person wants to know of a model first: the data behind `thaw info`, text and JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <thaw/bytes.hpp>
#include <thaw/json.hpp>

namespace thaw {

struct Totals {
    u64 meshes = 0;
    u64 vertices = 0;
    u64 triangles = 0;
    u64 bones = 0;
    u64 morphs = 0;
    u64 frames = 0;
};

struct ClipSummary {
    std::string name;
    u64 frames = 0;
    double fps = 0;
    bool loop = true;
    std::string words{};  // what else its frames say: "2 footsteps, moves 1.2 m"; may be empty
    double seconds() const { return fps > 0 ? static_cast<double>(frames) / fps : 0; }
};

struct MaterialSummary {
    std::string name;     // "slot 1", "skin1 masked"
    std::string flags;    // in words, empty if nothing special
    std::string texture;  // name the model or its companion gives, empty if it gives none
    u64 triangles = 0;
};

struct Summary {
    std::string variant;
    Totals totals{};
    std::vector<ClipSummary> clips{};
    std::vector<MaterialSummary> materials{};
    std::vector<std::string> remarks{};     // plain sentences: "carries animation only", "scale is a default"
    std::optional<double> height_metres{};  // as the game would show it, first frame of the first clip
    json::Value native{};                   // the format's own counts, an object
};

}  // namespace thaw
