// Where a DDD or RDY stores what its scene shows.
#pragma once

#include "formats/shared/element_map.hpp"
#include "formats/soulfu/scene/source.hpp"

namespace thaw::ddd {

// One of the corners of a triangle, as the file has it.
struct StoredCorner {
    std::size_t field = 0;    // of CornerFields; the texture vertex is in the next one
    std::array<u64, 2> at{};  // what follows base model and slot in its path
};

// Fields of the map's file, by their place in the list of paths. Those that the two formats have alike come first.
enum Field : std::size_t {
    position,
    vertex_bones,
    vertex_weight,
    tex_vertex,
    slot_flags,
    slot_alpha,
    bone_id,
    bone_joints,
    frame_action,
    frame_joints,
    first_own_field
};
inline constexpr std::array<std::string_view, first_own_field> common_fields{"bases[].vertices[].position",
                                                                             "bases[].vertices[].bones",
                                                                             "bases[].vertices[].weight",
                                                                             "bases[].tex_vertices[]",
                                                                             "bases[].slots[].flags",
                                                                             "bases[].slots[].alpha",
                                                                             "bases[].bones[].id",
                                                                             "bases[].bones[].joints",
                                                                             "frames[].action",
                                                                             "frames[].joints[]"};

// What the two formats store in ways of their own.
class SourceFields {
public:
    virtual ~SourceFields() = default;
    virtual const MappedFile& file() const = 0;
    // The bases' numbers count levels, too: base * levels + level.
    virtual void add_position(std::size_t base, u32 vertex, const ShapeVertex& shown, ElementBits& out) const = 0;
    virtual StoredCorner corner(std::size_t base, std::size_t slot, u32 triangle, std::size_t corner) const = 0;
    // What turns a bone about itself.
    virtual void add_direction(std::size_t frame, std::size_t bone, bool exact, ElementBits& out) const = 0;
};

// Of which frames the file has the numbers itself.
struct OwnFrames {
    bool binds = true;  // those that meshes are bound in
    bool poses = true;  // those that clips play
};

std::unique_ptr<ElementMap> map_elements(std::unique_ptr<SceneSource> source, std::unique_ptr<SourceFields> fields,
                                         OwnFrames own, const SceneOptions& options, const Scene& scene);

}  // namespace thaw::ddd
