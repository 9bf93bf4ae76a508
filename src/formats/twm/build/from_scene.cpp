#include "formats/twm/build/from_scene.hpp"

#include <algorithm>

#include "base/stop_request.hpp"
#include "base/text.hpp"
#include "formats/shared/build_issues.hpp"
#include "formats/twm/build/parts.hpp"

namespace thaw::twm {

namespace {

Result<u32> version_of(const BuildOptions& options, const SceneInput& input) {
    const bool has_base = input.base != nullptr && input.base->document != nullptr;
    const u32 usual = has_base ? static_cast<const Document&>(*input.base->document).version : newest_version;
    if (options.variant.empty()) return usual;
    if (options.variant.size() == 2 && options.variant[0] == 'v' && options.variant[1] >= '0' &&
        options.variant[1] <= '3') {
        return static_cast<u32>(options.variant[1] - '0');
    }
    return Error{Code::unsupported,
                 "no version '" + text::printable(options.variant) + "'; there are v0, v1, v2 and v3"};
}

bool has_triangles(const Scene& scene) {
    for (const Node& node : scene.nodes) {
        if (node.mesh == no_index) continue;
        for (const Primitive& primitive : scene.meshes[node.mesh].primitives) {
            if (primitive.topology == Topology::triangles && primitive.indices.size() >= 3) return true;
        }
    }
    return false;
}

Result<Built> build_anew(const SceneInput& input, const BuildOptions& options, u32 version, Issues& issues) {
    if (!has_triangles(input.scene)) {
        return Error{Code::unrepresentable, "the scene has no triangle, and there is nothing else to show"};
    }
    BuildWork work{input, options, issues, input.scene};
    Document& d = work.document;
    d.version = version;
    d.container = version == 0 ? Container::lz4 : Container::plain;
    evaluate(work.scene, nullptr, 0, work.rest);
    build_joints(work);
    if (input.context.cancelled()) return stopped_on_request();
    if (work.refusal.empty()) build_meshes(work);
    if (input.context.cancelled()) return stopped_on_request();
    if (work.refusal.empty()) build_animations(work);
    if (!work.refusal.empty()) return Error{Code::unrepresentable, work.refusal};
    d.layout = canonical_layout(d);
    report_lost(work);
    Built out;
    out.document = std::make_unique<Document>(std::move(d));
    return out;
}

}  // namespace

void BuildWork::refuse(std::string path, u64 most, u64 found, const char* what) {
    issues.add(thaw::issue::limit_exceeded, {}, std::move(path), std::to_string(most) + " " + what,
               std::to_string(found));
    if (!refusal.empty()) return;
    refusal =
        "a file has room for " + std::to_string(most) + " " + what + ", and the scene has " + std::to_string(found);
}

Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const auto version = version_of(options, input);
    if (!version) return version.error();
    return build_anew(input, options, *version, issues);
}

}  // namespace thaw::twm
