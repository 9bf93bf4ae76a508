// The parts of to_scene(), one per concern.
#pragma once

#include <map>
#include <tuple>

#include "formats/ctr/memory/video_memory.hpp"
#include "formats/ctr/model/document.hpp"
#include "formats/ctr/model/strength.hpp"
#include "formats/ctr/model/strips.hpp"
#include "formats/shared/issue_reporter.hpp"

namespace thaw::ctr {

inline constexpr double metres_per_unit = 1.0 / 64;

// Tables of a file may be shared by many meshes. What a scene makes of them is bounded by the size of the file.
class Budget {
public:
    explicit Budget(u64 input_bytes) : left_(bytes_per_input_byte * input_bytes + at_least) {}

    bool take(u64 bytes) {
        if (bytes > left_) return false;
        left_ -= bytes;
        return true;
    }

private:
    static constexpr u64 bytes_per_input_byte = 192;
    static constexpr u64 at_least = 1 << 20;
    u64 left_;
};

// The part of a page that an image is made of: all the texels that layouts with the same colours use.
struct Crop {
    u8 left = 255;
    u8 top = 255;
    u8 right = 0;
    u8 bottom = 0;

    u32 width() const { return right - left + 1u; }
    u32 height() const { return bottom - top + 1u; }
};

struct SceneWork {
    const File& file;
    const Bundle& bundle;
    const SceneOptions& options;
    IssueReporter reporter;
    Budget budget;
    double unit = metres_per_unit;  // a unit of the game in the numbers of the scene
    double fps = 30;
    u64 most_frames = 0;  // of any mesh
    Scene scene{};
};

// Materials, made when a face first needs them.
class Materials {
public:
    explicit Materials(SceneWork& work);

    u32 plain(bool one_sided, bool translucent);
    // `level` says how bright its colours are (strength.hpp).
    u32 textured(const TextureLayout& layout, bool one_sided, u8 level);
    // By what the colours of the material are divided.
    u16 strength_of(u32 material) const { return strength_by_material_[material]; }
    // Of a corner on the image of the layout's material.
    Vec2 uv(const TextureLayout& layout, u8 u, u8 v) const;

    // Everything the hardware must know to find a texel.
    struct Group {
        u16 page = 0;
        u16 clut = 0;  // 0 where there is no colour table
        auto operator<=>(const Group&) const = default;
    };
    static Group group_of(const TextureLayout& layout);

    std::size_t slots() const { return slots_; }  // so far

private:
    struct Cutout {
        Crop crop{};
        std::size_t layout = 0;  // the first one that uses it
        bool made = false;
        bool chosen = false;           // by somebody, instead of the texels
        std::optional<Image> plain{};  // none: there are no texels
        std::map<u16, u32> images{};   // of the scene, by strength, plus 1
        std::size_t slot = 0;
        Values texels{};
        AlphaMode alpha = AlphaMode::opaque;
        BlendMode blend = BlendMode::normal;
    };
    // The image for colours of one level.
    struct Lit {
        bool made = false;
        u32 image = no_index;
        u16 strength = neutral_strength;
    };
    void make(const Group& group, Cutout& cutout);
    bool cut_out(const TexelSource& source, u32 blend, Cutout& cutout, Image& image);
    Lit& lit(const Group& group, Cutout& cutout, u8 level);
    u32 image_of(Cutout& cutout, u16 strength);

    SceneWork& work_;
    VideoMemory memory_{};
    std::map<Group, Cutout> cutouts_{};
    std::map<UsedColours, Values> bright_colours_{};
    std::map<std::pair<Group, u8>, Lit> lit_{};
    std::map<std::tuple<Group, bool, u16>, u32> textured_{};
    std::vector<u16> strength_by_material_{};
    std::map<std::pair<bool, bool>, u32> plain_{};
    std::size_t slots_ = 0;
};

// Frames of the scene's mesh that an animation shows.
struct ClipFrames {
    std::string name{};
    u32 first = 0;
    u32 stored = 0;
    u32 played = 0;
    bool half_rate = false;
};

struct ShownMesh {
    u32 mesh = no_index;
    std::vector<ClipFrames> clips{};
};

// Mesh `index` of a list. Without a mesh if nothing of it can be shown.
ShownMesh add_mesh(SceneWork& work, Materials& materials, std::size_t list, std::size_t index);

// Its points at rest, and all frames if it moves.
struct Points {
    std::vector<Vec3> base{};
    std::size_t present = 0;  // of the points: the rest is not in the file
    std::optional<VertexFrames> frames{};
    std::vector<ClipFrames> clips{};
};
Points points_of(SceneWork& work, std::size_t list, std::size_t index, std::size_t vertices);

// --- what of a scene is what of the file, as long as its budget sufficed
// ------------------------------------------------ The frames of a mesh, in order. A table may name one animation over
// and over: no more than are asked for.
struct ShownFrame {
    std::size_t region = 0;  // of File::frames
    u32 deltas = 0;          // pointer
    u32 row = no_index;      // of the table of animations; none: the mesh's own frame
};
std::vector<ShownFrame> frames_shown(const File& file, const Mesh& mesh, std::size_t most);

// The faces of a mesh: triangle n of the primitive.
struct ShownFace {
    u32 face = 0;
    u32 primitive = 0;
    u32 triangle = 0;
};
std::vector<ShownFace> faces_shown(const File& file, const Mesh& mesh, const std::vector<Face>& faces);

}  // namespace thaw::ctr
