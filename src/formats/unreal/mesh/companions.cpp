#include "formats/unreal/mesh/companions.hpp"

#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/shared/textures.hpp"
#include "formats/unreal/mesh/survey.hpp"
#include "formats/unreal/scripts/modeldef.hpp"

namespace thaw::unreal {

namespace {

bool named(const Part& part, std::string_view path) {
    return text::equal_ignoring_case(text::file_name(part.name), text::file_name(path));
}

bool has(const Bundle& bundle, std::string_view role, std::string_view path) {
    return std::any_of(bundle.parts.begin(), bundle.parts.end(),
                       [&](const Part& part) { return part.role == role && named(part, path); });
}

const Part* find(const Bundle& bundle, std::string_view role, std::string_view path) {
    for (const Part& part : bundle.parts) {
        if (part.role == role && named(part, path)) return &part;
    }
    return bundle.find(role);
}

std::string_view name_of(const Part* part) {
    return part == nullptr ? std::string_view{} : std::string_view(part->name);
}

// The user's own file leads: it was there before anything that was looked up for it.
bool data_leads(const Bundle& bundle) {
    for (const Part& part : bundle.parts) {
        if (part.role == "data" || part.role == "aniv") return part.role == "data";
    }
    return true;
}

// Which files make the model, and which mesh of the script it is, if one is known.
struct Pairing {
    const Part* data = nullptr;
    const Part* aniv = nullptr;
    const Mesh* mesh = nullptr;
};

void want_script(const Pairing& chosen, const Bundle& bundle, std::vector<Want>& wants) {
    const bool by_data = chosen.data != nullptr && (chosen.aniv == nullptr || data_leads(bundle));
    const std::string name(text::file_name(name_of(by_data ? chosen.data : chosen.aniv)));
    if (name.empty()) return;
    const std::string same = std::string(model_stem(name)) + ".uc";
    // Once: a script that mentions the file and still makes no mesh of it would be found again and again.
    if (bundle.find("uc") != nullptr) return;
    wants.push_back({"uc", {same, "Classes/" + same, "*.uc", "Classes/*.uc"}, name});
}

// A mod for GZDoom has one instead of a script. It names the data file, whose twin the game finds by its name.
void want_modeldef(const Pairing& chosen, const Bundle& bundle, std::vector<Want>& wants) {
    if (bundle.find("uc") != nullptr || bundle.find("modeldef") != nullptr) return;
    std::string name(text::file_name(name_of(chosen.data)));
    if (name.empty()) name = twin_name(name_of(chosen.aniv));
    if (name.empty()) return;
    wants.push_back({.role = "modeldef", .names = {"*modeldef*"}, .mentions = name, .mentioned = false, .all = true});
}

void want_part(std::string_view role, std::string_view path, const Bundle& bundle, std::vector<Want>& wants) {
    auto names = lookup_names(path);
    if (names.empty() || has(bundle, role, path)) return;
    wants.push_back({std::string(role), std::move(names), {}, bundle.find(role) == nullptr});
}

// An image of another package, if somebody has taken it out of there.
std::vector<std::string> image_names(std::string_view texture) {
    std::vector<std::string> names;
    if (texture.empty()) return names;
    for (const char* folder : {"", "Textures/"}) {
        for (const char* ending : {".png", ".tga", ".bmp", ".pcx"}) {
            names.push_back(std::string(folder).append(texture).append(ending));
        }
    }
    return names;
}

// The same in the package itself, where games keep it: `Package.Group.Name`.
void add_names_in_package(std::string_view full, std::vector<std::string>& names) {
    const std::size_t dot = full.find('.');
    if (dot == std::string_view::npos || dot == 0) return;
    const std::string package(full.substr(0, dot));
    const std::string name(full.substr(full.rfind('.') + 1));
    for (const std::string& file :
         {package + ".utx", "Textures/" + package + ".utx", package + ".u", "System/" + package + ".u"}) {
        for (const char* ending : {".pcx", ".tga"}) names.push_back(file + "/Textures/" + name + ending);
    }
}

class ImageWants {
public:
    ImageWants(const Bundle& bundle, std::vector<Want>& wants) : bundle_(bundle), wants_(wants) {}

