// What differs between a scene and the one that a changed byte gives, element by element. Knows nothing of formats.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <thaw/elements.hpp>

namespace thaw::test {

// Elements of the first scene that the second shows otherwise. Nothing if the two cannot be compared one by one: there
// are more or fewer points, triangles, nodes or materials.
std::optional<std::vector<Element>> changes(const Scene& before, const Scene& after);

// Triangles of the first that the second does not have, whatever the order: points, texture coordinates, material.
std::vector<Element> lost_triangles(const Scene& before, const Scene& after);

// Clips of the first that the second does not have: name and length.
std::vector<Element> lost_clips(const Scene& before, const Scene& after);

// Runs of elements that differ in their index alone.
struct ElementList {
    Element first;
    u64 count;
};
std::vector<ElementList> lists_of(const Scene& scene);

}  // namespace thaw::test
