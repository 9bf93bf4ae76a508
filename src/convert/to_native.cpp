#include "convert/to_native.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/guard.hpp"
#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "convert/export.hpp"
#include "convert/image_file.hpp"
#include "convert/scene_options.hpp"
#include "formats/gltf/document.hpp"
#include "formats/gltf/family.hpp"
#include "formats/shared/build_issues.hpp"

namespace thaw {

namespace {

const GltfFile* content_of(const Model& model) {
    if (model.format != &gltf_file::format) return nullptr;
    const auto& document = static_cast<const gltf_file::Document&>(*model.document);
    return document.content ? &*document.content : nullptr;
}

bool is_whole_companion(const Format& format, std::string_view role) {
    const auto& digests = format.digest_roles;
    return !is_own(format, role) && std::find(digests.begin(), digests.end(), role) == digests.end();
}

// Is the file looked for by the name that the model has, and not by one that the model says?
bool goes_by_model(Model& model, const Part& part) {
    const auto asks_for_it = [&](std::string_view stem) {
        Bundle asked = model.bundle;
        std::erase_if(asked.parts, [&](const Part& p) { return p.role == part.role; });
        for (Part& p : asked.parts) {
            for (const PartRole& own : model.format->parts) {
                if (own.role == p.role && !stem.empty()) p.name = std::string(stem) + std::string(own.suffix);
            }
        }
        std::swap(model.bundle, asked);
        const auto wants = needs(model);
        std::swap(model.bundle, asked);
        return wants && std::any_of(wants->begin(), wants->end(), [&](const Want& want) {
                   return want.role == part.role &&
                          std::any_of(want.names.begin(), want.names.end(), [&](const auto& name) {
                              return text::file_name(name) == text::file_name(part.name);
                          });
               });
    };
    return asks_for_it({}) && !asks_for_it("another");
}

// Companions that the glTF has kept. Those that go by the model's name get its new one.
std::vector<Part> whole_companions(Model& model) {
    std::vector<Part> out;
    const std::string stem(text::file_stem(model.bundle.parts.front().name));
    for (const Part& part : model.bundle.parts) {
        if (!is_whole_companion(*model.format, part.role)) continue;
        const std::string_view name = text::file_name(part.name);
        out.push_back(part);
        if (text::file_stem(name) == stem && goes_by_model(model, part)) out.back().name = name.substr(stem.size());
    }
    return out;
}

// The glTF is as it was written: so are the files in it.
Result<NativeResult> restore_embedded(const GltfSource& source, const Format& target, const ToNativeOptions& options,
                                      Issues& issues, const Context& context) {
    auto model = read(target, {source.parts, source.model}, context);
    if (!model) return model.error();
    NativeResult out{.model = std::move(*model), .change_summary = "as it was before: nothing was changed in the glTF"};
    out.kept = whole_companions(out.model);
    if (!options.build.variant.empty() && options.build.variant != source.variant) {
        if (auto status = convert_variant(out.model, options.build.variant, issues); !status) return status.error();
        out.change_summary = {};
    }
    return out;
}

// What is found while reading speaks of what the file is; where the base stays as it is but for an edit that was
// understood, how an editor writes files is no news.
bool is_about_writing(const Issue& issue) {
    const std::string_view codes[]{"GLTF_ATTRIBUTE",  "GLTF_CAMERA_LIGHT", "GLTF_DEGENERATE",    "GLTF_EXTRAS",
                                   "GLTF_HARD_EDGES", "GLTF_INFLUENCES",   "GLTF_MORPH_NORMALS", "GLTF_NORMALS",
                                   "GLTF_SAMPLER",    "GLTF_SKIN_NODE",    "GLTF_SKIN_UNUSED",   "GLTF_SOURCE_VERTEX",
                                   "GLTF_TANGENTS",   "GLTF_TRAILING",     "GLTF_UNUSED"};
    return std::find(std::begin(codes), std::end(codes), issue.kind->code) != std::end(codes);
}

void drop_colors(Scene& scene) {
    for (Mesh& mesh : scene.meshes) {
        for (Primitive& primitive : mesh.primitives) primitive.colors.clear();
    }
}

class NativeBuilder {
public:
    NativeBuilder(const Model& from, const Format& target, const ToNativeOptions& options, Issues& issues,
                  const Context& context)
        : from_(from), target_(target), options_(options), issues_(issues), context_(context) {}

