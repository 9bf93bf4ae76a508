// The steps of from_scene(), in the order in which they are taken.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/shared/flatten.hpp"
#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/mesh/transform.hpp"
#include "scene/maths.hpp"

namespace thaw::unreal {

inline constexpr u64 most_polys = 65535;
inline constexpr u64 most_frames = 65535;
inline constexpr u64 most_standard_vertices = 16383;  // 4 bytes each in a 16-bit frame size
inline constexpr u64 most_deus_ex_vertices = 8191;    // 8 bytes each

// --- names

// What Unreal takes for the name of a class, mesh or texture: letters, digits and underlines, no digit first.
std::string object_identifier(std::string_view name);
// What stands as one word in a directive, as near to the name as can be.
std::string directive_word(std::string_view name);
// A number without an exponent, which reads back as the same one.
std::string plain_number(double value);

// --- materials: which slot and type byte a triangle has, and which image is on a slot

struct Surface {
    u8 slot = 0;
    u8 type = 0;
    bool shaped = false;  // the type says whether triangles are flat; else the mesh does
};

struct SlotImage {
    u8 slot = 0;
    u32 image = no_index;
    std::string texture{};  // as SETTEXTURE names it
    std::string file{};     // of its TEXTURE IMPORT; empty: made elsewhere
    bool masked = false;
    std::optional<Vec4> color{};  // instead of an image: all of it has this colour
    bool is_new = false;          // the base has no such slot
};

struct Surfaces {
    std::vector<Surface> by_material{};
    std::vector<SlotImage> slots{};          // those with an image, increasing
    std::optional<SlotImage> environment{};  // what the class reflects
    std::vector<BuiltTexture> textures{};
    std::vector<bool> is_changed{};  // by texture: none of the base's, or painted on

    Surface of(u32 material) const { return material < by_material.size() ? by_material[material] : Surface{}; }
};

// What the material itself says of its slot and type, in extras or in its name; none where it does not.
struct DeclaredSurface {
    std::optional<u8> slot{};
    std::optional<u8> type{};
};
DeclaredSurface declared_surface(const Material& material);
// The same for a material of the base that somebody may have edited: its fields, its name, or how it looks.
DeclaredSurface edited_surface(const Material& now, const Material& then);

// --- frames and sequences

struct BuiltSequence {
    std::string name{};
    u32 start = 0;
    u32 frames = 0;
    double rate = default_rate;
    std::string group{};
    struct Event {
        double time = 0;  // 0 to 1
        std::string function{};
        bool operator==(const Event&) const = default;
    };
    std::vector<Event> events{};
    std::vector<u32> listed{};  // of a MODELDEF: the frames one by one
    bool operator==(const BuiltSequence&) const = default;
};

// --- from the scene to the numbers of the file

// Numbers of the file from places in the scene: to_scene() the other way round.
class SceneToFile {
public:
    SceneToFile(const Placement& placement, double draw_scale);

    bool usable() const { return usable_; }
    bool turned() const { return turned_; }  // triangles are (v0, v2, v1)
    // Before rounding.
    Vec3d operator()(Vec3 place) const { return transformed(back_, as_double(place)); }
    // How many metres a step of 1 is, by axis of the file.
    const Vec3d& steps() const { return steps_; }

private:
    Affine back_{};
    Vec3d steps_{};
    bool turned_ = true;
    bool usable_ = false;
};

Box3<double> reach_of(bool deus_ex);                                    // of each coordinate
bool is_within(const Box3<double>& bounds, const Box3<double>& reach);  // once rounded
inline Point rounded_into(const Vec3d& place, const Box3<double>& reach) {
    // Quicker than floor(): what is cut off is positive.
    const auto whole = [&](std::size_t axis) {
        const double most = place[axis] < reach.high[axis] ? place[axis] : reach.high[axis];
        const double kept = most > reach.low[axis] ? most : reach.low[axis];
        return static_cast<i32>(kept + 65536.5) - 65536;
    };
    return {whole(0), whole(1), whole(2)};
}
inline constexpr Vec3d deus_ex_factors{32, 32, 64};  // U10

// The placement as a class script can say it: without what a MODELDEF does after turning. None if it cannot.
std::optional<Placement> script_placement(const Placement& placement);
// Turns and mirrors as the given one does, and is as fine as the bounds, which are in its numbers, allow.
Placement fitted_placement(const Placement& placement, const Box3<double>& bounds, bool deus_ex);

// --- the whole of it

// Where the vertices are, frame by frame. Both finding the scale and writing ask for all of them, so they are kept as
// long as they are not too many.
class Places {
public:
    explicit Places(std::size_t most_kept = 10'000'000) : most_kept_(most_kept) {}  // points: 120 MB

