#include "export/back.hpp"

#include <algorithm>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "export/export.hpp"
#include "export/scene_options.hpp"
#include "formats/gltf/document.hpp"
#include "formats/gltf/format.hpp"
#include "images/encode_pcx.hpp"
#include "scene/maths.hpp"

namespace thaw {

namespace {

const GltfFile* content_of(const Model& model) {
    if (model.format != &gltf_file::format) return nullptr;
    const auto& document = static_cast<const gltf_file::Document&>(*model.document);
    return document.content ? &*document.content : nullptr;
}

// The glTF is as it was written: so are the files in it.
Result<Back> taken_out(const GltfSource& source, const Format& target, const BackOptions& options, Issues& issues,
                       const Context& context) {
    auto model = read(target, {source.parts}, context);
    if (!model) return model.error();
    Back out{.model = std::move(*model), .words = "as it was before: nothing was changed in the glTF"};
    for (const Part& part : source.parts) {
        if (!is_own(target, part.role)) out.beside.push_back(part);
    }
    if (!options.build.variant.empty() && options.build.variant != source.variant) {
        if (auto status = convert_variant(out.model, options.build.variant, issues); !status) return status.error();
        out.words = {};
    }
    return out;
}

Result<Blob> encoded(const Image& image, std::string_view name, const Context& context) {
    if (!text::ends_with_ignoring_case(name, ".pcx")) {
        auto png = to_png(image, context);
        if (!png) return png.error();
        return std::move(png->bytes);
    }
    const auto picture = to_picture(image, context);
    if (!picture) return picture.error();
    return Blob::take(encode_pcx(*picture));
}

Blob flat_picture(Vec4 color) {
    constexpr u32 side = 8;
    IndexedPicture out{
        .width = side, .height = side, .dots_per_inch = 72, .pixels = std::vector<u8>(std::size_t{side} * side, 0)};
    const auto byte = [](f32 linear) {
        return static_cast<u8>(std::clamp(linear_to_srgb(linear), 0.0f, 1.0f) * 255 + 0.5f);
    };
    out.palette[0] = {byte(color.x), byte(color.y), byte(color.z)};
    return Blob::take(encode_pcx(out));
}

class WayBack {
public:
    WayBack(const Model& from, const Format& target, const BackOptions& options, Issues& issues, const Context& context)
        : from_(from), target_(target), options_(options), issues_(issues), context_(context) {}

    Result<Back> run() {
        const GltfFile* file = content_of(from_);
        const bool same_kind = file != nullptr && file->kept && file->kept->source.format == target_.id;
        if (same_kind && options_.base == nullptr) {
            auto source = thaw::source_of(*file);
            if (source && is_unchanged(*file)) return taken_out(*source, target_, options_, issues_, context_);
            if (source) use_as_base(*source);
        } else if (options_.base != nullptr) {
            base_ = options_.base;
            make_base_scene(file != nullptr && file->kept ? scene_options_of(file->kept->source.options)
                                                          : options_.scene);
        }
        return build(file);
    }

private:
    void use_as_base(const GltfSource& source) {
        auto model = read(target_, {source.parts}, context_);
        if (!model) return;
        own_base_ = std::move(*model);
        base_ = &*own_base_;
        make_base_scene(scene_options_of(source.options));
    }

    // A base without a shape is of no use.
    void make_base_scene(const SceneOptions& options) {
        Issues known;  // the base's own repairs are no news
        auto scene = to_scene(*base_, options, known);
        if (scene) {
            base_scene_ = std::move(*scene);
            decode_pictures(base_scene_, known, context_);  // so that a painted one is noticed
        } else {
            base_ = nullptr;
        }
    }

    Result<Back> build(const GltfFile* file) {
        auto scene = to_scene(from_, options_.scene, issues_);
        if (!scene) return scene.error();
        decode_pictures(*scene, issues_, context_);
        const SceneInput input{.scene = *scene,
                               .source_points = file == nullptr
                                                    ? std::span<const std::vector<u32>>()
                                                    : std::span<const std::vector<u32>>(file->source_points),
                               .base = base_,
                               .base_scene = base_ == nullptr ? nullptr : &base_scene_};
        auto built = from_scene(target_, input, options_.build, issues_);
        if (!built) return built.error();
        Back out{.model = {&target_, {}, std::move(built->document)},
                 .beside = std::move(built->beside),
                 .words = std::move(built->words)};
        for (const BuiltTexture& texture : built->textures) {
            if (texture.image == no_index) {
                out.beside.push_back({"texture", texture.name, flat_picture(texture.color)});
                continue;
            }
            auto bytes = encoded(scene->images[texture.image], texture.name, context_);
            if (!bytes) return bytes.error();
            out.beside.push_back({"texture", texture.name, std::move(*bytes)});
        }
        return out;
    }

    const Model& from_;
    const Format& target_;
    const BackOptions& options_;
    Issues& issues_;
    const Context& context_;
    std::optional<Model> own_base_;
    Model* base_ = nullptr;
    Scene base_scene_;
};

}  // namespace

const GltfKept* kept_in(const Model& model) {
    const GltfFile* file = content_of(model);
    return file == nullptr || !file->kept ? nullptr : &*file->kept;
}

Result<Back> way_back(const Model& from, const Format& target, const BackOptions& options, Issues& issues,
                      const Context& context) {
    return guarded([&]() -> Result<Back> { return WayBack(from, target, options, issues, context).run(); });
}

}  // namespace thaw
