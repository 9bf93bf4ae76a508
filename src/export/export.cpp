#include "export/export.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/guard.hpp"

namespace thaw {

namespace {

void report(const Image& image, const Error& error, Issues& issues) {
    issues.add(issue::texture_unreadable, "texture", {}, "a picture", image.name + ": " + to_string(error));
}

}  // namespace

void make_exportable(Scene& scene, Issues& issues, const Context& context) {
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        Image& image = scene.images[i];
        auto png = to_png(image, context);
        if (png) {
            image.file = std::move(png->bytes);
        } else {
            report(image, png.error(), issues);
            image.file = {};
            for (Material& material : scene.materials) {
                if (material.image == i) material.image = no_index;
            }
        }
        image.pixels = {};
        image.width = image.height = 0;
    }
}

Result<Scene> scene_for_export(const Model& model, const SceneOptions& options, Issues& issues,
                               const Context& context) {
    return guarded([&]() -> Result<Scene> {
        auto scene = to_scene(model, options, issues);
        if (scene) make_exportable(*scene, issues, context);
        return scene;
    });
}

std::vector<Picture> pictures_of(const Scene& scene, Issues& issues, const Context& context) {
    std::vector<Picture> out;
    for (const Image& image : scene.images) {
        auto picture = to_picture(image, context);
        if (!picture) report(image, picture.error(), issues);
        out.push_back(picture ? std::move(*picture) : Picture());
    }
    return out;
}

GltfSource source_of(const Model& model, std::string options) {
    GltfSource source{.format = std::string(model.format->id), .options = std::move(options)};
    if (const auto summary = summarise(model)) source.variant = summary->variant;
    for (const PartRole& role : model.format->parts) {
        const Part* part = model.bundle.find(role.role);
        if (part == nullptr) continue;
        source.parts.push_back({part->role, std::string(text::file_name(part->name)), part->bytes});
    }
    return source;
}

}  // namespace thaw
