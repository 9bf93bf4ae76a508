#include <thaw/gltf.hpp>

#include <array>

#include "base/endian.hpp"
#include "base/guard.hpp"
#include "gltf/parts.hpp"
#include "gltf/source.hpp"

namespace thaw {

namespace gltf {

namespace {

json::Value scene_json(Output& out) {
    json::Array roots;
    for (std::size_t i = 0; i < out.scene.nodes.size(); ++i) {
        if (out.scene.nodes[i].parent == no_index) roots.emplace_back(i);
    }
    json::Value scene(json::Object{});
    if (!out.scene.name.empty()) scene.set("name", out.scene.name);
    if (!roots.empty()) scene.set("nodes", std::move(roots));
    json::Value extras = flat_extras(out.scene.extras);
    if (out.options.source != nullptr) extras.set("thaw", source_json(out));
    if (!is_null(extras)) scene.set("extras", std::move(extras));
    return scene;
}

void set_list(json::Value& root, const char* key, json::Value list) {
    const auto* items = list.get_if<json::Array>();
    if (items != nullptr && !items->empty()) root.set(key, std::move(list));
}

void add_extensions(const Output& out, json::Value& root) {
    json::Array used;
    if (out.uses_unlit) used.emplace_back("KHR_materials_unlit");
    if (!out.scene.variants.empty()) used.emplace_back("KHR_materials_variants");
    json::Array required;
    if (out.uses_quantization) required.emplace_back("KHR_mesh_quantization");
    if (out.binary.is_packed()) required.emplace_back("EXT_meshopt_compression");
    used.insert(used.end(), required.begin(), required.end());
    if (!required.empty()) root.set("extensionsRequired", std::move(required));
    if (used.empty()) return;
    root.set("extensionsUsed", std::move(used));
    if (out.scene.variants.empty()) return;
    json::Array names;
    for (const std::string& name : out.scene.variants) names.push_back(json::Value().set("name", name));
    json::Value variants;
    variants.set("variants", std::move(names));
    root.set("extensions", json::Value().set("KHR_materials_variants", std::move(variants)));
}

// The whole JSON; `bin_name` is empty where the binary follows in the same file.
std::string json_text(Output& out, const std::string& bin_name) {
    json::Value root;
    root.set("asset", json::Value().set("version", "2.0").set("generator", "Thaw"));
    set_list(root, "meshes", meshes_json(out));
    add_materials(out, root);
    set_list(root, "skins", skins_json(out));
    set_list(root, "animations", animations_json(out));
    set_list(root, "nodes", nodes_json(out));
    add_extensions(out, root);
    root.set("scene", 0);
    root.set("scenes", json::Array{scene_json(out)});
    if (out.binary.size() > 0) {
        root.set("buffers", out.binary.buffers_json(bin_name));
        root.set("bufferViews", out.binary.views_json());
    }
    std::string text = json::to_text(root);
    if (!out.accessors.empty()) {
        text.pop_back();
        text += ",\"accessors\":[" + out.accessors.text() + "]}";
    }
    return text;
}

Error stopped(const Context& context) {
    if (context.cancelled()) return Error{Code::cancelled, "stopped"};
    return Error{Code::io, "the output refused what was written"};
}

void put_u32(std::string& out, u64 value) {
    std::array<u8, 4> bytes{};
    store(bytes.data(), static_cast<u32>(value), Order::little);
    out.append(bytes.begin(), bytes.end());
}

Result<std::string> finished_json(Output& out, const std::string& bin_name) {
    if (auto status = check_images(out.scene); !status) return status.error();
    std::string text = json_text(out, bin_name);
    if (!out.binary.status()) return out.binary.status().error();
    if (out.binary.size() + text.size() + 64 > out.options.largest_bytes) {
        return Error{Code::unrepresentable, "more than a glTF file can hold (" + std::to_string(out.binary.size()) +
                                                " bytes); try one clip at a time, or without changing normals"};
    }
    text.append((4 - text.size() % 4) % 4, ' ');
    if (out.context.cancelled()) return stopped(out.context);
    return text;
}

}  // namespace

}  // namespace gltf

Status write_glb(const Scene& scene, const GltfOptions& options, Sink& sink, const Context& context) {
    return guarded([&]() -> Status {
        gltf::Output out{scene, options, context};
        auto json = gltf::finished_json(out, {});
        if (!json) return json.error();
        const u64 binary = out.binary.size();
        std::string head;
        gltf::put_u32(head, 0x46546C67);  // "glTF"
        gltf::put_u32(head, 2);
        const u64 all = 12 + 8 + json->size() + (binary > 0 ? 8 + binary : 0);
        gltf::put_u32(head, all);
        gltf::put_u32(head, json->size());
        gltf::put_u32(head, 0x4E4F534A);  // "JSON"
        head += *json;
        if (binary > 0) {
            gltf::put_u32(head, binary);
            gltf::put_u32(head, 0x004E4942);  // "BIN"
        }
        sink.expect(all);
        if (!sink.write(head) || !gltf::write_stamped(out, *json, sink)) return gltf::stopped(context);
        return Done{};
    });
}

Status write_gltf(const Scene& scene, const GltfOptions& options, const std::string& bin_name, Sink& json_sink,
                  Sink& bin_sink, const Context& context) {
    return guarded([&]() -> Status {
        gltf::Output out{scene, options, context};
        auto json = gltf::finished_json(out, bin_name);
        if (!json) return json.error();
        json_sink.expect(json->size());
        bin_sink.expect(out.binary.size());
        if (!json_sink.write(*json) || !gltf::write_stamped(out, *json, bin_sink)) return gltf::stopped(context);
        return Done{};
    });
}

}  // namespace thaw
