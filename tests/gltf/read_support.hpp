// For the tests of the glTF reader.
#pragma once

#include <gtest/gtest.h>

#include "gltf/made_gltf.hpp"
#include "scene/check.hpp"

namespace thaw::test {

inline GltfFile read_made(const MadeGltf& made, const Context& context = {}) {
    auto file = read_gltf(made.glb(), {}, context);
    EXPECT_TRUE(file.ok()) << to_string(file.error()) << "\n" << made.json();
    if (!file) return {};
    EXPECT_EQ(check(file->scene), "");
    return std::move(*file);
}

// write_glb and read_gltf; a failure of the test if either gives an error, or the result breaks a promise.
inline GltfFile read_again(const Scene& scene, const GltfOptions& options = {}) {
    StringSink sink;
    const Status status = write_glb(scene, options, sink);
    EXPECT_TRUE(status.ok()) << to_string(status.error());
    if (!status) return {};
    const Bytes bytes(static_cast<const u8*>(static_cast<const void*>(sink.text.data())), sink.text.size());
    auto file = read_gltf(Blob::copy_of(bytes));
    EXPECT_TRUE(file.ok()) << to_string(file.error());
    if (!file) return {};
    EXPECT_EQ(check(file->scene), "");
    return std::move(*file);
}

// The codes of all findings, in order.
inline std::vector<std::string> codes_of(const GltfFile& file) {
    std::vector<std::string> out;
    for (const Issue& issue : file.issues.list()) out.emplace_back(issue.kind->code);
    return out;
}

using Codes = std::vector<std::string>;
using Indices = std::vector<u32>;

// "{1 2 3} {4 5 6}"
inline std::string shown(const std::vector<Vec3>& points) {
    std::string out;
    for (const Vec3 p : points) {
        if (!out.empty()) out += " ";
        out += "{" + std::to_string(p.x) + " " + std::to_string(p.y) + " " + std::to_string(p.z) + "}";
    }
    return out;
}
inline std::ostream& operator<<(std::ostream& out, const std::vector<Vec3>& points) { return out << shown(points); }

// A triangle: three points that differ.
inline const std::vector<f32> triangle_points{0, 0, 0, 1, 0, 0, 0, 1, 0};
inline const std::vector<Vec3> triangle{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

}  // namespace thaw::test
