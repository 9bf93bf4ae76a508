// Models as other files: glTF, OBJ, and back into a game's format. The answers of `thaw convert`, in memory.
//
//     thaw::Issues issues;
//     auto glb = thaw::convert(model, "glb", {.compact = true}, issues);      // out
//     auto back = thaw::convert(edited, "ddd", {.base = &model}, issues);     // and back: what was not edited stays
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/gltf.hpp>
#include <thaw/options.hpp>

namespace thaw {

struct ConvertOptions {
    // The formats' own, by name and as they would be typed: {{"rig", "exact"}, {"lod", "1"}}. The lists are in
    // Format::scene_options and Format::build_options; companions are given when the model is opened.
    OptionValues options{};

    // --- as glTF
    SceneOptions::Normals normals = SceneOptions::Normals::base;
    bool lit = false;                  // GltfOptions::lit
    bool compact = false;              // GltfOptions::compact
    MeshoptEncoder meshopt = nullptr;  // packs; implies compact
    bool source = true;                // the model's own files inside, so that it can be converted back

    // --- in a game's format
    std::string variant{};        // one of Format::variants
    std::string name{};           // of the model, for files that say their own; empty: its file's name
    bool fit = false;             // change what does not fit, and say so, instead of refusing
    const Model* base = nullptr;  // the model before it was edited, as it is; null: the one kept in the glTF, if any
};

struct ConvertedFile {
    std::string name;  // safe as a file name; the first one is named like the model
    Blob bytes;
    std::string role{};      // in the model; empty of glTF and OBJ
    bool companion = false;  // made beside the model: one that is there already is somebody's work
    bool kept = false;       // a companion as the glTF has kept it, which nobody edited
};

struct Converted {
    std::vector<ConvertedFile> files{};
    std::string change_summary{};  // what became of the base: "1 vertex changed in 397 frames; all else byte-identical"
    bool is_unchanged = false;     // the model's own files are those of the base, which is there under their names
};

// `target`: "glb", "gltf", "obj", the id of a format, or "native": the model's own format, or of a glTF the one that it
// was made of. Code::unsupported: there is no such way, or an option means nothing for the model. `issues` gets the
// findings, also of an attempt that failed.
Result<Converted> convert(const Model& model, std::string_view target, const ConvertOptions& options, Issues& issues,
                          const Context& context = {});

// What ConvertOptions::fit would change where convert() fails with Code::unrepresentable; empty if it would not help.
Issues changes_to_fit(const Model& model, std::string_view target, const ConvertOptions& options,
                      const Context& context = {});

// The model as a scene, made as convert() makes it. Its images are as the model has them.
Result<Scene> to_scene(const Model& model, const ConvertOptions& options, Issues& issues);

// The same with every image as a PNG or JPEG file, as write_glb() wants them. One that cannot be read is an issue, and
// its material goes without.
Result<Scene> to_exportable_scene(const Model& model, const ConvertOptions& options, Issues& issues,
                                  const Context& context = {});

}  // namespace thaw
