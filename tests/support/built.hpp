// For the tests of from_scene(): what it made, and whether that shows what the scene did.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <thaw/gltf.hpp>
#include <thaw/pose.hpp>

#include "scene/maths.hpp"
#include "support/scene.hpp"

namespace thaw::test {

struct Made {
    Model model{};
    Issues issues{};
    std::string words{};
    std::vector<BuiltTexture> textures{};

    bool says(std::string_view code) const { return find(code) != nullptr; }
    const Issue* find(std::string_view code) const {
        for (const Issue& issue : issues.list()) {
            if (issue.kind->code == code) return &issue;
        }
        return nullptr;
    }
};

inline std::string reported(const Issues& issues) {
    std::string out;
    for (const Issue& issue : issues.list()) {
        out += std::string(issue.kind->code) + " " + issue.path + ": " + message_of(issue) + "\n";
    }
    return out;
}

// Builds, writes, reads again; what is written is read without loss, and a game takes it without a warning,
// except of one kind that may be allowed.
inline Made make(const Format& format, const SceneInput& input, const BuildOptions& options = {},
                 const std::string& name = "model", Profile profile = Profile::game, std::string_view allowed = {}) {
    Made out;
    auto built = from_scene(format, input, options, out.issues);
    EXPECT_TRUE(built.ok()) << to_string(built.error()) << "\n" << reported(out.issues);
    if (!built) return out;
    out.words = built->change_summary;
    out.textures = built->textures;
    const Model made{&format, {}, std::move(built->document)};
    auto files = write(made);
    EXPECT_TRUE(files.ok()) << to_string(files.error());
    if (!files) return out;
    files->parts[0].name = name + std::string(format.parts[0].suffix);
    const Blob bytes = files->parts[0].bytes;
    auto model = read(format, std::move(*files));
    EXPECT_TRUE(model.ok()) << to_string(model.error());
    if (!model) return out;
    const auto again = write(*model);
    EXPECT_TRUE(again.ok() && again->parts[0].bytes == bytes);
    const auto findings = validate(*model, profile);
    for (const Issue& issue : findings->list()) {
        if (issue.kind->code == allowed) continue;
        EXPECT_EQ(issue.severity, Severity::info) << issue.kind->code << " " << issue.path << " " << issue.found;
    }
    out.model = std::move(*model);
    return out;
}

inline Error refused(const Format& format, const SceneInput& input, Issues& issues, const BuildOptions& options = {}) {
    const auto built = from_scene(format, input, options, issues);
    EXPECT_FALSE(built.ok());
    return built ? Error{} : built.error();
}

// write_glb() and read_gltf(), as somebody who has the file alone would.
inline GltfFile through_glb(const Scene& scene) {
    StringSink sink;
    Scene plain = scene;
    for (Image& image : plain.images) image.file = {};
    for (Material& material : plain.materials) material.image = no_index;
    plain.images.clear();
    const Status status = write_glb(plain, {}, sink);
    EXPECT_TRUE(status.ok()) << to_string(status.error());
    const Bytes bytes(static_cast<const u8*>(static_cast<const void*>(sink.text.data())), sink.text.size());
    auto file = read_gltf(Blob::copy_of(bytes));
    EXPECT_TRUE(file.ok()) << to_string(file.error());
    return file ? std::move(*file) : GltfFile{};
}

struct ShownCorner {
    Vec3 at{};
    Vec2 uv{};
    Vec4 color{1, 1, 1, 1};
};

// Every triangle that a scene shows at a moment, in order, by the name of its material.
inline std::vector<ShownCorner> shown_at(const Scene& scene, const Clip* clip, double seconds) {
    Pose pose;
    evaluate(scene, clip, seconds, pose);
    std::vector<ShownCorner> out;
    std::vector<Vec3> points;
    for (u32 n = 0; n < scene.nodes.size(); ++n) {
        if (scene.nodes[n].mesh == no_index) continue;
        posed_points(scene, pose, n, points);
        const bool mirrored = scene.nodes[n].skin == no_index && is_mirror(pose.worlds[n]);
        for (const Primitive& part : scene.meshes[scene.nodes[n].mesh].primitives) {
            if (part.topology != Topology::triangles) continue;
            for (std::size_t i = 0; i < part.indices.size(); ++i) {
                const std::size_t k = mirrored ? i / 3 * 3 + 2 - i % 3 : i;
                const u32 corner = part.indices[k];
                out.push_back({points[part.points[corner]], part.uvs.empty() ? Vec2{} : part.uvs[corner],
                               part.colors.empty() ? Vec4{1, 1, 1, 1} : part.colors[corner]});
            }
        }
    }
    return out;
}

struct Closeness {
    double metres = 1e-6;
    double uv = 1e-6;
    double color = 0.003;
};

inline bool is_close(const ShownCorner& a, const ShownCorner& b, const Closeness& close) {
    const auto near = [](f32 x, f32 y, double most) { return std::abs(double{x} - double{y}) <= most; };
    return double{length(a.at - b.at)} <= close.metres && near(a.uv.x, b.uv.x, close.uv) &&
           near(a.uv.y, b.uv.y, close.uv) && near(a.color.x, b.color.x, close.color) &&
           near(a.color.y, b.color.y, close.color) && near(a.color.z, b.color.z, close.color) &&
           near(a.color.w, b.color.w, close.color);
}

// Empty, or the first triangle that differs. A triangle may start with another of its corners.
inline std::string difference(const std::vector<ShownCorner>& a, const std::vector<ShownCorner>& b,
                              const Closeness& close) {
    if (a.size() != b.size()) return std::to_string(a.size() / 3) + " triangles, now " + std::to_string(b.size() / 3);
    for (std::size_t i = 0; i + 2 < a.size(); i += 3) {
        bool same = false;
        for (std::size_t turn = 0; turn < 3 && !same; ++turn) {
            same = true;
            for (std::size_t k = 0; k < 3 && same; ++k) same = is_close(a[i + k], b[i + (k + turn) % 3], close);
        }
        if (same) continue;
        double most = 0;
        for (std::size_t k = 0; k < 3; ++k) most = std::max(most, double{length(a[i + k].at - b[i + k].at)});
        return "triangle " + std::to_string(i / 3) + " is " + std::to_string(most * 1000) + " mm off, uv " +
               std::to_string(a[i].uv.x) + " " + std::to_string(a[i].uv.y) + " / " + std::to_string(b[i].uv.x) + " " +
               std::to_string(b[i].uv.y) + " red " + std::to_string(a[i].color.x) + " / " +
               std::to_string(b[i].color.x);
    }
    return {};
}

// All clips of `a` by name, or where one had to be changed by place, at their keys; at rest if it has none, which the
// other scene may show as a clip.
inline std::string difference(const Scene& a, const Scene& b, const Closeness& close = {}) {
    if (a.clips.empty()) {
        const Clip* clip = b.clips.empty() ? nullptr : b.clips.data();
        return difference(shown_at(a, nullptr, 0), shown_at(b, clip, 0), close);
    }
    for (const Clip& clip : a.clips) {
        auto other =
            std::find_if(b.clips.begin(), b.clips.end(), [&](const Clip& each) { return each.name == clip.name; });
        const auto place = &clip - a.clips.data();
        if (other == b.clips.end() && a.clips.size() == b.clips.size()) other = b.clips.begin() + place;
        if (other == b.clips.end()) return "no clip " + clip.name;
        for (const auto& times : clip.timelines) {
            const std::size_t step = times.size() / 32 + 1;
            for (std::size_t i = 0; i < times.size(); i += step) {
                const double t = times[i];
                const std::string found = difference(shown_at(a, &clip, t), shown_at(b, &*other, t), close);
                if (!found.empty()) return clip.name + " at " + std::to_string(t) + " s: " + found;
            }
        }
    }
    return {};
}

}  // namespace thaw::test
