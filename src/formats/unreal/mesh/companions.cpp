#include "formats/unreal/mesh/companions.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/scripts/modeldef.hpp"
#include "formats/unreal/scripts/uc_keys.hpp"

namespace thaw::unreal {

namespace {

constexpr std::size_t most_scripts = 256;  // in a bundle: classes of classes end somewhere

bool same_name(std::string_view a, std::string_view b) {
    return text::equal_ignoring_case(text::file_name(a), text::file_name(b));
}

bool has(const Bundle& bundle, std::string_view role, std::string_view path) {
    return std::any_of(bundle.parts.begin(), bundle.parts.end(),
                       [&](const Part& part) { return part.role == role && same_name(part.name, path); });
}

const Part* find(const Bundle& bundle, std::string_view role, std::string_view path) {
    for (const Part& part : bundle.parts) {
        if (part.role == role && same_name(part.name, path)) return &part;
    }
    return bundle.find(role);
}

std::string_view name_of(const Part* part) {
    return part == nullptr ? std::string_view{} : std::string_view(part->name);
}

// The user's own file: it was there before anything that was looked up for it.
const Part* leading(const Bundle& bundle) {
    for (const Part& part : bundle.parts) {
        if (part.role == "data" || part.role == "aniv") return &part;
    }
    return nullptr;
}

// --- which meshes of the scripts are made of a file ------------------------------------------------------------------

bool same_steps(const std::vector<std::string>& a, const std::vector<std::string>& b, std::size_t last) {
    if (a.size() < last || b.size() < last) return false;
    return std::equal(a.end() - static_cast<std::ptrdiff_t>(last), a.end(), b.end() - static_cast<std::ptrdiff_t>(last),
                      [](const auto& x, const auto& y) { return text::equal_ignoring_case(x, y); });
}

struct Reference {
    const Mesh* mesh;
    const std::string* path;  // as the script has it
};

// Where a script leads to by its own path: exactly there, or only by the name.
bool leads_to(const Reference& reference, const Part& file) {
    const auto wanted = resolved_path(*reference.path, reference.mesh->script);
    const auto there = path_steps(file.name);
    return same_steps(wanted, there, std::max(wanted.size(), there.size()));
}

// Files of that name may be in several packages.
enum class Meant : u8 { this_file, another, unknown };

Meant file_meant(const Reference& reference, const Part& file, const Bundle& bundle) {
    if (reference.mesh->script.find('/') == std::string::npos || leads_to(reference, file)) return Meant::this_file;
    const auto wanted = resolved_path(*reference.path, reference.mesh->script);
    const std::size_t telling = std::min(wanted.size(), path_steps(*reference.path).size() + 1);
    for (const Part& part : bundle.parts) {
        if (part.role != "elsewhere" || !same_steps(wanted, path_steps(part.name), telling)) continue;
        // It may be this one by another way.
        return part.bytes == file.bytes ? Meant::this_file : Meant::another;
    }
    return Meant::unknown;
}

// The meshes whose data or aniv file has the name of the file that leads.
std::vector<Reference> references_to(const Script& script, const Part* file) {
    std::vector<Reference> out;
    if (file == nullptr || text::file_name(file->name).empty()) return out;
    for (const Mesh& mesh : script.meshes) {
        const std::string& path = file->role == "data" ? mesh.data_file : mesh.aniv_file;
        if (!mesh.is_companion && same_name(path, file->name)) out.push_back({&mesh, &path});
    }
    return out;
}

// Where paths lead to the file, those count; else those that lead nowhere, as files may have been put together.
std::vector<const Mesh*> candidates(const Script& script, const Bundle& bundle) {
    std::vector<const Mesh*> certain, possible;
    const Part* file = leading(bundle);
    for (const Reference& reference : references_to(script, file)) {
        const Meant meant = file_meant(reference, *file, bundle);
        if (meant == Meant::this_file) certain.push_back(reference.mesh);
        if (meant == Meant::unknown) possible.push_back(reference.mesh);
    }
    return certain.empty() ? possible : certain;
}

// Of several the one with both files, else the first.
const Mesh* preferred(const std::vector<const Mesh*>& meshes, const Bundle& bundle) {
    const std::string_view data = name_of(bundle.find("data")), aniv = name_of(bundle.find("aniv"));
    const auto is_pair = [&](const Mesh* mesh) {
        return same_name(mesh->data_file, data) && same_name(mesh->aniv_file, aniv);
    };
    const auto found = std::find_if(meshes.begin(), meshes.end(), is_pair);
    if (found != meshes.end()) return *found;
    return meshes.empty() ? nullptr : meshes.front();
}

// A glTF keeps the names of files without their folders, so that a package may be missing in front.
const Mesh* mesh_of_id(const Script& script, std::string_view id) {
    const Mesh* similar = nullptr;
    for (const Mesh& mesh : script.meshes) {
        if (mesh.id.empty()) continue;
        if (text::equal_ignoring_case(mesh.id, id)) return &mesh;
        if (similar == nullptr && text::ends_with_ignoring_case(id, "." + mesh.id)) similar = &mesh;
    }
    return similar;
}

const Mesh* mesh_meant(const Script& script, const Bundle& bundle) {
    if (!bundle.model.empty()) return mesh_of_id(script, bundle.model);
    return preferred(candidates(script, bundle), bundle);
}

// The very bytes, not only equal ones.
bool are_the_same(const std::vector<Part>& a, const std::vector<Part>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Part& x, const Part& y) {
        return x.role == y.role && x.name == y.name && x.bytes.data() == y.bytes.data() &&
               x.bytes.size() == y.bytes.size();
    });
}

