// Do the clips of an edited scene play what those of its base do?
#include <algorithm>
#include <cmath>
#include <map>

#include "build/extras.hpp"
#include "formats/unreal/build_edit.hpp"

namespace thaw::unreal {

namespace {

std::string kept(const build::FlatClip& clip, std::string_view key) {
    const json::Value* value = clip.source->extras.find(key);
    return value == nullptr ? std::string() : json::to_text(*value);
}

bool is_same(const build::FlatClip& then, const build::FlatClip& now, std::optional<double> fps) {
    if (then.frames != now.frames) return false;
    // Without a word about it the speed is only guessed from keys that an editor has set.
    const bool said = build::number_in(now.source->extras, "fps").has_value();
    const double rate = fps.value_or(now.fps);
    if (std::abs(rate - then.fps) > (said || fps ? 1e-4 : 0.05) * then.fps) return false;
    return !said || (kept(then, "group") == kept(now, "group") && kept(then, "events") == kept(now, "events"));
}

}  // namespace

bool plays_alike(const build::Flat& base, const build::Flat& edited, std::optional<double> fps) {
    const auto& now = edited.clips;
    const auto& then = base.clips;
    if (now.empty()) return true;  // left out by whoever wrote the scene
    if (now.size() != then.size()) return false;
    std::map<std::string, std::vector<const build::FlatClip*>> by_name;
    for (const build::FlatClip& clip : then) by_name[clip.name].push_back(&clip);
    for (const build::FlatClip& clip : now) {
        auto& same = by_name[clip.name];
        const auto found = std::find_if(same.begin(), same.end(), [&](auto* c) { return is_same(*c, clip, fps); });
        if (found == same.end()) return false;
        same.erase(found);
    }
    return true;
}

}  // namespace thaw::unreal
