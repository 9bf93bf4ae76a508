// The parts of from_scene(), one per concern.
#pragma once

#include <map>
#include <set>

#include "formats/ctr/build/build.hpp"
#include "formats/ctr/build/encode.hpp"
#include "formats/ctr/build/memory.hpp"
#include "formats/ctr/memory/video_memory.hpp"
#include "formats/shared/flatten.hpp"

namespace thaw::ctr {

inline constexpr double units_per_metre = 64;
inline constexpr double game_fps = 30;
inline constexpr std::size_t most_colours = 128;
inline constexpr std::size_t most_levels = 32;  // what kind.cpp takes for a model
inline constexpr u32 most_played_frames = 0x7FFF;
inline constexpr u64 most_frame_bytes = 65532;
inline constexpr i64 last_known_id = 0xE1;

// What every part needs: what was asked for, and where to say what did not work out.
struct BuildWork {
    const Scene& scene;              // without its clips
    const std::vector<Clip>& clips;  // of the scene
    const BuildOptions& options;
    Issues& issues;
    const Context& context;              // its monitor may stop the work
    const SceneInput* edited = nullptr;  // if there is a base
    std::optional<Error> refused{};      // the first limit that was exceeded

    // Something does not fit: says so. True if it may be changed, as `change` says.
    bool exceeds(const std::string& path, const std::string& limit, const std::string& found,
                 const std::string& change);
    // Nor would changing it help.
    void refuse(const std::string& path, const std::string& limit, const std::string& found);
    void refuse(const IssueKind& kind, const std::string& path);
    // As a name of the file: readable, at most 16 bytes.
    std::string name(const std::string& wanted, const char* what);
};

// --- which nodes are what --------------------------------------------------------------------------------------------
struct LevelNodes {
    std::string name{};  // empty: the model's, with an ending
    std::vector<u32> nodes{};
};
struct ModelNodes {
    std::string name{};
    u32 node = no_index;  // that stands for it, if there is one
    std::vector<LevelNodes> levels{};
};
// The levels of detail of each model, finest first.
std::vector<ModelNodes> models_in(const Scene& scene);

// --- colours ---------------------------------------------------------------------------------------------------------
struct ColourSample {
    std::array<u8, 3> rgb{};
    u8 kind = 0;  // different ones are never mixed
    u64 weight = 1;
};
struct MergedColours {
    std::vector<ColourSample> colours{};
    std::vector<u32> index{};  // by sample
};
// Weighted median cut to at most `most` colours. There must not be more kinds than that.
MergedColours merge_colours(const std::vector<ColourSample>& samples, std::size_t most);

// By what its image is brighter than its texels, of 128, and its colours darker.
u16 strength_in(const Material* material);
// The three corners of a triangle as the file has them: weight 2 is half transparent.
std::array<Colour, 3> colours_of(const build::FlatTriangle& triangle, const Material* material, bool textured,
                                 double& farthest);

// --- images ----------------------------------------------------------------------------------------------------------
// Texels by their numbers: a page, the place on it, and a colour table.
struct Placed {
    u16 page = 0;
    u16 clut = 0;
    u32 left = 0;
    u32 top = 0;
};

// The video memory of the model before an edit, and what of it an edit replaces.
class MemoryEdit {
public:
    MemoryEdit() = default;  // without a base: there is none, and every image is new
    explicit MemoryEdit(const SceneInput& input);

    // Was an image of this material painted, exchanged or added? Else its texels are where they were.
    bool is_new(u32 material) const { return !has_base_ || new_[material]; }
    // What is there; what may be painted over is not filled.
    const VideoMemory& taken() const { return taken_; }
    // Images were painted, but what they were painted on is not at hand.
    bool is_own() const { return own_; }
    // The `.vrm` with these blocks; nothing if there are none.
    std::optional<Blob> written(const std::vector<vrm::Block>& placed) const;

private:
    bool has_base_ = false;
    bool own_ = false;
    std::vector<bool> new_{};  // by material
    VideoMemory taken_{};
    std::optional<Part> file_{};  // the model's own
};

class Images {
public:
    Images(BuildWork& work, const MemoryEdit& memory);

