// A GLB as JSON and bytes, for tests that edit it as any other program would. Shares no code with Thaw: what is judged
// must not judge itself. Throws on a file that is broken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace edits {

using json = nlohmann::ordered_json;
using Bytes = std::vector<std::uint8_t>;

struct Glb {
    json root{};
    Bytes binary{};

    // A list of the root, or an empty one.
    const json& list(const char* key) const;
    std::size_t count(const char* key) const { return list(key).size(); }
};

Glb parse_glb(std::span<const std::uint8_t> file);
Bytes write_glb(const Glb& glb);

// The numbers of an accessor: `width` for each element, normalized ones as 0 to 1 or -1 to 1.
struct Table {
    std::size_t width = 0;
    std::vector<float> values{};

    std::size_t count() const { return width == 0 ? 0 : values.size() / width; }
    std::span<float> row(std::size_t i) { return std::span(values).subspan(i * width, width); }
    std::span<const float> row(std::size_t i) const { return std::span(values).subspan(i * width, width); }
};

Table read_accessor(const Glb& glb, std::size_t accessor);
std::vector<std::uint32_t> read_integers(const Glb& glb, std::size_t accessor);

// An accessor of floats of its own, with the type that the width says (or MAT4 and the like as given); returns its
// index.
std::size_t add_accessor(Glb& glb, const Table& table, int target = 0);
std::size_t add_indices(Glb& glb, const std::vector<std::uint32_t>& indices);
// The same accessor with other numbers, in bytes of its own; stays of its kind: bytes and shorts are rounded.
void replace_values(Glb& glb, std::size_t accessor, const Table& table);
void replace_integers(Glb& glb, std::size_t accessor, const std::vector<std::uint32_t>& values);

Bytes view_bytes(const Glb& glb, std::size_t view);
std::size_t add_view(Glb& glb, std::span<const std::uint8_t> bytes, int target = 0);

}  // namespace edits
