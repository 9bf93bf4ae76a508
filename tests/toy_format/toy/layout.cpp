// The only place that knows the order of the bytes.
#include "formats/toy/toy.hpp"
#include "layout/codec.hpp"

namespace thaw::toy {

void describe(Codec& io, Point& p) { io.field("position", p.position); }

void describe(Codec& io, Triangle& t) { io.field("points", t.points); }

void describe(Codec& io, Document& d) {
    io.order(Order::little);
    io.magic("magic", magic);
    io.text("image", d.image);
    const auto num_points = io.count<u16>("num_points", d.points);
    io.items("points", d.points, num_points);
    const auto num_triangles = io.count<u16>("num_triangles", d.triangles);
    io.items("triangles", d.triangles, num_triangles);
    io.rest("trailing", d.trailing);
}

}  // namespace thaw::toy
