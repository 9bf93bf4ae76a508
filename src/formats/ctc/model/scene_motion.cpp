// Attachment points and clips.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/ctc/model/between_keys.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/scene_parts.hpp"
#include "scene/loops.hpp"

namespace thaw::ctc {

namespace {

// The game looks at no more points than lists, and has room for 32 lists (C22).
constexpr std::size_t most_baked = 32;
// Seconds are 32-bit floats: up to here every frame has a time of its own.
constexpr u64 most_clip_frames = u64{1} << 22;

std::optional<std::array<u32, 3>> vertices_of(const SceneWork& work, const Attachment& point) {
    const Document& d = work.document;
    if (!selects(point.triangle, d.triangles.size())) return std::nullopt;
    std::array<u32, 3> out{};
    for (std::size_t c = 0; c < 3; ++c) {
        const i16 v = d.triangles[static_cast<std::size_t>(point.triangle)].vertices[c];
        if (!selects(v, d.vertices.size())) return std::nullopt;
        const auto& p = d.vertices[static_cast<std::size_t>(v)].position;
        if (!is_finite(Vec3{p[0], p[1], p[2]})) return std::nullopt;
        out[c] = static_cast<u32>(v);
    }
    return out;
}

std::array<Vec3, 3> bind_corners(const SceneWork& work, const std::array<u32, 3>& vertices) {
    std::array<Vec3, 3> out;
    for (std::size_t c = 0; c < 3; ++c) out[c] = scene_point(work.document.vertices[vertices[c]].position, work.unit);
    return out;
}

// Do all corners hang on one joint alone?
bool is_rigid_triangle(const SceneWork& work, const std::array<u32, 3>& v) {
    const Influences& influences = work.scene.meshes[work.mesh].influences;
    const u32 n = influences.per_point;
    const auto joint = [&](u32 vertex) { return influences.joints[std::size_t{vertex} * n]; };
    const auto alone = [&](u32 vertex) { return n == 1 || influences.weights[std::size_t{vertex} * n + 1] == 0; };
    return joint(v[0]) == joint(v[1]) && joint(v[0]) == joint(v[2]) && alone(v[0]) && alone(v[1]) && alone(v[2]);
}

Transform posed_frame(const SceneWork& work, const std::array<u32, 3>& vertices,
                      const std::vector<thaw::Matrix>& joints) {
    const Influences& influences = work.scene.meshes[work.mesh].influences;
    std::array<Vec3, 3> corners = bind_corners(work, vertices);
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec3d bind = as_double(corners[c]);
        Vec3d sum{};
        const std::size_t first = std::size_t{vertices[c]} * influences.per_point;
        for (std::size_t i = first; i < first + influences.per_point; ++i) {
            sum = sum + transformed(joints[influences.joints[i]], bind) * double{influences.weights[i]};
        }
        corners[c] = rounded(sum);
    }
    const Transform frame = triangle_frame(corners);
    return is_finite(frame.translation) ? frame : triangle_frame(bind_corners(work, vertices));
}

void place(SceneWork& work, Node& node, const std::array<u32, 3>& vertices) {
    node.parent = work.top;
    auto corners = bind_corners(work, vertices);
    const bool skinned = work.mesh != no_index && work.scene.meshes[work.mesh].influences.per_point > 0;
    if (skinned && is_rigid_triangle(work, vertices)) {
        const thaw::Skin& skin = work.scene.skins[0];
        const Influences& influences = work.scene.meshes[work.mesh].influences;
        const u32 joint = influences.joints[std::size_t{vertices[0]} * influences.per_point];
        node.parent = skin.joints[joint];
        for (Vec3& p : corners) p = transformed(matrix_of(skin.inverse_binds[joint]), p);
    } else if (skinned && work.baked.size() < most_baked) {
        work.baked.push_back({static_cast<u32>(work.scene.nodes.size()), vertices});
    } else if (skinned) {
        work.reporter.report(issue::attachment_still,
                             [&] { return Finding{field_path("attachments"), std::to_string(most_baked)}; });
    }
    node.local = triangle_frame(corners);
    if (!is_finite(node.local.translation)) node.local = {};
}

// Values of a clip for one node.
struct Track {
    Channel translation{};
    Channel rotation{};
    Quat last{};

