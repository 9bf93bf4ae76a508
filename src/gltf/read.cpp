#include <thaw/gltf.hpp>

#include <algorithm>
#include <set>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "gltf/read_parts.hpp"

namespace thaw {

namespace gltf {

namespace {

std::string_view text_of(const Blob& blob) {
    return {static_cast<const char*>(static_cast<const void*>(blob.data())), blob.size()};
}

Result<json::Tree> tree_of(const Container& container, const Context& context, u64 input_bytes) {
    auto tree = json::Tree::parse(text_of(container.json), {.memory = context.limits.memory_for(input_bytes)});
    if (!tree) {
        Error error = tree.error();
        if (error.offset != no_offset) error.offset += container.json_offset;
        return error;
    }
    return tree;
}

bool is_2_0(std::string_view version) { return version == "2" || version.starts_with("2."); }

bool check_asset(Input& in) {
    if (!in.root().is(Kind::object)) return in.fail(Code::bad_value, in.root(), "no object at the top of the JSON");
    const Ref asset = in.member(in.root(), "asset", Kind::object);
    if (!in.ok()) return false;
    const auto version = asset.find("version").string();
    if (!version) return in.fail(Code::bad_magic, asset ? asset : in.root(), "JSON that is not glTF: no asset.version");
    const std::string least = asset.find("minVersion").string().value_or("2.0");
    if (!is_2_0(*version) || (least != "2.0" && least != "2")) {
        return in.fail(Code::bad_version, asset, "glTF " + text::printable(*version) + ", of which 2.0 can be read");
    }
    return true;
}

bool is_known(std::string_view extension) {
    constexpr std::string_view known[] = {"KHR_mesh_quantization",  "KHR_texture_transform",   "KHR_materials_unlit",
                                          "KHR_materials_variants", "EXT_meshopt_compression", "KHR_lights_punctual"};
    return std::find(std::begin(known), std::end(known), extension) != std::end(known);
}

bool check_extensions(Input& in) {
    for (const Ref value : in.member(in.root(), "extensionsRequired", Kind::array).items()) {
        const std::string name = value.string().value_or("");
        const bool unpacks = name != "EXT_meshopt_compression" || in.context().meshopt != nullptr;
        if (is_known(name) && unpacks) continue;
        return in.fail(Code::unsupported, value,
                       "needs the extension " + text::printable(name) + ", which Thaw " +
                           (unpacks ? "does not know" : "cannot unpack here"));
    }
    for (const Ref value : in.member(in.root(), "extensionsUsed", Kind::array).items()) {
        const std::string name = value.string().value_or("");
        if (!is_known(name)) in.note(issue::extension, value, {}, text::printable(name));
    }
    return in.ok();
}

// The scene that is shown; nothing if there is none.
Ref shown_scene(Input& in) {
    const auto& scenes = in.list("scenes");
    const u32 number = in.index(in.root(), "scene", scenes.size());
    if (scenes.empty() || !in.ok()) return {};
    return scenes[number == no_index ? 0 : number];
}

Extras without_source(const Extras& extras) {
    const auto* members = extras.get_if<json::Object>();
    if (members == nullptr || extras.find("thaw") == nullptr) return extras;
    json::Object out;
    for (const auto& member : *members) {
        if (member.first != "thaw") out.push_back(member);
    }
    return out.empty() ? Extras() : Extras(std::move(out));
}

std::vector<std::string> files_of(Ref root) {
    std::vector<std::string> out;
    std::set<std::string> seen;
    for (const char* list : {"buffers", "images"}) {
        for (const Ref element : root.find(list).items()) {
            const auto uri = element.find("uri").string();
            if (!uri || is_data_uri(*uri)) continue;
            RelativeName name = relative_name(*uri);
            if (name.wrong.empty() && seen.insert(name.name).second) out.push_back(std::move(name.name));
        }
    }
    return out;
}

Result<GltfFile> read_all(Input& in) {
    GltfFile file{.files = files_of(in.root())};
    if (in.container().trailing > 0) in.note(issue::trailing, {}, {}, text::plural(in.container().trailing, "byte"));
    if (check_asset(in) && check_extensions(in)) {
        Reading reading(in, file);
        using Step = void (*)(Reading&);
        for (const Step step : {Step{read_materials}, Step{read_meshes}, Step{read_nodes}, Step{read_animations}}) {
            if (in.ok() && in.context().cancelled()) in.fail(Code::cancelled, {}, "stopped");
            if (in.ok()) step(reading);
        }
        if (const Ref scene = in.ok() ? shown_scene(in) : Ref()) {
            file.scene.name = in.text(scene, "name");
            file.scene.extras = without_source(in.extras(scene));
            read_source(reading, scene);
        }
    }
    if (!in.ok()) return in.error();
    file.issues = std::move(in.issues());
    return file;
}

}  // namespace

}  // namespace gltf

bool is_gltf(Bytes file) {
    const std::string_view text(static_cast<const char*>(static_cast<const void*>(file.data())), file.size());
    if (text.starts_with("glTF")) return true;
    const std::size_t start = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return start != std::string_view::npos && text[start] == '{' && text.find("\"asset\"") != std::string_view::npos;
}

Result<std::vector<std::string>> gltf_needs(const Blob& file, const Context& context) {
    return guarded([&]() -> Result<std::vector<std::string>> {
        const auto container = gltf::open_container(file);
        if (!container) return container.error();
        const auto tree = gltf::tree_of(*container, context, file.size());
        if (!tree) return tree.error();
        return gltf::files_of(tree->root());
    });
}

Result<GltfFile> read_gltf(const Blob& file, const Bundle& companions, const Context& context) {
    return guarded([&]() -> Result<GltfFile> {
        const auto container = gltf::open_container(file);
        if (!container) return container.error();
        const u64 input_bytes = file.size() + companions.size();
        auto tree = gltf::tree_of(*container, context, input_bytes);
        if (!tree) return tree.error();
        gltf::Input input(*container, std::move(*tree), companions, context, input_bytes);
        return gltf::read_all(input);
    });
}

std::span<const IssueKind* const> gltf_issue_kinds() { return gltf::issue::all; }

}  // namespace thaw
