#include "gltf/topology.hpp"

namespace thaw::gltf {

namespace {

std::vector<u32> whole_groups(std::vector<u32> indices, std::size_t width, std::size_t& left_over) {
    left_over = indices.size() % width;
    indices.resize(indices.size() - left_over);
    return indices;
}

void add_triangle(std::vector<u32>& out, u32 a, u32 b, u32 c) {
    if (a == b || b == c || c == a) return;
    out.insert(out.end(), {a, b, c});
}

}  // namespace

std::vector<u32> plain_indices(Mode mode, std::vector<u32> in, std::size_t& left_over) {
    left_over = 0;
    if (mode == Mode::triangles) return whole_groups(std::move(in), 3, left_over);
    if (mode == Mode::lines) return whole_groups(std::move(in), 2, left_over);
    const bool lines = mode == Mode::line_loop || mode == Mode::line_strip;
    std::vector<u32> out;
    if (in.size() < (lines ? 2u : 3u)) {
        left_over = in.size();
        return out;
    }
    out.reserve(lines ? 2 * in.size() : 3 * (in.size() - 2));
    for (std::size_t i = 0; lines && i + 1 < in.size(); ++i) out.insert(out.end(), {in[i], in[i + 1]});
    if (mode == Mode::line_loop) out.insert(out.end(), {in.back(), in.front()});
    for (std::size_t i = 0; !lines && i + 2 < in.size(); ++i) {
        if (mode == Mode::fan) {
            add_triangle(out, in[i + 1], in[i + 2], in[0]);
        } else {
            // Every second triangle of a strip is wound the other way.
            add_triangle(out, in[i], in[i + 1 + i % 2], in[i + 2 - i % 2]);
        }
    }
    return out;
}

}  // namespace thaw::gltf
