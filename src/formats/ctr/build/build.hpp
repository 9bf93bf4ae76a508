// Lays out a file from plain parts: order and alignment as known to load, and a pointer map of exactly its pointers.
#pragma once

#include <string>

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

struct FramePlan {
    std::array<i16, 3> origin{};
    std::vector<u8> data{};
    u32 data_offset = frame_header_bytes;
    i16 padding = 0;
    std::array<u8, 16> unknown_0x08{};
};

struct AnimationPlan {
    std::string name{};
    bool half_rate = false;
    u16 num_frames = 0;  // as played; 0: what the stored ones give
    std::vector<FramePlan> frames{};
    std::vector<Delta> deltas{};  // empty: raw
};

struct AnimTexturePlan {
    u16 texture = 1;  // of the mesh, 1-based
    i16 frame_offset = 0;
    i16 frame_skip = 0;
    std::vector<TextureLayout> layouts{};
};

struct MeshPlan {
    std::string name{};
    u16 lod_distance = always_drawn;
    u16 flags = 0;
    std::array<u16, 3> scale{4096, 4096, 4096};
    u32 cached_colours = 0;
    std::vector<Command> commands{};  // with terminator
    std::vector<Colour> colours{};
    std::vector<std::optional<TextureLayout>> textures{};
    std::optional<FramePlan> frame{};
    std::vector<Delta> deltas{};  // of the frame
    std::vector<AnimationPlan> animations{};
    std::vector<AnimTexturePlan> anim_textures{};
};

struct ModelPlan {
    std::string name{};
    i16 id = -1;
    std::vector<MeshPlan> meshes{};
};

struct IconGroupPlan {
    std::string name{};
    i16 id = 0;
    std::vector<u32> icons{};  // numbers of icons
};

struct FilePlan {
    Kind kind = Kind::model;
    bool wrapped = true;
    bool external_map = false;
    std::vector<ModelPlan> models{};  // a file of kind model has one
    std::vector<Icon> icons{};
    std::vector<IconGroupPlan> groups{};
    std::vector<Instance> instances{};  // of a level; `model` is the number of one
    bool landscape = true;              // of a level
};

// The file, and its pointer map if that is another file; `stem` names them.
Bundle lay_out(const FilePlan& plan, const std::string& stem = "model");

}  // namespace thaw::ctr