// Where no script tells about the model. A MODELDEF that somebody gave as the script is read for what it is.
const Mesh* take_modeldef(const Bundle& bundle, Chosen& chosen) {
    std::vector<Blob> files;
    for (const Part& part : bundle.parts) {
        if (part.role == "modeldef" || part.role == "uc") files.push_back(part.bytes);
    }
    auto mesh = mesh_in_modeldefs(files, name_of(chosen.data), name_of(chosen.aniv));
    if (!mesh) return nullptr;
    chosen.scripts.clear();
    chosen.script.emplace().meshes.push_back(std::move(*mesh));
    return &chosen.script->meshes.front();
}

// --- what is wanted --------------------------------------------------------------------------------------------------

void want_part(std::string_view role, std::string_view path, const std::string& script, const Bundle& bundle,
               std::vector<Want>& wants) {
    auto names = lookup_names(path, script);
    if (names.empty() || has(bundle, role, path)) return;
    wants.push_back({.role = std::string(role),
                     .names = std::move(names),
                     .required = bundle.find(role) == nullptr,
                     .of_model = true});
}

// Scripts that make a mesh of the file. One that mentions it and makes none would help nobody.
void want_scripts(const Part& file, const Bundle& bundle, std::vector<Want>& wants) {
    const std::string name(text::file_name(file.name));
    if (name.empty() || bundle.find("uc") != nullptr) return;
    wants.push_back({.role = "uc",
                     .names = {std::string(model_stem(name)) + ".uc", "*.uc", "Classes/*.uc", "**/*.uc"},
                     .mentions = name,
                     .all = true,
                     .key = script_key(key_file, name),
                     .keys_of = keys_of_script});
}

// A mod for GZDoom has one instead of a script. It names the data file, whose twin the game finds by its name.
void want_modeldef(const Part& file, const Bundle& bundle, std::vector<Want>& wants) {
    if (bundle.find("uc") != nullptr || bundle.find("modeldef") != nullptr) return;
    std::string name(text::file_name(file.name));
    if (file.role == "aniv") name = twin_name(name);
    if (name.empty()) return;
    wants.push_back({.role = "modeldef",
                     .names = {"*modeldef*"},
                     .mentions = name,
                     .mentioned = false,
                     .all = true,
                     .unless = {"uc"}});
}

