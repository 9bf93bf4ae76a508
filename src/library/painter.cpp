#include "library/painter.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "convert/export.hpp"
#include "formats/shared/level_issues.hpp"
#include "render/camera.hpp"
#include "scene/levels.hpp"

namespace thaw {

namespace {

constexpr std::size_t poses_for_room = 48;

// The sets of textures of a scene are chosen by it; formats may have an option of that name, which takes a number.
constexpr std::string_view skin_option = "skin";

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
    painted.options.offsets = offsets_apart(scene, levels, pose, raster::basis_of(view).right);
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

RendererOptions renderer_options(const RenderOptions& options, const Format& format) {
    RendererOptions out;
    out.width = options.width;
    out.height = options.height;
    out.samples = options.samples;
    out.filter = options.filter;
    out.background = options.background;
    out.show = options.show;
    if (options.style == Style::game) {
        out.style = format.style;
        if (out.style.snap) out.samples = 1;
    }
    return out;
}

}  // namespace

Result<std::unique_ptr<Painted>> prepare(const Model& model, const RenderOptions& options, const Context& context) {
    auto painted = std::make_unique<Painted>();
    painted->options = renderer_options(options, *model.format);
    if (auto status = check_options(painted->options); !status) return status.error();
    auto scene = to_scene(model, options.scene, painted->issues);
    if (!scene) return scene.error();
    painted->scene = std::move(*scene);
    painted->images = pixels_of(painted->scene, painted->issues, context);
    if (!options.skin.empty()) {
        painted->options.variant = find_skin(painted->scene, options.skin);
        // A number that the format has taken chose what the scene is made of.
        const bool taken = find_option(model.format->scene_options, skin_option) != nullptr &&
                           text::whole_number(options.skin).has_value();
        if (painted->options.variant == no_index && !taken) {
            const std::string names = listed(painted->scene.variants);
            return Error{Code::unsupported, "no skin is named " + text::printable(options.skin) +
                                                (names.empty() ? "; the model has only one" : "; available: " + names)};
        }
    }
    if (options.scene.all_lods) lay_levels_apart(*painted, options.view);
    painted->renderer.emplace(painted->scene, painted->images, painted->options);
    return painted;
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

}  // namespace thaw