    bool is_textured(u32 material) const;
    // Has the image of the material another place than before? Only after place().
    bool is_elsewhere(u32 material) const;
    // First every triangle, so that it is known which texels are needed ...
    void use(const build::FlatTriangle& triangle);
    // ... then all get their places in video memory.
    void place();
    // Only after that. The corners are the triangle's; `step` is how many texels coordinates are rounded to.
    TextureLayout layout_of(const build::FlatTriangle& triangle, u32 step);
    // Where the texels of a layout are now that had these numbers in the scene's extras.
    TextureLayout moved(const TextureLayout& before, bool& found) const;
    // A coordinate that is this many texels from where it was put.
    void note_rounding(double texels);
    void report();
    std::optional<Blob> video_memory() const { return memory_.written(blocks_); }

private:
    // Where an image was when the scene was made.
    struct Origin {
        Placed at{};
        u32 width = 0;
        u32 height = 0;
    };
    struct Box {
        u32 left = ~0u, top = ~0u, right = 0, bottom = 0;
        bool is_empty() const { return left > right; }
        u32 width() const { return right - left + 1; }
        u32 height() const { return bottom - top + 1; }
    };
    struct MemoryImage {
        std::string name{};
        u32 width = 0;
        u32 height = 0;
        std::vector<u16> texels{};  // none: they are where they were, whatever they are
        u32 blend = 3;
        std::optional<Origin> known{};   // where it was
        std::optional<Origin> origin{};  // the same, as long as it may stay there
        Box box{};                       // what is used of it
        bool whole = false;
        u32 depth = 2;
        std::vector<u16> palette{};
        std::optional<Placed> placed{};
        bool stays = false;
    };
    struct Rounded {
        u64 corners = 0, outside = 0;
        double farthest = 0, sum = 0;
    };

    void add(const Material& material, const Image* image);
    std::optional<u16> texel_before(const MemoryImage& image, std::size_t pixel, const u8* rgba, u32 strength) const;
    std::array<Vec2, 3> within(const build::FlatTriangle& triangle, const MemoryImage& image);
    void shrink_to_page(MemoryImage& image);
    static void halve(MemoryImage& image);
    static void merge_to_palette(MemoryImage& image);
    void choose_palettes();
    std::optional<std::vector<u16>> palette_at(u16 clut, u32 entries, const std::set<u16>& colours) const;
    bool place_all();
    static MemoryPainter::Patch patch_of(const MemoryImage& image, const Placed& at);
    static bool keep_place(MemoryPainter& memory, MemoryImage& image);
    static bool find_place(MemoryPainter& memory, MemoryImage& image, std::set<u32>& pages);

    BuildWork& work_;
    const MemoryEdit& memory_;
    std::vector<MemoryImage> images_{};
    std::vector<u32> of_material_{};  // no_index: untextured
    std::vector<vrm::Block> blocks_{};
    Rounded rounded_{};
};

// --- motion ----------------------------------------------------------------------------------------------------------
struct SampledClip {
    const Clip* source = nullptr;
    std::string name{};
    bool half_rate = false;
    u16 played = 0;
    u32 first = 0;
    u32 stored = 0;
};
struct LevelPoses {
    std::array<u16, 3> scale{};
    std::vector<GridPose> poses{};  // of all clips, or one at rest; points that never differ are one
    std::vector<SampledClip> clips{};
    std::vector<u32> vertices{};  // by point of the scene
};
// Null if it cannot be done, which has been reported.
std::optional<LevelPoses> poses_of(BuildWork& work, const LevelNodes& level, build::Flat& flat,
                                   const std::string& model_prefix);

// Raw or compressed, whichever is smaller.
AnimationPlan animation_plan(BuildWork& work, const std::string& name, bool half_rate, u16 played,
                             const std::vector<GridPose>& poses);

// --- meshes ----------------------------------------------------------------------------------------------------------
// A mesh that stays as it is.
MeshPlan plan_of(const File& file, const Mesh& mesh);
// How much of it may be there more than once: tables can name the same thing in every row.
u64 bytes_in_plan(const File& file, const Mesh& mesh);

// A level of the base, and what the scene has of it now.
struct BaseLevel {
    const File& file;
    const Mesh& mesh;
    u32 node = 0;
    bool same_faces = false;  // over the same points; these may have moved
};
// Of a model with a base: the level that the nodes were, if they were one.
std::optional<BaseLevel> base_level(const BuildWork& work, const MemoryEdit& memory, const LevelNodes& level);
// The base's own animation if the clip shows what it did.
const AnimationPlan* kept_animation(const BuildWork& work, const BaseLevel& base, const MeshPlan& plan,
                                    const Clip& clip);
// What a mesh has that a scene does not tell, so that it is lost where faces are made anew.
void report_unkept(BuildWork& work, const BaseLevel& base);

std::optional<MeshPlan> mesh_plan(BuildWork& work, Images& images, const LevelNodes& level, build::Flat& flat,
                                  const std::string& model_prefix, const std::optional<BaseLevel>& base);

}  // namespace thaw::ctr
