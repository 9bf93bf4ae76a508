#include "formats/unreal/from_scene.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "build/extras.hpp"
#include "build/issues.hpp"
#include "formats/unreal/build_parts.hpp"
#include "formats/unreal/scene_parts.hpp"

namespace thaw::unreal {

namespace {

Part text_part(std::string role, std::string ending, const std::string& text) {
    return {std::move(role), std::move(ending), Blob::take(std::vector<u8>(text.begin(), text.end()))};
}

// What stands between quotes in a script and is a name of a file.
std::string file_word(std::string_view name) {
    std::string out(name);
    for (char& c : out) {
        if (static_cast<unsigned char>(c) < ' ' || c == '"' || c == '/' || c == '\\' || c == '*') c = '_';
    }
    return out;
}

Result<bool> wants_deus_ex(const SceneInput& input, const BuildOptions& options) {
    if (options.variant == "standard" || options.variant == "deusex") return options.variant == "deusex";
    if (!options.variant.empty()) return Error{Code::unsupported, "Unreal models are standard or deusex"};
    if (input.base != nullptr) return static_cast<const Document&>(*input.base->document).is_deus_ex();
    for (const thaw::Mesh& mesh : input.scene.meshes) {
        const json::Value* variant = mesh.extras.find("thaw_variant");
        const auto* text = variant == nullptr ? nullptr : variant->get_if<std::string>();
        if (text != nullptr) return *text == "deusex";
    }
    return false;
}

// Half a pair has no scene, and so nobody can have edited it.
bool is_usable_base(const SceneInput& input) {
    if (input.base == nullptr || input.base_scene == nullptr || input.base->document == nullptr) return false;
    if (input.base->format->id != "unreal") return false;
    const auto& document = static_cast<const Document&>(*input.base->document);
    return document.data && document.aniv;
}

// DrawScale of the class: a node that still says it shows everything that much larger.
double earlier_draw_scale(const Scene& scene) {
    for (const Node& node : scene.nodes) {
        const auto scale = build::number_in(node.extras, "thaw_draw_scale");
        if (scale && *scale >= 1e-6 && *scale <= 1e6) return *scale;
    }
    return 1;
}

// A sampled clip of hours is refused by its number of frames, and that has to be known.
constexpr u32 frames_looked_at = 1u << 20;

void flatten(BuildWork& work) {
    build::FlattenOptions options{.fps = work.options.fps, .usual_fps = default_rate, .most_frames = frames_looked_at};
    Issues findings;
    work.flat = build::flatten(work.scene(), work.input.source_points, options, findings);
    u64 sampled = work.flat.by_shape ? 0 : work.flat.frames.size();
    // Coarser steps where the file has no room for so many frames. Each clip has one at least.
    for (int tries = 0; work.options.fit && sampled > most_frames && tries < 8; ++tries) {
        double fastest = 0;
        for (const build::FlatClip& clip : work.flat.clips) fastest = std::max(fastest, clip.fps);
        const double slower = fastest * 0.99 * static_cast<double>(most_frames) / static_cast<double>(sampled);
        if (!is_speed(slower)) break;
        options.fps = slower;
        findings = Issues();
        work.flat = build::flatten(work.scene(), work.input.source_points, options, findings);
        findings.add(thaw::issue::fitted, "aniv", "num_frames", text::plural(most_frames, "frame"),
                     "clips at " + text::number(slower) + " frames a second instead of " + text::number(fastest));
        sampled = work.flat.frames.size();
    }
    for (Issue& finding : findings.list()) work.issues.add(std::move(finding));
}

void report_scene(BuildWork& work) {
    const Scene& scene = work.scene();
    if (!scene.skins.empty()) {
        work.issues.add(thaw::issue::not_kept, {}, scene.name, "vertex frames",
                        text::plural(scene.skins.size(), "skeleton") + ", as which the frames move all the same");
    }
}

Result<Built> build_anew(BuildWork& work) {
    if (work.flat.triangles.empty()) {
        return Error{Code::unrepresentable, "there is no triangle in the scene, and a model needs one"};
    }
    work.weapon = weapon_node_of(work.scene());
    choose_vertices(work);
    if (work.points.empty()) {
        return Error{Code::unrepresentable, "no triangle of the scene has three different points"};
    }
    report_scene(work);
    choose_frames(work);
    if (auto status = keep_limits(work); !status) return status.error();
    choose_surfaces(work);
    if (auto status = choose_placement(work); !status) return status.error();
    auto document = std::make_unique<Document>();
    document->data = make_data(work);
    document->aniv = make_aniv(work);
    Built out;
    out.document = std::move(document);
    out.beside.push_back(text_part("uc", ".uc", script_text(work)));
    if (work.options.modeldef) out.beside.push_back(text_part("modeldef", ".modeldef", modeldef_text(work)));
    out.textures = std::move(work.surfaces.textures);
    return out;
}

}  // namespace

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const bool over_base = is_usable_base(input);
    const u32 frames = over_base ? extent_of(static_cast<const Document&>(*input.base->document)).frames : 0;
    const auto whole = unsplit(input.scene, frames);
    const auto whole_base = over_base ? unsplit(*input.base_scene, frames) : std::nullopt;
    SceneInput known{.scene = whole ? *whole : input.scene, .source_points = input.source_points};
    if (over_base) {
        known.base = input.base;
        known.base_scene = whole_base ? &*whole_base : input.base_scene;
    }
    const auto deus_ex = wants_deus_ex(known, options);
    if (!deus_ex) return deus_ex.error();
    BuildWork work{known, options, issues};
    work.deus_ex = *deus_ex;
    work.name = file_word(options.name.empty() ? input.scene.name : options.name);
    if (work.name.empty()) work.name = "model";
    work.object = object_identifier(work.name);
    work.draw_scale = earlier_draw_scale(over_base ? *known.base_scene : input.scene);
    flatten(work);
    if (!over_base) return build_anew(work);

    const auto& document = static_cast<const Document&>(*known.base->document);
    Error why{Code::unrepresentable, "the other variant"};
    if (document.is_deus_ex() == work.deus_ex) {
        Issues findings;
        BuildWork edit{known, options, findings, work.name, work.object, work.deus_ex, work.flat};
        edit.draw_scale = work.draw_scale;
        auto edited = edit_base(edit);
        if (edited) {
            for (Issue& finding : findings.list()) issues.add(std::move(finding));
            return edited;
        }
        why = edited.error();
    }
    issues.add(thaw::issue::base_rebuilt, "data", {}, "the same triangles, points and frames", why.message);
    work.base_data = &*document.data;
    auto built = build_anew(work);
    if (built) built->words = "written anew: " + why.message;
    return built;
}

}  // namespace thaw::unreal
