#include "oracle/generate.hpp"

#include <thaw/gltf.hpp>

#include "formats/ctc/model/document.hpp"
#include "formats/soulfu/rdy/document.hpp"
#include "formats/twm/document.hpp"
#include "formats/unreal/mesh/document.hpp"
#include "oracle/generate_archives.hpp"
#include "oracle/generate_ctr.hpp"
#include "oracle/generate_package.hpp"

namespace thaw::test {

namespace {

// Random strides almost never fit a number of vertices; the ones real files have are worth meeting often.
void choose_stride(unreal::Document& document, Entropy& entropy) {
    if (!document.data || !document.aniv) return;
    document.data->num_vertices = static_cast<u16>(entropy.below(12));
    const u32 vertices = document.data->num_vertices;
    switch (entropy.below(5)) {
        case 0: document.aniv->frame_size = static_cast<u16>(3 * vertices); break;
        case 1: document.aniv->frame_size = static_cast<u16>(8 * vertices); break;
        case 2: break;
        default: document.aniv->frame_size = static_cast<u16>(4 * vertices); break;
    }
    document.aniv->num_frames = static_cast<u16>(entropy.below(6));
    std::vector<u8> frames(entropy.below(u64{8} * vertices * document.aniv->num_frames + 9));
    for (u8& byte : frames) byte = static_cast<u8>(entropy.next());
    document.aniv->frames = {};
    document.aniv->trailing = Blob::take(std::move(frames));
}

// Which layout a TWM has is not on disk, so the description cannot choose one.
void choose_layout(twm::Document& document, Entropy& entropy) {
    document.layout.joints = static_cast<twm::JointForm>(entropy.below(3));
    document.layout.clusters = static_cast<twm::ClusterForm>(entropy.below(4));
    document.layout.indices = static_cast<twm::IndexForm>(entropy.below(3));
    if (entropy.one_in(8)) document.layout.end = twm::EndForm::no_footer;
    if (entropy.one_in(3)) document.container = twm::Container::lz4;
    document.ancestor = entropy.one_in(8);
}

// JSON cannot be made up field by field: what a model of another format becomes, it can be.
std::optional<Bundle> generate_gltf(Entropy& entropy) {
    if (entropy.one_in(2)) return std::nullopt;  // others are quicker
    const Format& format = *find_format(entropy.one_in(2) ? "ddd" : "unreal");
    auto bundle = generate(format, entropy);
    if (!bundle) return std::nullopt;
    const auto model = read(format, std::move(*bundle));
    Issues issues;
    const auto scene = model ? to_scene(*model, {}, issues) : Result<Scene>(model.error());
    if (!scene) return std::nullopt;
    BytesSink glb;
    if (!write_glb(*scene, {}, glb)) return std::nullopt;
    return Bundle{{{"gltf", "generated.glb", Blob::take(std::move(glb.bytes))}}};
}

// Text has to be some; a few vertices and faces, in either form.
std::optional<Bundle> generate_mesh(bool ply, Entropy& entropy) {
    const u64 points = 3 + entropy.below(6), faces = 1 + entropy.below(6);
    const bool colors = entropy.one_in(2);
    std::string text;
    if (ply) {
        text = "ply\nformat ascii 1.0\nelement vertex " + std::to_string(points) +
               "\nproperty float x\nproperty float y\nproperty float z\n";
        if (colors) text += "property uchar red\nproperty uchar green\nproperty uchar blue\n";
        text += "element face " + std::to_string(faces) + "\nproperty list uchar int vertex_indices\nend_header\n";
    }
    for (u64 i = 0; i < points; ++i) {
        text += ply ? "" : "v ";
        for (u64 n = 0; n < (colors ? 6u : 3u); ++n) text += std::to_string(entropy.below(200)) + " ";
        text += "\n";
    }
    for (u64 i = 0; i < faces; ++i) {
        const u64 corners = 3 + entropy.below(3);
        text += ply ? std::to_string(corners) : "f";
        for (u64 c = 0; c < corners; ++c) text += " " + std::to_string(entropy.below(points) + (ply ? 0 : 1));
        text += "\n";
    }
    std::vector<u8> bytes(text.begin(), text.end());
    return Bundle{{{"mesh", ply ? "generated.ply" : "generated.obj", Blob::take(std::move(bytes))}}};
}

}  // namespace

std::optional<Bundle> generate(const Format& format, Entropy& entropy) {
    if (format.id == "gltf") return generate_gltf(entropy);
    if (format.id == "obj" || format.id == "ply") return generate_mesh(format.id == "ply", entropy);
    if (format.id == "ctr") return generate_ctr(entropy);
    if (format.id == "vrm") return generate_vrm(entropy);
    if (format.id == "upackage") return generate_package(entropy);
    if (format.id == "uz") return generate_uz(entropy);
    if (format.id == "umod") return generate_umod(entropy);
    if (format.entries != nullptr) return generate_archive(format, entropy);
    Model model{&format, {}, format.blank()};
    if (!model.document) return std::nullopt;  // a format that is only recognised
    auto* twm = dynamic_cast<twm::Document*>(model.document.get());
    if (twm != nullptr) choose_layout(*twm, entropy);
    if (auto* document = dynamic_cast<rdy::Document*>(model.document.get())) {
        document->file.layout = {entropy.one_in(2) ? u8{8} : u8{4}, entropy.one_in(4) ? u8{64} : u8{128}};
    }
    const u64 only = format.parts.size() > 1 && entropy.one_in(8) ? entropy.below(format.parts.size()) : ~u64{0};
    for (std::size_t i = 0; i < format.parts.size(); ++i) {
        if (only != ~u64{0} && only != i) continue;
        Generator generator(entropy);
        format.describe(generator, *model.document, format.parts[i].role);
        if (!generator.ok()) return std::nullopt;
        model.bundle.parts.push_back({std::string(format.parts[i].role), "generated", {}});
    }
    if (auto* document = dynamic_cast<unreal::Document*>(model.document.get())) choose_stride(*document, entropy);
    if (twm != nullptr && twm->layout.end == twm::EndForm::no_footer) twm->trailing = {};
    if (auto* document = dynamic_cast<ctc::Document*>(model.document.get())) {
        if (!ctc::relayout(*document)) return std::nullopt;
    }
    auto written = write(model);
    if (!written) return std::nullopt;
    return std::move(*written);
}

}  // namespace thaw::test
