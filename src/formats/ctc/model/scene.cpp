#include "formats/ctc/model/scene.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "formats/shared/model_name.hpp"
#include "formats/shared/options.hpp"

namespace thaw::ctc {

namespace {

Status check_options(const Document& d, const SceneOptions& options) {
    const double fps = options.fps.value_or(usual_fps);
    if (!(fps >= 0.001 && fps <= 1000)) {
        return Error{Code::bad_value, "a rate of " + text::number(fps) + " frames a second is not one to play"};
    }
    if (options.frame && *options.frame >= d.num_frames()) {
        return Error{Code::bad_value, "there is no frame " + std::to_string(*options.frame) + ": the model has " +
                                          text::plural(d.num_frames(), "frame")};
    }
    if (!d.lists_agree()) return Error{Code::unrepresentable, "the lists of the document do not agree"};
    return Done{};
}

}  // namespace

void add_extras(SceneWork& work) {
    const Document& d = work.document;
    Extras& extras = work.scene.extras;
    extras.set("thaw_version", d.version).set("thaw_unknown_0x06", d.unknown_0x06);
    extras.set("thaw_skin_width", d.skin_width).set("thaw_skin_height", d.skin_height);
    extras.set("thaw_frame_size", d.frame_size).set("thaw_num_tex_coords", d.num_tex_coords);
    extras.set("thaw_num_gl_commands", d.num_gl_commands);
    extras.set("thaw_fps", work.fps).set("thaw_clips_by", reading_name(clips_of(d).reading));
    json::Array animations;
    for (const Animation& each : d.animations) {
        animations.push_back(json::Array{text::to_utf8(text::until_nul(each.name)), each.a, each.b});
    }
    if (!animations.empty()) extras.set("thaw_animations", json::to_text(std::move(animations)));
    json::Array collapses;
    for (const Collapse& each : d.collapses) {
        const auto& unknown = each.unknown_0x08;
        collapses.push_back(
            json::Array{each.from, each.to, unknown[0], unknown[1], unknown[2], double{each.u}, double{each.v}});
    }
    if (!collapses.empty()) extras.set("thaw_collapses", json::to_text(std::move(collapses)));
    for (const u32 bone : work.rig.order) {  // C9
        const auto& unread = d.bones[bone].unknown_0x0c;
        if (std::all_of(unread.begin(), unread.end(), [](f32 value) { return value == 0; })) continue;
        json::Array numbers;
        for (const f32 value : unread) numbers.push_back(double{value});
        work.scene.nodes[work.rig.nodes[bone]].extras.set("thaw_unknown_0x0c", json::to_text(std::move(numbers)));
    }
}

std::vector<OptionRange> option_ranges(const Document& document, const Bundle&, const SceneOptions&) {
    OptionRange detail{.option = thaw::option::lod.name, .text = "detail goes from 0 to 1"};
    if (document.collapses.empty()) {
        detail.text = "the model has one level of detail";
    } else {
        detail.most = 1;
    }
    return {frame_range(document.num_frames()), std::move(detail), slot_range(document.skins.size())};
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    if (const Status status = check_options(document, options); !status) return status.error();
    SceneWork work{document, bundle, options, IssueReporter(Profile::spec, issues, "ctc")};
    work.unit = options.raw ? 1 : metres_per_unit;
    work.fps = options.fps.value_or(usual_fps);
    work.scene.name = model_name(bundle.name_of("ctc"));
    add_top(work, issues);
    add_skeleton(work);
    add_materials(work);
    add_mesh(work);
    add_attachments(work);
    if (options.frame) {
        show_frame(work, *options.frame);
    } else if (const Status status = add_clips(work); !status) {
        return status.error();
    }
    add_extras(work);
    return std::move(work.scene);
}

}  // namespace thaw::ctc