    // Of the flat frame; good until the next one is asked for.
    std::span<const Vec3> at(const build::Flat& flat, const std::vector<u32>& points, u32 frame);

private:
    std::size_t most_kept_;
    std::vector<Vec3> kept_;
    std::vector<u32> row_of_;  // by flat frame: where it is kept, or no_index
    u32 rows_ = 0;
    std::vector<Vec3> all_;
    Pose scratch_;
};

struct WeaponSize {
    double half_height = 0;  // metres
    double length = 0;
};

struct BuildWork {
    const SceneInput& input;
    const BuildOptions& options;
    Issues& issues;
    std::string name{};    // how the files are called
    std::string object{};  // how the mesh and its class are
    bool deus_ex = false;
    build::Flat flat{};
    std::vector<u32> welded{};     // by flat point: the one that stands for it
    std::vector<u32> points{};     // by vertex of the file: the flat point
    std::vector<u32> vertex_of{};  // by flat point: the vertex, or no_index
    Places places{};
    std::vector<u32> frames{};  // by frame of the file: the flat frame
    std::vector<BuiltSequence> sequences{};
    Surfaces surfaces{};
    u32 weapon = no_index;  // node
    WeaponSize weapon_size{};
    Placement placement{};
    double draw_scale = 1;
    bool in_place = false;      // the base's files are changed, not written anew
    u32 own_frames = no_index;  // in place: so many flat frames are the base's; those behind are new

    const Document* base() const {
        return input.base == nullptr ? nullptr : static_cast<const Document*>(input.base->document.get());
    }
    bool is_of_modeldef() const { return base() != nullptr && base()->mesh() != nullptr && base()->mesh()->modeldef; }
    u64 vertices() const { return points.size() + (weapon == no_index ? 0 : 3); }
    const Scene& scene() const { return input.scene; }
};

// A scene with a mesh for each clip as one with a single mesh. None if it is no such scene. The model that it was made
// of, if there is one, says how many frames there are at least.
std::optional<Scene> unsplit(const Scene& scene, const Document* base);

// Slots, types and images of the materials that triangles use.
void choose_surfaces(BuildWork& work);
// Which flat frames become which frames of the file, and the sequences that play them.
void choose_frames(BuildWork& work);
// Those of the base, chosen in the same way.
std::vector<BuiltSequence> base_sequences(const BuildWork& work);
// Which points become vertices.
void choose_vertices(BuildWork& work);
// Limits of the files; with `fit` the scene is made to keep them.
Status keep_limits(BuildWork& work);
// Where the numbers of the file lie in the scene.
Status choose_placement(BuildWork& work);

// Shapes have no moment of their own: the first clip that shows one lends it.
void lend_moments(build::Flat& flat);

// The node of the weapon in each frame of the file.
class WeaponPath {
public:
    explicit WeaponPath(const BuildWork& work);

    // The three vertices in the scene, in the order of the polygon's for a mesh without UNMIRROR.
    std::array<Vec3, 3> triangle(u32 frame, const WeaponSize& size);

private:
    const BuildWork& work_;
    Pose pose_;
};
u32 weapon_node_of(const Scene& scene);
WeaponSize usual_weapon_size(const Box3<double>& bounds, const Vec3d& steps);

DataFile make_data(BuildWork& work);
AnivFile make_aniv(BuildWork& work);

// The texture coordinates of a triangle as the file has them.
struct UvRounding {
    u64 corners = 0;
    u64 rounded = 0;  // corners
    double largest = 0;
    u64 cut = 0;  // triangles that repeat the image
};
std::array<std::array<u8, 2>, 3> uv_bytes(const std::array<Vec2, 3>& uvs, UvRounding& rounding);
void report_uvs(const UvRounding& rounding, Issues& issues);

// Names, variant and scale, before anything is looked at.
Result<BuildWork> start_work(const SceneInput& input, const BuildOptions& options, Issues& issues);
// What to_scene() shows the document with.
Placement shown_placement(const Document& document);
// DrawScale of the class: a node that still says it shows everything that much larger.
double earlier_draw_scale(const Scene& scene);

// Class script and MODELDEF as far as they have to change, and the images that go with them. `placed_anew`: the
// numbers of the file lie otherwise.
void add_texts(BuildWork& work, bool placed_anew, Built& out);

// The class script, with everything that is not in the two files.
std::string script_text(const BuildWork& work);
// A MODELDEF for GZDoom. What it can say of how a mesh lies is not all that a script can.
std::string modeldef_text(const BuildWork& work);
bool is_for_modeldef(const Placement& placement, bool deus_ex);
bool is_quarter_turned(const Placement& placement);

}  // namespace thaw::unreal
