// Materials, with the textures, samplers and images they use, and the names of the variants.
#include <algorithm>

#include "base/text.hpp"
#include "gltf/read_parts.hpp"
#include "gltf/sampler.hpp"

namespace thaw::gltf {

namespace {

class MaterialReader {
public:
    explicit MaterialReader(Reading& reading) : r_(reading), in_(reading.input) {}

    void images() {
        const auto& all = in_.list("images");
        if (!in_.charge({}, all.size() * sizeof(Image))) return;
        r_.scene.images.reserve(all.size());
        for (const Ref json : all) {
            Image image{.name = in_.text(json, "name")};
            std::string why;
            if (const Ref uri = in_.member(json, "uri", Kind::string)) {
                std::string file;
                if (in_.resource(uri, image.file, file, why) == Input::Found::yes && image.name.empty()) {
                    image.name = file;
                }
            } else if (const u32 view = in_.index(json, "bufferView", in_.list("bufferViews").size());
                       view != no_index) {
                if (const View* found = in_.view(view)) image.file = found->bytes;
            }
            if (!in_.ok()) return;
            if (image.file.empty()) in_.note(issue::image, json, {}, why.empty() ? "no bytes" : why);
            r_.scene.images.push_back(std::move(image));
        }
    }

    void material(Ref json) {
        Material out{.name = in_.text(json, "name")};
        Placement placement;
        out.unlit = static_cast<bool>(Input::extension(json, "KHR_materials_unlit"));
        if (const Ref surface = in_.member(json, "pbrMetallicRoughness", Kind::object)) {
            std::array<f32, 4> c{1, 1, 1, 1};
            if (in_.numbers(surface, "baseColorFactor", c)) {
                if (*std::min_element(c.begin(), c.end()) < 0 || *std::max_element(c.begin(), c.end()) > 1) {
                    in_.note(issue::color, surface.find("baseColorFactor"));
                }
                for (f32& part : c) part = std::clamp(part, 0.0f, 1.0f);
                out.base_color = {c[0], c[1], c[2], c[3]};
            }
            if (const Ref texture = in_.member(surface, "baseColorTexture", Kind::object)) {
                use_texture(texture, out, placement);
            }
        }
        const std::string mode = in_.text(json, "alphaMode");
        out.alpha = mode == "MASK" ? AlphaMode::mask : mode == "BLEND" ? AlphaMode::blend : AlphaMode::opaque;
        out.alpha_cutoff = std::max(in_.number(json, "alphaCutoff", 0.5f), 0.0f);
        out.double_sided = in_.flag(json, "doubleSided");
        out.extras = in_.extras(json);
        restore(out);
        note_loss(json, out.unlit);
        r_.scene.materials.push_back(std::move(out));
        r_.placements.push_back(placement);
    }

private:
    void use_texture(Ref info, Material& out, Placement& placement) {
        const u32 index = in_.required_index(info, "index", in_.list("textures").size());
        placement.uv_set = set_of(in_.whole(info, "texCoord", 0));
        if (const Ref moved = Input::extension(info, "KHR_texture_transform")) {
            in_.numbers(moved, "offset", placement.offset);
            in_.numbers(moved, "scale", placement.scale);
            placement.rotation = in_.number(moved, "rotation", 0);
            placement.uv_set = set_of(in_.whole(moved, "texCoord", placement.uv_set));
        }
        if (!in_.ok()) return;
        const Ref texture = in_.list("textures")[index];
        if (!in_.work(info, texture.size())) return;
        const u32 image = in_.index(texture, "source", r_.scene.images.size());
        const u32 sampler = in_.index(texture, "sampler", in_.list("samplers").size());
        if (!in_.ok()) return;
        if (image == no_index) {
            in_.note(issue::image, texture, {}, "no format that Thaw knows");
        } else if (!r_.scene.images[image].file.empty()) {
            out.image = image;
        }
        if (sampler == no_index) return;
        const Ref json = in_.list("samplers")[sampler];
        if (!in_.work(info, json.size())) return;
        out.nearest = in_.whole(json, "magFilter", 0) == nearest_filter;
        const u64 s = in_.whole(json, "wrapS", repeat);
        const u64 t = in_.whole(json, "wrapT", repeat);
        out.clamp = s == clamp_to_edge && t == clamp_to_edge;
        if (!out.clamp && (s != repeat || t != repeat)) in_.note(issue::sampler, json);
    }

    static u32 set_of(u64 number) { return static_cast<u32>(std::min<u64>(number, 0xFFFF)); }

    // What glTF has no word for is in the extras.
    static void restore(Material& out) {
        const auto* members = out.extras.get_if<json::Object>();
        if (members == nullptr) return;
        json::Object left;
        for (const auto& [key, value] : *members) {
            const auto* text = value.get_if<std::string>();
            const auto* flag = value.get_if<bool>();
            if (key == "thaw_blend" && text != nullptr && (*text == "additive" || *text == "modulate")) {
                out.blend = *text == "additive" ? BlendMode::additive : BlendMode::modulate;
            } else if (key == "thaw_unlit" && flag != nullptr && *flag) {
                out.unlit = true;  // written for viewers that cannot show it so
            } else if (key == "thaw_environment" && flag != nullptr && *flag) {
                out.environment = true;
            } else {
                left.emplace_back(key, value);
            }
        }
        out.extras = left.empty() ? Extras() : Extras(std::move(left));
    }

    void note_loss(Ref json, bool unlit) {
        std::string lost;
        const auto add = [&](std::string_view what) { lost += (lost.empty() ? "" : ", ") + std::string(what); };
        for (const char* key : {"normalTexture", "occlusionTexture", "emissiveTexture", "emissiveFactor"}) {
            if (json.find(key)) add(key);
        }
        const Ref surface = json.find("pbrMetallicRoughness");
        if (surface.find("metallicRoughnessTexture")) add("metallicRoughnessTexture");
        if (!unlit && (surface.find("metallicFactor").number().value_or(1) != 0 ||
                       surface.find("roughnessFactor").number().value_or(1) != 1)) {
            add("metal and roughness");
        }
        json.find("extensions").each([&](std::string_view name, Ref) {
            if (name != "KHR_materials_unlit") add(text::printable(name));
        });
        if (!lost.empty()) in_.note(issue::material, json, {}, lost);
    }

    Reading& r_;
    Input& in_;
};

}  // namespace

void read_materials(Reading& r) {
    MaterialReader reader(r);
    reader.images();
    const auto& all = r.input.list("materials");
    // One more for variants without.
    if (!r.input.charge({}, (all.size() + 1) * (sizeof(Material) + sizeof(Placement)))) return;
    r.scene.materials.reserve(all.size() + 1);
    r.placements.reserve(all.size() + 1);
    for (const Ref json : all) {
        if (!r.input.ok()) return;
        reader.material(json);
    }
    const Ref variants = Input::extension(r.input.root(), "KHR_materials_variants");
    for (const Ref variant : r.input.member(variants, "variants", Kind::array).items()) {
        if (!r.input.charge(variant, sizeof(std::string))) return;
        r.scene.variants.push_back(r.input.text(variant, "name"));
    }
}

}  // namespace thaw::gltf
