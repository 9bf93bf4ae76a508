// From a model to a GLB and back.
#include "base/endian.hpp"
#include "base/file_name.hpp"
#include "base/sha256.hpp"
#include "convert/support.hpp"
#include "fixtures/fixtures.hpp"
#include "images/image.hpp"
#include "oracle/generate.hpp"
#include "pairs.hpp"
#include "scene/maths.hpp"
#include "support/sanitized.hpp"

namespace thaw::test {
namespace {

TEST(ToNative, EveryFixtureComesBackByteForByte) {
    std::size_t models = 0;
    for (const Fixture& fixture : all_fixtures()) {
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        const std::string broken = round_trip(*model);
        if (broken == "no shape") continue;
        EXPECT_EQ(broken, "") << fixture.name;
        ++models;
    }
    EXPECT_GT(models, 150u);
}

// As earlier versions wrote it: one SHA-256 over JSON and binary, with zeros in its place.
Model with_earlier_stamp(const Model& glb) {
    const Bytes bytes = glb.bundle.parts[0].bytes.bytes();
    const u32 json_bytes = load<u32>(bytes.data() + 12, Order::little);
    std::string json(bytes.begin() + 20, bytes.begin() + 20 + json_bytes);
    const std::string key = "\"content\":", zeros(64, '0');
    const std::size_t at = json.find(key) + key.size();
    EXPECT_NE(at, std::string::npos + key.size());
    json.replace(at, json.find('}', at) - at, "\"" + zeros + "\"");
    json.append((4 - json.size() % 4) % 4, ' ');
    Sha256 hash;
    hash.add({reinterpret_cast<const u8*>(json.data()), json.size()});
    hash.add(bytes.subspan(28 + json_bytes));
    json.replace(json.find(zeros), zeros.size(), hex(hash.finish()));
    std::vector<u8> out(bytes.begin(), bytes.begin() + 20);
    out.insert(out.end(), json.begin(), json.end());
    out.insert(out.end(), bytes.begin() + 20 + json_bytes, bytes.end());
    store(out.data() + 8, static_cast<u32>(out.size()), Order::little);
    store(out.data() + 12, static_cast<u32>(json.size()), Order::little);
    auto model = read(gltf_file::format, {{{"gltf", "model.glb", Blob::take(std::move(out))}}});
    EXPECT_TRUE(model.ok()) << to_string(model.error());
    return std::move(*model);
}

TEST(ToNative, GlbsOfEarlierVersionsComeBackByteForByte) {
    std::size_t models = 0;
    for (const Fixture& fixture : all_fixtures()) {
        const auto model = read(*fixture.format, fixture.bundle);
        const auto glb = model ? through_glb(*model) : std::nullopt;
        if (!glb || kept_in(*glb) == nullptr) continue;
        const Model earlier = with_earlier_stamp(*glb);
        const GltfKept* kept = kept_in(earlier);
        ASSERT_TRUE(kept != nullptr && kept->stamp.bytes().empty() && kept->content_hash.size() == 64);
        EXPECT_EQ(native_difference(*model, earlier), "") << fixture.name;
        ++models;
    }
    EXPECT_GT(models, 150u);
}

Model near_wave() {
    const Format& format = *find_format("unreal");
    return std::move(*read(format, *write(Model{&format, {}, bench::waving(301, 24)})));
}

// The same in steps of 16 bits, with one point that moves 17.
Model far_wave() {
    Model model{find_format("unreal"), {}, bench::waving(301, 24)};
    Issues issues;
    EXPECT_TRUE(convert_variant(model, "deusex", issues).ok());
    Bundle files = *write(model);
    Part& aniv = files.parts[1];
    const Bytes before = aniv.bytes.bytes();
    std::vector<u8> bytes(before.begin(), before.end());
    const std::size_t frame_bytes = 8 * 301, head = bytes.size() - 24 * frame_bytes;
    store(bytes.data() + head, i16{-30000}, Order::little);
    store(bytes.data() + head + 5 * frame_bytes, i16{30000}, Order::little);
    aniv.bytes = Blob::take(std::move(bytes));
    return std::move(*read(*find_format("unreal"), std::move(files)));
}

TEST(ToNative, WithoutTheFilesInsideCompactOnesAreExact) {
    for (const Model& model : std::array{near_wave(), far_wave()}) {
        const auto glb = through_glb(model, {}, false, true);
        ASSERT_TRUE(glb && kept_in(*glb) == nullptr);
        auto base = read(*model.format, model.bundle);
        EXPECT_EQ(native_difference(model, *glb, {.base = &*base}), "");
    }
}

// The node of a compact file scales the mesh, also where no triangle of the base is left.
TEST(ToNative, CompactFilesKeepTheirSizeWhereTheBaseIsBuiltAnew) {
    const Format& format = *find_format("unreal");
    const Model other = std::move(*read(format, *write(Model{&format, {}, bench::waving(90, 3)})));
    std::vector<f32> sizes;
    for (const bool compact : {false, true}) {
        const auto glb = through_glb(other, {}, false, compact);
        Model base = near_wave();
        Issues issues;
        const auto back = to_native(*glb, format, {.build = {.fit = true}, .base = &base}, issues);
        ASSERT_TRUE(back.ok()) << to_string(back.error());
        const auto files = write(back->model);
        const auto again = read(format, *files);
        const auto scene = to_scene(*again, {}, issues);
        ASSERT_TRUE(scene.ok());
        Box3<f32> box;
        for (const Vec3 point : scene->meshes.at(0).points) box.include(point);
        sizes.push_back(length(box.high - box.low));
    }
    EXPECT_NEAR(sizes[1] / sizes[0], 1, 0.01);
}

TEST(ToNative, EveryGeneratedDocumentComesBackByteForByte) {
    constexpr u64 seeds = sanitized ? 20 : 400;
    for (const Format* format : formats()) {
        if (format->to_scene == nullptr || format->id == "gltf") continue;
        std::size_t models = 0;
        for (u64 seed = 0; seed < seeds; ++seed) {
            Entropy entropy(seed);
            auto bundle = generate(*format, entropy);
            if (!bundle) continue;
            const auto model = read(*format, std::move(*bundle));
            if (!model) continue;
            const std::string broken = round_trip(*model);
            if (broken == "no shape") continue;
            ASSERT_EQ(broken, "") << format->id << " seed " << seed;
            ++models;
        }
        EXPECT_GT(models, 0u) << format->id;
    }
}

TEST(ToNative, AGlbThatWasWrittenAgainKeepsItsSource) {
    const auto all = all_fixtures();
    for (const Fixture& fixture : all) {
        if (fixture.format->id != "ddd" || !fixture.issues.empty() || fixture.error) continue;
        const auto model = read(*fixture.format, fixture.bundle);
        const auto once = through_glb(*model);
        if (!once) continue;
        const auto twice = through_glb(*once);
        ASSERT_TRUE(twice);
        Issues issues;
        const auto back = to_native(*twice, *fixture.format, {}, issues);
        ASSERT_TRUE(back.ok()) << to_string(back.error());
        EXPECT_EQ(write(back->model)->parts.front().bytes, fixture.bundle.parts.front().bytes) << fixture.name;
    }
}

TEST(ToNative, AGltfOfNoKnownOriginHasNothingToTakeOut) {
    const auto all = ddd_fixtures();
    const auto model = read(*all.front().format, all.front().bundle);
    const auto glb = through_glb(*model, {}, false);
    ASSERT_TRUE(glb);
    EXPECT_EQ(kept_in(*glb), nullptr);
    EXPECT_EQ(kept_in(*model), nullptr);
}

TEST(ToNative, ASlotWithoutAnImageGetsOneOfItsColour) {
    const Format& unreal = *find_format("unreal");
    Scene scene;
    scene.materials = {{.base_color = {srgb_to_linear(1), srgb_to_linear(0.5f), 0, 1}}};
    scene.meshes = {{.points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                     .primitives = {{.material = 0, .points = {0, 1, 2}, .indices = {0, 1, 2}}}}};
    scene.nodes = {{.mesh = 0}};
    StringSink sink;
    ASSERT_TRUE(write_glb(scene, {}, sink));
    const auto* data = static_cast<const u8*>(static_cast<const void*>(sink.text.data()));
    const auto glb = read(*find_format("gltf"), {{{"gltf", "a.glb", Blob::copy_of(Bytes(data, sink.text.size()))}}});
    ASSERT_TRUE(glb) << to_string(glb.error());
    Issues issues;
    const auto back = to_native(*glb, unreal, {.build = {.name = "Dot"}}, issues);
    ASSERT_TRUE(back) << to_string(back.error());
    const auto texture = std::find_if(back->companions.begin(), back->companions.end(),
                                      [](const Part& part) { return part.role == "texture"; });
    ASSERT_NE(texture, back->companions.end());
    EXPECT_EQ(texture->name, "Dot_0.pcx");
    const auto image = to_pixels(Image{.name = "Dot_0.pcx", .file = texture->bytes});
    ASSERT_TRUE(image) << to_string(image.error());
    EXPECT_EQ(image->width, 8u);
    EXPECT_EQ(image->height, 8u);
    EXPECT_EQ(std::vector<u8>(image->rgba.end() - 4, image->rgba.end()), (std::vector<u8>{255, 128, 0, 255}));
}

TEST(ToNative, ImagesHaveNoFoldersInTheirNames) {
    const auto all = all_fixtures();
    for (const Fixture& fixture : all) {
        const auto model = read(*fixture.format, fixture.bundle);
        if (!model) continue;
        Issues issues;
        const auto scene = scene_for_export(*model, {}, issues);
        if (!scene) continue;
        for (const Image& image : scene->images) EXPECT_EQ(image.name, text::file_name(image.name)) << fixture.name;
    }
}

// Says yes once, at its Nth question.
class Request : public Monitor {
public:
    explicit Request(u64 at) : at_(at) {}
    bool cancelled() override { return ++asked == at_; }
    u64 asked = 0;

private:
    u64 at_;
};

// Without a base, where everything is made: every format asks between its steps, for example in a run over many models.
TEST(ToNative, WhatIsMadeAnewCanBeStopped) {
    const auto all = all_fixtures();
    const auto found = std::find_if(all.begin(), all.end(), [](const Fixture& f) { return f.name == "ctc_swaying"; });
    ASSERT_NE(found, all.end());
    const auto model = read(*found->format, found->bundle);
    ASSERT_TRUE(model);
    Issues issues;
    const auto scene = to_scene(*model, {}, issues);
    ASSERT_TRUE(scene);
    for (const Format* format : formats()) {
        if (format->from_scene == nullptr || format->id == "gltf") continue;
        const auto build = [&](Monitor& monitor) {
            return from_scene(*format, {.scene = *scene, .context = {.monitor = &monitor}}, {.fit = true}, issues);
        };
        Request never(0);
        ASSERT_TRUE(build(never)) << format->id;
        EXPECT_GT(never.asked, 3u) << format->id;
        for (u64 question = 1; question <= never.asked; ++question) {
            Request monitor(question);
            const auto built = build(monitor);
            ASSERT_FALSE(built) << format->id << question;
            EXPECT_EQ(built.error().code, Code::cancelled) << format->id << question;
        }
    }
}

// In the middle of one model: whatever has been asked so far, the answer is an error and no half of a model.
TEST(ToNative, IsStoppedAnywhereOnTheWay) {
    const auto all = all_fixtures();
    for (const std::string name : {"ctc_swaying", "ctr_packed"}) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const Fixture& f) { return f.name == name; });
        ASSERT_NE(found, all.end());
        const auto glb = through_glb(read(*found->format, found->bundle).value());
        ASSERT_TRUE(glb) << name;
        const auto run = [&](Monitor& monitor, Model* base) {
            Issues issues;
            return to_native(*glb, *found->format, {.scene = {.raw = base != nullptr}, .base = base}, issues,
                             {.monitor = &monitor});
        };
        Request never(0);
        Model base = read(*found->format, found->bundle).value();
        ASSERT_TRUE(run(never, &base).ok());
        EXPECT_GT(never.asked, 10u) << name;
        for (u64 question = 1; question <= never.asked; ++question) {
            Request monitor(question);
            Model again = read(*found->format, found->bundle).value();
            const auto back = run(monitor, &again);
            ASSERT_FALSE(back.ok()) << name << question;
            EXPECT_EQ(back.error().code, Code::cancelled);
        }
    }
}

}  // namespace
}  // namespace thaw::test
