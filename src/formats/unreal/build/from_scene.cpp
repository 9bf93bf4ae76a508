#include "formats/unreal/build/from_scene.hpp"

#include <algorithm>

#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/shared/extras.hpp"
#include "formats/unreal/build/issues.hpp"
#include "formats/unreal/build/parts.hpp"
#include "formats/unreal/mesh/scene_parts.hpp"

namespace thaw::unreal {

namespace {

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
                     "clips slowed from " + text::number(fastest) + " to " + text::number(slower) + " frames a second");
        sampled = work.flat.frames.size();
    }
    for (Issue& finding : findings.list()) work.issues.add(std::move(finding));
}

void report_scene(BuildWork& work) {
    const Scene& scene = work.scene();
    if (!scene.skins.empty()) {
        const std::size_t count = scene.skins.size();
        work.issues.add(issue::skeleton_baked, {}, scene.name, {},
                        count == 1 ? "skeleton" : text::plural(count, "skeleton"));
    }
}

// Do the numbers of the file lie as those of the base do?
bool is_as_before(const BuildWork& work) {
    const auto before = script_placement(shown_placement(*work.base()));
    const Placement& now = work.placement;
    return before && work.deus_ex == work.base()->is_deus_ex() && before->origin == now.origin &&
           before->scale == now.scale && before->yaw == now.yaw && before->pitch == now.pitch &&
           before->roll == now.roll && before->unmirror == now.unmirror;
}

// As the base calls it.
std::string object_of(const BuildWork& work) {
    const Mesh* mesh = work.base() == nullptr ? nullptr : work.base()->mesh();
    if (mesh == nullptr) return object_identifier(work.name);
    return object_identifier(mesh->modeldef ? mesh->modeldef->class_name : mesh->name);
}

Result<Built> build_anew(BuildWork& work) {
    if (work.flat.triangles.empty()) {
        return Error{Code::unrepresentable, "there is no triangle in the scene, and a model needs one"};
    }
    work.weapon = weapon_node_of(work.scene());
    lend_moments(work.flat);
    if (work.input.context.cancelled()) return stopped_on_request();
    choose_vertices(work);
    if (work.points.empty()) {
        return Error{Code::unrepresentable, "no triangle of the scene has three different points"};
    }
    report_scene(work);
    choose_frames(work);
    if (auto status = keep_limits(work); !status) return status.error();
    if (work.points.empty()) {
        return Error{Code::unrepresentable, "no triangle is left once vertices are joined until they fit"};
    }
    if (work.input.context.cancelled()) return stopped_on_request();
    choose_surfaces(work);
    if (auto status = choose_placement(work); !status) return status.error();
    if (work.input.context.cancelled()) return stopped_on_request();
    auto document = std::make_unique<Document>();
    document->data = make_data(work);
    document->aniv = make_aniv(work);
    Built out;
    out.document = std::move(document);
    add_texts(work, work.base() != nullptr && !is_as_before(work), out);
    return out;
}

}  // namespace

double earlier_draw_scale(const Scene& scene) {
    for (const Node& node : scene.nodes) {
        const auto scale = build::number_in(node.extras, "thaw_draw_scale");
        if (scale && *scale >= 1e-6 && *scale <= 1e6) return *scale;
    }
    return 1;
}

Placement shown_placement(const Document& document) {
    Placement out = placement_of(document);
    if (SceneToFile(out, 1).usable()) return out;
    out = usual_placement(document);
    if (document.mesh() != nullptr) out.unmirror = document.mesh()->placement.unmirror;
    return out;
}

Result<BuildWork> start_work(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const auto deus_ex = wants_deus_ex(input, options);
    if (!deus_ex) return deus_ex.error();
    BuildWork work{input, options, issues};
    work.deus_ex = *deus_ex;
    work.name = file_word(options.name.empty() ? input.scene.name : options.name);
    if (work.name.empty()) work.name = "model";
    work.object = object_of(work);
    work.draw_scale = earlier_draw_scale(input.base_scene == nullptr ? input.scene : *input.base_scene);
    return work;
}

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const auto whole = input.base == nullptr ? unsplit(input.scene, nullptr) : std::nullopt;
    const SceneInput known =
        whole ? SceneInput{.scene = *whole, .source_points = input.source_points, .context = input.context} : input;
    auto work = start_work(known, options, issues);
    if (!work) return work.error();
    flatten(*work);
    return build_anew(*work);
}

}  // namespace thaw::unreal
