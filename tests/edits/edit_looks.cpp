// Edits of clips, images, materials and names.
#include <algorithm>
#include <cmath>

#include "edits/edit_parts.hpp"
#include "edits/png.hpp"

namespace edits::parts {

namespace {

std::string free_name(const Glb& glb, const EditOptions& options) {
    for (const std::string& name : options.clip_names) {
        const json& all = glb.list("animations");
        if (std::none_of(all.begin(), all.end(), [&](const json& clip) { return clip.value("name", "") == name; })) {
            return name;
        }
    }
    return options.clip_names.back();
}

// Does any vertex hang on this node?
bool carries_vertices(const Glb& glb, std::size_t node) {
    for (const json& holder : glb.list("nodes")) {
        if (!holder.contains("skin") || !holder.contains("mesh")) continue;
        const json& joints = glb.root["skins"][holder["skin"].get<std::size_t>()]["joints"];
        const auto found = std::find(joints.begin(), joints.end(), json(node));
        if (found == joints.end()) continue;
        const auto joint = static_cast<std::uint32_t>(found - joints.begin());
        for (const json& primitive : glb.root["meshes"][holder["mesh"].get<std::size_t>()]["primitives"]) {
            const json& attributes = primitive["attributes"];
            if (!attributes.contains("JOINTS_0")) continue;
            const auto indices = read_integers(glb, attributes["JOINTS_0"].get<std::size_t>());
            const Table weights = read_accessor(glb, attributes["WEIGHTS_0"].get<std::size_t>());
            for (std::size_t i = 0; i < indices.size(); ++i) {
                if (indices[i] == joint && weights.values[i] > 0) return true;
            }
        }
    }
    return false;
}

// Of an animation: the channel where a changed key shows best.
std::optional<std::size_t> channel_to_change(const Glb& glb, const json& animation) {
    std::optional<std::size_t> best;
    int best_score = 0;
    for (std::size_t c = 0; c < animation["channels"].size(); ++c) {
        const json& target = animation["channels"][c]["target"];
        if (!target.contains("node")) continue;
        const std::string path = target.value("path", "");
        int score = path == "rotation" ? 4 : path == "translation" ? 3 : path == "weights" ? 2 : 1;
        if (path != "weights" && carries_vertices(glb, target["node"].get<std::size_t>())) score += 8;
        if (score <= best_score) continue;
        best_score = score;
        best = c;
    }
    return best;
}

// By 20 degrees about the node's own X axis.
void turn(std::span<float> q) {
    const double angle = 0.35, s = std::sin(angle / 2), c = std::cos(angle / 2);
    const double x = double{q[0]}, y = double{q[1]}, z = double{q[2]}, w = double{q[3]};
    const std::array<double, 4> out{x * c + w * s, y * c + z * s, z * c - y * s, w * c - x * s};
    for (std::size_t i = 0; i < 4; ++i) q[i] = static_cast<float>(out[i]);
}

void change_value(std::span<float> row, const std::string& path, const EditOptions& options) {
    if (path == "rotation") return turn(row);
    if (path == "translation") {
        double size = 0;
        for (std::size_t k = 0; k < 3; ++k) size = std::max(size, options.high[k] - options.low[k]);
        row[0] += static_cast<float>(0.05 * size);
        row[1] += static_cast<float>(0.05 * size);
        return;
    }
    if (path == "scale") {
        for (float& v : row) v *= 1.25f;
        return;
    }
    const auto largest = std::max_element(row.begin(), row.end());
    *largest = *largest > 0.3f ? *largest * 0.5f : 0.5f;
}

// How far a target moves the point that it moves most.
double reach(const Glb& glb, const json& mesh, std::size_t target) {
    double out = 0;
    for (const json& primitive : mesh["primitives"]) {
        if (!primitive.contains("targets") || !primitive["targets"][target].contains("POSITION")) continue;
        const json& accessor = glb.root["accessors"][primitive["targets"][target]["POSITION"].get<std::size_t>()];
        for (const char* bound : {"min", "max"}) {
            if (!accessor.contains(bound)) continue;
            for (const json& v : accessor[bound]) out = std::max(out, std::abs(v.get<double>()));
        }
    }
    return out;
}

// The key to change: of shapes the one that shows most, since halving nothing changes nothing; else the middle one. Not
// the last one, which only closes the loop.
std::size_t key_to_change(const Glb& glb, const json& target, const Table& values) {
    const std::size_t n = values.count();
    const std::size_t middle = n > 2 ? std::min(n / 2, n - 2) : 0;
    const json& node = glb.root["nodes"][target["node"].get<std::size_t>()];
    if (target["path"] != "weights" || !node.contains("mesh")) return middle;
    const json& mesh = glb.root["meshes"][node["mesh"].get<std::size_t>()];
    std::size_t best = middle;
    double most = 0;
    for (std::size_t k = 0; k + 1 < std::max<std::size_t>(n, 2); ++k) {
        const auto row = values.row(k);
        const auto largest = std::max_element(row.begin(), row.end());
        const double shows = double{*largest} * reach(glb, mesh, static_cast<std::size_t>(largest - row.begin()));
        if (shows <= most) continue;
        most = shows;
        best = k;
    }
    return best;
}

// The entries of one image, that of the material which most triangles have.
std::set<std::size_t> main_image(const Glb& glb) {
    std::vector<std::size_t> triangles(glb.count("images"));
    for (const json& mesh : glb.list("meshes")) {
        for (const json& primitive : mesh["primitives"]) {
            if (!primitive.contains("material") || !is_triangles(primitive)) continue;
            const json& material = glb.root["materials"][primitive["material"].get<std::size_t>()];
            const json& pbr = material.value("pbrMetallicRoughness", json::object());
            if (!pbr.contains("baseColorTexture")) continue;
            const json& texture = glb.root["textures"][pbr["baseColorTexture"]["index"].get<std::size_t>()];
            if (texture.contains("source")) {
                triangles[texture["source"].get<std::size_t>()] += indices_of(glb, primitive).size() / 3 + 1;
            }
        }
    }
    std::set<std::size_t> out;
    if (triangles.empty()) return out;
    const auto best = std::max_element(triangles.begin(), triangles.end());
    if (*best == 0) return out;
    const json& images = glb.root["images"];
    const auto image = static_cast<std::size_t>(best - triangles.begin());
    out.insert(image);
    // The same file in another guise, for example with holes.
    for (std::size_t i = 0; i < images.size(); ++i) {
        const std::string name = images[image].value("name", "");
        if (!name.empty() && images[i].value("name", "") == name) out.insert(i);
    }
    return out;
}

Pixels pixels_of(const Glb& glb, std::size_t image) {
    return decode_image(view_bytes(glb, glb.root["images"][image]["bufferView"].get<std::size_t>()));
}

void set_pixels(Glb& glb, std::size_t image, const Pixels& pixels) {
    const std::size_t view = add_view(glb, encode_png(pixels));
    glb.root["images"][image]["bufferView"] = view;
    glb.root["images"][image]["mimeType"] = "image/png";
}

struct Block {
    std::size_t x, y, width, height;
};

// Preferably where nothing shines through.
Block block_in(const Pixels& pixels) {
    const std::size_t width = std::max<std::size_t>(1, pixels.width / 4);
    const std::size_t height = std::max<std::size_t>(1, pixels.height / 4);
    Block best{(pixels.width - width) / 2, (pixels.height - height) / 2, width, height};
    std::size_t most = 0;
    for (const std::size_t y : {2u, 1u, 3u, 0u, 4u}) {
        for (const std::size_t x : {2u, 1u, 3u, 0u, 4u}) {
            const Block block{(pixels.width - width) * x / 4, (pixels.height - height) * y / 4, width, height};
            std::size_t solid = 0;
            for (std::size_t j = 0; j < height; ++j) {
                for (std::size_t i = 0; i < width; ++i)
                    solid += pixels.at(block.x + i, block.y + j)[3] == 255 ? 1u : 0u;
            }
            if (solid <= most) continue;
            most = solid;
            best = block;
        }
    }
    return best;
}

// Does the last key of every channel repeat the first one?
bool closes(const Glb& glb, const json& animation) {
    for (const json& sampler : animation["samplers"]) {
        if (sampler.value("interpolation", "LINEAR") != "LINEAR") return false;
        const std::size_t keys = read_accessor(glb, sampler["input"].get<std::size_t>()).count();
        Table values = read_accessor(glb, sampler["output"].get<std::size_t>());
        if (keys == 0) return false;
        values.width = values.values.size() / keys;
        const auto first = values.row(0), last = values.row(keys - 1);
        const bool flipped = std::ranges::equal(first, last, [](float a, float b) { return a == -b; });
        if (!flipped && !std::ranges::equal(first, last)) return false;
    }
    return true;
}

// Does every channel have a key then?
bool is_shared_key(const Glb& glb, const json& animation, double seconds) {
    const json& samplers = animation["samplers"];
    return std::all_of(samplers.begin(), samplers.end(), [&](const json& sampler) {
        const Table times = read_accessor(glb, sampler["input"].get<std::size_t>());
        return std::any_of(times.values.begin(), times.values.end(),
                           [&](auto time) { return std::abs(double{time} - seconds) < 1e-6; });
    });
}

}  // namespace

bool change_key(Edited& out, std::size_t index, const EditOptions& options) {
    if (out.glb.count("animations") <= index) return false;
    const json animation = out.glb.root["animations"][index];
    const auto channel = channel_to_change(out.glb, animation);
    if (!channel) return false;
    const json& target = animation["channels"][*channel]["target"];
    const json sampler = animation["samplers"][animation["channels"][*channel]["sampler"].get<std::size_t>()];
    const Table times = read_accessor(out.glb, sampler["input"].get<std::size_t>());
    Table values = read_accessor(out.glb, sampler["output"].get<std::size_t>());
    if (times.count() == 0 || values.values.size() % times.count() != 0) return false;
    values.width = values.values.size() / times.count();
    const std::size_t key = key_to_change(out.glb, target, values);
    // The last key often repeats the one before it, to hold it, or the first one, to close the loop: then it is the
    // same key to whoever edits it.
    std::vector<std::size_t> keys{key};
    const std::size_t last = values.count() - 1;
    const bool repeats = key == 0 || (key + 1 == last && !closes(out.glb, animation));
    if (key != last && repeats && std::ranges::equal(values.row(key), values.row(last))) keys.push_back(last);
    for (const std::size_t k : keys) change_value(values.row(k), target["path"], options);
    if (target["path"] == "weights") values.width = 1;
    const std::size_t added = add_accessor(out.glb, values);
    json& samplers = out.glb.root["animations"][index]["samplers"];
    samplers.push_back(sampler);
    samplers.back()["output"] = added;
    out.glb.root["animations"][index]["channels"][*channel]["sampler"] = samplers.size() - 1;
    out.change.clip = animation.value("name", "");
    out.change.between_frames = !is_shared_key(out.glb, animation, double{times.values[key]});
    out.change.from = key > 0 ? double{times.values[key - 1]} : -0.5;
    const bool to_the_end = key == last || keys.size() > 1;
    out.change.until = to_the_end ? double{times.values[last]} + 1 : double{times.values[key + 1]};
    if (key == 0 && keys.size() > 1) out.change.from = -0.5;
    out.change.words = "key " + std::to_string(key) + " of " + out.change.clip + " changed (" +
                       target["path"].get<std::string>() + " of node " + std::to_string(target["node"].get<int>()) +
                       ")";
    return true;
}

bool rename_clip(Edited& out, const EditOptions& options) {
    if (out.glb.count("animations") == 0) return false;
    const std::string name = free_name(out.glb, options);
    json& clip = out.glb.root["animations"][0];
    out.change.old_clip = clip.value("name", "");
    out.change.clip = name;
    clip["name"] = name;
    out.change.words = "clip " + out.change.old_clip + " renamed " + name;
    return true;
}

bool add_clip(Edited& out, const EditOptions& options) {
    if (out.glb.count("animations") == 0) return false;
    const std::string name = free_name(out.glb, options);
    json copy = out.glb.root["animations"][0];
    copy["name"] = name;
    json& all = out.glb.root["animations"];
    all.push_back(std::move(copy));
    if (!change_key(out, all.size() - 1, options)) return false;
    out.change.words = "clip " + name + " added: " + out.change.words;
    return true;
}

// The last one of several: what has frames shows at least one clip.
bool remove_clip(Edited& out) {
    if (out.glb.count("animations") < 2) return false;
    json& all = out.glb.root["animations"];
    out.change.clip = all.back().value("name", "");
    all.erase(all.size() - 1);
    out.change.words = "clip " + out.change.clip + " removed";
    return true;
}

bool paint(Edited& out) {
    out.change.images = main_image(out.glb);
    if (out.change.images.empty()) return false;
    const Pixels first = pixels_of(out.glb, *out.change.images.begin());
    const Block block = block_in(first);
    // At their brightest, so that an image whose alpha is its brightness can show them.
    constexpr std::array<std::array<int, 3>, 3> colors{{{255, 40, 40}, {40, 255, 80}, {64, 80, 255}}};
    const auto far = [&](const std::array<int, 3>& color) {
        int out_of = 0;
        const std::uint8_t* p = first.at(block.x + block.width / 2, block.y + block.height / 2);
        for (std::size_t k = 0; k < 3; ++k) out_of += std::abs(color[k] - p[k]);
        return out_of;
    };
    const auto color =
        *std::max_element(colors.begin(), colors.end(), [&](const auto& a, const auto& b) { return far(a) < far(b); });
    for (const std::size_t image : out.change.images) {
        Pixels pixels = pixels_of(out.glb, image);
        if (pixels.width != first.width || pixels.height != first.height) continue;
        for (std::size_t y = block.y; y < block.y + block.height; ++y) {
            for (std::size_t x = block.x; x < block.x + block.width; ++x) {
                for (std::size_t k = 0; k < 3; ++k) pixels.at(x, y)[k] = static_cast<std::uint8_t>(color[k]);
                if (pixels.at(x, y)[3] == 0) pixels.at(x, y)[3] = 255;
            }
        }
        set_pixels(out.glb, image, pixels);
    }
    out.change.words = std::to_string(block.width) + " x " + std::to_string(block.height) + " pixels painted";
    return true;
}

bool exchange_image(Edited& out) {
    out.change.images = main_image(out.glb);
    if (out.change.images.empty()) return false;
    const Pixels was = pixels_of(out.glb, *out.change.images.begin());
    const std::size_t side = was.width == 32 && was.height == 32 ? 64 : 32;
    Pixels is{side, side, Bytes(side * side * 4, 255)};
    constexpr std::array<std::array<std::uint8_t, 3>, 4> colors{
        {{200, 60, 40}, {250, 220, 90}, {40, 90, 200}, {20, 130, 60}}};
    for (std::size_t y = 0; y < side; ++y) {
        for (std::size_t x = 0; x < side; ++x) {
            const std::size_t field = (x * 4 / side + (y * 8 / side) * 3 + (x * 2 > y + side / 2 ? 1 : 0)) % 4;
            std::copy(colors[field].begin(), colors[field].end(), is.at(x, y));
        }
    }
    for (const std::size_t image : out.change.images) set_pixels(out.glb, image, is);
    out.change.words = "another image of " + std::to_string(side) + " x " + std::to_string(side) + " pixels";
    return true;
}

bool recolor_material(Edited& out) {
    const auto id = largest_primitive(out.glb);
    if (!id || !primitive_of(out.glb, *id).contains("material")) return false;
    const auto index = primitive_of(out.glb, *id)["material"].get<std::size_t>();
    json& material = out.glb.root["materials"][index];
    json& pbr = material["pbrMetallicRoughness"];
    auto factor = pbr.value("baseColorFactor", std::vector<double>{1, 1, 1, 1});
    constexpr std::array by{0.5, 0.8, 0.3};
    for (std::size_t k = 0; k < 3; ++k) factor[k] *= by[k];
    pbr["baseColorFactor"] = factor;
    out.change.material = index;
    out.change.words = "material " + material.value("name", "") + " recoloured";
    return true;
}

bool rename_node(Edited& out, const EditOptions& options) {
    for (std::size_t n = 0; n < out.glb.count("nodes"); ++n) {
        json& node = out.glb.root["nodes"][n];
        if (!node.contains("mesh")) continue;
        out.change.old_node = node.value("name", "");
        out.change.node = options.node_name;
        node["name"] = options.node_name;
        out.change.words = "node " + out.change.old_node + " renamed " + options.node_name;
        return true;
    }
    return false;
}

}  // namespace edits::parts
