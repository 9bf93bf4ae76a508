// A format is one plain record of functions; the registry is an array of them.
// read, write, validate and the rest below work on any of them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bundle.hpp>
#include <thaw/issue.hpp>
#include <thaw/limits.hpp>
#include <thaw/options.hpp>
#include <thaw/render_style.hpp>
#include <thaw/result.hpp>
#include <thaw/scene.hpp>
#include <thaw/summary.hpp>

namespace thaw {

class Codec;       // src/layout/codec.hpp
class ElementMap;  // src/formats/shared/element_map.hpp
struct Edit;       // src/scene/edit/edit.hpp

// The lossless native content of one model. Each format derives its own.
struct Document {
    virtual ~Document() = default;

    // The files it was read from, so that none is parsed twice: detection has read the first one, and when companions
    // join a model only they are.
    std::vector<Part> sources{};
    bool has_read(const Part& part) const;
};

enum class Confidence : u8 { no, weak, likely, certain };

struct Sniffed {
    Confidence confidence = Confidence::no;
    std::string role{};    // which part of a model this file is
    std::string reason{};  // why, in a few words
    // What was read of the file to tell, if that took reading all of it.
    std::unique_ptr<Document> document{};
};

// How strict to be: what the bytes allow, or what the original game would accept.
enum class Profile : u8 { spec, game };

// One file that belongs to the model itself and is written with it.
struct PartRole {
    std::string_view role;
    std::string_view suffix;  // of the file name in lower case, for example "_d.3d"
};

// One of the models that a file stands for, and where files of its own are to be found if it is not made of that file.
struct NamedModel {
    std::string name;  // Bundle::model of it
    std::vector<Want> parts{};
    // Of a model whose files are not all known at once: what it wants in addition to what is there. Asked until nothing
    // new is found; a required file that is still missing then is an error.
    std::function<std::vector<Want>(const Bundle&)> needs{};
    // Names (lower case, no folder) of models that are nothing but pieces of this one: in a folder or archive they are
    // listed only on request.
    std::vector<std::string> made_of{};
};

struct Model;

// A scene on its way into a format.
struct SceneInput {
    const Scene& scene;  // keeps its promises; its images are pixels, where they can be read
    // By mesh: the native vertex of every point, where the glTF still says (GltfFile::source_points). May be empty.
    std::span<const std::vector<u32>> source_points{};
    // The model before somebody edited it, and the scene it gave then. Null if there is none. What was not edited is
    // kept byte for byte, and the base's document may be taken for it.
    Model* base = nullptr;
    const Scene* base_scene = nullptr;
    // What was edited. The functions of a format get it where there is a base, and `scene` is the edit's then: in the
    // base's terms, with all that editors drop.
    const Edit* edit = nullptr;
    // By image: whether somebody painted on it, where more than the pixels is known.
    std::span<const Paint> paint{};
    Context context{};  // its monitor may stop the work
};

// What a person may ask of it. Each format heeds what its record lists as `build_options`.
struct BuildOptions {
    std::string name{};           // of the model, for files that say their own
    std::string variant{};        // empty: the base's, else the format's usual one
    std::optional<double> fps{};  // where the format has whole frames; the clip's own if not given
    bool fit = false;             // change what does not fit, and say so, instead of refusing
    OptionValues own{};           // options that one format alone knows
};

// An image written next to the model, encoded as the name's ending says: one of the scene's, or a small one of one
// colour.
struct BuiltTexture {
    u32 image = no_index;
    std::string name{};
    Vec4 color{1, 1, 1, 1};  // linear; where there is no image
    bool masked = false;     // the game takes colour 0 of its palette for holes
};

struct Built {
    std::unique_ptr<Document> document{};
    std::vector<Part> companions{};  // companions made with it; `name` is how their files' names end (".uc", ".vrm")
    std::vector<BuiltTexture> textures{};
    std::string change_summary{};  // what became of the base: "1 vertex changed in 397 frames; all else byte-identical"
    bool in_place = false;         // the base's document, with what was edited
    bool of_set = false;           // the base is one of several models that are edited together, each in its own file
    std::optional<Scene> scene{};  // with a base: the scene it was made of, whose images the textures are
};

// A file inside an archive, as its table has it.
struct ArchiveEntry {
    std::string name{};  // '/' between folders, UTF-8; may be empty, occur twice or lead anywhere
    u64 bytes = 0;       // unpacked, as far as the archive says; 0 if it does not
    u64 stored_bytes = 0;
    u64 offset = no_offset;  // in the archive
    std::string kind{};      // what the archive itself says it is, if it does
};

// A file on its way into an archive.
struct ArchiveFile {
    std::string name{};
    Blob bytes{};
};

// A folder of the game in which companions are looked for in addition to the model's own: the nearest one, at most
// three up, that has one of the marks. The shell does the looking.
inline constexpr std::size_t mark_bytes = 16384;
struct GameRoot {
    // Files ("*.dat"), or files in folders ("models/entity.dat"); '*' matches any run of characters.
    std::span<const std::string_view> marks;
    // Is a file of such a name the game's, by what it begins with (mark_bytes, or all of it)? Many programs call their
    // files alike, and a home folder is no game for that.
    bool (*is_mark)(Bytes head);
    bool above = false;           // the model's own folder is never it
    bool fallback = false;        // only where no root before this one in the record was found
    std::string_view overlays{};  // archives in it that hide its other archives, the greatest name first
};

struct Format {
    std::string_view id;     // "ddd": stable, used in JSON and on the command line
    std::string_view title;  // "SoulFu model"
    std::string_view game;
    std::span<const PartRole> parts;                // the first one names the model
    std::span<const std::string_view> extensions;   // with dot, lower case
    std::span<const std::string_view> variants;     // empty if there is only one
    std::span<const IssueKind* const> issue_kinds;  // every kind validate() may report

