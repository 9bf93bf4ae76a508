// Images of a CTR that somebody paints on or exchanges: texels in the video memory.
#include <algorithm>

#include "ctr/edit_support.hpp"
#include "ctr/made_scenes.hpp"
#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/shared/parts.hpp"

namespace thaw::test {
namespace {

using ctr::TextureLayout;

Image filled(const Image& image, const std::array<u32, 4>& color) {
    Image out = painted(image.width, image.height, [&](u32, u32) { return color; });
    out.name = image.name;
    return out;
}

u32 red_of(const Scene& scene, std::size_t image) { return scene.images[image].pixels[0]; }

TEST(CtrEditImages, AMovedVertexWritesNoTexels) {
    for (const bool with_memory : {true, false}) {
        Editing editing(toadstool_bundle());
        if (!with_memory) {
            std::erase_if(editing.bundle.parts, [](const Part& part) { return part.role == "vrm"; });
            editing.before = scene_of(read(ctr::format, editing.bundle).value(), {.all_lods = true});
            editing.paint = {Paint::untouched};
        }
        editing.mesh().points[0].x += 0.1f;
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok());
        EXPECT_FALSE(after.has_video_memory());
        EXPECT_EQ(after.words.find("image"), std::string::npos) << after.words;
        EXPECT_EQ(after.message("BUILD_ASSUMED"), "");
    }
}

TEST(CtrEditImages, WithoutVideoMemoryThePaintedOneIsItsOwnAndThatIsSaid) {
    Editing editing(toadstool_bundle());
    editing.file.scene.images[0] = filled(editing.file.scene.images[0], {255, 0, 0, 255});
    const BuiltModel with = editing.done();
    EXPECT_EQ(with.message("BUILD_ASSUMED"), "");
    std::erase_if(editing.bundle.parts, [](const Part& part) { return part.role == "vrm"; });
    editing.before = scene_of(read(ctr::format, editing.bundle).value(), {.all_lods = true});
    editing.paint = {Paint::painted};
    const BuiltModel without = editing.done();
    ASSERT_TRUE(without.ok());
    EXPECT_NE(without.message("BUILD_ASSUMED").find("--base"), std::string::npos);
    for (const BuiltModel* after : {&with, &without}) {
        ASSERT_TRUE(after->has_video_memory());
        EXPECT_EQ(red_of(back_of(*after), 0), 255u);
        EXPECT_EQ(editing.changed_bytes(*after), 0u);
    }
}

// A colour stands in for an image whose video memory is not at hand: it is no part of what is edited.
TEST(CtrEditImages, ColoursAreTheSameWithAndWithoutVideoMemory) {
    const auto tinted = [](bool with_memory) {
        Editing editing(toadstool_bundle());
        if (!with_memory) {
            std::erase_if(editing.bundle.parts, [](const Part& part) { return part.role == "vrm"; });
            editing.before = scene_of(read(ctr::format, editing.bundle).value(), {.all_lods = true});
            editing.paint = {Paint::untouched};
        }
        for (Material& material : editing.file.scene.materials) {
            if (material.image != no_index) material.base_color = {0.5f, 0.8f, 0.3f, 1};
        }
        return editing.done();
    };
    const BuiltModel with = tinted(true), without = tinted(false);
    EXPECT_NE(with.words.find("material changed"), std::string::npos) << with.words;
    EXPECT_TRUE(with.model.bundle.find("ctr")->bytes == without.model.bundle.find("ctr")->bytes);
}

TEST(CtrEditImages, OnlyTheWordsOfTheImageChange) {
    Editing editing(toadstool_bundle());
    Image& image = editing.file.scene.images[0];
    std::vector<u8> pixels(image.pixels.bytes().begin(), image.pixels.bytes().end());
    std::copy_n(std::array<u8, 4>{0, 0, 255, 255}.begin(), 4, pixels.begin());
    image.pixels = Blob::take(std::move(pixels));
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.has_video_memory());
    const Blob &then = editing.bundle.find("vrm")->bytes, &now = after.model.bundle.find("vrm")->bytes;
    ASSERT_EQ(then.size(), now.size());
    std::size_t changed = 0;
    for (std::size_t i = 0; i < then.size(); ++i) changed += then[i] != now[i] ? 1u : 0u;
    EXPECT_LE(changed, 2u);
    EXPECT_GE(changed, 1u);
}

