// Every format, clean and as its game drew it, against images that a person has looked at.
//
// After a change that is meant to be seen: THAW_ACCEPT_IMAGES=1 build/test/tests/render/test_golden, look at each of
// them, and commit.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "convert/export.hpp"
#include "io/files.hpp"
#include "io/open.hpp"
#include "render/render.hpp"
#include "support/corpus.hpp"

namespace thaw::test {
namespace {

struct Case {
    const char* name;
    const char* model;
    View view{};
    double seconds = 0;  // of the first clip
};

constexpr std::array<Case, 6> cases{{{"ctc", "ctc/lantern.ctc"},
                                     {"ctr", "ctr/toadstool.ctr", {20, 10}, 0.2},
                                     {"ddd", "soulfu/FROG.DDD", {50, 20}, 0.3},
                                     {"rdy", "soulfu/FROG.RDY", {-40, 10}},
                                     {"twm", "twm/flower.twm", {30, 25}, 0.5},
                                     {"unreal", "unreal/Models/ThawFish_d.3d", {60, 10}, 0.25}}};

Pixels drawn(const Case& item, bool game) {
    io::Folders folders;
    io::Opener opener(folders, {}, {});
    auto results = opener.open((source_folder() / "samples" / item.model).string());
    const auto* opened = std::get_if<io::Opened>(&results.at(0));
    if (opened == nullptr) {
        ADD_FAILURE() << item.model << " cannot be opened";
        return {};
    }
    Issues issues;
    const auto scene = to_scene(opened->model, {}, issues);
    EXPECT_TRUE(scene.ok());
    const auto images = pixels_of(*scene, issues);
    RendererOptions options{.width = 96, .height = 96};
    if (game) options.style = opened->model.format->style;
    if (options.style.snap) options.samples = 1;
    Renderer renderer(*scene, images, options);
    const Shot shot{{scene->clips.empty() ? no_index : 0, item.seconds}, item.view};
    renderer.fit({&shot, 1});
    Pixels image;
    renderer.draw(shot, image);
    return image;
}

// How many pixels differ by more than rounding may explain: libraries of other machines compute sines a little
// differently, and a corner moves by a 256th of a pixel.
std::size_t differences(const Pixels& a, const Pixels& b) {
    if (a.width != b.width || a.height != b.height) return a.rgba.size();
    std::size_t out = 0;
    for (std::size_t i = 0; i < a.rgba.size(); i += 4) {
        int largest = 0;
        for (std::size_t c = 0; c < 4; ++c) largest = std::max(largest, std::abs(a.rgba[i + c] - b.rgba[i + c]));
        out += largest > 12 ? 1u : 0u;
    }
    return out;
}

void compare(const Case& item, bool game) {
    const std::string path =
        (source_folder() / "tests/render/golden" / item.name).string() + (game ? "_game" : "_clean") + ".png";
    const Pixels image = drawn(item, game);
    if (std::getenv("THAW_ACCEPT_IMAGES") != nullptr) {
        const auto png = encode_png(image);
        std::ofstream(path, std::ios::binary)
            .write(reinterpret_cast<const char*>(png.data()), static_cast<std::streamsize>(png.size()));
        return;
    }
    const auto file = io::read_file(path, {});
    ASSERT_TRUE(file.ok()) << path;
    const auto golden = decode_image(file->bytes.bytes());
    ASSERT_TRUE(golden.ok());
    EXPECT_LE(differences(image, *golden), 20u) << path;
}

TEST(Golden, CleanImages) {
    for (const Case& item : cases) compare(item, false);
}

TEST(Golden, ImagesAsTheGamesDrewThem) {
    for (const Case& item : cases) compare(item, true);
}

}  // namespace
}  // namespace thaw::test
