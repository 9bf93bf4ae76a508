// The parts of from_scene(), one per concern.
#pragma once

#include <map>
#include <set>

#include "build/flatten.hpp"
#include "formats/ctr/build.hpp"
#include "formats/ctr/build_memory.hpp"
#include "formats/ctr/encode.hpp"
#include "formats/ctr/vrm.hpp"

namespace thaw::ctr {

inline constexpr double units_per_metre = 64;
inline constexpr double game_fps = 30;
inline constexpr std::size_t most_name_bytes = 16;
inline constexpr std::size_t most_colours = 128;
inline constexpr std::size_t most_levels = 32;  // what kind.cpp takes for a model
inline constexpr u32 most_played_frames = 0x7FFF;
inline constexpr u64 most_frame_bytes = 65532;

// What every part needs: what was asked for, and where to say what did not work out.
struct BuildWork {
    const Scene& scene;              // without its clips
    const std::vector<Clip>& clips;  // of the scene
    std::span<const std::vector<u32>> source_points;
    const BuildOptions& options;
    Issues& issues;
    std::optional<Error> refused{};  // the first limit that was exceeded

    // Something does not fit: says so. True if it may be changed, as `change` says.
    bool exceeds(const std::string& path, const std::string& limit, const std::string& found,
                 const std::string& change);
    // Nor would changing it help.
    void refuse(const std::string& path, const std::string& limit, const std::string& found);
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

// The three corners of a triangle as the file has them: weight 2 is half transparent.
std::array<Colour, 3> colours_of(const build::FlatTriangle& triangle, const Material* material, bool textured,
                                 double& farthest);

// --- pictures --------------------------------------------------------------------------------------------------------
// Texels by their numbers: a page, the place on it, and a colour table.
struct Placed {
    u16 page = 0;
    u16 clut = 0;
    u32 left = 0;
    u32 top = 0;
};

class Pictures {
public:
    explicit Pictures(BuildWork& work);

    bool is_textured(u32 material) const;
    // First every triangle, so that it is known which texels are needed ...
    void use(const build::FlatTriangle& triangle);
    // ... then all get their places in video memory.
    void place();
    // Only after that. The corners are the triangle's; `step` is how many texels coordinates are rounded to.
    TextureLayout layout_of(const build::FlatTriangle& triangle, u32 step);
    // Where the texels of a layout are now that had these numbers in the scene's extras.
    TextureLayout moved(const TextureLayout& before, bool& found) const;
    // Did every picture stay where its extras say it was?
    bool all_kept() const;
    void report();
    // Nothing if no texel has to be put anywhere. `under` is video memory that they go on top of.
    std::optional<Blob> video_memory(const Part* under = nullptr) const;

private:
    // Where a picture was when the scene was made.
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
    struct Picture {
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
    std::array<Vec2, 3> within(const build::FlatTriangle& triangle, const Picture& picture);
    void shrink_to_page(Picture& picture);
    static void halve(Picture& picture);
    static void merge_to_palette(Picture& picture);
    void choose_palettes();
    bool place_all();
    static MemoryPainter::Patch patch_of(const Picture& picture, const Placed& at);
    static bool keep_place(MemoryPainter& memory, Picture& picture);
    static bool find_place(MemoryPainter& memory, Picture& picture, std::set<u32>& pages);

    BuildWork& work_;
    std::vector<Picture> pictures_{};
    std::vector<u32> of_material_{};  // no_index: untextured
    std::vector<vrm::Block> blocks_{};
    Rounded rounded_{};
};

// --- motion ----------------------------------------------------------------------------------------------------------
struct SampledClip {
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
// Null if it cannot be done, which was said.
std::optional<LevelPoses> poses_of(BuildWork& work, const LevelNodes& level, build::Flat& flat,
                                   const std::string& model_prefix);

// --- meshes ----------------------------------------------------------------------------------------------------------
// A mesh that stays as it is.
MeshPlan plan_of(const File& file, const Mesh& mesh);
std::optional<MeshPlan> mesh_plan(BuildWork& work, Pictures& pictures, const LevelNodes& level, build::Flat& flat,
                                  const std::string& model_prefix);

}  // namespace thaw::ctr
