#include "convert/scene_options.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <thaw/format.hpp>

#include "base/json_tree.hpp"

namespace thaw {

namespace {

template <class Enum, std::size_t N>
using Words = std::array<std::pair<Enum, const char*>, N>;

constexpr Words<SceneOptions::Normals, 3> normals_words{{{SceneOptions::Normals::base, "base"},
                                                         {SceneOptions::Normals::morph, "morph"},
                                                         {SceneOptions::Normals::none, "none"}}};
constexpr Words<SceneOptions::Loop, 3> loop_words{{{SceneOptions::Loop::automatic, "auto"},
                                                   {SceneOptions::Loop::close, "close"},
                                                   {SceneOptions::Loop::hold, "hold"}}};

// One list for both directions. Options that one format alone knows follow by their names.
template <class Options, class Visitor>
void each_option(Options& o, Visitor&& visit) {
    visit.flag("raw", o.raw);
    visit.flag("all_lods", o.all_lods);
    visit.flag("split_clips", o.split_clips);
    visit.number("fps", o.fps);
    visit.number("frame", o.frame);
    visit.number("lod", o.lod);
    visit.word("normals", o.normals, normals_words);
    visit.word("loop", o.loop, loop_words);
}

// As keys of JSON were always written: all_weights for all-weights.
std::string with(std::string_view name, char from, char to) {
    std::string out(name);
    std::replace(out.begin(), out.end(), from, to);
    return out;
}

// The option of that name, whosever it is. Companions are parts of the model and not kept here.
const FormatOption* declared(std::string_view name) {
    for (const Format* format : formats()) {
        const FormatOption* option = find_option(format->scene_options, name);
        if (option != nullptr && option->role.empty()) return option;
    }
    return nullptr;
}

// Is it a value of the option, and not the default?
bool is_unusual(const FormatOption& option, const std::string& value) {
    if (option.type == OptionType::flag || option.type == OptionType::text) return !value.empty();
    const OptionValues one{{std::string(option.name), value}};
    const auto& words = option.values;
    const auto word = std::find(words.begin(), words.end(), value);
    if (option.type == OptionType::word) return word != words.end() && word != words.begin();
    return word != words.end() || one.number(option);
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
    std::set<std::string_view> known{};  // keys that have fields
    json::Ref find(const char* key) {
        known.insert(key);
        return in.find(key);
    }
    void flag(const char* key, bool& value) { value = find(key).boolean().value_or(value); }
    void number(const char* key, std::optional<double>& value) {
        if (const auto number = find(key).number()) value = number;
    }
    void number(const char* key, std::optional<u64>& value) {
        if (const auto number = find(key).integer(); number && *number >= 0) value = static_cast<u64>(*number);
    }
    template <class Enum, std::size_t N>
    void word(const char* key, Enum& value, const Words<Enum, N>& words) {
        const auto found = find(key).string();
        for (const auto& [one, word] : words) {
            if (found && *found == word) value = one;
        }
    }
};

}  // namespace

std::string described(const SceneOptions& options) {
    OptionWriter writer;
    each_option(options, writer);
    for (const OptionValue& one : options.own.list()) {
        const FormatOption* option = declared(one.name);
        if (option == nullptr || !is_unusual(*option, one.value)) continue;
        const std::string key = with(one.name, '-', '_');
        option->type == OptionType::flag ? writer.out.set(key, true) : writer.out.set(key, one.value);
    }
    return writer.out.get_if<json::Object>() == nullptr ? std::string() : json::to_text(writer.out);
}

SceneOptions scene_options_of(std::string_view json) {
    SceneOptions out;
    const auto tree = json::Tree::parse(json);
    if (!tree) return out;
    OptionReader reader{tree->root()};
    each_option(out, reader);
    tree->root().each([&](std::string_view key, json::Ref value) {
        if (reader.known.contains(key)) return;
        const FormatOption* option = declared(with(key, '_', '-'));
        if (option == nullptr) return;
        const std::string word = option->type == OptionType::flag ? std::string(value.boolean() == true ? "true" : "")
                                                                  : value.string().value_or(std::string());
        if (is_unusual(*option, word)) out.own.set(option->name, word);
    });
    return out;
}

}  // namespace thaw
