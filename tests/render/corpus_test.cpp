// Every model at hand is drawn: none blank, none cut off at the edge.
#include <gtest/gtest.h>

#include <algorithm>

#include "convert/export.hpp"
#include "io/inputs.hpp"
#include "io/open.hpp"
#include "render/render.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

struct Seen {
    std::size_t pixels = 0;
    std::size_t at_edge = 0;
};

Seen seen_in(const Pixels& image) {
    Seen out;
    for (u32 y = 0; y < image.height; ++y) {
        for (u32 x = 0; x < image.width; ++x) {
            if (image.rgba[4 * (std::size_t{y} * image.width + x) + 3] == 0) continue;
            ++out.pixels;
            const bool edge = x == 0 || y == 0 || x + 1 == image.width || y + 1 == image.height;
            out.at_edge += edge ? 1u : 0u;
        }
    }
    return out;
}

bool is_light(const Scene& scene) {
    return !scene.materials.empty() &&
           std::all_of(scene.materials.begin(), scene.materials.end(),
                       [](const Material& material) { return material.blend == BlendMode::additive; });
}

void expect_drawn(const Model& model, const std::string& path) {
    Issues issues;
    const auto scene = to_scene(model, {}, issues);
    if (!scene) return;  // broken on purpose
    const auto images = pixels_of(*scene, issues);
    Renderer renderer(*scene, images, {.width = 64, .height = 64});
    for (const View& view : {View{}, View{180, 0}}) {
        std::vector<Shot> shots;
        for (const Moment& moment : moments_of(*scene, no_index, 4)) shots.push_back({moment, view});
        renderer.fit(shots);
        std::size_t most = 0;
        for (const Shot& shot : shots) {
            Pixels image;
            renderer.draw(shot, image);
            const Seen seen = seen_in(image);
            EXPECT_EQ(seen.at_edge, 0u) << path;
            most = std::max(most, seen.pixels);
        }
        // Decals and doors are seen from one side only, and light over nothing may be dark.
        if (view == View{} && !is_light(*scene)) {
            EXPECT_GT(most, 8u) << path;
        }
    }
}

TEST(RenderCorpus, NothingIsBlankOrCutOff) {
    io::Folders folders;
    const io::Inputs inputs = io::collect_inputs({corpus_folder().string()}, folders);
    io::Opener opener(folders, {}, {});
    std::size_t drawn = 0;
    for (const io::Input& input : inputs.models) {
        for (auto& result : opener.open(input.path)) {
            const auto* opened = std::get_if<io::Opened>(&result);
            if (opened == nullptr || opened->model.format->to_scene == nullptr) continue;
            expect_drawn(opened->model, input.path);
            ++drawn;
        }
    }
    EXPECT_GT(drawn, 300u);
}

}  // namespace
}  // namespace thaw::test