// Two triangles with an image each, four bits a texel, side by side on a page, with one palette of which `used`
// entries are in use by the second.
Bundle two_images(u32 used) {
    ctr::FilePlan plan;
    ctr::MeshPlan mesh;
    mesh.name = "two_hi";
    const auto word = [](u32 flags, u32 slot, u32 texture) { return ctr::Command{flags | slot << 16 | texture}; };
    mesh.commands = {word(9u << 28, 1, 1), word(1u << 28, 2, 1), word(1u << 28, 3, 1), word(9u << 28, 4, 2),
                     word(1u << 28, 5, 2), word(1u << 28, 6, 2), {ctr::terminator}};
    mesh.colours = {{128, 128, 128, 0}};
    constexpr u16 page = 8 | 3 << 5, clut = 32 | 255 << 6;  // at 512, 0; the palette at 512, 255
    mesh.textures = {TextureLayout{0, 0, clut, 15, 0, page, 0, 15, 15, 15},
                     // Another way of blending makes it another image.
                     TextureLayout{16, 0, clut, 31, 0, page & ~0x60, 16, 15, 31, 15}};
    mesh.frame =
        ctr::FramePlan{{}, ctr::raw_data({{0, 0, 0}, {0, 40, 0}, {40, 0, 0}, {80, 0, 0}, {80, 40, 0}, {120, 0, 0}})};
    plan.models = {{"two", -1, {mesh}}};
    Bundle out = ctr::lay_out(plan);
    vrm::Document memory;
    memory.mark = vrm::stream_mark;
    const auto add = [&](u16 x, u16 y, u16 width, u16 height, std::vector<u8> pixels) {
        vrm::Entry entry;
        entry.tim.image = {.x = x, .y = y, .width = width, .height = height, .pixels = Blob::take(std::move(pixels))};
        entry.tim.image.length = static_cast<u32>(vrm::block_header_bytes + entry.tim.image.pixels.size());
        entry.size = static_cast<u32>(vrm::tim_header_bytes + entry.tim.image.pixels.size());
        memory.entries.push_back(std::move(entry));
    };
    std::vector<u8> texels(2 * 8 * 16);
    for (u32 y = 0; y < 16; ++y) {
        for (u32 x = 0; x < 16; ++x) {
            const u32 entry = (x + y) % used;
            texels[2 * (8 * y + 4 + x / 4) + x % 4 / 2] |= static_cast<u8>(entry << (x % 2 * 4));
        }
    }
    std::vector<u8> palette;
    for (u32 i = 0; i < 16; ++i) {
        const u32 color = 1 + i;  // dark reds
        palette.insert(palette.end(), {static_cast<u8>(color), static_cast<u8>(color >> 8)});
    }
    add(512, 0, 8, 16, texels);
    add(512, 255, 16, 1, palette);
    memory.entries.emplace_back();
    out.parts.push_back({"vrm", "two.vrm", write_part(vrm::format, memory, "vrm").value()});
    return out;
}

u32 texture_of(const Scene& scene, std::size_t primitive) {
    return scene.materials[scene.meshes[0].primitives[primitive].material].image;
}

TEST(CtrEditImages, ColoursThatAnotherImageNeedsStay) {
    for (const auto& [used, stays] : {std::pair(12u, true), std::pair(16u, false)}) {
        SCOPED_TRACE(used);
        Editing editing(two_images(used));
        const u32 first = texture_of(editing.file.scene, 0), second = texture_of(editing.file.scene, 1);
        ASSERT_NE(first, second);
        editing.file.scene.images[first] = filled(editing.file.scene.images[first], {0, 255, 0, 255});
        const BuiltModel after = editing.done();
        ASSERT_TRUE(after.ok()) << to_string(after.error);
        EXPECT_EQ(after.found("BUILD_REBUILT"), "");
        const Scene shown = back_of(after);
        EXPECT_EQ(shown.images[texture_of(shown, 0)].pixels[1], 255);
        EXPECT_EQ(shown.images[texture_of(shown, 1)].pixels, editing.before.images[second].pixels);
        // Where there is no entry left it goes elsewhere, with a palette of its own.
        EXPECT_EQ(editing.changed_bytes(after) == 0, stays);
    }
}

