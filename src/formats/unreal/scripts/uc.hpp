// The `.uc` class script of an Unreal model: its `#exec` lines say which files make a mesh, how it is placed and
// scaled, which frames are which animation and which image is on which skin slot. Only those lines and the class
// defaults are looked at; nothing in the text is executed, and no name in it is opened here.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <thaw/format.hpp>

namespace thaw::unreal {

inline constexpr double default_rate = 30;  // frames per second of a SEQUENCE without RATE

inline constexpr double modeldef_rate = 35 / 4.0;  // a MODELDEF has none: four of the 35 tics of a second a frame

struct Sequence {
    std::string name;
    i64 start = 0;   // as written: may lie outside the frames
    i64 frames = 0;  // as written
    double rate = default_rate;
    std::string group{};
    u64 offset = 0;  // of its line in the script
    // Of a MODELDEF: the frames one by one, in any order, none below 0. Otherwise empty: they are `frames` from `start`
    // on.
    std::vector<i64> listed{};

    bool is_within(u64 frames_there) const;
    u64 frames_within(u64 frames_there) const;  // how many of them there are
    std::string described() const;              // "frames 3 to 7"
};

// A script function called while a sequence plays.
struct Notify {
    std::string sequence;
    double time = 0;  // 0 to 1
    std::string function;
};

struct SkinSlot {
    i64 slot = 0;
    std::string texture;  // name as written, for example "Jfish1" or "Package.Group.Name"
    std::string file;     // of the TEXTURE IMPORT that makes it, as written; empty if this script imports none
};

// DROPFRAMES deletes frames at once: sequences count what is left.
struct DroppedFrames {
    i64 start = 0;
    i64 frames = 0;
};

// How raw vertices become object space; see transform.hpp. Angles are in 256ths of a turn.
struct Placement {
    Vec3d origin{};  // raw units, subtracted before scaling
    double yaw = 0;
    double pitch = 0;
    double roll = 0;
    Vec3d scale{1, 1, 1};
    bool unmirror = false;  // raw X is negated and triangles turn round
    // Of a MODELDEF: what scales along the axes of the game, after turning, and what moves last.
    Vec3d stretch{1, 1, 1};
    Vec3d offset{};
};

// How a GZDoom MODELDEF shows the mesh, in its own words; see modeldef.hpp.
struct ModeldefUse {
    std::string class_name{};
    i64 index = 0;  // of the model among those of the class
    Vec3d scale{1, 1, 1};
    Vec3d offset{};    // map units
    double angle = 0;  // degrees
    double pitch = 0;
    double roll = 0;
};

// One MESH IMPORT and everything later lines say about it, or a model of a MODELDEF.
struct Mesh {
    std::string name;
    std::string aniv_file;  // as written, for example "MODELS\Fish_a.3d"
    std::string data_file;
    Placement placement{};
    bool zero_texture = false;    // ZEROTEX: every polygon uses slot 0
    bool level_of_detail = true;  // MLOD=0 makes a plain Mesh
    i64 unmirror_texture = -1;    // UNMIRRORTEX: the slot whose U is mirrored back
    std::vector<Sequence> sequences{};
    std::vector<Notify> notifies{};
    std::vector<SkinSlot> skins{};
    std::vector<DroppedFrames> dropped{};
    // `Texture` of the class that shows the mesh: the image that environment-mapped polygons reflect.
    std::optional<SkinSlot> environment{};
    double draw_scale = 1;                  // of the class whose `Mesh` this is
    std::string lod_parameters{};           // LODPARAMS as written: for engines only
    u64 offset = 0;                         // of the MESH IMPORT line
    std::optional<ModeldefUse> modeldef{};  // there is no class script, and no `placement`
    std::optional<SkinSlot> every_slot{};   // of a MODELDEF: on all slots

    // The part that says all this, and where in it.
    std::string_view part() const { return modeldef ? "modeldef" : "uc"; }
    std::string line() const;
    std::string line(const Sequence& sequence) const;

    // The image on a slot; null if the script names none.
    const SkinSlot* skin(i64 slot) const;
    // Number of frames left of `frames` after DROPFRAMES, and where frame f of those stands in the file.
    u64 frames_left(u64 frames) const;
    u64 file_frame(u64 frame) const;
};

struct TextureImport {
    std::string name;
    std::string file;
    std::string group{};
    std::string flags{};  // "2" is masked; words occur
};

// `defaultproperties` of the class.
struct ClassDefaults {
    std::string mesh{};  // name without package
    std::string skin{};
    std::string texture{};
    std::vector<std::pair<i64, std::string>> multi_skins{};
    double draw_scale = 1;
};

struct Script {
    std::vector<Mesh> meshes{};
    std::vector<TextureImport> textures{};
    ClassDefaults defaults{};
};

// Reads scripts one after the other as if they were one. Total: any bytes give a script, often an empty one.
Script parse_scripts(std::span<const Blob> files);

// "Texture'Package.Group.Name'" and "Package.Group.Name" are "Name".
std::string_view object_name(std::string_view value);
// "x_d.3d" and "x_a.3d" are both "x"; any other name is without its extension.
std::string_view model_stem(std::string_view name);
// The other half by the name rule, letters in the case of the name given; empty if the name does not follow it.
std::string twin_name(std::string_view name);

// The mesh made of these two files (either may be empty): of both, else of the one that `prefer_data` says, else of the
// other.
const Mesh* find_mesh(const Script& script, std::string_view data_name, std::string_view aniv_name, bool prefer_data);

// What the image of a slot is called: its file, else the texture itself.
std::string_view image_of(const SkinSlot& skin);

// Names under which the shell may find a file that a script names.
std::vector<std::string> lookup_names(std::string_view path_in_script);

// For a `.uc` given as the input: every mesh it imports, with its data and aniv file.
std::vector<NamedModel> meshes_named_by(const Part& script);

}  // namespace thaw::unreal
