// Scenes on the way back into Unreal files, and from there once more into scenes.
#pragma once

#include <cmath>
#include <set>
#include <string>

#include "formats/shared/build_issues.hpp"
#include "formats/shared/flatten.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "scene/maths.hpp"
#include "unreal/scene_support.hpp"

namespace thaw::test {

inline const Format& unreal_format() { return *find_format("unreal"); }

inline std::set<std::string> codes_of(const Issues& issues) {
    std::set<std::string> out;
    for (const Issue& issue : issues.list()) out.emplace(issue.kind->code);
    return out;
}

inline const Issue* finding(const Issues& issues, std::string_view code, std::string_view path = {}) {
    for (const Issue& issue : issues.list()) {
        if (issue.kind->code == code && (path.empty() || issue.path == path)) return &issue;
    }
    return nullptr;
}

// What was built, as the files that would be on disk, read again.
struct BuildResult {
    Issues issues{};
    Result<Built> built = Error{};
    Model model{&unreal_format(), {}, nullptr};

    const unreal::Document& document() const { return unreal_document(model); }
    std::string text_of(std::string_view role) const {
        const Part* part = model.bundle.find(role);
        return part == nullptr ? std::string()
                               : std::string(part->bytes.data(), part->bytes.data() + part->bytes.size());
    }
};

// Without the parts of that role, as somebody may have lost them.
inline BuildResult built_from(const SceneInput& input, BuildOptions options = {},
                              std::string_view without = "modeldef") {
    BuildResult out;
    if (options.name.empty()) options.name = "thing";
    out.built = from_scene(unreal_format(), input, options, out.issues);
    if (!out.built) return out;
    Model made{&unreal_format(), {}, std::move(out.built->document)};
    const auto issues = validate(made, Profile::game);
    EXPECT_TRUE(issues);
    for (const Issue& issue : issues->list()) {
        EXPECT_TRUE(issue.severity == Severity::info || issue.kind->code == "GAME_LIMIT" ||
                    issue.kind->code == "UNKNOWN_STYLE")
            << issue.kind->code << " " << issue.path << " " << issue.found;
    }
    auto files = write(made);
    EXPECT_TRUE(files) << to_string(files.error());
    for (Part& part : files->parts) part.name = options.name + (part.role == "data" ? "_d.3d" : "_a.3d");
    for (const Part& part : out.built->companions) {
        if (part.role != without) files->parts.push_back({part.role, options.name + part.name, part.bytes});
    }
    for (const BuiltTexture& t : out.built->textures) {
        if (t.image == no_index) continue;
        const Image& image = input.scene.images[t.image];
        if (!image.file.empty()) files->parts.push_back({"texture", t.name, image.file});
    }
    auto again = read(unreal_format(), *files);
    EXPECT_TRUE(again) << to_string(again.error());
    if (!again) return out;
    const auto rewritten = write(*again);
    EXPECT_TRUE(rewritten);
    for (const std::string_view role : {"data", "aniv"}) {
        EXPECT_EQ(rewritten->find(role)->bytes, files->find(role)->bytes) << role;
    }
    out.model = std::move(*again);
    return out;
}

inline build::Flat flat_of(const Scene& scene) {
    Issues ignored;
    return build::flatten(scene, {}, {}, ignored);
}

// How far the same corners of the same triangles are from each other in the farthest case, over all frames.
inline double farthest_corner(const Scene& expected, const Scene& actual) {
    const build::Flat a = flat_of(expected), b = flat_of(actual);
    EXPECT_EQ(a.triangles.size(), b.triangles.size());
    // What plays its frames in another order than the file has them gets more of them, at the end.
    EXPECT_LE(a.frames.size(), b.frames.size());
    if (a.triangles.size() != b.triangles.size() || a.frames.size() > b.frames.size()) return 1e9;
    std::vector<Vec3> one, other;
    Pose scratch_a, scratch_b;
    double farthest = 0;
    for (u32 f = 0; f < a.frames.size(); ++f) {
        a.pose(f, one, scratch_a);
        b.pose(f, other, scratch_b);
        for (std::size_t t = 0; t < a.triangles.size(); ++t) {
            for (std::size_t k = 0; k < 3; ++k) {
                const Vec3 d = one[a.triangles[t].points[k]] - other[b.triangles[t].points[k]];
                farthest = std::max(farthest, static_cast<double>(length(d)));
            }
        }
    }
    return farthest;
}

inline void expect_same_surfaces(const Scene& expected, const Scene& actual) {
    const build::Flat a = flat_of(expected), b = flat_of(actual);
    ASSERT_EQ(a.triangles.size(), b.triangles.size());
    for (std::size_t t = 0; t < a.triangles.size(); ++t) {
        const Material& one = expected.materials[a.triangles[t].material];
        const Material& other = actual.materials[b.triangles[t].material];
        EXPECT_EQ(one.name, other.name);
        EXPECT_EQ(one.alpha, other.alpha);
        EXPECT_EQ(one.blend, other.blend);
        EXPECT_EQ(one.unlit, other.unlit);
        EXPECT_EQ(one.nearest, other.nearest);
        EXPECT_EQ(one.environment, other.environment);
        EXPECT_EQ(one.double_sided, other.double_sided);
        EXPECT_EQ(a.triangles[t].flat, b.triangles[t].flat);
        EXPECT_EQ(a.triangles[t].uvs, b.triangles[t].uvs) << "triangle " << t;
        if (testing::Test::HasFailure()) return;
    }
}

inline void expect_same_clips(const Scene& expected, const Scene& actual) {
    const build::Flat a = flat_of(expected), b = flat_of(actual);
    ASSERT_EQ(a.clips.size(), b.clips.size());
    for (std::size_t c = 0; c < a.clips.size(); ++c) {
        EXPECT_EQ(a.clips[c].name, b.clips[c].name);
        EXPECT_EQ(a.clips[c].frames.size(), b.clips[c].frames.size()) << a.clips[c].name;
        EXPECT_NEAR(a.clips[c].fps, b.clips[c].fps, 1e-6 * a.clips[c].fps) << a.clips[c].name;
        for (const char* key : {"fps", "frames", "group", "events"}) {
            const json::Value* one = a.clips[c].source->extras.find(key);
            const json::Value* other = b.clips[c].source->extras.find(key);
            ASSERT_EQ(one == nullptr, other == nullptr) << key;
            if (one == nullptr) continue;
            EXPECT_EQ(json::to_text(*one), json::to_text(*other)) << key;
        }
    }
}

// Where the weapon is held, in every clip at every frame: as near as a triangle of rounded corners can say it.
inline void expect_same_weapon(const Scene& expected, const Scene& actual, double metres, double turned) {
    const auto node_of = [](const Scene& scene) {
        u32 n = 0;
        while (n < scene.nodes.size() && scene.nodes[n].name != "WeaponAttach") ++n;
        return n;
    };
    const u32 one = node_of(expected), other = node_of(actual);
    ASSERT_EQ(one < expected.nodes.size(), other < actual.nodes.size());
    if (one == expected.nodes.size()) return;
    ASSERT_EQ(expected.clips.size(), actual.clips.size());
    Pose a, b;
    for (std::size_t c = 0; c <= expected.clips.size(); ++c) {
        const bool rest = c == expected.clips.size();
        const Clip* clip = rest ? nullptr : &expected.clips[c];
        const std::vector<f32> times = rest ? std::vector<f32>{0} : clip->timelines[0];
        for (const f32 seconds : times) {
            evaluate(expected, clip, double{seconds}, a);
            evaluate(actual, rest ? nullptr : &actual.clips[c], double{seconds}, b);
            for (std::size_t i = 0; i < 16; ++i) {
                ASSERT_NEAR(a.worlds[one][i], b.worlds[other][i], i < 12 ? turned : metres)
                    << "clip " << c << " at " << seconds << " element " << i;
            }
        }
    }
}

}  // namespace thaw::test
