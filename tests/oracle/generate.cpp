#include "oracle/generate.hpp"

#include "formats/soulfu/rdy.hpp"
#include "formats/unreal/document.hpp"

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

}  // namespace

std::optional<Bundle> generate(const Format& format, Entropy& entropy) {
    Model model{&format, {}, format.blank()};
    if (!model.document) return std::nullopt;  // a format that is only recognised
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
    auto written = write(model);
    if (!written) return std::nullopt;
    return std::move(*written);
}

}  // namespace thaw::test
