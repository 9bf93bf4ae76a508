#include "pairs.hpp"

#include <random>

#include "formats/unreal/mesh/document.hpp"

namespace thaw::bench {

std::unique_ptr<Document> waving(u16 vertices, u16 frames) {
    auto document = std::make_unique<unreal::Document>();
    std::mt19937 random(vertices);
    unreal::DataFile data;
    for (u16 v = 0; v + 2 < vertices; ++v) {
        unreal::Poly poly;
        poly.vertices = {v, static_cast<u16>(v + 1), static_cast<u16>(v + 2)};
        for (std::size_t k = 0; k < 3; ++k) {
            const u16 vertex = poly.vertices[k];
            const bool other_side = vertex % 2 == 1 && v % 2 == 1;
            poly.uvs[k] = {static_cast<u8>(vertex * 7), static_cast<u8>(vertex / 32 + (other_side ? 128 : 0))};
        }
        data.polys.push_back(poly);
    }
    data.num_polys = static_cast<u16>(data.polys.size());
    data.num_vertices = vertices;
    unreal::AnivFile aniv;
    aniv.num_frames = frames;
    aniv.frame_size = static_cast<u16>(vertices * 4);
    std::vector<u8> bytes;
    for (u32 f = 0; f < frames; ++f) {
        for (u32 v = 0; v < vertices; ++v) {
            const auto wave = static_cast<i32>(random() % 17) - 8;
            const u32 word = unreal::pack({static_cast<i32>(v % 1000), static_cast<i32>(v / 8 % 1000) - 500 + wave,
                                           static_cast<i32>(f % 100) + wave});
            for (unsigned shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<u8>(word >> shift));
        }
    }
    aniv.frames = Blob::take(std::move(bytes));
    document->data = std::move(data);
    document->aniv = std::move(aniv);
    return document;
}

}  // namespace thaw::bench
