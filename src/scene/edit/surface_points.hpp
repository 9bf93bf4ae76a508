// Which points of the base the points of an edited surface are: by what the file says, by where they are, by what is
// next to them. Points of the base that nothing tells apart are of one class; classes are what is found.
#pragma once

#include <map>
#include <vector>

#include "scene/edit/surface.hpp"

namespace thaw::edit {

// Points that several materials share go with the first or with the last of them, or all go as one.
enum class MaterialGroup : u8 { first, last, all };

class PointSearch {
public:
    PointSearch(const Surface& base, const Surface& edited, f32 nearly);

    // By edited point: its class, no_index while it is open.
    const std::vector<u32>& known() const { return known_; }
    // By base point.
    const std::vector<u32>& class_of() const { return class_of_; }

    // The shape in which points are looked for.
    void look_at_shape(u32 shape);
    void take(u32 point, u32 point_class);
    void forget();

    // Whether most points say what they are.
    bool by_source();
    void by_place();
    void by_what_moved();
    void by_box(MaterialGroup group);
    void by_neighbours();

private:
    class Cells;
    void number_base();
    template <class Place>
    void find_near(const Place& place);
    std::size_t count_near(const Cells& cells, Vec3 at, u32 node) const;
    u32 clearest_shape_of(const std::vector<u32>& classes) const;
    template <class Place, class PlaceInCells>
    void find_alone(const Cells& cells, const std::vector<Vec3>& in_cells, const Place& place,
                    const PlaceInCells& place_in_cells, std::vector<u32>& open);
    template <class Place>
    void find_nearest(const Cells& cells, const Place& place, const std::vector<u32>& open);
    bool find_third(const Surface::Triangle& t, const std::multimap<Triple, u32>& thirds);

    const Surface& base_;
    const Surface& edited_;
    f32 nearly_;
    std::vector<Vec3> base_at_{}, edited_at_{};  // by point: in the shape in which they are looked for
    std::vector<u32> class_of_{};                // by base point
    std::vector<u32> firsts_{};                  // by class: a base point
    std::vector<bool> taken_{};                  // by class
    std::vector<u32> known_;                     // by edited point: its class
};

}  // namespace thaw::edit
