// Materials, and the textures, samplers and images they use.
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "gltf/parts.hpp"
#include "gltf/sampler.hpp"

namespace thaw::gltf {

namespace {

const char* alpha_name(AlphaMode mode) {
    return mode == AlphaMode::mask ? "MASK" : mode == AlphaMode::blend ? "BLEND" : "OPAQUE";
}

bool is_png(Bytes file) {
    return file.size() > 8 && file[0] == 0x89 && file[1] == 'P' && file[2] == 'N' && file[3] == 'G';
}

class MaterialWriter {
public:
    explicit MaterialWriter(Output& out) : out_(out) {}

    json::Value material_json(const Material& material) {
        json::Value surface;
        const Vec4 c = material.base_color;
        if (!(c == Vec4{1, 1, 1, 1})) surface.set("baseColorFactor", numbers(std::array{c.x, c.y, c.z, c.w}));
        if (material.image != no_index && !out_.scene.images[material.image].file.empty()) {
            json::Value texture;
            texture.set("index", texture_of(material));
            surface.set("baseColorTexture", std::move(texture));
        }
        surface.set("metallicFactor", 0).set("roughnessFactor", 1);
        json::Value out;
        if (!material.name.empty()) out.set("name", material.name);
        out.set("pbrMetallicRoughness", std::move(surface));
        if (material.alpha != AlphaMode::opaque) out.set("alphaMode", alpha_name(material.alpha));
        if (material.alpha == AlphaMode::mask && material.alpha_cutoff != 0.5f) {
            out.set("alphaCutoff", static_cast<double>(material.alpha_cutoff));
        }
        if (material.double_sided) out.set("doubleSided", true);
        if (material.unlit && !out_.options.lit) {
            out_.uses_unlit = true;
            out.set("extensions", json::Value().set("KHR_materials_unlit", json::Object{}));
        }
        json::Value extras = flat_extras(material.extras);
        if (material.blend != BlendMode::normal) {
            extras.set("thaw_blend", material.blend == BlendMode::additive ? "additive" : "modulate");
        }
        if (material.unlit && out_.options.lit) extras.set("thaw_unlit", true);
        if (material.environment) extras.set("thaw_environment", true);
        if (!is_null(extras)) out.set("extras", std::move(extras));
        return out;
    }

    void finish(json::Value& root) {
        if (textures_.empty()) return;
        root.set("textures", std::move(textures_))
            .set("samplers", std::move(samplers_))
            .set("images", std::move(images_));
    }

private:
    u32 texture_of(const Material& material) {
        const auto [at, is_new] = known_textures_.try_emplace({material.image, material.nearest, material.clamp},
                                                              static_cast<u32>(textures_.size()));
        if (is_new) {
            json::Value texture;
            texture.set("sampler", sampler_of(material)).set("source", image_of(material.image));
            textures_.push_back(std::move(texture));
        }
        return at->second;
    }

    u32 sampler_of(const Material& material) {
        const auto [at, is_new] =
            known_samplers_.try_emplace({material.nearest, material.clamp}, static_cast<u32>(samplers_.size()));
        if (is_new) {
            json::Value sampler;
            sampler.set("magFilter", material.nearest ? nearest_filter : linear_filter)
                .set("minFilter", material.nearest ? nearest_filter : mipmap_filter);
            if (material.clamp) sampler.set("wrapS", clamp_to_edge).set("wrapT", clamp_to_edge);
            samplers_.push_back(std::move(sampler));
        }
        return at->second;
    }

    u32 image_of(u32 index) {
        const auto [at, is_new] = known_images_.try_emplace(index, static_cast<u32>(images_.size()));
        if (is_new) {
            const Image& image = out_.scene.images[index];
            json::Value one;
            if (!image.name.empty()) one.set("name", image.name);
            one.set("mimeType", is_png(image.file.bytes()) ? "image/png" : "image/jpeg")
                .set("bufferView", out_.binary.add({image.file.size()}, image.file));
            images_.push_back(std::move(one));
        }
        return at->second;
    }

    Output& out_;
    json::Array textures_;
    json::Array samplers_;
    json::Array images_;
    std::map<std::tuple<u32, bool, bool>, u32> known_textures_;
    std::map<std::pair<bool, bool>, u32> known_samplers_;
    std::map<u32, u32> known_images_;
};

}  // namespace

void add_materials(Output& out, json::Value& root) {
    if (out.scene.materials.empty()) return;
    MaterialWriter writer(out);
    json::Array materials;
    for (const Material& material : out.scene.materials) materials.push_back(writer.material_json(material));
    root.set("materials", std::move(materials));
    writer.finish(root);
}

// Viewers go by the type, and the file says no other ones.
Status check_images(const Scene& scene) {
    for (const Material& material : scene.materials) {
        if (material.image == no_index) continue;
        const Image& image = scene.images[material.image];
        const Bytes file = image.file.bytes();
        const bool is_jpeg = file.size() >= 3 && file[0] == 0xFF && file[1] == 0xD8 && file[2] == 0xFF;
        if (file.empty() || is_png(file) || is_jpeg) continue;
        return Error{Code::unrepresentable, "the image " + text::printable(image.name) +
                                                " is neither PNG nor JPEG, and a glTF holds no others"};
    }
    return Done{};
}

}  // namespace thaw::gltf
