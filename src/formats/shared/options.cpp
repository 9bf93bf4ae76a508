#include "formats/shared/options.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw {

namespace {

bool has_field(const OptionValue& one) {
    const FormatOption* fields[] = {&option::fps,  &option::frame, &option::lod,
                                    &option::loop, &option::split, &option::raw};
    return std::any_of(std::begin(fields), std::end(fields),
                       [&](const FormatOption* field) { return field->name == one.name; });
}

SceneOptions::Loop loop_of(std::string_view word) {
    if (word == option::loop_words[1]) return SceneOptions::Loop::close;
    return word == option::loop_words[2] ? SceneOptions::Loop::hold : SceneOptions::Loop::automatic;
}

OptionRange counted(const FormatOption& option, u64 count, std::string_view what) {
    OptionRange out{.option = option.name};
    if (count == 0) {
        out.text = "the model has no " + std::string(what);
        return out;
    }
    out.most = static_cast<double>(count - 1);
    out.text = "the model has " + std::to_string(count) + " " + std::string(what);
    if (count > 1) out.text += ", 0 to " + std::to_string(count - 1);
    return out;
}

}  // namespace

SceneOptions scene_options_from(const OptionValues& values) {
    SceneOptions out;
    out.raw = values.has(option::raw);
    out.fps = values.number(option::fps);
    if (const auto frame = values.number(option::frame)) out.frame = static_cast<u64>(*frame);
    const std::string* lod = values.find(option::lod.name);
    out.all_lods = lod != nullptr && *lod == option::lod_words[0];
    out.lod = values.number(option::lod);
    out.loop = loop_of(values.word(option::loop));
    out.split_clips = values.word(option::split) == option::split_words[1];
    for (const OptionValue& one : values.list()) {
        if (!has_field(one)) out.own.set(one.name, one.value);
    }
    return out;
}

OptionRange frame_range(u64 frames) { return counted(option::frame, frames, frames == 1 ? "frame" : "frames"); }

OptionRange level_range(u64 levels) {
    OptionRange out = counted(option::lod, levels, levels == 1 ? "level of detail" : "levels of detail");
    out.words = levels > 0;
    return out;
}

OptionRange slot_range(std::vector<std::string> slots) {
    OptionRange out{.option = option::texture.name};
    if (slots.empty()) {
        out.text = "the model has no slot for an image";
    } else {
        out.text = slots.size() == 1 ? "the model has only slot " : "the model has the slots ";
        for (std::size_t i = 0; i < slots.size(); ++i) {
            out.text += (i == 0 ? "" : i + 1 < slots.size() ? ", " : " and ") + slots[i];
        }
    }
    out.keys = std::move(slots);
    return out;
}

OptionRange slot_range(std::size_t slots) {
    std::vector<std::string> keys;
    for (std::size_t s = 0; s < slots; ++s) keys.push_back(std::to_string(s));
    OptionRange out = slot_range(std::move(keys));
    // Nobody reads through a list of numbers.
    constexpr std::size_t listed = 4;
    if (slots > listed)
        out.text = "the model has " + std::to_string(slots) + " slots, 0 to " + std::to_string(slots - 1);
    return out;
}

}  // namespace thaw