// The other half by its name: in the same folder. Not where a script says which it is.
void want_twin(const Part& file, const Bundle& bundle, std::vector<Want>& wants) {
    const std::string role = file.role == "data" ? "aniv" : "data";
    const std::string twin = twin_name(file.name);
    if (twin.empty() || bundle.find(role) != nullptr) return;
    std::vector<std::string> unless{"modeldef"};
    if (bundle.find("uc") == nullptr) unless.emplace_back("uc");
    if (bundle.find("modeldef") != nullptr) unless.clear();
    wants.push_back({.role = role, .names = {twin}, .required = true, .unless = std::move(unless)});
}

// What tells whether other models are made of the file too.
void want_to_tell_apart(const Script& script, const Bundle& bundle, std::vector<Want>& wants) {
    const Part* file = leading(bundle);
    for (const Reference& reference : references_to(script, file)) {
        if (reference.mesh->script.find('/') == std::string::npos || leads_to(reference, *file)) continue;
        auto names = lookup_names(*reference.path, reference.mesh->script);
        std::erase_if(names, [](const std::string& name) { return name.find('/') == std::string::npos; });
        wants.push_back({.role = "elsewhere", .names = std::move(names), .mentioned = false});
    }
    const std::string twin = file->role == "data" ? twin_name(file->name) : std::string();
    const bool scripted = std::any_of(script.meshes.begin(), script.meshes.end(),
                                      [&](const Mesh& mesh) { return same_name(mesh.aniv_file, twin); });
    if (twin.empty() || scripted) return;
    wants.push_back({.role = "twin", .names = {twin}, .mentioned = false});
    if (bundle.find("twin") != nullptr) wants.push_back(want_script(key_file, twin));
}

// What a class of another package says, where that lies as games have it.
Want want_defaults(const std::string& package, const std::string& name) {
    const std::string file = package + ".u/Defaults/" + name + ".txt";
    return {.role = "class",
            .names = {file, "System/" + file},
            .called = package + ".u",
            .digest = digest_of_script,
            .of_model = true};
}

// Classes that show the mesh, those they inherit from, and lines of other scripts about it.
void want_classes(const Script& script, const Mesh& mesh, const Bundle& bundle, std::vector<Want>& wants) {
    if (mesh.modeldef || script.classes.size() >= most_scripts || bundle.find("uc") == nullptr) return;
    wants.push_back(want_script(key_shows, mesh.name));
    wants.push_back(want_script(key_about, mesh.name));
    const auto want_parents = [&](const ClassScript& of) {
        const ClassScript* at = &of;
        for (std::size_t i = 0; i < script.classes.size() && at != nullptr && !at->parent.empty(); ++i) {
            const ClassScript* parent = script.parent_of(*at);
            if (parent == nullptr && !text::equal_ignoring_case(at->parent, "Actor")) {
                wants.push_back(at->parent_package.empty() ? want_script(key_class, at->parent)
                                                           : want_defaults(at->parent_package, at->parent));
            }
            at = parent;
        }
    };
    for (const ClassScript& one : script.classes) {
        if (one.script == mesh.script) want_parents(one);
    }
    for (const Look& look : mesh.looks) {
        if (look.class_name.empty()) continue;
        if (look.names_mesh) wants.push_back(want_script(key_child, look.class_name));
        if (const ClassScript* one = script.find_class(look.class_name)) want_parents(*one);
    }
}

std::vector<Want> needs_of(const Document& document, const Script* script, const Mesh* mesh, const Bundle& bundle) {
    std::vector<Want> wants;
    const Part* file = leading(bundle);
    if (mesh == nullptr) {
        if (file == nullptr) return wants;
        want_scripts(*file, bundle, wants);
        want_modeldef(*file, bundle, wants);
        want_twin(*file, bundle, wants);
        return wants;
    }
    if (file != nullptr && bundle.model.empty() && !mesh->modeldef) want_to_tell_apart(*script, bundle, wants);
    want_part("data", mesh->data_file, mesh->script, bundle, wants);
    want_part("aniv", mesh->aniv_file, mesh->script, bundle, wants);
    want_classes(*script, *mesh, bundle, wants);
    if (document.data) want_images(*document.data, *script, *mesh, bundle, wants);
    return wants;
}

