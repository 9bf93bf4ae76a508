// Clips: one animation each, with the timelines of its channels written once.
#include "gltf/parts.hpp"

namespace thaw::gltf {

namespace {

const char* path_name(Path path) {
    switch (path) {
        case Path::translation: return "translation";
        case Path::rotation: return "rotation";
        case Path::scale: return "scale";
        case Path::weights:
        case Path::frame: return "weights";
    }
    return "weights";
}

// The weights of all targets for each key: none for frame 0, which is the base shape, else a single one.
template <class T>
u32 add_frame_weights(Output& out, const Channel& channel, T one, Component component) {
    const u32 targets = out.scene.meshes[out.scene.nodes[channel.node].mesh].frames->count - 1;
    const u64 count = u64{channel.frames.size()} * targets;
    const u32 view = out.binary.add({.bytes = count * sizeof(T), .row = 4}, [&channel, targets, one](Sink& sink) {
        std::vector<T> row(targets, T{});
        const Bytes bytes(static_cast<const u8*>(static_cast<const void*>(row.data())), row.size() * sizeof(T));
        for (const u32 frame : channel.frames) {
            if (frame > 0) row[frame - 1] = one;
            if (!sink.write(bytes)) return false;
            if (frame > 0) row[frame - 1] = T{};
        }
        return true;
    });
    const bool normalized = component != Component::f32;
    return out.accessors.add(
        {.view = view, .component = component, .normalized = normalized, .count = count, .type = "SCALAR"});
}

u32 add_frame_weights(Output& out, const Channel& channel) {
    return out.options.compact ? add_frame_weights(out, channel, u8{0xFF}, Component::u8)
                               : add_frame_weights(out, channel, 1.0f, Component::f32);
}

u32 add_values(Output& out, const Channel& channel) {
    const u64 width = channel.path == Path::rotation ? 4 : channel.path == Path::weights ? 1 : 3;
    const char* type = width == 4 ? "VEC4" : width == 3 ? "VEC3" : "SCALAR";
    const u64 count = channel.values.size() / width;
    return out.accessors.add({.view = out.binary.add_values(Target::none, channel.values, static_cast<u32>(width)),
                              .count = count,
                              .type = type});
}

// A mesh with a single frame cannot move.
bool is_shown(const Scene& scene, const Channel& channel) {
    return channel.path != Path::frame || scene.meshes[scene.nodes[channel.node].mesh].frames->count > 1;
}

json::Value animation_json(Output& out, const Clip& clip) {
    std::vector<u32> inputs;
    for (const auto& times : clip.timelines) {
        inputs.push_back(out.accessors.add({.view = out.binary.add_values(Target::none, times),
                                            .count = times.size(),
                                            .type = "SCALAR",
                                            .least = std::span(times).first(1),
                                            .most = std::span(times).last(1)}));
    }
    json::Array samplers;
    json::Array channels;
    for (const Channel& channel : clip.channels) {
        if (!is_shown(out.scene, channel)) continue;
        json::Value sampler;
        sampler.set("input", inputs[channel.timeline]);
        if (channel.interpolation == Interpolation::step) sampler.set("interpolation", "STEP");
        sampler.set("output", channel.path == Path::frame ? add_frame_weights(out, channel) : add_values(out, channel));
        json::Value target;
        target.set("node", channel.node).set("path", path_name(channel.path));
        json::Value one;
        one.set("sampler", samplers.size()).set("target", std::move(target));
        samplers.push_back(std::move(sampler));
        channels.push_back(std::move(one));
    }
    json::Value animation;
    if (channels.empty()) return animation;
    if (!clip.name.empty()) animation.set("name", clip.name);
    animation.set("channels", std::move(channels)).set("samplers", std::move(samplers));
    return animation;
}

}  // namespace

json::Value animations_json(Output& out) {
    json::Array animations;
    for (const Clip& clip : out.scene.clips) {
        json::Value animation = animation_json(out, clip);
        if (!is_null(animation)) animations.push_back(std::move(animation));
    }
    return animations;
}

}  // namespace thaw::gltf
