#include "edits/glb.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>

namespace edits {

namespace {

constexpr std::uint32_t magic_glb = 0x46546C67, chunk_json = 0x4E4F534A, chunk_binary = 0x004E4942;

std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    if (bytes.size() < 4 || at > bytes.size() - 4) throw std::runtime_error("the GLB ends early");
    std::uint32_t out = 0;
    for (std::size_t i = 0; i < 4; ++i) out |= std::uint32_t{bytes[at + i]} << (8 * i);
    return out;
}

void put_word(Bytes& out, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::size_t width_of_type(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "VEC2") return 2;
    if (type == "VEC3") return 3;
    if (type == "VEC4" || type == "MAT2") return 4;
    if (type == "MAT3") return 9;
    if (type == "MAT4") return 16;
    throw std::runtime_error("accessor type " + type);
}

struct Component {
    std::size_t bytes;
    bool is_signed;
    bool is_float;
};

Component component_of(int type) {
    switch (type) {
        case 5120: return {1, true, false};
        case 5121: return {1, false, false};
        case 5122: return {2, true, false};
        case 5123: return {2, false, false};
        case 5125: return {4, false, false};
        case 5126: return {4, false, true};
        default: throw std::runtime_error("component type " + std::to_string(type));
    }
}

double largest_of(const Component& c) { return std::pow(2.0, double(8 * c.bytes) - (c.is_signed ? 1 : 0)) - 1; }

// Where the elements of an accessor lie.
struct Layout {
    Component component;
    std::size_t width, count, offset, stride;
    bool normalized, has_view;
};

Layout layout_of(const Glb& glb, std::size_t accessor) {
    const json& a = glb.root.at("accessors").at(accessor);
    if (a.contains("sparse")) throw std::runtime_error("sparse accessor");
    Layout out{component_of(a.at("componentType").get<int>()),
               width_of_type(a.at("type").get<std::string>()),
               a.at("count").get<std::size_t>(),
               a.value("byteOffset", std::size_t{0}),
               0,
               a.value("normalized", false),
               a.contains("bufferView")};
    out.stride = out.component.bytes * out.width;
    if (!out.has_view) return out;
    const json& view = glb.root.at("bufferViews").at(a.at("bufferView").get<std::size_t>());
    out.offset += view.value("byteOffset", std::size_t{0});
    out.stride = view.value("byteStride", out.stride);
    const std::size_t element = out.component.bytes * out.width;
    if (out.count > 0 && out.offset + out.stride * (out.count - 1) + element > glb.binary.size()) {
        throw std::runtime_error("accessor " + std::to_string(accessor) + " leads out of the binary");
    }
    return out;
}

std::uint32_t raw_at(const std::uint8_t* at, std::size_t bytes) {
    std::uint32_t raw = 0;
    for (std::size_t i = 0; i < bytes; ++i) raw |= std::uint32_t{at[i]} << (8 * i);
    return raw;
}

double number_at(const std::uint8_t* at, const Component& c) {
    const std::uint32_t raw = raw_at(at, c.bytes);
    if (c.is_float) {
        float value = 0;
        std::memcpy(&value, &raw, 4);
        return double{value};
    }
    if (!c.is_signed) return raw;
    return c.bytes == 1 ? static_cast<std::int8_t>(raw) : static_cast<std::int16_t>(raw);
}

void put_number(Bytes& out, const Component& c, double value) {
    std::uint32_t raw = 0;
    if (c.is_float) {
        const float as_float = static_cast<float>(value);
        std::memcpy(&raw, &as_float, 4);
    } else {
        raw = static_cast<std::uint32_t>(static_cast<std::int64_t>(std::llround(value)));
    }
    for (std::size_t i = 0; i < c.bytes; ++i) out.push_back(static_cast<std::uint8_t>(raw >> (8 * i)));
}

void set_bounds(json& accessor, const Table& table) {
    std::vector<float> low(table.width), high(table.width);
    for (std::size_t i = 0; i < table.count(); ++i) {
        for (std::size_t k = 0; k < table.width; ++k) {
            const float v = table.row(i)[k];
            low[k] = i == 0 ? v : std::min(low[k], v);
            high[k] = i == 0 ? v : std::max(high[k], v);
        }
    }
    accessor["min"] = low;
    accessor["max"] = high;
}

json& made_list(Glb& glb, const char* key) {
    if (!glb.root.contains(key)) glb.root[key] = json::array();
    return glb.root[key];
}

const char* type_of_width(std::size_t width) {
    switch (width) {
        case 1: return "SCALAR";
        case 2: return "VEC2";
        case 3: return "VEC3";
        case 4: return "VEC4";
        default: return "MAT4";
    }
}

// The elements one after the other, each a multiple of four bytes where vertices need that.
std::size_t add_packed(Glb& glb, const Component& c, bool normalized, const Table& table, int target) {
    const double unit = normalized ? largest_of(c) : 1;
    const std::size_t element = c.bytes * table.width;
    const std::size_t padding = target == 34962 ? (4 - element % 4) % 4 : 0;
    Bytes bytes;
    for (std::size_t i = 0; i < table.count(); ++i) {
        for (const float v : table.row(i)) put_number(bytes, c, double{v} * unit);
        bytes.insert(bytes.end(), padding, 0);
    }
    const std::size_t view = add_view(glb, bytes, target);
    if (padding > 0) glb.root["bufferViews"][view]["byteStride"] = element + padding;
    return view;
}

}  // namespace