// The frames are as many vertices as the polygons are about.
bool fits(const DataFile& data, const Part& aniv) {
    if (aniv.bytes.size() < 4) return false;
    const u32 frame_size = load<u16>(aniv.bytes.data() + 2, Order::little);
    const u32 n = data.num_vertices;
    return frame_size == ((4 * n) & 0xFFFF) || frame_size == ((8 * n) & 0xFFFF) || frame_size == ((3 * n) & 0xFFFF);
}

}  // namespace

Want want_script(std::string_view kind, std::string_view name) {
    std::vector<std::string> names{"*.uc", "Classes/*.uc", "**/*.uc"};
    // What each class of a package says that was taken apart.
    if (kind == key_shows) names.emplace_back("Defaults/*.txt");
    return {.role = "class",
            .names = std::move(names),
            .mentions = std::string(text::file_name(name)),
            .mentioned = false,
            .all = true,
            .key = script_key(kind, name),
            .keys_of = keys_of_script,
            .digest = digest_of_script,
            .of_model = kind != key_file};
}

Chosen choose_parts(const Bundle& bundle, const Document& known) {
    Chosen out;
    out.data = bundle.find("data");
    out.aniv = bundle.find("aniv");
    for (const Part& part : bundle.parts) {
        if (part.role == "uc" || part.role == "class") out.scripts.push_back(part);
    }
    const bool is_known = known.script && are_the_same(out.scripts, known.scripts);
    if (!out.scripts.empty()) out.script = is_known ? *known.script : parse_scripts(out.scripts);
    const Mesh* mesh = out.script ? mesh_meant(*out.script, bundle) : nullptr;
    if (mesh == nullptr) mesh = take_modeldef(bundle, out);
    if (mesh == nullptr) return out;
    out.mesh_index = static_cast<std::size_t>(mesh - out.script->meshes.data());
    // U8: the script's pairing is the truth, the name rule a fallback.
    out.data = find(bundle, "data", mesh->data_file);
    out.aniv = find(bundle, "aniv", mesh->aniv_file);
    return out;
}

PairingFiles pairing_files(const Bundle& bundle) {
    constexpr std::string_view roles[] = {"data", "aniv", "uc", "class", "modeldef", "elsewhere"};
    const auto count = std::count_if(bundle.parts.begin(), bundle.parts.end(), [&](const Part& part) {
        return std::find(std::begin(roles), std::end(roles), part.role) != std::end(roles);
    });
    return {static_cast<std::size_t>(count), bundle.model};
}

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    // The bundle may have grown since the document was read.
    if (document.chosen_from != pairing_files(bundle).count || document.chosen_model != bundle.model) {
        const Chosen chosen = choose_parts(bundle, document);
        return needs_of(document, chosen.script ? &*chosen.script : nullptr, chosen.mesh(), bundle);
    }
    return needs_of(document, document.script ? &*document.script : nullptr, document.mesh(), bundle);
}

std::vector<NamedModel> models_in(const Document& document, const Bundle& bundle) {
    std::vector<NamedModel> out;
    const Mesh* mesh = document.mesh();
    const Part* file = leading(bundle);
    if (mesh == nullptr || file == nullptr || !bundle.model.empty()) return out;
    if (mesh->modeldef) return {{mesh->name, {}}};
    for (const Mesh* one : candidates(*document.script, bundle)) out.push_back({one->id, {}});
    const Part* twin = bundle.find("twin");
    if (twin == nullptr || file->role != "data" || !document.data || !fits(*document.data, *twin)) return out;
    const auto& meshes = document.script->meshes;
    const bool scripted = std::any_of(meshes.begin(), meshes.end(),
                                      [&](const Mesh& one) { return same_name(one.aniv_file, twin->name); });
    if (scripted) return out;
    out.push_back({std::string(model_stem(file->name)),
                   {{.role = "aniv", .names = {std::string(text::file_name(twin->name))}, .required = true}}});
    return out;
}

}  // namespace thaw::unreal
