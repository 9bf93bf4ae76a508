// Which entities show a model, and what they agree on.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctc/entities/entities.hpp"

namespace thaw::ctc {

namespace {

constexpr std::string_view models_folder = "models";
constexpr std::string_view mounted = ".dat";

// Folders and file, from the file on, in lower case.
std::vector<std::string> names_from_the_end(std::string_view path) {
    std::vector<std::string> out;
    for (;;) {
        const std::size_t slash = path.find_last_of("/\\");
        std::string name = text::lower(path.substr(slash + 1));
        const bool is_folder = !out.empty();
        if (is_folder && name.ends_with(mounted)) name.erase(name.size() - mounted.size());
        if (!name.empty() || !is_folder) out.push_back(std::move(name));
        if (slash == std::string_view::npos) return out;
        path = path.substr(0, slash);
    }
}

std::size_t common_names_at_start(const std::vector<std::string>& a, const std::vector<std::string>& b) {
    const auto at = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
    return static_cast<std::size_t>(at - a.begin());
}

}  // namespace

std::vector<Entity> entities_showing(std::string_view model, EntityRows rows) {
    const std::vector<std::string> place = names_from_the_end(model);
    const bool is_known = std::find(place.begin() + 1, place.end(), models_folder) != place.end();
    std::vector<Entity> out;
    std::size_t most = 1;
    for (Entity entity; rows.next(entity);) {
        const std::vector<std::string> path = names_from_the_end(entity.model);
        const std::size_t common = common_names_at_start(path, place);
        const std::size_t wanted = is_known ? std::min(path.size(), place.size()) : most;
        if (path.front().empty() || common < wanted) continue;
        if (!is_known && common > most) {
            out.clear();
            most = common;
        }
        out.push_back(std::move(entity));
    }
    return out;
}

std::vector<Entity> entities_of(const Bundle& bundle) {
    const Part* part = bundle.find(entity_role);
    if (part == nullptr || !is_entity_list(part->bytes.bytes())) return {};
    const std::string content = text::view_as_text(part->bytes.bytes());
    return entities_showing(bundle.name_of("ctc"), EntityRows(content));
}

std::optional<EntityScale> common_scale(const std::vector<Entity>& entities) {
    std::optional<EntityScale> out;
    for (const Entity& entity : entities) {
        if (!entity.is_visible()) continue;
        if (out && *out != entity.scale) return std::nullopt;
        out = entity.scale;
    }
    return out;
}

std::string scale_words(const EntityScale& scale) {
    std::string out = text::number(scale[0]);
    if (scale[0] == scale[1] && scale[1] == scale[2]) return out;
    return out + ' ' + text::number(scale[1]) + ' ' + text::number(scale[2]);
}

json::Array to_json(const std::vector<Entity>& entities) {
    json::Array out;
    for (const Entity& entity : entities) {
        json::Value one;
        one.set("classname", text::to_utf8(entity.class_name));
        one.set("scale", json::Array{entity.scale[0], entity.scale[1], entity.scale[2]});
        one.set("description", text::to_utf8(entity.description));
        out.push_back(std::move(one));
    }
    return out;
}

}  // namespace thaw::ctc
