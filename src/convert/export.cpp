#include "convert/export.hpp"

#include <set>

#include "base/file_name.hpp"
#include "base/guard.hpp"
#include "convert/scene_options.hpp"
#include "convert/to_native.hpp"
#include "formats/gltf/family.hpp"
#include "formats/shared/common_issues.hpp"
#include "formats/shared/parts.hpp"
#include "gltf/read_issues.hpp"

namespace thaw {

namespace {

// The glTF reader reports images without bytes itself.
bool is_reported(const Image& image, const Issues& issues) {
    return image.file.empty() && image.pixels.empty() &&
           std::any_of(issues.list().begin(), issues.list().end(),
                       [](const Issue& issue) { return issue.is(gltf::issue::image); });
}

void report(const Image& image, const Error& error, Issues& issues) {
    if (is_reported(image, issues)) return;
    issues.add(issue::texture_unreadable, "texture", {}, {},
               std::string(text::file_name(image.name)) + ": " + to_string(error));
}

// Whether every material with this image heeds its alpha. Where one does not, the colours under alpha 0 are seen.
bool shows_holes(const Scene& scene, std::size_t image) {
    bool used = false;
    for (const Material& material : scene.materials) {
        if (material.image != image) continue;
        if (material.alpha == AlphaMode::opaque || material.blend == BlendMode::modulate) return false;
        used = true;
    }
    return used;
}

}  // namespace

void make_exportable(Scene& scene, Issues& issues, const Context& context, Holes holes, const MakePng& make_png) {
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        Image& image = scene.images[i];
        image.name = text::file_name(image.name);  // where it lies is nobody's business
        auto png = make_png(image, context, shows_holes(scene, i) ? holes : Holes::as_they_are);
        if (png) {
            image.file = std::move(png->bytes);
            image.pixel_hash = std::move(png->hash);
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

Result<Scene> scene_for_export(const Model& model, const SceneOptions& options, Issues& issues, const Context& context,
                               const MakePng& make_png) {
    return guarded([&]() -> Result<Scene> {
        auto scene = to_scene(model, options, issues);
        const bool is_gltf = model.format == &gltf_file::format;  // its files are as somebody wants them
        if (scene) {
            make_exportable(*scene, issues, context, is_gltf ? Holes::as_they_are : Holes::filled, make_png);
        }
        return scene;
    });
}

bool shows_nothing(const Scene& scene) {
    const auto has_surface = [&](const Node& node) {
        if (node.mesh == no_index) return false;
        const auto& parts = scene.meshes[node.mesh].primitives;
        return std::any_of(parts.begin(), parts.end(),
                           [](const Primitive& primitive) { return !primitive.indices.empty(); });
    };
    // A bone without a skin says how long it is.
    const auto is_bone = [](const Node& node) { return node.extras.find("thaw_length") != nullptr; };
    return scene.skins.empty() && scene.clips.empty() &&
           std::none_of(scene.nodes.begin(), scene.nodes.end(),
                        [&](const Node& node) { return has_surface(node) || is_bone(node); });
}

std::vector<Pixels> pixels_of(const Scene& scene, Issues& issues, const Context& context) {
    std::vector<Pixels> out;
    for (const Image& image : scene.images) {
        auto pixels = to_pixels(image, context);
        if (!pixels) report(image, pixels.error(), issues);
        out.push_back(pixels ? std::move(*pixels) : Pixels());
    }
    return out;
}

Status check_images(const Model& model, Issues& issues, const Context& context) {
    return guarded([&]() -> Status {
        constexpr u32 most = 100'000;  // so that what else there is to say leaves room
        Issues all(most);
        const auto scene = to_scene(model, {}, all);
        if (!scene) return Done{};
        std::set<std::pair<const u8*, std::size_t>> readable;  // files that several images show, each in its own way
        for (const Image& image : scene->images) {
            const std::pair file{image.file.data(), image.file.size()};
            if (!image.file.empty() && readable.contains(file)) continue;
            const auto pixels = to_pixels(image, context);
            pixels ? static_cast<void>(readable.insert(file)) : report(image, pixels.error(), all);
        }
        Issues about_images(most);
        for (Issue& issue : all.list()) {
            if (issue.is(issue::texture_unreadable) || issue.is(issue::texture_missing)) {
                about_images.add(std::move(issue));
            }
        }
        locate(*model.format, *model.document, about_images);
        for (Issue& issue : about_images.list()) issues.add(std::move(issue));
        return Done{};
    });
}

void decode_images(Scene& scene, Issues& issues, const Context& context) {
    auto pixels = pixels_of(scene, issues, context);
    for (std::size_t i = 0; i < scene.images.size(); ++i) {
        Image& image = scene.images[i];
        if (shows_holes(scene, i)) fill_holes(pixels[i]);
        image.width = pixels[i].width;
        image.height = pixels[i].height;
        image.pixels = Blob::take(std::move(pixels[i].rgba));
    }
}

GltfSource source_of(const Model& model, const SceneOptions& options) {
    if (const GltfKept* kept = kept_in(model)) return kept->source;
    GltfSource source{.format = std::string(model.format->id), .options = described(options)};
    if (const auto summary = summarise(model)) source.variant = summary->variant;
    source.model = model.bundle.model;
    for (const Part& part : model.bundle.parts) {
        const Format& format = *model.format;
        const bool kept = format.keeps != nullptr && format.keeps(model.bundle, part.role);
        if (!is_own(format, part.role) && !kept) continue;
        source.parts.push_back({part.role, std::string(text::file_name(part.name)), part.bytes});
    }
    return source;
}

}  // namespace thaw
