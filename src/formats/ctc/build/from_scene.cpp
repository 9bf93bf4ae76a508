#include "formats/ctc/build/from_scene.hpp"

#include <limits>

#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/ctc/build/issues.hpp"
#include "formats/ctc/build/parts.hpp"
#include "formats/ctc/entities/entity_scale.hpp"
#include "formats/ctc/model/limits.hpp"
#include "formats/shared/extras.hpp"
#include "formats/shared/sampling.hpp"
#include "formats/shared/structured.hpp"

namespace thaw::ctc {

namespace {

template <class T>
u64 take(const Extras& extras, const char* key, T& field) {
    const auto value = build::integer_in(extras, key).value_or(field);
    if (value < std::numeric_limits<T>::min() || value > std::numeric_limits<T>::max() || value == field) return 0;
    field = static_cast<T>(value);
    return 1;
}

void build_header(BuildWork& work) {
    Document& d = work.document;
    const Extras& extras = work.scene.extras;
    take_header(extras, d);
    const bool asked_for = !d.attachments.empty() || !d.morphs.empty();  // C2
    if (d.version < lowest_version || d.version > highest_version || (asked_for && d.version < usual_version)) {
        work.issues.add(issue::field_replaced, {}, "thaw_version", std::to_string(usual_version),
                        std::to_string(d.version));
        d.version = usual_version;
    }
    if (d.skin_height > max_skin_height) {
        work.issues.add(issue::field_replaced, {}, "thaw_skin_height", std::to_string(max_skin_height),
                        std::to_string(d.skin_height));
        d.skin_height = max_skin_height;
    }
    if (const auto collapses = build::list_in(extras, "thaw_collapses"); !collapses.empty()) {
        work.issues.add(thaw::issue::not_kept, {}, "thaw_collapses", {},
                        text::plural(collapses.size(), "detail-reduction record"));
    }
}

Status check(const SceneInput& input, const BuildOptions& options) {
    if (options.fps && !build::is_playable(options.fps)) {
        return Error{Code::bad_value,
                     "a rate of " + text::number(*options.fps) + " frames a second is not one to play"};
    }
    for (const Node& node : input.scene.nodes) {
        if (node.mesh == no_index) continue;
        for (const Primitive& primitive : input.scene.meshes[node.mesh].primitives) {
            if (primitive.topology == Topology::triangles && primitive.indices.size() >= 3) return Done{};
        }
    }
    return Error{Code::unrepresentable, "the scene has no triangle, and an Anachronox model needs one"};
}

Result<Built> build_anew(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    BuildWork work{input, options, issues, input.scene};
    if (input.edit != nullptr) work.base = static_cast<const Document*>(input.base->document.get());
    evaluate(work.scene, nullptr, 0, work.rest);
    for (const auto step : {build_materials, build_triangles, build_points, build_bones, build_vertices, build_morphs,
                            build_point_triangles, fit_vertices, build_tables, build_header}) {
        if (input.context.cancelled()) return stopped_on_request();
        step(work);
    }
    if (const Status status = build_clips(work); !status) return status.error();
    if (!work.refusal.empty()) return Error{Code::unrepresentable, work.refusal};
    work.built.document = std::make_unique<Document>(std::move(work.document));
    return std::move(work.built);
}

}  // namespace

u64 take_header(const Extras& scene, Document& d) {
    return take(scene, "thaw_version", d.version) + take(scene, "thaw_unknown_0x06", d.unknown_0x06) +
           take(scene, "thaw_skin_width", d.skin_width) + take(scene, "thaw_skin_height", d.skin_height) +
           take(scene, "thaw_frame_size", d.frame_size) + take(scene, "thaw_num_tex_coords", d.num_tex_coords);
}

bool BuildWork::fits(const char* path, u64 most, u64 found, const char* what) {
    if (found <= most) return true;
    if (!options.fit) refuse(path, most, found, what);
    return false;
}

void BuildWork::refuse(const char* path, u64 most, u64 found, const char* what) {
    issues.add(thaw::issue::limit_exceeded, {}, path, std::to_string(most) + " " + what, std::to_string(found));
    if (!refusal.empty()) return;
    refusal =
        "the game has room for " + std::to_string(most) + " " + what + ", and the scene has " + std::to_string(found);
}

void BuildWork::say_fitted(const char* path, u64 most, std::string found) {
    issues.add(thaw::issue::fitted, {}, path, std::to_string(most), std::move(found));
}

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    if (const Status status = check(input, options); !status) return status.error();
    if (input.edit != nullptr) return build_anew(input, options, issues);  // both scenes were plain ones
    const auto unscaled = without_entities(input.scene);
    return build_anew(
        {.scene = unscaled ? *unscaled : input.scene, .source_points = input.source_points, .context = input.context},
        options, issues);
}

}  // namespace thaw::ctc