    // Looks at one file. `name` may be empty (standard input) and only ever tips the balance.
    Sniffed (*sniff)(std::string_view name, const Blob& bytes, const Context& context);
    // Bytes that every file of the format starts with, and no other file. A file that does is asked about here first.
    std::string_view magic{};
    // Brings a document up to the files of the bundle. It may be blank, or have read some of them (Document::sources);
    // the bundle only ever grows. Null: each part of the model by its description.
    Status (*read)(Document& document, const Bundle& bundle, const Context& context) = nullptr;
    std::unique_ptr<Document> (*blank)();
    // Is this part in the document? A half pair has only one of its two files. Null: every part always is.
    bool (*has_part)(const Document& document, std::string_view role) = nullptr;
    // The layout of one part, driving reading, writing, dumps, sizes, issue offsets and test documents alike.
    void (*describe)(Codec& io, Document& document, std::string_view role);
    void (*validate)(const Document& document, Profile profile, Issues& issues);
    // Companions that would help, given what the bundle already holds. Null: none ever does.
    std::vector<Want> (*needs)(const Document& document, const Bundle& bundle) = nullptr;
    Summary (*summarise)(const Document& document, const Bundle& bundle);
    // Changes the document into another variant and reports what the numbers did not allow. Null: there are none.
    Status (*convert_variant)(Document& document, std::string_view variant, Issues& issues) = nullptr;
    // A document of this format made from one of another, with a report of what did not fit; the error says if there is
    // no way. Null: only from its own kind.
    Result<std::unique_ptr<Document>> (*convert_from)(const Format& source, const Document& document,
                                                      Issues& issues) = nullptr;

