#include "cli/painter.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "convert/export.hpp"
#include "formats/shared/level_issues.hpp"
#include "render/camera.hpp"
#include "scene/levels.hpp"

namespace thaw::cli {

namespace {

constexpr std::size_t poses_for_room = 48;

u32 find_skin(const Scene& scene, const std::string& name) {
    for (u32 i = 0; i < scene.variants.size(); ++i) {
        if (text::equal_ignoring_case(scene.variants[i], name)) return i;
    }
    return no_index;
}

// Side by side as the camera sees them, in the pose that images show if nobody says. A model as a file has them in one
// place, where they belong.
void lay_levels_apart(Painted& painted, const View& view) {
    const Scene& scene = painted.scene;
    const auto levels = levels_of(scene);
    if (levels.empty()) return;
    const Moment moment = usual_moment(scene);
    Pose pose;
    evaluate(scene, moment.clip < scene.clips.size() ? &scene.clips[moment.clip] : nullptr, moment.seconds, pose);
    painted.options.offsets = offsets_apart(scene, levels, pose, render::basis_of(view).right);
    std::erase_if(painted.issues.list(), [](const Issue& each) { return each.is(issue::levels_together); });
}

std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 12;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
        out += (i == 0 ? "" : ", ") + text::printable(names[i]);
    }
    if (names.size() > most) out += " and " + std::to_string(names.size() - most) + " more";
    return out;
}

}  // namespace

Result<std::unique_ptr<Painted>> prepare(const Model& model, const SceneOptions& options, const ImageArguments& image,
                                         u32 usual_size) {
    auto painted = std::make_unique<Painted>();
    auto scene = to_scene(model, options, painted->issues);
    if (!scene) return scene.error();
    painted->scene = std::move(*scene);
    painted->images = pixels_of(painted->scene, painted->issues);
    RenderOptions& render = painted->options;
    render = image.options(*model.format, usual_size);
    if (!image.skin.empty()) {
        render.variant = find_skin(painted->scene, image.skin);
        // A number that the format has taken chose what the scene is made of.
        const bool taken =
            find_option(model.format->scene_options, std::string_view(skin_option).substr(2)) != nullptr &&
            text::whole_number(image.skin).has_value();
        if (render.variant == no_index && !taken) {
            const std::string names = listed(painted->scene.variants);
            return Error{Code::unsupported, "no skin is named " + text::printable(image.skin) +
                                                (names.empty() ? "; the model has only one" : "; available: " + names)};
        }
    }
    if (options.all_lods) lay_levels_apart(*painted, image.camera());
    painted->renderer.emplace(painted->scene, painted->images, render);
    return painted;
}

u32 find_clip(const Scene& scene, const std::string& word) {
    for (u32 i = 0; i < scene.clips.size(); ++i) {
        if (text::equal_ignoring_case(scene.clips[i].name, word)) return i;
    }
    const auto number = text::whole_integer<u32>(word);
    return number && *number < scene.clips.size() ? *number : no_index;
}

std::string clip_names(const Scene& scene) {
    std::vector<std::string> names;
    for (const Clip& clip : scene.clips) names.push_back(clip.name);
    return listed(names);
}

Moment usual_moment(const Scene& scene) { return {scene.clips.empty() ? no_index : 0, 0}; }

void frame_still(Painted& painted, const Shot& shot, Room room) {
    std::vector<Shot> shots{shot};
    if (room != Room::pose) {
        const u32 clip = room == Room::all_clips ? no_index : shot.moment.clip;
        for (const Moment& moment : moments_of(painted.scene, clip, poses_for_room))
            shots.push_back({moment, shot.view});
    }
    painted.renderer->fit(shots);
}

}  // namespace thaw::cli