const json& Glb::list(const char* key) const {
    static const json nothing = json::array();
    const auto found = root.find(key);
    return found == root.end() ? nothing : *found;
}

Glb parse_glb(std::span<const std::uint8_t> file) {
    if (word_at(file, 0) != magic_glb) throw std::runtime_error("no GLB");
    Glb out;
    for (std::size_t at = 12; at < file.size();) {
        const std::size_t size = word_at(file, at), kind = word_at(file, at + 4);
        if (size > file.size() - at - 8) throw std::runtime_error("the GLB ends early");
        const auto chunk = file.subspan(at + 8, size);
        if (kind == chunk_json) out.root = json::parse(chunk.begin(), chunk.end());
        if (kind == chunk_binary) out.binary.assign(chunk.begin(), chunk.end());
        at += 8 + size;
    }
    return out;
}

Bytes write_glb(const Glb& glb) {
    json root = glb.root;
    if (!glb.binary.empty()) root["buffers"] = json::array({{{"byteLength", glb.binary.size()}}});
    std::string text = root.dump(-1, ' ', false, json::error_handler_t::replace);
    text.append((4 - text.size() % 4) % 4, ' ');
    Bytes binary = glb.binary;
    binary.resize((binary.size() + 3) / 4 * 4);
    Bytes out;
    put_word(out, magic_glb);
    put_word(out, 2);
    put_word(out, 12 + 8 + text.size() + (binary.empty() ? 0 : 8 + binary.size()));
    put_word(out, text.size());
    put_word(out, chunk_json);
    out.insert(out.end(), text.begin(), text.end());
    if (!binary.empty()) {
        put_word(out, binary.size());
        put_word(out, chunk_binary);
        out.insert(out.end(), binary.begin(), binary.end());
    }
    return out;
}

Table read_accessor(const Glb& glb, std::size_t accessor) {
    const Layout layout = layout_of(glb, accessor);
    Table out{layout.width, std::vector<float>(layout.width * layout.count)};
    if (!layout.has_view) return out;
    const double unit = layout.normalized ? largest_of(layout.component) : 1;
    for (std::size_t i = 0; i < layout.count; ++i) {
        for (std::size_t k = 0; k < layout.width; ++k) {
            const std::size_t at = layout.offset + i * layout.stride + k * layout.component.bytes;
            const double v = number_at(glb.binary.data() + at, layout.component) / unit;
            out.row(i)[k] = static_cast<float>(layout.normalized ? std::max(v, -1.0) : v);
        }
    }
    return out;
}