    // Only for formats whose files are not described byte by byte: the bytes that describe() is about (decompressed,
    // say), after settling in the document what they alone do not tell (which of several layouts holds). Null: the file
    // itself.
    Result<Blob> (*unpack)(Document& document, const Part& part, const Context& context) = nullptr;
    // The file that holds the described bytes.
    Result<Blob> (*pack)(const Document& document, std::string_view role, const Blob& described) = nullptr;
    // The model as a scene that keeps every promise of <thaw/scene.hpp>. The only place that repairs: each repair,
    // guess and omission is an issue. Null: there is nothing to show (a pack of textures).
    Result<Scene> (*to_scene)(const Document& document, const Bundle& bundle, const SceneOptions& options,
                              Issues& issues) = nullptr;
    // Where the files store what is in the scene, which to_scene() made of them with the same options. Null: not known.
    std::unique_ptr<ElementMap> (*element_map)(const Document& document, const Bundle& bundle,
                                               const SceneOptions& options, const Scene& scene) = nullptr;
    // What a file that has no shape is an image of. Null: it is none, or has a shape.
    Result<Image> (*to_image)(const Document& document) = nullptr;
    // The document that shows the scene as well as the format can. The only place that loses: each loss is an issue
    // that says how much, and what exceeds a limit is an error (or with `fit` a change, and a warning that says which).
    // Null: the format cannot be written from a scene.
    Result<Built> (*from_scene)(const SceneInput& input, const BuildOptions& options, Issues& issues) = nullptr;
    // Changes only what was edited in the base's document, and gives it back. An Error with Code::unrepresentable says
    // why that cannot be done in place: the document is as it was then, and from_scene() is asked instead. Null: never.
    Result<Built> (*apply_edit)(const SceneInput& input, const BuildOptions& options, Issues& issues) = nullptr;
    // Each triangle stores the looks of its corners: an edit may cut apart corners that triangles of the base share
    // (see CompareInput in src/scene/edit/edit.hpp).
    bool cuts_corners = false;
    // The scene without what options or other files of the game did to it, so that scenes made in different ways can be
    // compared; nothing if there is nothing to undo. `base` is the model before the edit.
    std::optional<Scene> (*plain_scene)(const Scene& scene, const Model& base) = nullptr;
    // Does a glTF keep this companion to be converted back, in addition to the model's own files? Those without which
    // the base's scene would not be what it was; not those that only dress it (scripts, rooms, lists of a whole game).
    // Null: none.
    bool (*keeps)(const Bundle& bundle, std::string_view role) = nullptr;
    // How the name of the model's first file ends, for formats where that depends on what is in it (a pack of models is
    // no `.ctr`). Null: as `parts` says.
    std::string_view (*ending_of)(const Document& document) = nullptr;
    // Where to find companions outside the model's folder.
    std::span<const GameRoot> roots{};
    // The game has all files in one place: what a model's own folder and its roots lack may be in any folder below
    // those that the user named.
    bool has_flat_names = false;
    // An archive whose name is a folder's name with this ending stands for the folder, where there is none. Empty:
    // never.
    std::string_view mount_ending{};
    // Options that to_scene() and from_scene() heed.
    std::span<const FormatOption* const> scene_options{};
    std::span<const FormatOption* const> build_options{};
    // Roles of companions that a glTF keeps although they are not whole files: nobody wants them written. They end up
    // in the document, so that the base's scene is what it was.
    std::span<const std::string_view> digest_roles{};
    // Which values of its scene options mean something for this model, made with these options. An option that is not
    // listed means something whatever its value. Null: all do.
    std::vector<OptionRange> (*option_ranges)(const Document& document, const Bundle& bundle,
                                              const SceneOptions& options) = nullptr;
    // The type of its files for desktops: "model/x-soulfu-ddd". Empty: they are no models on their own.
    std::string_view mime{};
    // How the game drew.
    RenderStyle style{};
    // How the names of files end that Thaw itself puts next to models of this format and that no game reads. Empty:
    // none.
    std::string_view side_file_ending{};
    // For archives: files in the sibling folders of the archive's belong to the same game.
    bool has_sibling_folders = false;
    // For archives: a line of help for packing one, without the command: "models -o models.dat", and what to know.
    std::string_view pack_example{};
    std::string_view pack_advice{};
    // For `thaw info --NAME`: the text, among the files of the bundle, that says what the model is. The error says why
    // there is none. Null: models of the format have none.
    std::string_view text_name{};
    std::string_view text_help{};
    Result<Blob> (*text_of)(const Model& model) = nullptr;
    // For archives: the files inside, in the archive's order. Null: this is no archive.
    Result<std::vector<ArchiveEntry>> (*entries)(const Document& document, const Context& context) = nullptr;
    // One of them as it was put in: unpacked. The error says why there is nothing.
    Result<Blob> (*unpack_entry)(const Document& document, std::size_t entry, const Context& context) = nullptr;
    // Puts other bytes in the place of an entry. Everything else keeps its order and, where offsets allow, its bytes.
    // Null: the archive can only be read.
    Status (*replace_entry)(Document& document, std::size_t entry, const Blob& bytes) = nullptr;
    // Puts a file at the archive's end, in the place of one of its name if there is one. Null: none can be added.
    Status (*add_entry)(Document& document, const ArchiveFile& file) = nullptr;
    // A new archive of these files, in this order where the format keeps one. The error says which name or size it
    // cannot have. Null: the archive can only be read.
    Result<std::unique_ptr<Document>> (*build_archive)(std::span<const ArchiveFile> files) = nullptr;
    // For archives: models inside of which no files can be made, in words: "2 skeletal meshes". Empty: there are none.
    // Null: there never are.
    std::string (*unread)(const Document& document) = nullptr;
    // For a companion given as the input (an Unreal class script): the models it names. Null: no companion does.
    std::vector<NamedModel> (*models_named_by)(const Part& part) = nullptr;
    // How the names of such companions end (lower case), if those in a folder or archive are its first models. Empty:
    // only one that was named is a model.
    std::span<const std::string_view> naming_endings{};
    // The models that the files of a bundle hold, where those are not one: meshes that share a data file. Asked when
    // the bundle is complete and says no model yet. Empty: it is one model. Null: it always is.
    std::vector<NamedModel> (*models_in)(const Model& model) = nullptr;
};

// The option of that name in a list of a record; null if there is none.
const FormatOption* find_option(std::span<const FormatOption* const> options, std::string_view name);

// Is a file of this role one of the model's own, or a companion?
bool is_own(const Format& format, std::string_view role);

// The formats Thaw knows, in the order in which they are listed.
std::span<const Format* const> formats();
const Format* find_format(std::string_view id);

struct NamedFile {
    const Format* format = nullptr;  // null: no format has files of such names
    const PartRole* part = nullptr;  // which file of a model; null where only the extension is known
};

// What a file should be by how its name ends, whatever is in it. The ending of a model's own file counts before a mere
// extension.
NamedFile find_by_file_name(std::string_view name);

struct Detection {
    const Format* format;
    Sniffed sniffed;
};

// The format that claims the file with most confidence. The one whose magic or file name it has is asked first, and a
// certain answer ends the search. The error lists what was tried and why it was not.
Result<Detection> detect(std::string_view name, const Blob& bytes, const Context& context = {});

// One model in memory: its files, and the document read from them.
struct Model {
    const Format* format;
    Bundle bundle;
    std::unique_ptr<Document> document;
};

// Every function from here on is total: any bytes may come in, out of memory is an Error like any other.
// `begun` is a document of the format that has read some of the files already, from detect() or of the same model with
// fewer companions. Null: none.
Result<Model> read(const Format& format, Bundle bundle, const Context& context = {},
                   std::unique_ptr<Document> begun = nullptr);
// The files of the document, byte for byte what was read if nothing was changed.
Result<Bundle> write(const Model& model, const Context& context = {});
// Findings in document order, each with the byte offset of the field it is about.
Result<Issues> validate(const Model& model, Profile profile = Profile::spec, const Context& context = {});
Result<std::vector<Want>> needs(const Model& model);
Result<Summary> summarise(const Model& model);
Result<std::vector<NamedModel>> models_in(const Model& model);
Status convert_variant(Model& model, std::string_view variant, Issues& issues);
// The same model in another format. Its bundle is empty: it has no files yet.
Result<Model> convert_document(const Model& model, const Format& target, Issues& issues);
Result<Scene> to_scene(const Model& model, const SceneOptions& options, Issues& issues);
Result<Built> from_scene(const Format& format, const SceneInput& input, const BuildOptions& options, Issues& issues);
Result<std::vector<OptionRange>> option_ranges(const Model& model, const SceneOptions& options);
// What convert_from says about a format that it cannot start from.
Error cannot_convert(const Format& source, const Format& target);

}  // namespace thaw
