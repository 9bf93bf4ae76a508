// The `.uc` class script of an Unreal model: its `#exec` lines say which files make a mesh, how it is placed and
// scaled, which frames are which animation and which image is on which skin slot. Only those lines and the class
// defaults are looked at; nothing in the text is executed, and no name in it is opened here.
#pragma once

#include <array>
#include <functional>
#include <map>
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
    std::string texture;   // name as written, for example "Jfish1" or "Package.Group.Name"
    std::string file;      // of the TEXTURE IMPORT that makes it, as written; empty if no script known imports it
    std::string script{};  // the one with that TEXTURE IMPORT: its path
    bool masked = false;   // by FLAGS of that line
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

// An item that lies in the world or is held takes mesh and size from keys of its own, whatever `Mesh` says. In the
// order in which they count.
struct ViewKeys {
    std::string_view mesh;
    std::string_view scale;
};
inline constexpr ViewKeys view_keys[] = {{"PickupViewMesh", "PickupViewScale"},
                                         {"PlayerViewMesh", "PlayerViewScale"},
                                         {"ThirdPersonMesh", "ThirdPersonScale"},
                                         {"Mesh", "DrawScale"}};
inline constexpr std::size_t usual_view = 3;

struct View {
    std::string mesh{};  // as written between the quotes: "Package.Name"
    std::optional<double> scale{};
};

// Of a player of Unreal Tournament: which packages have its skins, and which of its slots show what of them.
struct PlayerSkins {
    std::string skin{};     // DefaultSkinName: "SoldierSkins.blkt"
    std::string package{};  // DefaultPackage: "SoldierSkins.", what the names of packages begin with
    std::optional<i64> fixed{};
    std::optional<i64> face{};
    std::optional<i64> team1{};  // in the colours of the team
    std::optional<i64> team2{};

    bool any() const { return !skin.empty(); }
};

// `defaultproperties` of a class, as far as they say how a mesh looks. What is not said is inherited.
struct ClassDefaults {
    std::array<View, std::size(view_keys)> views{};
    std::string skin{};
    std::string texture{};
    std::vector<std::pair<i64, std::string>> multi_skins{};
    std::optional<u8> style{};  // as a polygon's: 2 translucent, 3 masked, 4 modulated, 5 alpha blend; 0 none of these
    std::optional<bool> unlit{};
    std::optional<bool> environment{};
    std::optional<bool> no_smooth{};
    PlayerSkins player_skins{};

    // What is not said here is as `parent` has it. Its plain names of images are those of its own package, if that is
    // known and another one.
    void inherit(const ClassDefaults& parent, std::string_view other_package = {});
    bool names_a_mesh() const;
};

// The class of a script.
struct ClassScript {
    std::string name{};            // empty if the script has no class line
    std::string parent{};          // empty: unknown
    std::string parent_package{};  // if it is named, as in what Thaw makes of packages
    std::string script{};          // its path
    ClassDefaults defaults{};
};

// A class that shows a mesh, with what it inherits.
struct Look {
    std::string class_name{};
    std::string script{};
    ClassDefaults defaults{};
    bool names_mesh = true;         // false: the class of the script of a single mesh, which says nothing else
    std::size_t view = usual_view;  // of the defaults, the one that names the mesh
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
    double draw_scale = 1;  // of the class whose `Mesh` this is
    // Where neither `skins` nor the file say anything: the class's Skin, Texture or last of its MultiSkins.
    std::optional<SkinSlot> bare_slots{};
    u8 class_style = 0;  // of the class, on top of what polygons are; see ClassDefaults::style
    bool class_unlit = false;
    bool class_environment = false;
    bool class_no_smooth = false;
    PlayerSkins player_skins{};
    std::vector<SkinSlot> own_skins{};      // what the script itself says, whatever the class
    std::vector<Look> looks{};              // classes that show it; the first one dresses it
    std::string script{};                   // the one that imports it: its path
    bool is_companion = false;              // that script is there for its classes or textures only
    std::string id{};                       // Bundle::model of it: "Script.Mesh"
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
    std::string script{};

    bool is_masked() const;
};

struct Script {
    std::vector<Mesh> meshes{};
    std::vector<TextureImport> textures{};
    std::vector<ClassScript> classes{};
    // Which of `textures` have a name, in lower case; of very many the last ones.
    std::map<std::string, std::vector<std::size_t>, std::less<>> textures_by_name{};

    const ClassScript* find_class(std::string_view name) const;
    // The one that it extends; null if that is not there, or Actor: that shows its icon, which is nothing to put on a
    // mesh.
    const ClassScript* parent_of(const ClassScript& one) const;
};

// Scripts of which those of the role "uc" import the meshes and the others say more about them. A line about a mesh is
// about the one that its own script imports, else about that of another. Total: any bytes give a script, often an empty
// one.
Script parse_scripts(std::span<const Part> files);
Script parse_scripts(std::span<const Blob> files);

// The import that a name like "Package.Group.Name" in a script of that path means; null if there is none.
const TextureImport* find_import(const Script& script, std::string_view texture, std::string_view from);
// Gives the slot the file of its texture.
void resolve(const Script& script, SkinSlot& skin, std::string_view from);
// The classes that show each mesh, and the first of them on it.
void add_looks(Script& script);
// Puts the look on the mesh, whatever it wears.
void dress(const Script& script, Mesh& mesh, const Look& look);
// The same without what only scenes need.
Mesh dressed_slots(const Script& script, const Mesh& mesh, const Look& look);

// "Texture'Package.Group.Name'" and "Package.Group.Name" are "Name".
std::string_view object_name(std::string_view value);
// "x_d.3d" and "x_a.3d" are both "x"; any other name is without its extension.
std::string_view model_stem(std::string_view name);
// The other half by the name rule, letters in the case of the name given; empty if the name does not follow it.
std::string twin_name(std::string_view name);

// What the image of a slot is called: its file, else the texture itself.
std::string_view image_of(const SkinSlot& skin);

// Names under which the shell may find a file that a script names. Those with the folders of the script's own path come
// first: paths start in the folder of the package, above Classes.
std::vector<std::string> lookup_names(std::string_view path_in_script, std::string_view script = {});
// Where that is, as steps; empty if the path leads nowhere.
std::vector<std::string> resolved_path(std::string_view path_in_script, std::string_view script);
std::vector<std::string> path_steps(std::string_view path);  // without "." and, where they can be undone, ".."
// "a/UnrealI/Classes/x.uc" is of UnrealI, and so are "a/UnrealI.u/Classes/x.uc" and "a/UnrealI.u/Defaults/x.txt"; empty
// if that is not known.
std::string package_of(std::string_view script);
// "Package.Group.Name" and "Package.Name" are of Package; empty for a plain name.
std::string_view package_in(std::string_view full_name);
// "Texture'Package.Group.Name'" is "Package.Group.Name".
std::string_view full_name(std::string_view value);

// For a `.uc` given as the input: every mesh it imports, with its data and aniv file. The same for a MODELDEF.
std::vector<NamedModel> meshes_named_by(const Part& script);

}  // namespace thaw::unreal