std::vector<std::uint32_t> read_integers(const Glb& glb, std::size_t accessor) {
    const Layout layout = layout_of(glb, accessor);
    std::vector<std::uint32_t> out;
    out.reserve(layout.width * layout.count);
    for (std::size_t i = 0; i < layout.count; ++i) {
        for (std::size_t k = 0; k < layout.width; ++k) {
            const std::size_t at = layout.offset + i * layout.stride + k * layout.component.bytes;
            out.push_back(layout.has_view ? raw_at(glb.binary.data() + at, layout.component.bytes) : 0);
        }
    }
    return out;
}

Bytes view_bytes(const Glb& glb, std::size_t view) {
    const json& v = glb.root.at("bufferViews").at(view);
    const auto at = v.value("byteOffset", std::size_t{0});
    const auto size = v.at("byteLength").get<std::size_t>();
    if (at > glb.binary.size() || size > glb.binary.size() - at) throw std::runtime_error("view out of the binary");
    return {glb.binary.begin() + std::ptrdiff_t(at), glb.binary.begin() + std::ptrdiff_t(at + size)};
}

std::size_t add_view(Glb& glb, std::span<const std::uint8_t> bytes, int target) {
    glb.binary.resize((glb.binary.size() + 3) / 4 * 4);
    json view{{"buffer", 0}, {"byteOffset", glb.binary.size()}, {"byteLength", bytes.size()}};
    if (target != 0) view["target"] = target;
    glb.binary.insert(glb.binary.end(), bytes.begin(), bytes.end());
    json& views = made_list(glb, "bufferViews");
    views.push_back(std::move(view));
    return views.size() - 1;
}

std::size_t add_accessor(Glb& glb, const Table& table, int target) {
    json accessor{{"bufferView", add_packed(glb, component_of(5126), false, table, target)},
                  {"componentType", 5126},
                  {"count", table.count()},
                  {"type", type_of_width(table.width)}};
    set_bounds(accessor, table);
    json& all = made_list(glb, "accessors");
    all.push_back(std::move(accessor));
    return all.size() - 1;
}

std::size_t add_indices(Glb& glb, const std::vector<std::uint32_t>& indices) {
    Bytes bytes;
    for (const std::uint32_t i : indices) put_word(bytes, i);
    json& all = made_list(glb, "accessors");
    all.push_back({{"bufferView", add_view(glb, bytes, 34963)},
                   {"componentType", 5125},
                   {"count", indices.size()},
                   {"type", "SCALAR"}});
    return all.size() - 1;
}

void replace_values(Glb& glb, std::size_t accessor, const Table& table) {
    const Layout layout = layout_of(glb, accessor);
    json& a = glb.root["accessors"][accessor];
    int target = 0;
    if (layout.has_view) target = glb.root["bufferViews"][a["bufferView"].get<std::size_t>()].value("target", 0);
    const std::size_t view = add_packed(glb, layout.component, layout.normalized, table, target);
    json& changed = glb.root["accessors"][accessor];
    changed["bufferView"] = view;
    changed["count"] = table.count();
    changed.erase("byteOffset");
    if (changed.contains("min") || changed.contains("max")) set_bounds(changed, table);
}

void replace_integers(Glb& glb, std::size_t accessor, const std::vector<std::uint32_t>& values) {
    const Layout layout = layout_of(glb, accessor);
    Bytes bytes;
    for (std::size_t i = 0; i < values.size(); ++i) put_number(bytes, layout.component, values[i]);
    json& a = glb.root["accessors"][accessor];
    int target = 0;
    if (layout.has_view) target = glb.root["bufferViews"][a["bufferView"].get<std::size_t>()].value("target", 0);
    const std::size_t view = add_view(glb, bytes, target);
    json& changed = glb.root["accessors"][accessor];
    changed["bufferView"] = view;
    changed["count"] = values.size() / layout.width;
    changed.erase("byteOffset");
}

}  // namespace edits
