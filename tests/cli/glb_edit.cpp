#include "cli/glb_edit.hpp"

#include <cstring>
#include <stdexcept>

#include "support/json_reader.hpp"

namespace thaw::test {

namespace {

constexpr std::size_t header_bytes = 12;
constexpr std::size_t chunk_header_bytes = 8;
constexpr std::size_t vertex_bytes = 12;

u32 word_at(const std::string& glb, std::size_t at) {
    u32 out = 0;
    std::memcpy(&out, glb.data() + at, sizeof out);
    return out;
}

std::size_t binary_at(const std::string& glb) {
    return header_bytes + chunk_header_bytes + word_at(glb, header_bytes) + chunk_header_bytes;
}

json::Value json_of(const std::string& glb) {
    return parse_json(std::string_view(glb).substr(header_bytes + chunk_header_bytes, word_at(glb, header_bytes)));
}

std::size_t index_in(const json::Value& object, const char* key) {
    const json::Value* value = object.find(key);
    return value == nullptr ? 0 : static_cast<std::size_t>(number(*value));
}

struct Range {
    std::size_t start;
    std::size_t size;
};

Range view_in(const std::string& glb, const json::Value& json, std::size_t view) {
    const json::Value& found = list_at(json, "bufferViews").at(view);
    return {binary_at(glb) + index_in(found, "byteOffset"), index_in(found, "byteLength")};
}

}  // namespace

std::string with_moved_vertex(std::string glb, f32 by) {
    const json::Value json = json_of(glb);
    std::string first;
    for (const json::Value& mesh : list_at(json, "meshes")) {
        for (const json::Value& part : list_at(mesh, "primitives")) {
            const auto& accessor = list_at(json, "accessors").at(index_in(*part.find("attributes"), "POSITION"));
            const Range view = view_in(glb, json, index_in(accessor, "bufferView"));
            const std::size_t start = view.start + index_in(accessor, "byteOffset");
            for (std::size_t i = 0; i < index_in(accessor, "count"); ++i) {
                const std::size_t at = start + i * vertex_bytes;
                if (first.empty()) first = glb.substr(at, vertex_bytes);
                if (glb.compare(at, vertex_bytes, first) != 0) continue;
                f32 x = 0;
                std::memcpy(&x, glb.data() + at, sizeof x);
                x += by;
                std::memcpy(glb.data() + at, &x, sizeof x);
            }
        }
    }
    return glb;
}

std::string without_face(std::string glb) {
    const json::Value json = json_of(glb);
    const json::Value& part = list_at(list_at(json, "meshes").at(0), "primitives").at(0);
    const json::Value& accessor = list_at(json, "accessors").at(index_in(part, "indices"));
    constexpr std::size_t of_words = 5125;
    const std::size_t width = index_in(accessor, "componentType") == of_words ? 4 : 2;
    const std::size_t at = view_in(glb, json, index_in(accessor, "bufferView")).start +
                           index_in(accessor, "byteOffset") + (index_in(accessor, "count") - 3) * width;
    for (std::size_t k = 1; k < 3; ++k) glb.replace(at + k * width, width, glb, at, width);
    return glb;
}

std::string first_image(const std::string& glb) {
    const json::Value json = json_of(glb);
    const Range view = view_in(glb, json, index_in(list_at(json, "images").at(0), "bufferView"));
    return glb.substr(view.start, view.size);
}

std::string with_image(std::string glb, const std::string& image) {
    const json::Value json = json_of(glb);
    const Range view = view_in(glb, json, index_in(list_at(json, "images").at(0), "bufferView"));
    if (image.size() > view.size) throw std::runtime_error("the new image is longer");
    return glb.replace(view.start, image.size(), image);
}

}  // namespace thaw::test
