// Unreal packages (.u, .utx, .unr, .uax): what a game compiled its sources into. Seen as an archive of those sources.
// See README.md, "Packages".
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

#include "formats/shared/archive.hpp"
#include "formats/unreal/package/objects.hpp"

namespace thaw::upackage {

inline constexpr std::string_view magic{"\xC1\x83\x2A\x9E", 4};
inline constexpr u16 last_version = 99;  // Unreal Engine 2 starts at 100
// What changed with which version.
inline constexpr u16 last_with_leading_zeros = 37;  // in front of every object
inline constexpr u16 last_with_short_rows = 44;     // imports and exports without an outer, a frame in every object
inline constexpr u16 last_with_two_after_properties = 56;
inline constexpr u16 version_with_one_after_properties = 57;
inline constexpr u16 first_with_class_within = 62;
inline constexpr u16 first_with_lazy_ends = 62;
inline constexpr u16 first_with_sphere_radius = 62;
inline constexpr u16 first_with_mip_ends = 63;
inline constexpr u16 first_with_name_lengths = 64;
inline constexpr u16 version_with_one_texture_lod = 65;
inline constexpr u16 first_with_texture_lods = 66;
inline constexpr u16 first_with_generations = 68;

// The engine has no room for longer ones, and a name that a thousand objects have must not cost a thousand times its
// size.
inline constexpr std::size_t most_name_letters = 64;

inline constexpr u32 has_stack_flag = 0x02000000;  // of an export

struct Guid {
    static constexpr std::size_t disk_bytes = 16;
    std::array<u8, 16> bytes{};
};

struct Generation {
    static constexpr std::size_t disk_bytes = 8;
    u32 exports = 0;
    u32 names = 0;
};

struct Name {
    Compact length{};  // with the NUL; only from version 64 on
    std::vector<char> text{};
    u32 flags = 0;

    std::string_view view() const;  // as far as the engine looks
    u64 disk_bytes(u16 version) const;
};

// Objects are counted from 1 in the export table, from -1 down in the import table; 0 is none.
struct Import {
    Compact class_package{};
    Compact class_name{};
    Compact package{};  // a name, up to version 44; then the outer says more
    i32 outer = 0;
    Compact name{};

    u64 disk_bytes(u16 version) const;
};

struct Export {
    Compact object_class{};  // 0: it is a class itself
    Compact super{};
    i32 outer = 0;  // from version 45 on
    Compact name{};
    u32 flags = 0;
    Compact size{};
    Compact offset{};  // only there if the size is not 0

    bool has_bytes() const { return size.value() != 0; }
    archive::Extent extent() const;
    u64 disk_bytes(u16 version) const;
};

// How the bytes of an export are described.
enum class Shape : u8 {
    none,        // not at all: it has none, they lie past the end, or on something else
    bytes,       // nothing is known of them
    properties,  // properties, then bytes
    mesh,
    lod_mesh,
    texture,
    palette,
    class_type,
    sound,  // or music
    text,
};

struct Document;

// How a class shows a mesh: the default that names it, and the one with the size that the game gives it then.
struct ShowingKey {
    std::string_view mesh;
    std::string_view scale;
};
// An item that lies in the world or is held takes mesh and size from keys of its own, whatever `Mesh` says.
inline constexpr ShowingKey showing_keys[] = {{"PickupViewMesh", "PickupViewScale"},
                                              {"PlayerViewMesh", "PlayerViewScale"},
                                              {"ThirdPersonMesh", "ThirdPersonScale"},
                                              {"Mesh", "DrawScale"}};

struct Showing {
    u32 by = no_index;  // export of the class whose defaults show it
    const ShowingKey* as = nullptr;
};

struct Object {
    Shape shape = Shape::none;
    bool is_settled = false;  // what names decide of its layout stays, even if a name changes
    u64 start = 0;
    u64 end = 0;
    bool has_frame = false;
    StateFrame frame{};
    std::vector<Property> properties{};    // the last one is named None and ends the list
    std::array<u8, 2> after_properties{};  // one or two bytes, up to version 57
    std::unique_ptr<MeshBody> mesh{};
    std::unique_ptr<TextureBody> texture{};
    std::unique_ptr<PaletteBody> palette{};
    std::unique_ptr<ClassBody> class_body{};
    std::unique_ptr<SoundBody> sound{};
    std::unique_ptr<TextBody> text{};
    Showing shown_by{};     // of a mesh
    u64 body_end = 0;       // of what is described field by field
    std::string problem{};  // why it is not described as what its class says

    const Property* find(const Document& package, std::string_view name, u32 index = 0) const;
};

// A source file that an export, or the bytes of one, are given as.
enum class FileKind : u8 { data, aniv, script, image, text, sound, defaults };

struct SourceFile {
    FileKind kind = FileKind::data;
    u32 object = 0;  // export it is made of
    std::string name{};
};

struct Document : thaw::Document {
    Blob image;  // the file as it was read: writing lays the fields over it
    u16 version = 69;
    u16 licensee = 0;
    u32 flags = 0;
    u32 name_count = 0;
    u32 name_offset = 0;
    u32 export_count = 0;
    u32 export_offset = 0;
    u32 import_count = 0;
    u32 import_offset = 0;
    u32 heritage_count = 0;  // up to version 67
    u32 heritage_offset = 0;
    Guid guid{};  // from version 68 on
    u32 generation_count = 0;
    std::vector<Generation> generations;
    std::vector<Name> names;
    std::vector<Import> imports;
    std::vector<Export> exports;
    std::vector<Guid> heritage;
    // What follows is settled from the image when it is read: which export is described as what.
    std::vector<Object> objects;    // one per export
    std::vector<u32> starts;        // of each object
    std::vector<SourceFile> files;  // by export

    std::vector<archive::Extent> tables() const;
    std::vector<archive::Extent> extents() const;

    bool has_name(Compact name) const;
    std::string_view name_of(Compact name) const;  // empty if there is no such name
    bool is_none(Compact name) const;
    bool has_object(i32 reference) const;  // 0 is one
    std::string_view object_name(i32 reference) const;
    std::string full_name(i32 reference) const;  // "Package.Group.Name" as far as the tables say
    std::string package_name(i32 reference) const;
    std::string_view class_of(const Export& one) const;
    // The file of this kind that an export is given as; null if there is none.
    const SourceFile* file_of(std::size_t object, FileKind kind) const;
    // Objects in this package; null for all others.
    const Object* object(i32 reference) const;
    // A default of a class, its own or that of the nearest class above it in this package, up to Actor, which shows its
    // icon and counts for nothing; null if there is none.
    const Property* class_default(std::size_t class_export, std::string_view name, u32 index = 0) const;
    // Where that goes on: the class of another package that the topmost of those extends, "Package.Name". Empty: there
    // is none whose looks count. Those of the engine itself show icons, too.
    std::string class_above(std::size_t class_export) const;
    // How many defaults there are to look through for one that no class says.
    u64 defaults_to_search(std::size_t class_export) const;
};

// Classes of some games are laid out in other ways; what to say of them. Empty: as described.
std::string_view foreign_classes(const Document& package);

// Is this the version of a package whose meshes are laid out as described?
bool has_known_meshes(u16 version);

// A mesh of a kind that is not read: "skeletal mesh"; empty for all other classes.
std::string_view unread_kind(std::string_view class_name);
bool is_vertex_mesh(std::string_view class_name);

// Fills objects, starts and files from image and tables.
void settle(Document& document, const Context& context);

void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);
// "2 skeletal meshes": models that no files are made of.
std::string unread(const Document& document);
Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);

}  // namespace thaw::upackage