    Result<NativeResult> run() {
        const GltfFile* file = content_of(from_);
        const bool same_kind = file != nullptr && file->kept && file->kept->source.format == target_.id;
        if (same_kind && options_.base == nullptr) {
            auto source = thaw::source_of(*file);
            if (source && is_unchanged(*file)) return restore_embedded(*source, target_, options_, issues_, context_);
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
        auto model = read(target_, {source.parts, source.model}, context_);
        if (!model) return;
        own_base_ = std::move(*model);
        kept_ = whole_companions(*own_base_);
        base_ = &*own_base_;
        make_base_scene(scene_options_of(source.options));
    }

    // A base without a shape is of no use.
    void make_base_scene(const SceneOptions& options) {
        Issues known;  // the base's own repairs are no news
        auto scene = to_scene(*base_, options, known);
        if (scene) {
            base_scene_ = std::move(*scene);
            decode_images(base_scene_, known, context_);  // so that a painted one is noticed
        } else {
            base_ = nullptr;
        }
    }

    Result<NativeResult> build(const GltfFile* file) {
        Issues read;
        auto scene = to_scene(from_, options_.scene, read);
        if (!scene) return scene.error();
        decode_images(*scene, read, context_);
        if (context_.cancelled()) return stopped_on_request();
        if (base_ != nullptr && file != nullptr && file->colors_mixed_up) drop_colors(*scene);  // the base's are right
        const std::vector<Paint> paint = paint_in(file, *scene);
        SceneInput input{.scene = *scene, .base = base_, .base_scene = base_ == nullptr ? nullptr : &base_scene_};
        if (file != nullptr) input.source_points = file->source_points;
        input.paint = paint;
        input.context = context_;
        Issues findings;
        auto built = from_scene(target_, input, options_.build, findings);
        for (Issue& issue : read.list()) {
            if (!built || !built->in_place || !is_about_writing(issue)) issues_.add(std::move(issue));
        }
        for (Issue& issue : findings.list()) issues_.add(std::move(issue));
        if (!built) return built.error();
        std::vector<Part> kept = kept_companions(built->companions);
        NativeResult out{.model = {&target_, {}, std::move(built->document)},
                         .companions = std::move(built->companions),
                         .kept = std::move(kept),
                         .change_summary = std::move(built->change_summary)};
        if (built->of_set) {
            name_as_base(out);
            out.kept.clear();  // its files that did not change are named, and stay where their owners have them
        }
        const Scene& shown = built->scene ? *built->scene : *scene;
        for (const BuiltTexture& texture : built->textures) {
            auto bytes = image_file(shown, texture, {base_ == nullptr ? nullptr : &base_scene_, issues_, context_});
            if (!bytes) return bytes.error();
            out.companions.push_back({"texture", texture.name, std::move(*bytes)});
        }
        return out;
    }

    // The other files of a set come back under their own names, so that the model does, too.
    void name_as_base(NativeResult& out) const {
        for (const Part& part : base_->bundle.parts) {
            if (is_own(target_, part.role)) out.model.bundle.parts.push_back({part.role, part.name, {}});
        }
        const auto written = thaw::write(out.model, context_);
        out.is_unchanged = written && std::all_of(written->parts.begin(), written->parts.end(), [&](const Part& part) {
                               const Part* before = base_->bundle.find(part.role);
                               return before != nullptr && before->bytes == part.bytes;
                           });
    }

    // By image: a glTF knows the pixels it was written with.
    std::vector<Paint> paint_in(const GltfFile* file, const Scene& scene) const {
        if (file == nullptr || !file->kept || file->kept->source.images.empty()) return {};
        const auto& known = file->kept->source.images;
        std::vector<Paint> out;
        for (const Image& image : scene.images) {
            const Pixels pixels{image.width, image.height, {image.pixels.bytes().begin(), image.pixels.bytes().end()}};
            const bool same = std::find(known.begin(), known.end(), pixel_hash(pixels)) != known.end();
            out.push_back(image.pixels.empty() ? Paint::unknown : same ? Paint::untouched : Paint::painted);
        }
        return out;
    }

    // Companions out of the glTF that did not change.
    std::vector<Part> kept_companions(const std::vector<Part>& written) const {
        std::vector<Part> out = kept_;
        std::erase_if(out, [&](const Part& part) {
            return std::any_of(written.begin(), written.end(),
                               [&](const Part& made) { return made.role == part.role; });
        });
        return out;
    }

    const Model& from_;
    const Format& target_;
    const ToNativeOptions& options_;
    Issues& issues_;
    const Context& context_;
    std::optional<Model> own_base_;
    std::vector<Part> kept_;  // of its bundle
    Model* base_ = nullptr;
    Scene base_scene_;
};

}  // namespace

const GltfKept* kept_in(const Model& model) {
    const GltfFile* file = content_of(model);
    return file == nullptr || !file->kept ? nullptr : &*file->kept;
}

Result<NativeResult> to_native(const Model& from, const Format& target, const ToNativeOptions& options, Issues& issues,
                               const Context& context) {
    return guarded([&]() -> Result<NativeResult> {
        StopRequest request(context.monitor);
        Context watched = context;
        watched.monitor = &request;
        auto out = NativeBuilder(from, target, options, issues, watched).run();
        if (request.cancelled()) return stopped_on_request();
        return out;
    });
}

}  // namespace thaw
