// For the tests of the way back into a DDD.
#pragma once

#include <algorithm>
#include <cmath>

#include <thaw/gltf.hpp>
#include <thaw/sink.hpp>

#include "formats/soulfu/ddd/pose.hpp"
#include "soulfu/support.hpp"

namespace thaw::test {

// The scene as an editor gets it: written as a GLB without the model it was made from, and read again.
inline GltfFile through_editor(const Scene& scene) {
    BytesSink sink;
    const auto status = write_glb(scene, {}, sink);
    EXPECT_TRUE(status.ok()) << to_string(status.error());
    Context roomy;
    roomy.limits.memory_per_byte = 256;
    auto file = read_gltf(Blob::take(std::move(sink.bytes)), {}, roomy);
    EXPECT_TRUE(file.ok()) << to_string(file.error());
    return file ? std::move(*file) : GltfFile();
}

// The largest distance in feet between where the game has the corners of the same triangles in the same frames of two
// files; less than 0 if they do not have the same.
inline double farthest(const ddd::Document& a, const ddd::Document& b, std::size_t every) {
    const auto& first = a.animation().frames;
    const auto& second = b.file.frames;
    if (first.size() != second.size() || a.file.bases.size() != b.file.bases.size()) return -1;
    double worst = 0;
    std::vector<ddd::Poser> posers;
    std::vector<ddd::Poser> others;
    for (std::size_t base = 0; base < a.file.bases.size(); ++base) {
        posers.emplace_back(a, base);
        others.emplace_back(b, base);
    }
    for (std::size_t f = 0; f < first.size(); f += every) {
        const std::size_t base = first[f].base_model;
        if (second[f].base_model != base || second[f].action != first[f].action) return -2;
        const auto p = posers[base].positions(first[f]);
        const auto q = others[base].positions(second[f]);
        for (std::size_t s = 0; s < ddd::slot_count; ++s) {
            const auto& t = a.file.bases[base].slots[s].triangles;
            const auto& u = b.file.bases[base].slots[s].triangles;
            if (t.size() != u.size()) return -3;
            for (std::size_t i = 0; i < t.size(); ++i) {
                for (std::size_t c = 0; c < 3; ++c) {
                    const Vec3d x = p[t[i].corners[c].vertex];
                    const Vec3d y = q[u[i].corners[c].vertex];
                    worst = std::max({worst, std::abs(x.x - y.x), std::abs(x.y - y.y), std::abs(x.z - y.z)});
                }
            }
        }
    }
    return worst;
}

inline const ddd::Document& document_of(const Built& built) {
    return static_cast<const ddd::Document&>(*built.document);
}

}  // namespace thaw::test