    void add(const SkinSlot* skin) {
        if (skin == nullptr) return;
        const std::string_view file = image_of(*skin);
        std::string key = text::lower(text::file_name(file));
        if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) return;
        asked_.push_back(std::move(key));
        auto names = skin->file.empty() ? image_names(file) : lookup_names(file);
        if (skin->file.empty()) add_names_in_package(skin->texture, names);
        // In a MODELDEF the folder may stand in the image's own name.
        if (!skin->file.empty() && !names.empty() && skin->texture.find_first_of("/\\") != std::string::npos) {
            names.insert(names.begin() + 1, skin->texture);
        }
        if (names.empty() || find_texture(bundle_, {}, file) != nullptr) return;
        wants_.push_back({"texture", std::move(names)});
    }

private:
    const Bundle& bundle_;
    std::vector<Want>& wants_;
    std::vector<std::string> asked_;
};

void want_images(const DataFile& data, const Mesh& mesh, const Bundle& bundle, std::vector<Want>& wants) {
    std::array<bool, 256> seen{};
    bool reflects = false;
    ImageWants images(bundle, wants);
    for (const Poly& poly : data.polys) {
        if ((poly.type & weapon_bit) != 0) continue;
        reflects = reflects || (poly.type & environment_bit) != 0;
        if (seen[poly.texture]) continue;
        seen[poly.texture] = true;
        images.add(mesh.skin(poly.texture));
    }
    if (reflects && mesh.environment) images.add(&*mesh.environment);
}

// Where no script tells about the model. A MODELDEF that somebody gave as the script is read for what it is.
const Mesh* take_modeldef(const Bundle& bundle, Chosen& chosen) {
    std::vector<Blob> files;
    for (const Part& part : bundle.parts) {
        if (part.role == "modeldef" || part.role == "uc") files.push_back(part.bytes);
    }
    auto mesh = mesh_in_modeldefs(files, name_of(chosen.data), name_of(chosen.aniv));
    if (!mesh) return nullptr;
    chosen.script.emplace().meshes.push_back(std::move(*mesh));
    return &chosen.script->meshes.front();
}

std::vector<Want> needs_of(const Document& document, const Pairing& chosen, const Bundle& bundle) {
    std::vector<Want> wants;
    if (chosen.mesh == nullptr) {
        if (chosen.data == nullptr) want_part("data", twin_name(name_of(chosen.aniv)), bundle, wants);
        if (chosen.aniv == nullptr) want_part("aniv", twin_name(name_of(chosen.data)), bundle, wants);
        want_script(chosen, bundle, wants);
        want_modeldef(chosen, bundle, wants);
        return wants;
    }
    want_part("data", chosen.mesh->data_file, bundle, wants);
    want_part("aniv", chosen.mesh->aniv_file, bundle, wants);
    if (document.data) want_images(*document.data, *chosen.mesh, bundle, wants);
    return wants;
}

}  // namespace

Chosen choose_parts(const Bundle& bundle) {
    Chosen out;
    out.data = bundle.find("data");
    out.aniv = bundle.find("aniv");
    std::vector<Blob> scripts;
    for (const Part& part : bundle.parts) {
        if (part.role == "uc") scripts.push_back(part.bytes);
    }
    if (!scripts.empty()) out.script = parse_scripts(scripts);
    const Mesh* mesh = nullptr;
    if (out.script) mesh = find_mesh(*out.script, name_of(out.data), name_of(out.aniv), data_leads(bundle));
    if (mesh == nullptr) mesh = take_modeldef(bundle, out);
    if (mesh == nullptr) return out;
    out.mesh_index = static_cast<std::size_t>(mesh - out.script->meshes.data());
    // U8: the script's pairing is the truth, the name rule a fallback.
    out.data = find(bundle, "data", mesh->data_file);
    out.aniv = find(bundle, "aniv", mesh->aniv_file);
    return out;
}

std::size_t pairing_files(const Bundle& bundle) {
    constexpr std::string_view roles[] = {"data", "aniv", "uc", "modeldef"};
    return static_cast<std::size_t>(std::count_if(bundle.parts.begin(), bundle.parts.end(), [&](const Part& part) {
        return std::find(std::begin(roles), std::end(roles), part.role) != std::end(roles);
    }));
}

std::vector<Want> needs(const Document& document, const Bundle& bundle) {
    // The bundle may have grown since the document was read.
    if (document.chosen_from != pairing_files(bundle)) {
        const Chosen chosen = choose_parts(bundle);
        return needs_of(document, {chosen.data, chosen.aniv, chosen.mesh()}, bundle);
    }
    const Mesh* mesh = document.mesh();
    if (mesh == nullptr) return needs_of(document, {bundle.find("data"), bundle.find("aniv"), nullptr}, bundle);
    return needs_of(document, {find(bundle, "data", mesh->data_file), find(bundle, "aniv", mesh->aniv_file), mesh},
                    bundle);
}

}  // namespace thaw::unreal
