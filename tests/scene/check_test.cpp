// Every promise of a scene can be broken, and check() says which one was.
#include "scene/check.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "gltf/scenes.hpp"

namespace thaw::test {
namespace {

constexpr f32 infinite = std::numeric_limits<f32>::infinity();

struct Breach {
    const char* expected;
    std::function<void(Scene&)> commit;
};

void expect_found(const Scene& sound, const std::vector<Breach>& breaches) {
    ASSERT_EQ(check(sound), "");
    for (const Breach& breach : breaches) {
        Scene scene = sound;
        breach.commit(scene);
        EXPECT_NE(check(scene).find(breach.expected), std::string::npos)
            << "expected: " << breach.expected << "\nfound: " << check(scene);
    }
}

TEST(Check, FramesAndPrimitives) {
    expect_found(flapping_quad(),
                 {
                     {"nodes[0]: name is not UTF-8", [](Scene& s) { s.nodes[0].name = "\xff"; }},
                     {"parent comes after it", [](Scene& s) { s.nodes[0].parent = 0; }},
                     {"transform is not finite", [](Scene& s) { s.nodes[0].local.scale.x = infinite; }},
                     {"rotation is not of unit length", [](Scene& s) { s.nodes[0].local.rotation.w = 2; }},
                     {"mesh 9 of 1", [](Scene& s) { s.nodes[0].mesh = 9; }},
                     {"extras are no object", [](Scene& s) { s.nodes[0].extras = 5; }},
                     {"point 4 of 4", [](Scene& s) { s.meshes[0].primitives[0].points[0] = 4; }},
                     {"corner 4 of 4", [](Scene& s) { s.meshes[0].primitives[0].indices[0] = 4; }},
                     {"whole triangles", [](Scene& s) { s.meshes[0].primitives[0].indices.pop_back(); }},
                     {"no triangles", [](Scene& s) { s.meshes[0].primitives[0].indices.clear(); }},
                     {"uvs do not match", [](Scene& s) { s.meshes[0].primitives[0].uvs.pop_back(); }},
                     {"a uv is not finite", [](Scene& s) { s.meshes[0].primitives[0].uvs[1].x = infinite; }},
                     {"share corners", [](Scene& s) { s.meshes[0].primitives[0].flat = true; }},
                     {"material 7 of 2", [](Scene& s) { s.meshes[0].primitives[0].material = 7; }},
                     {"not those of frame 0", [](Scene& s) { s.meshes[0].points[2].x += 1; }},
                     {"reach past their bytes",
                      [](Scene& s) { s.meshes[0].frames->count = 6, s.meshes[0].frames->names.clear(); }},
                     {"reach past their bytes", [](Scene& s) { s.meshes[0].frames->offset = 4; }},
                     {"frame names", [](Scene& s) { s.meshes[0].frames->names.pop_back(); }},
                     {"frame scales", [](Scene& s) { s.meshes[0].frames->scales.resize(1); }},
                     {"frame's scale is not finite",
                      [](Scene& s) {
                          s.meshes[0].frames->scales.resize(s.meshes[0].frames->count);
                          s.meshes[0].frames->scales[1].offset.y = std::numeric_limits<double>::infinity();
                      }},
                     {"outside of its bytes", [](Scene& s) { s.meshes[0].frames->layout.bits[2] = 11; }},
                     {"both targets and frames", [](Scene& s) { s.meshes[0].targets.push_back({}); }},
                     {"frame 5 of 5", [](Scene& s) { s.clips[0].channels[0].frames[0] = 5; }},
                     {"frames do not match", [](Scene& s) { s.clips[0].channels[0].frames.pop_back(); }},
                     {"times do not increase", [](Scene& s) { s.clips[0].timelines[0][1] = 0; }},
                     {"times are missing", [](Scene& s) { s.clips[0].timelines[0][0] = -1; }},
                     {"two channels", [](Scene& s) { s.clips[0].channels.push_back(s.clips[0].channels[0]); }},
                     {"timeline 3 of 1", [](Scene& s) { s.clips[0].channels[0].timeline = 3; }},
                     {"image 2 of 1", [](Scene& s) { s.materials[0].image = 2; }},
                     {"color is not within", [](Scene& s) { s.materials[0].base_color.x = 2; }},
                     {"pixels do not match", [](Scene& s) { s.images[0].width = s.images[0].height = 2; }},
                     {"no primitives", [](Scene& s) { s.meshes[0].primitives.clear(); }},
                 });
}

TEST(Check, StoredTargets) {
    Scene scene = bending_strip();
    Mesh& mesh = scene.meshes[0];
    mesh.targets[0] = {.name = "wide", .stored = {{Blob::take(std::vector<u8>(60)), 16}, {}}};
    mesh.places = {{0, 3}, {0, 0}, {0, 1}, {1, 99}};
    expect_found(scene,
                 {
                     {"both listed and stored",
                      [](Scene& s) { s.meshes[0].targets[0].points = {1}, s.meshes[0].targets[0].offsets = {{}}; }},
                     {"places do not match", [](Scene& s) { s.meshes[0].places.pop_back(); }},
                     {"list of offsets 2 of 2", [](Scene& s) { s.meshes[0].places[1].list = 2; }},
                     {"not in its bytes", [](Scene& s) { s.meshes[0].places[1].element = 4; }},
                     {"not in its bytes", [](Scene& s) { s.meshes[0].targets[0].stored[1].bytes = Blob::take({1}); }},
                     {"an offset is not finite",
                      [](Scene& s) { s.meshes[0].targets[0].stored[0].bytes = Blob::take(std::vector<u8>(60, 0xFF)); }},
                 });
}

TEST(Check, SkinsTargetsAndChannels) {
    expect_found(bending_strip(),
                 {
                     {"not a root", [](Scene& s) { s.nodes[6].parent = 0; }},
                     {"not a root", [](Scene& s) { s.nodes[6].local.translation.x = 1; }},
                     {"joint 9 of 5", [](Scene& s) { s.meshes[0].influences.joints[10] = 9; }},
                     {"add up to 1", [](Scene& s) { s.meshes[0].influences.weights[0] = 0.5f; }},
                     {"on a joint twice", [](Scene& s) { s.meshes[0].influences.joints[11] = 0; }},
                     {"an unused influence has a joint", [](Scene& s) { s.meshes[0].influences.joints[1] = 1; }},
                     {"a weight is negative", [](Scene& s) { s.meshes[0].influences.weights[0] = -1; }},
                     {"influences do not match", [](Scene& s) { s.meshes[0].influences.joints.pop_back(); }},
                     {"normal is not of unit", [](Scene& s) { s.meshes[0].normals[0].z = 2; }},
                     {"tangent is wrong", [](Scene& s) { s.meshes[0].tangents[0].w = 0; }},
                     {"target point 4 of 4", [](Scene& s) { s.meshes[0].targets[0].points[1] = 4; }},
                     {"do not increase", [](Scene& s) { s.meshes[0].targets[0].points = {2, 2}; }},
                     {"differ in number", [](Scene& s) { s.meshes[0].targets[0].offsets.pop_back(); }},
                     {"a color is not within", [](Scene& s) { s.meshes[0].primitives[0].colors[0].x = 1.5f; }},
                     {"variants do not match", [](Scene& s) { s.variants.pop_back(); }},
                     {"inverse binds do not match", [](Scene& s) { s.skins[0].inverse_binds.pop_back(); }},
                     {"is not affine", [](Scene& s) { s.skins[0].inverse_binds[0].m[15] = 2; }},
                     {"a joint twice", [](Scene& s) { s.skins[0].joints[1] = s.skins[0].joints[0]; }},
                     {"rotation is not of unit", [](Scene& s) { s.clips[0].channels[0].values[3] = 3; }},
                     {"values do not match", [](Scene& s) { s.clips[0].channels[1].values.pop_back(); }},
                     {"weights do not match", [](Scene& s) { s.clips[0].channels[2].values.pop_back(); }},
                     {"a value is not finite", [](Scene& s) { s.clips[0].channels[1].values[0] = infinite; }},
                     {"skinned mesh is moved", [](Scene& s) { s.clips[0].channels[1].node = 6; }},
                 });
}

}  // namespace
}  // namespace thaw::test
