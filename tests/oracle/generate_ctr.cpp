#include "oracle/generate_ctr.hpp"

#include "base/text.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/ctr/model/strips.hpp"

namespace thaw::test {

namespace {

using namespace ctr;

u8 byte(Entropy& entropy) { return static_cast<u8>(entropy.next()); }
u32 word(Entropy& entropy) {
    return static_cast<u32>(entropy.next() ^ entropy.next() << 8 ^ entropy.next() << 16 ^ entropy.next() << 24);
}
i16 half(Entropy& entropy) { return static_cast<i16>(word(entropy)); }

std::string some_name(Entropy& entropy) {
    std::string name;
    for (u64 n = 1 + entropy.below(15); n > 0; --n) name += static_cast<char>('a' + entropy.below(26));
    return name;
}

// Mostly strips that make sense, now and then any word at all.
std::vector<Command> some_commands(Entropy& entropy) {
    std::vector<Command> commands;
    for (u64 n = entropy.below(12); n > 0; --n) {
        u32 next = word(entropy);
        if (!entropy.one_in(24)) next = (next & 0x7A071E07) | 0x00400000;
        if (commands.size() % 5 == 0) next |= 0x80000000;
        if (next != terminator) commands.push_back({next});
    }
    commands.push_back({terminator});
    return commands;
}

TextureLayout some_layout(Entropy& entropy) {
    TextureLayout layout;
    for (u8* value : {&layout.u0, &layout.v0, &layout.u1, &layout.v1, &layout.u2, &layout.v2}) *value = byte(entropy);
    layout.clut = static_cast<u16>(word(entropy) & 0x7FFF);
    layout.page = static_cast<u16>(word(entropy) & (entropy.one_in(8) ? 0xFFFF : 0x17F));
    return layout;
}

FramePlan some_frame(Entropy& entropy, u64 bytes, u32 data_offset) {
    FramePlan frame;
    for (i16& value : frame.origin) value = static_cast<i16>(half(entropy) / 8);
    frame.data_offset = data_offset;
    for (u64 i = 0; i < bytes; ++i) frame.data.push_back(byte(entropy));
    return frame;
}

std::vector<Delta> some_deltas(Entropy& entropy, u64 vertices) {
    std::vector<Delta> deltas;
    for (u64 i = 0; i < vertices; ++i) deltas.push_back({word(entropy)});
    return deltas;
}

AnimationPlan some_animation(Entropy& entropy, u64 vertices) {
    AnimationPlan plan;
    plan.name = some_name(entropy);
    plan.half_rate = entropy.one_in(2);
    if (vertices > 0 && entropy.one_in(2)) plan.deltas = some_deltas(entropy, vertices);
    const u64 bytes = plan.deltas.empty() ? raw_bytes(vertices) + 1 : stream_bytes(plan.deltas);
    const u32 data_offset = entropy.one_in(8) ? 0x24 : frame_header_bytes;
    for (u64 n = 1 + entropy.below(4); n > 0; --n) plan.frames.push_back(some_frame(entropy, bytes, data_offset));
    return plan;
}

MeshPlan some_mesh(Entropy& entropy) {
    MeshPlan mesh;
    mesh.name = some_name(entropy);
    mesh.lod_distance = static_cast<u16>(word(entropy));
    mesh.flags = static_cast<u16>(entropy.below(4));
    for (u16& scale : mesh.scale) scale = static_cast<u16>(word(entropy));
    mesh.cached_colours = static_cast<u32>(entropy.below(40));
    mesh.commands = some_commands(entropy);
    const Usage usage = usage_of({0, mesh.commands});
    for (u64 i = 0; i < usage.colours; ++i) {
        mesh.colours.push_back({byte(entropy), byte(entropy), byte(entropy), static_cast<u8>(entropy.below(4))});
    }
    for (u64 i = 0; i < usage.textures; ++i) {
        mesh.textures.emplace_back();
        if (!entropy.one_in(6)) mesh.textures.back() = some_layout(entropy);
    }
    for (u64 n = entropy.one_in(2) ? entropy.below(4) : 0; n > 0; --n) {
        mesh.animations.push_back(some_animation(entropy, usage.vertices));
    }
    if (mesh.animations.empty()) {
        if (usage.vertices > 0 && entropy.one_in(3)) mesh.deltas = some_deltas(entropy, usage.vertices);
        const u64 bytes = mesh.deltas.empty() ? raw_bytes(usage.vertices) + 1 : stream_bytes(mesh.deltas);
        mesh.frame = some_frame(entropy, bytes, frame_header_bytes);
    }
    if (!mesh.textures.empty() && entropy.one_in(3)) {
        AnimTexturePlan plan;
        plan.texture = static_cast<u16>(1 + entropy.below(mesh.textures.size()));
        for (u64 n = entropy.below(4); n > 0; --n) plan.layouts.push_back(some_layout(entropy));
        mesh.anim_textures = {plan};
    }
    return mesh;
}

ModelPlan some_model(Entropy& entropy) {
    ModelPlan model{some_name(entropy), static_cast<i16>(entropy.below(0xE3) - 1), {}};
    for (u64 n = 1 + entropy.below(3); n > 0; --n) model.meshes.push_back(some_mesh(entropy));
    return model;
}

FilePlan some_plan(Entropy& entropy) {
    FilePlan plan;
    plan.kind = static_cast<ctr::Kind>(entropy.one_in(3) ? entropy.below(3) : 0);
    plan.wrapped = !entropy.one_in(8);
    plan.external_map = entropy.one_in(6);
    for (u64 n = plan.kind == ctr::Kind::model ? 1 : 1 + entropy.below(3); n > 0; --n) {
        plan.models.push_back(some_model(entropy));
    }
    if (plan.kind != ctr::Kind::model && entropy.one_in(2)) {
        plan.icons = {{text::nul_padded<name_bytes>(some_name(entropy)), static_cast<i32>(entropy.below(9)),
                       some_layout(entropy)}};
        plan.groups = {{some_name(entropy), 1, {0}}};
    }
    if (plan.kind == ctr::Kind::level) {
        for (u64 n = entropy.below(3); n > 0; --n) {
            Instance instance;
            instance.name = text::nul_padded<name_bytes>(some_name(entropy));
            instance.model = static_cast<u32>(entropy.below(plan.models.size()));
            for (i16& value : instance.position) value = half(entropy);
            instance.flags = word(entropy);
            plan.instances.push_back(instance);
        }
    }
    return plan;
}

vrm::Block some_block(Entropy& entropy) {
    vrm::Block block;
    block.x = static_cast<u16>(entropy.below(1100));
    block.y = static_cast<u16>(entropy.below(520));
    block.width = static_cast<u16>(entropy.below(9));
    block.height = static_cast<u16>(entropy.below(9));
    block.length = entropy.one_in(4) ? word(entropy) : static_cast<u32>(12 + block.pixel_bytes());
    std::vector<u8> pixels(block.pixel_bytes());
    for (u8& pixel : pixels) pixel = byte(entropy);
    block.pixels = Blob::take(std::move(pixels));
    return block;
}

vrm::Tim some_tim(Entropy& entropy) {
    vrm::Tim tim;
    tim.flags = static_cast<u32>(entropy.below(16));
    if (tim.has_palette()) tim.palette = some_block(entropy);
    tim.image = some_block(entropy);
    return tim;
}

vrm::Entry some_entry(Entropy& entropy) {
    vrm::Entry entry;
    entry.tim = some_tim(entropy);
    u64 size = 20 + entry.tim.image.pixel_bytes();
    if (entry.tim.has_palette()) size += 12 + entry.tim.palette.pixel_bytes();
    std::vector<u8> rest((4 - size % 4) % 4 + 4 * entropy.below(3), 0xCC);
    entry.size = static_cast<u32>(size + rest.size());
    entry.tim.rest = Blob::take(std::move(rest));
    return entry;
}

}  // namespace

std::optional<Bundle> generate_ctr(Entropy& entropy) { return lay_out(some_plan(entropy), "generated"); }

std::optional<Bundle> generate_vrm(Entropy& entropy) {
    auto document = std::make_unique<vrm::Document>();
    if (entropy.one_in(2)) {
        document->mark = vrm::stream_mark;
        for (u64 n = entropy.below(4); n > 0; --n) document->entries.push_back(some_entry(entropy));
        document->entries.emplace_back();
    } else {
        document->single = some_tim(entropy);
    }
    if (entropy.one_in(4)) document->trailing = Blob::take(std::vector<u8>(entropy.below(16), 1));
    auto written = write(thaw::Model{&vrm::format, {}, std::move(document)});
    if (!written) return std::nullopt;
    return std::move(*written);
}

}  // namespace thaw::test
