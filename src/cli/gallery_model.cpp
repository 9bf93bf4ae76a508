#include "cli/gallery_model.hpp"

#include <thaw/info.hpp>
#include <thaw/pose.hpp>

#include "base/text.hpp"
#include "cli/models.hpp"
#include "cli/target.hpp"
#include "cli/words.hpp"
#include "convert/export.hpp"
#include "images/stamp.hpp"
#include "io/interrupt.hpp"
#include "library/drawing.hpp"
#include "media/webp.hpp"

namespace thaw::cli {

namespace {

// The findings as a card shows them: a sentence each, worst first.
void add_findings(const Model& model, const Issues& issues, GalleryEntry& entry) {
    for (const IssueGroup& g : group(issues)) {
        if (g.first->severity == Severity::error) entry.errors += g.all.size();
        if (g.first->severity == Severity::warning) entry.warnings += g.all.size();
        std::string remark(g.first->kind->text);
        if (g.all.size() > 1) remark += " " + std::to_string(g.all.size()) + " times, first:";
        remark += " " + issue_words(model, *g.first);
        entry.remarks.push_back(std::move(remark));
    }
}

void add_counts(const Model& model, const Summary& summary, GalleryEntry& entry) {
    entry.format = model.format->title;
    entry.bytes = own_bytes(model);
    entry.vertices = summary.totals.vertices;
    entry.triangles = summary.totals.triangles;
    entry.bones = summary.totals.bones;
    entry.frames = summary.totals.frames;
    entry.remarks = summary.remarks;
}

Blob thumbnail_of(Painted& painted, const RenderOptions& options) {
    const Shot shot{usual_moment(painted.scene), options.view};
    frame_still(painted, shot, options.frame_all ? Room::all_clips : Room::pose);
    Pixels image;
    painted.renderer->draw(shot, image);
    return stamped_png(image);
}

void add_clips(Painted& painted, const GalleryOptions& options, GalleryModel& out) {
    painted.options.width = painted.options.height = options.preview_side;
    painted.renderer.emplace(painted.scene, painted.images, painted.options);
    for (u32 i = 0; i < painted.scene.clips.size(); ++i) {
        const Clip& clip = painted.scene.clips[i];
        out.entry.clips.push_back({clip.name, duration_of(clip), {}});
        out.previews.emplace_back();
        if (i >= options.most_previews || io::interrupted()) continue;
        const Preview preview{.clip = i,
                              .view = options.thumbnail.view,
                              .side = options.preview_side,
                              .webp = media::webp_motion_encoder};
        auto drawn = draw_preview(painted, preview, options.preview_extension, {.monitor = &io::signal_monitor()});
        if (!drawn) {
            out.failures.push_back(drawn.error());
            continue;
        }
        if (duration_of(clip) > preview.most_seconds) ++out.cut;
        out.previews.back() = std::move(drawn->bytes);
    }
}

}  // namespace

Result<GalleryModel> gallery_model(const Model& model, const GalleryOptions& options) {
    const auto summary = summarise(model);
    if (!summary) return summary.error();
    const auto checked = validate(model);
    if (!checked) return checked.error();
    auto painted = prepare(model, options.thumbnail);
    if (!painted) return painted.error();
    GalleryModel out;
    out.shows_nothing = shows_nothing((**painted).scene);
    if (out.shows_nothing) return out;
    out.issues = std::move((**painted).issues);
    out.has_triangles = (**painted).renderer->has_triangles();
    out.entry.name = output_stem(model, (**painted).scene.name);
    add_counts(model, *summary, out.entry);
    add_findings(model, *checked, out.entry);
    add_findings(model, out.issues, out.entry);
    out.thumbnail = thumbnail_of(**painted, options.thumbnail);
    add_clips(**painted, options, out);
    if (options.keep_scene) {
        (**painted).renderer.reset();
        out.scene = std::move((**painted).scene);
        Issues reported;                                                        // already, when the images were drawn
        make_exportable(out.scene, reported, {}, Holes::filled, to_quick_png);  // a page has very many
    }
    return out;
}

}  // namespace thaw::cli
