// Images on models are upright and not mirrored: a square with the letter F, seen from the front.
#include "support/letter.hpp"
#include "base/endian.hpp"
#include "images/image.hpp"
#include "unreal/scene_fixtures.hpp"

namespace thaw::test {
namespace {

Blob letter_image() {
    Pixels image{5, 5, {}};
    for (const std::string_view row : letter_f) {
        for (const char c : row) {
            const u8 light = c == '#' ? 255 : 0;
            image.rgba.insert(image.rgba.end(), {light, light, light, 255});
        }
    }
    return Blob::take(encode_png(image));
}

// Corners are upper left, upper right, lower left and lower right. `mirrored`: the image goes from right to left.
Bundle square(const std::array<unreal::Point, 4>& corners, bool mirrored) {
    std::vector<u8> data(48 + 2 * 16), aniv(4 + 4 * 4);
    store(data.data(), u16{2}, Order::little);
    store(data.data() + 2, u16{4}, Order::little);
    constexpr u16 polys[2][3] = {{0, 1, 2}, {1, 3, 2}};  // U3: they turn outward on the numbers of the file
    for (std::size_t p = 0; p < 2; ++p) {
        for (std::size_t c = 0; c < 3; ++c) {
            const u16 corner = polys[p][c];
            u8* poly = data.data() + 48 + 16 * p;
            store(poly + 2 * c, corner, Order::little);
            const bool right = (corner % 2 == 1) != mirrored;
            poly[8 + 2 * c] = right ? 255 : 0;
            poly[9 + 2 * c] = corner >= 2 ? 255 : 0;
        }
    }
    store(aniv.data(), u16{1}, Order::little);
    store(aniv.data() + 2, u16{16}, Order::little);
    for (std::size_t v = 0; v < 4; ++v) store(aniv.data() + 4 + 4 * v, unreal::pack(corners[v]), Order::little);
    Bundle bundle;
    bundle.parts.push_back({"data", "tetra_d.3d", Blob::take(std::move(data))});
    bundle.parts.push_back({"aniv", "tetra_a.3d", Blob::take(std::move(aniv))});
    bundle.parts.push_back({"texture:0", "letter.png", letter_image()});
    return bundle;
}

// Faces X, which is forward. Y is right, so that who stands before it sees Y to the left.
constexpr std::array<unreal::Point, 4> facing_x{{{0, 100, 100}, {0, -100, 100}, {0, 100, -100}, {0, -100, -100}}};
// Faces Y. YAW=-64 turns it forward, and X to the right of who stands before it.
constexpr std::array<unreal::Point, 4> facing_y{{{-100, 0, 100}, {100, 0, 100}, {-100, 0, -100}, {100, 0, -100}}};

void expect_letter(const Bundle& bundle) {
    for (const bool raw : {false, true}) {
        const Scene scene = scene_of(model_of(bundle), {.raw = raw});
        ASSERT_EQ(scene.images.size(), 1u);
        EXPECT_EQ(scene.materials[scene.meshes[0].primitives[0].material].image, 0u);
        expect_letter_f(scene);
    }
}

Bundle with(Bundle bundle, const char* role, std::string_view text) {
    bundle.parts.push_back({role, "a script", text_blob(text)});
    return bundle;
}

std::string script(std::string_view keys, std::string_view origin) {
    return "#exec MESH IMPORT MESH=M ANIVFILE=tetra_a.3d DATAFILE=tetra_d.3d " + std::string(keys) +
           "\n#exec MESH ORIGIN MESH=M " + std::string(origin) + "\n#exec MESHMAP SCALE MESHMAP=M X=0.1 Y=0.1 Z=0.2\n";
}

TEST(UnrealLetter, IsUprightAsItStands) { expect_letter(square(facing_x, false)); }

TEST(UnrealLetter, IsUprightWhereAScriptTurnsIt) {
    expect_letter(with(square(facing_y, false), "uc", script("", "YAW=-64")));
}

// U5: such files hold the mirror image, and the image is mirrored with it.
TEST(UnrealLetter, IsUprightWhereAScriptUnmirrorsIt) {
    expect_letter(with(square(facing_y, true), "uc", script("UNMIRROR=1", "YAW=-64")));
}

TEST(UnrealLetter, IsUprightWhereAModeldefShowsIt) {
    expect_letter(with(square(facing_x, false), "modeldef", "Model A { Model 0 tetra_d.3d }"));
    expect_letter(with(square(facing_y, false), "modeldef", "Model A { Model 0 tetra_d.3d AngleOffset 90 ZOffset 5 }"));
    // Held before the eyes, where a negative scale takes back what the screen mirrors.
    expect_letter(
        with(square(facing_x, false), "modeldef", "Model A { Model 0 tetra_d.3d Scale -2 1 3 Offset 5 -60 -7 }"));
}

}  // namespace
}  // namespace thaw::test
