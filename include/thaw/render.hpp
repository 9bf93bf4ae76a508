// Models as images, still or moving, drawn without a graphics card: the same bytes on every run.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>
#include <thaw/limits.hpp>

namespace thaw {

// Where the camera stands around the model, in degrees. 0, 0 is in front of it. Yaw leads to the model's left side,
// pitch to above it.
struct View {
    double yaw = 35;
    double pitch = 15;
    friend bool operator==(const View&, const View&) = default;
};

// "front", "back", "left", "right", "top", "three-quarter", or "YAW,PITCH" in degrees.
std::optional<View> view_of(std::string_view word);

// What to draw in addition to the surfaces.
struct Show {
    bool wireframe = false;
    bool bones = false;
    bool normals = false;
    bool attachments = false;
    bool axes = false;
};

// "bones,axes": the names of the members above.
std::optional<Show> show_of(std::string_view words);

using Color = std::array<u8, 4>;  // red, green, blue, alpha

// "none", "white", "black", "grey" or "#RRGGBB".
std::optional<Color> color_of(std::string_view word);

enum class Filter : u8 { automatic, nearest, bilinear };  // automatic: as the material says

enum class Style : u8 { clean, game };  // game: as its game drew it (Format::style)

inline constexpr u32 greatest_render_side = 8192;

// Packs the frames of a moving image for which this library has no code of its own.
class MotionEncoder;
class Sink;
using MotionEncoderMaker = Result<std::unique_ptr<MotionEncoder>> (*)(u32 width, u32 height, Sink& sink, bool quick);

struct RenderOptions {
    u32 width = 512;  // in pixels, of one image of a filmstrip
    u32 height = 512;
    u32 samples = 4;  // of each pixel: 1, 4 or 16
    View view{};
    Filter filter = Filter::automatic;
    Style style = Style::clean;
    Color background{};
    Show show{};
    std::string skin{};      // one of the model's sets of textures, by name or number
    std::string clip{};      // a name, whatever its case, or a number from 0 on; empty: the first; "rest": none
    double time = 0;         // seconds into the clip
    bool frame_all = false;  // a still leaves room for all of its clip, or for all clips where none is named
    std::string animate{};   // moves: this clip, or "all" in a row
    bool turntable = false;  // moves: the camera goes around the model
    u32 filmstrip = 0;       // a still of so many moments of the clip side by side
    bool any_clip = false;   // a model without the clip shows its usual pose
    SceneOptions scene{};    // how the scene is made
    MotionEncoderMaker webp = nullptr;

    bool moves() const { return turntable || !animate.empty(); }
};

struct Rendered {
    Issues issues{};
    std::string name{};  // of the scene
    Blob bytes{};        // the file, or the pixels
    u32 width = 0;
    u32 height = 0;
    std::size_t frames = 1;
    double seconds = 0;
    std::size_t clips = 0;       // that the model has
    bool clip_missing = false;   // the usual pose is shown instead
    bool has_triangles = true;   // without, its skeleton is drawn
    bool shows_nothing = false;  // and has no bytes
};

// `extension` says what kind of file: ".png" of a still; ".gif", ".apng", or ".webp" if there is an encoder, of what
// moves. Empty: a still as pixels, 4 bytes each, row after row from the top. Code::unsupported means that something was
// asked for that is not there. Progress is counted in frames.
Result<Rendered> render(const Model& model, const RenderOptions& options = {}, std::string_view extension = ".png",
                        const Context& context = {});

}  // namespace thaw
