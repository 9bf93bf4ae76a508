// The Unreal format record: what Thaw knows how to do with a pair of `.3d` files.
#include "formats/unreal/family.hpp"

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"
#include "formats/unreal/build/edit.hpp"
#include "formats/unreal/build/from_scene.hpp"
#include "formats/unreal/mesh/companions.hpp"
#include "formats/unreal/mesh/detect.hpp"
#include "formats/unreal/mesh/document.hpp"
#include "formats/unreal/mesh/elements.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/layout.hpp"
#include "formats/unreal/mesh/options.hpp"
#include "formats/unreal/mesh/scene.hpp"
#include "formats/unreal/mesh/summary.hpp"
#include "formats/unreal/mesh/validate.hpp"
#include "formats/unreal/mesh/variant.hpp"
#include "formats/unreal/scripts/modeldef.hpp"

namespace thaw::unreal {

namespace {

constexpr PartRole parts[] = {{"data", "_d.3d"}, {"aniv", "_a.3d"}};
constexpr std::string_view extensions[] = {".3d"};
constexpr std::string_view variants[] = {"standard", "deusex"};

Document& as_unreal(thaw::Document& document) { return static_cast<Document&>(document); }
const Document& as_unreal(const thaw::Document& document) { return static_cast<const Document&>(document); }

Error nothing_to_read(const Chosen& chosen) {
    if (!chosen.script) return {Code::missing_part, "none of the model's files is there"};
    std::string message = "the class script itself holds no model";
    constexpr std::size_t listed = 8;
    const auto& meshes = chosen.script->meshes;
    for (std::size_t i = 0; i < meshes.size() && i < listed; ++i) {
        message += (i == 0 ? "; it makes " : ", ") + text::printable(meshes[i].name) + " from " +
                   text::printable(text::file_name(meshes[i].data_file)) + " and " +
                   text::printable(text::file_name(meshes[i].aniv_file));
    }
    if (meshes.size() > listed) message += " and " + std::to_string(meshes.size() - listed) + " more";
    return {Code::missing_part, std::move(message)};
}

// The data file first: its vertex count says how frames are divided, so that those of an aniv file that was read
// without it, or with another one, are read again.
Status read_pair(const Chosen& chosen, Document& document, const Context& context) {
    if (chosen.data != nullptr && !document.has_read(*chosen.data)) {
        document.data.reset();
        document.sources.clear();
        if (auto status = read_part(format, document, *chosen.data, context); !status) return status;
    }
    if (chosen.aniv == nullptr || document.has_read(*chosen.aniv)) return Done{};
    document.aniv.reset();
    return read_part(format, document, *chosen.aniv, context);
}

Status read(thaw::Document& as_read, const Bundle& bundle, const Context& context) {
    Document& document = as_unreal(as_read);
    const PairingFiles files = pairing_files(bundle);
    if (files.count != 0 && files == PairingFiles{document.chosen_from, document.chosen_model}) return Done{};
    for (const Part& part : bundle.parts) {
        const bool script = part.role == "uc" || part.role == "class" || part.role == "modeldef";
        if (!script || part.bytes.size() <= context.limits.input_bytes) continue;
        return Error{Code::over_budget, "the class script is larger than the limit", part.name};
    }
    Chosen chosen = choose_parts(bundle, document);
    if (chosen.data == nullptr && chosen.aniv == nullptr) return nothing_to_read(chosen);
    if (auto status = read_pair(chosen, document, context); !status) return status;
    document.script = std::move(chosen.script);
    document.scripts = std::move(chosen.scripts);
    document.mesh_index = chosen.mesh_index;
    document.chosen_from = files.count;
    document.chosen_model = files.model;
    return Done{};
}

bool has_part(const thaw::Document& document, std::string_view role) {
    if (role == "data") return as_unreal(document).data.has_value();
    return role == "aniv" && as_unreal(document).aniv.has_value();
}

void describe_part(Codec& io, thaw::Document& document, std::string_view role) {
    Document& d = as_unreal(document);
    if (role == "data") {
        if (!d.data) d.data.emplace();
        describe(io, *d.data);
    } else {
        if (!d.aniv) d.aniv.emplace();
        describe(io, *d.aniv, d);
    }
}

bool keeps(const Bundle&, std::string_view role) { return role == "uc" || role == "class" || role == "modeldef"; }

std::vector<NamedModel> models_named_by(const Part& part) {
    return part.role == "modeldef" ? models_of_modeldef(part) : meshes_named_by(part);
}

Result<Blob> text_of(const Model& model) {
    const Mesh* mesh = as_unreal(*model.document).mesh();
    const std::string_view role = mesh != nullptr && mesh->modeldef ? "modeldef" : "uc";
    const Part* script = model.bundle.find(role);
    for (const Part& part : model.bundle.parts) {
        if (part.role == role && mesh != nullptr && part.name == mesh->script) script = &part;
    }
    if (mesh == nullptr || script == nullptr) {
        return Error{Code::missing_part, "no class script (.uc) or MODELDEF is about this model"};
    }
    return script->bytes;
}

std::vector<NamedModel> models_in_bundle(const Model& model) {
    return models_in(as_unreal(*model.document), model.bundle);
}

}  // namespace

namespace {

// A package keeps models, images and scripts in folders side by side. A mod for GZDoom has its MODELDEF above all
// models, and names of files in it start there.
constexpr std::string_view package_marks[] = {"classes/*.uc"};
constexpr std::string_view mod_marks[] = {"*modeldef*"};
// Letters alone: some scripts are UTF-16.
bool says(Bytes head, std::string_view word) {
    std::string letters;
    for (const u8 byte : head) {
        if (byte != 0) letters += static_cast<char>(byte);
    }
    return text::contains_ignoring_case(letters, word);
}
bool is_script(Bytes head) { return says(head, "class") || says(head, "#exec"); }
bool is_mod(Bytes head) { return says(head, "model") || says(head, "#include"); }
constexpr GameRoot roots[] = {{.marks = package_marks, .is_mark = is_script, .above = true},
                              {.marks = mod_marks, .is_mark = is_mod}};
constexpr const FormatOption* scene_options[] = {
    &thaw::option::texture, &thaw::option::fps, &thaw::option::frame, &thaw::option::loop,
    &thaw::option::split,   &thaw::option::raw, &option::uc,          &option::show_class};
constexpr std::string_view digest_roles[] = {"class"};
constexpr const FormatOption* build_options[] = {&thaw::option::fps, &option::modeldef};

}  // namespace

const Format format{
    .id = "unreal",
    .title = "Unreal vertex mesh",
    .game = "Unreal, Unreal Tournament, Deus Ex and GZDoom mods",
    .parts = parts,
    .extensions = extensions,
    .variants = variants,
    .issue_kinds = issue::kinds,
    .sniff = sniff,
    .read = read,
    .blank = blank_as<Document>,
    .has_part = has_part,
    .describe = describe_part,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .convert_variant = convert_variant_as<Document>,
    .to_scene = to_scene_as<Document>,
    .element_map = element_map_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .plain_scene = plain_scene,
    .keeps = keeps,
    .roots = roots,
    .scene_options = scene_options,
    .build_options = build_options,
    .digest_roles = digest_roles,
    .option_ranges = option_ranges_as<Document>,
    .mime = "model/x-unreal-mesh",
    .style = {.plain_texels = true},
    .text_name = "uc",
    .text_help = "print the class script that makes the model, or the MODELDEF that shows it",
    .text_of = text_of,
    .models_named_by = models_named_by,
    .models_in = models_in_bundle,
};

}  // namespace thaw::unreal
