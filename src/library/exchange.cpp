#include "library/exchange.hpp"

#include <memory>
#include <set>

#include <thaw/obj.hpp>

#include "base/safe_name.hpp"
#include "base/text.hpp"
#include "library/option_values.hpp"

namespace thaw {

namespace {

std::vector<ExchangeFile> gltf_files(const Scene& scene, const GltfOptions& options, const std::string& stem,
                                     const Context& context) {
    // Both halves come from one walk over the scene; each file takes its own.
    const std::string bin = stem + ".bin";
    const auto half = [&scene, &options, bin, context](bool json) {
        return [&scene, &options, bin, context, json](Sink& sink) {
            NullSink other;
            return json ? write_gltf(scene, options, bin, sink, other, context)
                        : write_gltf(scene, options, bin, other, sink, context);
        };
    };
    return {{.name = stem + ".gltf", .make = half(true)}, {.name = bin, .make = half(false)}};
}

// The OBJ's materials and images have its name and lie next to it.
struct ObjNames {
    std::string mtl;
    std::vector<std::string> images;  // by image
};

ObjNames obj_names(const Scene& scene, const std::string& stem) {
    ObjNames out{stem + ".mtl", {}};
    std::set<std::string> taken;
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        const Image& image = scene.images[i];
        if (image.file.empty()) {
            out.images.emplace_back();
            continue;
        }
        const std::string ending = image.file.size() > 1 && image.file[0] == 0xFF ? ".jpg" : ".png";
        std::string name = text::safe_name(stem + '_' + (image.name.empty() ? std::to_string(i) : image.name));
        if (!taken.insert(text::lower(name)).second) name += '_' + std::to_string(i);
        out.images.push_back(name + ending);
    }
    return out;
}

std::vector<ExchangeFile> obj_files(const Scene& scene, const std::string& stem, const Context& context) {
    const auto names = std::make_shared<const ObjNames>(obj_names(scene, stem));
    const auto options = [names] { return ObjOptions{.mtl_name = names->mtl, .image_names = names->images}; };
    std::vector<ExchangeFile> files;
    files.push_back({.name = stem + ".obj", .make = [&scene, options, context](Sink& sink) {
                         return write_obj(scene, options(), sink, context);
                     }});
    files.push_back(
        {.name = names->mtl, .make = [&scene, options](Sink& sink) { return write_mtl(scene, options(), sink); }});
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        if (!names->images[i].empty()) files.push_back({.name = names->images[i], .bytes = scene.images[i].file});
    }
    return files;
}

}  // namespace

Exchange exchange_of(std::string_view extension) {
    if (extension.starts_with('.')) extension.remove_prefix(1);
    for (const Exchange exchange : {Exchange::glb, Exchange::gltf, Exchange::obj}) {
        if (text::equal_ignoring_case(extension, extension_of(exchange))) return exchange;
    }
    return Exchange::none;
}

std::string_view extension_of(Exchange exchange) {
    switch (exchange) {
        case Exchange::none: return "";
        case Exchange::glb: return "glb";
        case Exchange::gltf: return "gltf";
        case Exchange::obj: return "obj";
    }
    return "";
}

GltfOptions ExchangeScene::gltf() const {
    GltfOptions out = options;
    out.source = source.parts.empty() ? nullptr : &source;
    return out;
}

Result<ExchangeScene> exchange_scene(const Model& model, Exchange exchange, const ConvertOptions& options,
                                     Issues& issues, const Context& context, const MakePng& make_png) {
    const SceneOptions made = scene_options_of(options);
    auto scene = scene_for_export(model, made, issues, context, make_png);
    if (!scene) return scene.error();
    ExchangeScene out{std::move(*scene)};
    if (shows_nothing(out.scene)) return out;
    if (exchange == Exchange::obj) {
        report_obj_losses(out.scene, issues);
        return out;
    }
    // Making it looks through the whole model.
    if (options.source) out.source = source_of(model, made);
    out.options = {.normals = options.normals,
                   .lit = options.lit,
                   .compact = options.compact || options.meshopt != nullptr,
                   .meshopt = options.meshopt};
    report_gltf_losses(out.scene, out.gltf(), issues);
    return out;
}

std::vector<ExchangeFile> exchange_files(const Scene& scene, const GltfOptions& options, Exchange exchange,
                                         const std::string& stem, const Context& context) {
    if (exchange == Exchange::gltf) return gltf_files(scene, options, stem, context);
    if (exchange == Exchange::obj) return obj_files(scene, stem, context);
    const auto make = [&scene, &options, context](Sink& sink) { return write_glb(scene, options, sink, context); };
    return {{.name = stem + ".glb", .make = make}};
}

}  // namespace thaw
