#include "cli/scene_arguments.hpp"

#include <charconv>
#include <optional>

#include <thaw/json.hpp>

namespace thaw::cli {

namespace {

std::optional<double> number_of(const std::string& text) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (text.empty() || end != text.c_str() + text.size() || !(value >= 0)) return std::nullopt;
    return value;
}

std::string check_lod(const std::string& text) {
    return text == "all" || number_of(text) ? std::string() : text + " is neither a level nor all";
}

bool is_pair(const std::string& text) {
    const auto equals = text.find('=');
    return equals != std::string::npos && equals > 0 && equals + 1 < text.size();
}

std::string check_texture(const std::string& text) {
    return is_pair(text) ? std::string() : text + " is not SLOT=FILE, for example 0=skin.png";
}

std::string check_part(const std::string& text) {
    return is_pair(text) ? std::string() : text + " is not PLACE=FILE, for example HEAD=PLRHEAD0.DDD";
}

}  // namespace

SceneOptions SceneArguments::options() const {
    SceneOptions out;
    out.raw = raw;
    out.all_weights = all_weights;
    out.smooth = smooth;
    out.cartoon_lines = lines;
    if (fps > 0) out.fps = fps;
    if (frame >= 0) out.frame = static_cast<u64>(frame);
    out.all_lods = lod == "all";
    if (!out.all_lods) out.lod = number_of(lod);
    if (normals == "base") out.normals = SceneOptions::Normals::base;
    if (normals == "none") out.normals = SceneOptions::Normals::none;
    if (rig == "exact") out.rig = SceneOptions::Rig::exact;
    if (rotation == "quaternion") out.rotation = SceneOptions::Rotation::quaternion;
    if (rotation == "euler") out.rotation = SceneOptions::Rotation::euler;
    if (loop == "close") out.loop = SceneOptions::Loop::close;
    if (loop == "hold") out.loop = SceneOptions::Loop::hold;
    out.split_clips = split == "clips";
    return out;
}

std::vector<io::Given> SceneArguments::given() const {
    std::vector<io::Given> out;
    for (const std::string& texture : textures) {
        const auto equals = texture.find('=');
        out.push_back({"texture:" + texture.substr(0, equals), texture.substr(equals + 1)});
    }
    for (const std::string& part : parts) {
        const auto equals = part.find('=');
        out.push_back({"part:" + part.substr(0, equals), part.substr(equals + 1)});
    }
    const auto add = [&](const char* role, const std::string& path) {
        if (!path.empty()) out.push_back({role, path});
    };
    add("uc", uc);
    add("link", anim);
    add("vrm", vrm);
    add("shared-vrm", shared_vrm);
    return out;
}

void add_scene_arguments(Verb& verb, SceneArguments& arguments) {
    verb.texts({.names = "--texture",
                .type = "SLOT=FILE",
                .help = "this picture for that slot; may be given several times",
                .check = check_texture},
               arguments.textures);
    verb.text({.names = "--anim", .type = "FILE", .help = "SoulFu: take the animation from this file"}, arguments.anim);
    verb.texts({.names = "--part",
                .type = "PLACE=FILE",
                .help = "SoulFu: this model too, as the HEAD, LEGS, ... of a character or in its RIGHT hand",
                .check = check_part},
               arguments.parts);
    verb.text({.names = "--uc", .type = "FILE", .help = "Unreal: the class script, or the MODELDEF"}, arguments.uc);
    verb.text({.names = "--vrm", .type = "FILE", .help = "CTR: the textures of a model that is read"}, arguments.vrm);
    verb.text({.names = "--shared-vrm", .type = "FILE", .help = "CTR: the textures that all levels share"},
              arguments.shared_vrm);
    verb.number({.names = "--fps",
                 .type = "RATE",
                 .help = "frames a second, instead of the model's own",
                 .check = number_in(0.001, 100000)},
                arguments.fps);
    verb.integer({.names = "--frame", .type = "N", .help = "a still: this frame, no clips", .check = number_in(0, 1e9)},
                 arguments.frame);
    verb.text(
        {.names = "--lod", .type = "LEVEL|all", .help = "level of detail; the finest if not given", .check = check_lod},
        arguments.lod);
    verb.text({.names = "--normals",
               .type = "morph|base|none",
               .help = "for every frame, for the first one only, or not at all",
               .check = one_of({"morph", "base", "none"})},
              arguments.normals);
    verb.text({.names = "--loop",
               .type = "auto|close|hold",
               .help = "how clips end: back at their start, or with the last pose",
               .check = one_of({"auto", "close", "hold"})},
              arguments.loop);
    verb.text({.names = "--split",
               .type = "clips",
               .help = "a mesh of its own for each clip of vertex frames",
               .check = one_of({"clips"})},
              arguments.split);
    verb.flag({.names = "--raw", .help = "the format's own numbers, under one scaled node"}, arguments.raw);
    verb.flag({.names = "--all-weights", .help = "CTC: all weights, not only the first, which is all the game uses"},
              arguments.all_weights);
    verb.text({.names = "--rig",
               .type = "compact|exact",
               .help = "SoulFu: one node a bone, or two and no error",
               .check = one_of({"compact", "exact"})},
              arguments.rig);
    verb.flag({.names = "--smooth", .help = "SoulFu: poses in between, which the game did not show"}, arguments.smooth);
    verb.flag({.names = "--lines", .help = "SoulFu: the cartoon lines too"}, arguments.lines);
    verb.text({.names = "--rotation",
               .type = "auto|quaternion|euler",
               .help = "TWM: what the four numbers of a rotation are",
               .check = one_of({"auto", "quaternion", "euler"})},
              arguments.rotation);
}

}  // namespace thaw::cli
