#include "convert/scene_options.hpp"

#include <array>
#include <utility>

#include "base/json_tree.hpp"

namespace thaw {

namespace {

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, const char*>, N>;

constexpr Words<SceneOptions::Normals, 3> normals_words{{{SceneOptions::Normals::morph, "morph"},
                                                         {SceneOptions::Normals::base, "base"},
                                                         {SceneOptions::Normals::none, "none"}}};
constexpr Words<SceneOptions::Rig, 2> rig_words{
    {{SceneOptions::Rig::compact, "compact"}, {SceneOptions::Rig::exact, "exact"}}};
constexpr Words<SceneOptions::Rotation, 3> rotation_words{{{SceneOptions::Rotation::automatic, "auto"},
                                                           {SceneOptions::Rotation::quaternion, "quaternion"},
                                                           {SceneOptions::Rotation::euler, "euler"}}};
constexpr Words<SceneOptions::Loop, 3> loop_words{{{SceneOptions::Loop::automatic, "auto"},
                                                   {SceneOptions::Loop::close, "close"},
                                                   {SceneOptions::Loop::hold, "hold"}}};

// One list for both directions.
template <class Options, class Visitor>
void each_option(Options& o, Visitor&& visit) {
    visit.flag("raw", o.raw);
    visit.flag("all_weights", o.all_weights);
    visit.flag("smooth", o.smooth);
    visit.flag("lines", o.cartoon_lines);
    visit.flag("all_lods", o.all_lods);
    visit.flag("split_clips", o.split_clips);
    visit.number("fps", o.fps);
    visit.number("frame", o.frame);
    visit.number("lod", o.lod);
    visit.word("normals", o.normals, normals_words);
    visit.word("rig", o.rig, rig_words);
    visit.word("rotation", o.rotation, rotation_words);
    visit.word("loop", o.loop, loop_words);
}

struct OptionWriter {
    json::Value out{};
    void flag(const char* key, bool value) {
        if (value) out.set(key, true);
    }
    template <class T>
    void number(const char* key, const std::optional<T>& value) {
        if (value) out.set(key, *value);
    }
    template <class Enum, std::size_t N>
    void word(const char* key, Enum value, const Words<Enum, N>& words) {
        for (const auto& [one, word] : words) {
            if (one == value && value != words.front().first) out.set(key, word);
        }
    }
};

struct OptionReader {
    json::Ref in;
    void flag(const char* key, bool& value) const { value = in.find(key).boolean().value_or(value); }
    void number(const char* key, std::optional<double>& value) const {
        if (const auto number = in.find(key).number()) value = *number;
    }
    void number(const char* key, std::optional<u64>& value) const {
        if (const auto number = in.find(key).integer(); number && *number >= 0) value = static_cast<u64>(*number);
    }
    template <class Enum, std::size_t N>
    void word(const char* key, Enum& value, const Words<Enum, N>& words) const {
        const auto found = in.find(key).string();
        for (const auto& [one, word] : words) {
            if (found && *found == word) value = one;
        }
    }
};

}  // namespace

std::string described(const SceneOptions& options) {
    OptionWriter writer;
    each_option(options, writer);
    return writer.out.get_if<json::Object>() == nullptr ? std::string() : json::to_text(writer.out);
}

SceneOptions scene_options_of(std::string_view json) {
    SceneOptions out;
    const auto tree = json::Tree::parse(json);
    if (tree) each_option(out, OptionReader{tree->root()});
    return out;
}

}  // namespace thaw
