#include "ctr/from_scene_support.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "formats/shared/extras.hpp"

namespace thaw::test {

BuiltModel built(const SceneInput& input, const BuildOptions& options, bool may_be_odd) {
    BuiltModel out;
    auto made = from_scene(ctr::format, input, options, out.issues);
    if (!made) {
        out.error = made.error();
        return out;
    }
    out.words = made->change_summary;
    auto files = write(Model{&ctr::format, {}, std::move(made->document)});
    EXPECT_TRUE(files.ok());
    if (!files) return out;
    for (Part& part : files->parts) part.name = "built" + std::string(part.role == "ptr" ? ".ptr" : ".ctr");
    for (Part& part : made->companions) {
        EXPECT_EQ(part.role, "vrm");
        EXPECT_EQ(part.name, ".vrm");
        auto memory = read(vrm::format, {{{"vrm", "built.vrm", part.bytes}}});
        EXPECT_TRUE(memory.ok());
        if (memory) {
            EXPECT_EQ(validate(*memory, Profile::game)->list().size(), 0u);
        }
        files->parts.push_back({"vrm", "built.vrm", part.bytes});
    }
    auto model = read(ctr::format, *files);
    EXPECT_TRUE(model.ok());
    if (!model) return out;
    const auto again = write(*model);
    EXPECT_TRUE(again.ok());
    for (const Part& part : again->parts) EXPECT_EQ(part.bytes, files->find(part.role)->bytes);
    const auto findings = validate(*model, Profile::game);
    EXPECT_TRUE(findings.ok());
    for (const Issue& issue : findings->list()) {
        if (may_be_odd || issue.severity == Severity::info) continue;
        ADD_FAILURE() << issue.kind->code << " " << issue.path << ": " << issue.expected << ", " << issue.found;
    }
    out.model = std::move(*model);
    return out;
}

GltfFile through_glb(Scene scene) {
    Issues issues;
    make_exportable(scene, issues);
    BytesSink sink;
    EXPECT_TRUE(write_glb(scene, {}, sink).ok());
    auto file = read_gltf(Blob::take(std::move(sink.bytes)));
    EXPECT_TRUE(file.ok());
    if (!file) return {};
    auto images = pixels_of(file->scene, issues);
    for (std::size_t i = 0; i < images.size(); ++i) {
        Image& image = file->scene.images[i];
        image.width = images[i].width;
        image.height = images[i].height;
        image.pixels = Blob::take(std::move(images[i].rgba));
        image.file = {};
    }
    return std::move(*file);
}

namespace {

struct SoupCorner {
    std::vector<Vec3> at{};  // by moment
    Vec2 uv{};
    Vec4 color{};
};
struct SoupTriangle {
    std::array<SoupCorner, 3> corners{};
    std::tuple<bool, bool, AlphaMode, BlendMode> kind{};
    // What the corner shows of the image, five bits a colour.
    std::array<std::array<u8, 4>, 3> texels{};
};

std::array<u8, 4> texel(const Scene& scene, const Material& material, Vec2 uv) {
    if (material.image == no_index) return {};
    const Image& image = scene.images[material.image];
    const auto at = [](f32 k, u32 n) {
        return static_cast<std::size_t>(std::clamp(std::floor(k * static_cast<f32>(n)), 0.0f, static_cast<f32>(n - 1)));
    };
    const u8* p = image.pixels.data() + 4 * (at(uv.y, image.height) * image.width + at(uv.x, image.width));
    return {static_cast<u8>(p[0] >> 3), static_cast<u8>(p[1] >> 3), static_cast<u8>(p[2] >> 3),
            static_cast<u8>(p[3] >> 6)};
}

std::vector<SoupTriangle> soup(const Scene& scene, u32 node) {
    std::vector<SoupTriangle> out;
    const thaw::Mesh& mesh = scene.meshes[scene.nodes[node].mesh];
    for (const Primitive& p : mesh.primitives) {
        const Material material = p.material == no_index ? Material{} : scene.materials[p.material];
        for (std::size_t i = 0; i < p.indices.size(); i += 3) {
            SoupTriangle triangle;
            const bool textured = material.image != no_index || material.extras.find("thaw_page") != nullptr;
            triangle.kind = {material.double_sided, textured, material.alpha, material.blend};
            for (std::size_t c = 0; c < 3; ++c) {
                const u32 corner = p.indices[i + c];
                SoupCorner& to = triangle.corners[c];
                if (!p.uvs.empty()) to.uv = p.uvs[corner];
                to.color = p.colors.empty() ? Vec4{1, 1, 1, 1} : p.colors[corner];
                if (!p.uvs.empty()) triangle.texels[c] = texel(scene, material, to.uv);
            }
            out.push_back(std::move(triangle));
        }
    }
    const auto add_moment = [&](const Clip* clip, double seconds) {
        Pose pose;
        evaluate(scene, clip, seconds, pose);
        std::vector<Vec3> points;
        posed_points(scene, pose, node, points);
        std::size_t t = 0;
        for (const Primitive& p : mesh.primitives) {
            for (std::size_t i = 0; i < p.indices.size(); i += 3, ++t) {
                for (std::size_t c = 0; c < 3; ++c) {
                    out[t].corners[c].at.push_back(points[p.points[p.indices[i + c]]]);
                }
            }
        }
    };
    if (scene.clips.empty()) add_moment(nullptr, 0);
    for (const Clip& clip : scene.clips) {
        const f32 end = clip.timelines.empty() ? 0 : clip.timelines[0].back();
        for (u32 f = 0; f == 0 || f < std::lround(end * 30); ++f) add_moment(&clip, f / 30.0);
    }
    return out;
}

double distance(Vec3 a, Vec3 b) {
    return std::max({std::abs(double{a.x} - b.x), std::abs(double{a.y} - b.y), std::abs(double{a.z} - b.z)});
}

bool alike(const SoupCorner& a, const SoupCorner& b, const Tolerance& tolerance, bool uvs) {
    if (a.at.size() != b.at.size()) return false;
    for (std::size_t i = 0; i < a.at.size(); ++i) {
        if (distance(a.at[i], b.at[i]) > tolerance.metres) return false;
    }
    if (uvs && std::max(std::abs(a.uv.x - b.uv.x), std::abs(a.uv.y - b.uv.y)) > static_cast<f32>(tolerance.uv)) {
        return false;
    }
    return distance({a.color.x, a.color.y, a.color.z}, {b.color.x, b.color.y, b.color.z}) <= tolerance.color;
}

bool alike(const SoupTriangle& a, const SoupTriangle& b, std::size_t turn, const Tolerance& tolerance) {
    if (a.kind != b.kind) return false;
    for (std::size_t c = 0; c < 3; ++c) {
        const std::size_t other = (c + turn) % 3;
        if (!alike(a.corners[c], b.corners[other], tolerance, tolerance.uv < 1)) return false;
        if (a.texels[c] != b.texels[other]) return false;
    }
    return true;
}

std::string difference_of(const Scene& want, u32 a, const Scene& got, u32 b, const Tolerance& tolerance) {
    const auto wanted = soup(want, a), there = soup(got, b);
    if (wanted.size() != there.size()) {
        return std::to_string(wanted.size()) + " triangles became " + std::to_string(there.size());
    }
    std::vector<bool> used(there.size());
    for (std::size_t t = 0; t < wanted.size(); ++t) {
        bool found = false;
        for (std::size_t o = 0; o < there.size() && !found; ++o) {
            for (std::size_t turn = 0; turn < 3 && !used[o] && !found; ++turn) {
                found = alike(wanted[t], there[o], turn, tolerance);
                if (found) used[o] = true;
            }
        }
        if (!found) return "triangle " + std::to_string(t) + " is not there";
    }
    return {};
}

}  // namespace

std::string difference(const Scene& want, const Scene& got, const Tolerance& tolerance) {
    if (want.clips.size() != got.clips.size()) return std::to_string(got.clips.size()) + " clips";
    for (std::size_t c = 0; c < want.clips.size(); ++c) {
        const Clip &a = want.clips[c], &b = got.clips[c];
        if (a.name != b.name) return "clip " + a.name + " became " + b.name;
        if (std::abs(a.timelines[0].back() - b.timelines[0].back()) > 1e-4f) return "length of clip " + a.name;
        for (const char* key : {"frames", "half_rate"}) {
            const auto one = build::flag_in(a.extras, key), two = build::flag_in(b.extras, key);
            if (one != two) return "clip " + a.name + ": " + key;
        }
    }
    const auto nodes = shown_nodes(want), others = shown_nodes(got);
    if (nodes.size() != others.size()) return std::to_string(others.size()) + " meshes";
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const Node &a = want.nodes[nodes[n]], &b = got.nodes[others[n]];
        if (a.name != b.name) return "node " + a.name + " became " + b.name;
        for (const char* key : {"thaw_flags", "thaw_lod_distance"}) {
            const Extras &one = want.meshes[a.mesh].extras, &two = got.meshes[b.mesh].extras;
            if (build::integer_in(one, key) != build::integer_in(two, key)) return a.name + ": " + key;
        }
        if (auto found = difference_of(want, nodes[n], got, others[n], tolerance); !found.empty()) {
            return a.name + ": " + found;
        }
    }
    return {};
}

}  // namespace thaw::test
