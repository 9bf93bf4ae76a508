// A toy model as its file has it: see README.md.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>

namespace thaw::toy {

struct Point {
    static constexpr std::size_t disk_bytes = 6;
    std::array<i16, 3> position{};
};

struct Triangle {
    static constexpr std::size_t disk_bytes = 6;
    std::array<u16, 3> points{};
};

struct Document : thaw::Document {
    std::array<char, 12> image{};
    std::vector<Point> points{};
    std::vector<Triangle> triangles{};
    Blob trailing{};  // T2

    std::string_view image_name() const {
        const std::string_view all(image.data(), image.size());
        return all.substr(0, all.find('\0'));
    }
};

}  // namespace thaw::toy