    explicit Track(u32 node) {
        translation.node = rotation.node = node;
        translation.path = Path::translation;
        rotation.path = Path::rotation;
    }
    void add(const Transform& t) {
        const Quat q = rotation.values.empty() ? t.rotation : nearer(t.rotation, last);
        last = q;
        translation.values.insert(translation.values.end(), {t.translation.x, t.translation.y, t.translation.z});
        rotation.values.insert(rotation.values.end(), {q.x, q.y, q.z, q.w});
    }
    void move_into(thaw::Clip& clip) {
        clip.channels.push_back(std::move(translation));
        clip.channels.push_back(std::move(rotation));
    }
};

thaw::Clip made(const SceneWork& work, const Clip& source) {
    thaw::Clip out;
    out.name = text::to_utf8(source.name);
    if (out.name.empty()) out.name = "frames_" + std::to_string(source.first);
    out.extras.set("fps", work.fps).set("first_frame", source.first).set("frames", source.count);
    std::vector<f32> times;
    for (u64 k = 0; k < source.count; ++k) times.push_back(static_cast<f32>(static_cast<double>(k) / work.fps));
    out.timelines.push_back(std::move(times));

    const u64 end = source.first + source.count;
    Track main(work.rig.main);
    for (u64 f = source.first; f < end; ++f) main.add(main_transform(work, f));
    main.move_into(out);
    for (const u32 bone : work.rig.order) {
        Track track(work.rig.nodes[bone]);
        for (u64 f = source.first; f < end; ++f) track.add(bone_transform(work, f, bone));
        track.move_into(out);
    }
    if (work.baked.empty()) return out;
    std::vector<Track> tracks;
    for (const BakedPoint& point : work.baked) tracks.emplace_back(point.node);
    for (u64 f = source.first; f < end; ++f) {
        const auto joints = joint_matrices(work, f);
        for (std::size_t i = 0; i < tracks.size(); ++i)
            tracks[i].add(posed_frame(work, work.baked[i].vertices, joints));
    }
    for (Track& track : tracks) track.move_into(out);
    return out;
}

void report_keys(SceneWork& work) {
    const Document& d = work.document;
    work.reporter.report_some(
        issue::non_finite, issue::non_finite.severity, d.main_keys.size(),
        [&](std::size_t i) { return !d.main_keys[i].is_finite(); },
        [](std::size_t i) { return field_path("frames", i, "main", 0); }, "finite numbers");
    work.reporter.report_some(
        issue::non_finite, issue::non_finite.severity, d.bone_keys.size(),
        [&](std::size_t i) { return !d.bone_keys[i].is_finite(); },
        [&](std::size_t i) { return field_path("frames", i / d.bones.size(), "keys", i % d.bones.size()); },
        "finite numbers");
}

}  // namespace

Transform triangle_frame(const std::array<Vec3, 3>& corners) {
    const Vec3 x = direction_of(corners[1] - corners[0], {1, 0, 0});
    const Vec3 aside = std::abs(x.x) < 0.7f ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 z = direction_of(cross(x, corners[2] - corners[0]), direction_of(cross(x, aside)));
    const Vec3 y = cross(z, x);
    return {corners[0],
            rotation_of({double{x.x}, double{x.y}, double{x.z}, 0, double{y.x}, double{y.y}, double{y.z}, 0,
                         double{z.x}, double{z.y}, double{z.z}, 0, 0, 0, 0, 1}),
            {1, 1, 1}};
}

void add_attachments(SceneWork& work) {
    const Document& d = work.document;
    for (std::size_t i = 0; i < d.attachments.size(); ++i) {
        const Attachment& point = d.attachments[i];
        const auto vertices = vertices_of(work, point);
        if (!vertices) {
            work.reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("attachments", i, "triangle"), "a triangle with three vertices",
                               std::to_string(point.triangle)};
            });
            continue;
        }
        Node node;
        node.name = text::to_utf8(text::until_nul(point.name));
        node.extras.set("thaw_attachment", i).set("thaw_triangle", point.triangle);
        place(work, node, *vertices);
        work.scene.nodes.push_back(std::move(node));
    }
}

Status add_clips(SceneWork& work) {
    const Clips clips = clips_of(work.document);
    if (clips.reading == Reading::none && !work.document.animations.empty() && !clips.list.empty()) {
        work.reporter.report(issue::clips, [&] {
            return Finding{"num_animations", "numbers that explain the frames",
                           text::plural(work.document.num_frames(), "frame")};
        });
    }
    report_keys(work);
    BetweenKeys between(work);
    for (const Clip& each : clips.list) {
        if (each.count > most_clip_frames) {
            return Error{Code::unsupported, "a clip of " + text::plural(each.count, "frame") + " has no times"};
        }
        thaw::Clip clip = made(work, each);
        const bool closed = finish_clip(work.scene, clip, static_cast<f32>(static_cast<double>(each.count) / work.fps),
                                        work.options.loop);
        between.add(clip, each, closed);
        work.scene.clips.push_back(std::move(clip));
    }
    between.report();
    return Done{};
}

void show_frame(SceneWork& work, u64 frame) {
    report_keys(work);
    if (!work.baked.empty()) {
        const auto joints = joint_matrices(work, frame);
        for (const BakedPoint& point : work.baked) {
            work.scene.nodes[point.node].local = posed_frame(work, point.vertices, joints);
        }
    }
    work.scene.nodes[work.rig.main].local = main_transform(work, frame);
    for (const u32 bone : work.rig.order) {
        work.scene.nodes[work.rig.nodes[bone]].local = bone_transform(work, frame, bone);
    }
}

}  // namespace thaw::ctc