TEST(CtrEditImages, TexelsThatAnotherImageShowsStay) {
    Bundle bundle = two_images(8);
    // Both on the same texels.
    Editing probe(bundle);
    const auto model = read(ctr::format, bundle);
    ctr::Document document = ctr_of(*model);
    document.file->layouts[0].value.u0 = document.file->layouts[0].value.u2 = 16;
    document.file->layouts[0].value.u1 = 31;
    bundle.parts[0].bytes = write_part(ctr::format, document, "ctr").value();
    Editing editing(bundle);
    const u32 first = texture_of(editing.file.scene, 0), second = texture_of(editing.file.scene, 1);
    editing.file.scene.images[first] = filled(editing.file.scene.images[first], {0, 255, 0, 255});
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    const Scene shown = back_of(after);
    EXPECT_EQ(shown.images[texture_of(shown, 0)].pixels[1], 255);
    EXPECT_EQ(shown.images[texture_of(shown, 1)].pixels, editing.before.images[second].pixels);
    EXPECT_NE(editing.changed_bytes(after), 0u);
}

TEST(CtrEditImages, WhatAllModelsShareIsNotPaintedOver) {
    Editing editing(two_images(4));
    for (Part& part : editing.bundle.parts) {
        if (part.role == "vrm") part.role = "shared-vrm";
    }
    const u32 first = texture_of(editing.file.scene, 0);
    editing.file.scene.images[first] = filled(editing.file.scene.images[first], {0, 255, 0, 255});
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_NE(editing.changed_bytes(after), 0u);  // it has another place now
    const Scene shown = back_of(after);           // which is in the model's own memory
    ASSERT_NE(texture_of(shown, 0), no_index);
    EXPECT_EQ(shown.images[texture_of(shown, 0)].pixels[1], 255);
}

TEST(CtrEditImages, AnImageOfAnotherSizeIsPutInPlace) {
    Editing editing(toadstool_bundle());
    editing.file.scene.images[0] =
        painted(48, 24, [](u32 x, u32 y) { return std::array<u32, 4>{x * 5, y * 10, 0, 255}; });
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok()) << to_string(after.error);
    EXPECT_EQ(after.found("BUILD_REBUILT"), "");
    const Scene shown = back_of(after);
    // What triangles show of it: they ended half a texel of the old one before its edges.
    EXPECT_GE(shown.images[0].width, 45u);
    EXPECT_GE(shown.images[0].height, 22u);
    EXPECT_GT(shown.images[0].pixels[4 * (shown.images[0].width - 1)], 220);
    EXPECT_LT(shown.images[0].pixels[0], 20);
}

TEST(CtrEditImages, AFullMemoryRefusesAndFitMakesTheImageSmaller) {
    Editing editing(toadstool_bundle());
    vrm::Document memory;
    memory.mark = vrm::stream_mark;
    vrm::Entry all;
    all.tim.image = {
        .x = 0, .y = 0, .width = 1024, .height = 512, .pixels = Blob::take(std::vector<u8>(2u * 1024 * 512, 1))};
    all.tim.image.length = static_cast<u32>(vrm::block_header_bytes + all.tim.image.pixels.size());
    all.size = static_cast<u32>(vrm::tim_header_bytes + all.tim.image.pixels.size());
    memory.entries = {all, {}};
    for (Part& part : editing.bundle.parts) {
        if (part.role == "vrm") part.bytes = write_part(vrm::format, memory, "vrm").value();
    }
    editing.before = scene_of(read(ctr::format, editing.bundle).value(), {.all_lods = true});
    editing.file = through_glb(editing.before);
    editing.file.scene.images[0] =
        painted(64, 64, [](u32 x, u32 y) { return std::array<u32, 4>{x * 4, y * 4, 0, 255}; });
    const BuiltModel refused = editing.done();
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error.message.find("free words of video memory"), std::string::npos) << refused.error.message;
    const BuiltModel fitted = editing.done(true, {.fit = true});
    ASSERT_TRUE(fitted.ok()) << to_string(fitted.error);
    EXPECT_NE(fitted.find("BUILD_FITTED"), nullptr);
    EXPECT_LT(back_of(fitted).images[0].width, 64u);
}

TEST(CtrEditImages, AnImageThatWasTakenOffIsSaid) {
    Editing editing(toadstool_bundle());
    for (Material& material : editing.file.scene.materials) material.image = no_index;
    const BuiltModel after = editing.done();
    ASSERT_TRUE(after.ok());
    EXPECT_EQ(after.message("BUILD_NOT_KEPT"),
              "image of material " + after.find("BUILD_NOT_KEPT")->path + " cannot be removed; the old one stays");
    EXPECT_EQ(editing.changed_bytes(after), 0u);
}

}  // namespace
}  // namespace thaw::test
