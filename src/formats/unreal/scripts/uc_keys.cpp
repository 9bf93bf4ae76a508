#include "formats/unreal/scripts/uc_keys.hpp"

#include <algorithm>
#include <set>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc.hpp"
#include "formats/unreal/scripts/uc_text.hpp"

namespace thaw::unreal {

namespace {

bool is_about_mesh(const Directive& d) {
    return text::equal_ignoring_case(d.verb, "mesh") || text::equal_ignoring_case(d.verb, "meshmap");
}

std::string mesh_named_in(const Directive& d) {
    return text::lower(d.text(text::equal_ignoring_case(d.verb, "meshmap") ? "meshmap" : "mesh"));
}

// Calls on each line: with the directive it is, or null.
template <class Take>
void for_lines(const Blob& script, Take&& take) {
    ScriptLines lines(script.bytes());
    Directive directive;
    while (lines.next()) take(lines.line(), parse_directive(lines.line(), directive) ? &directive : nullptr);
}

std::set<std::string> imported_meshes(const Blob& script) {
    std::set<std::string> out;
    for_lines(script, [&](const std::string&, const Directive* d) {
        if (d != nullptr && d->is("mesh", "import")) out.insert(text::lower(d->text("mesh")));
    });
    return out;
}

bool says_looks(std::string_view line) {
    const std::string key = text::lower(trimmed(line.substr(0, line.find('='))));
    constexpr std::string_view keys[] = {"skin",           "texture",   "style",           "bunlit",
                                         "bmeshenviromap", "bnosmooth", "defaultskinname", "defaultpackage",
                                         "fixedskin",      "faceskin",  "teamskin1",       "teamskin2"};
    const auto is_of_view = [&](const ViewKeys& view) {
        return text::equal_ignoring_case(key, view.mesh) || text::equal_ignoring_case(key, view.scale);
    };
    return std::find(std::begin(keys), std::end(keys), key) != std::end(keys) || key.starts_with("multiskins") ||
           std::any_of(std::begin(view_keys), std::end(view_keys), is_of_view);
}

}  // namespace

std::string script_key(std::string_view kind, std::string_view name) {
    return std::string(kind) + text::lower(text::file_name(name));
}

std::vector<std::string> keys_of_script(const Blob& blob) {
    const Script script = parse_scripts(std::span(&blob, 1));
    std::vector<std::string> out;
    const auto add = [&](std::string_view kind, std::string_view name) {
        if (!name.empty()) out.push_back(script_key(kind, name));
    };
    for (const Mesh& mesh : script.meshes) {
        add(key_file, mesh.data_file);
        add(key_file, mesh.aniv_file);
    }
    for (const TextureImport& import : script.textures) add(key_texture, import.name);
    for (const ClassScript& one : script.classes) {
        add(key_class, one.name);
        add(key_child, one.parent);
        for (const View& view : one.defaults.views) add(key_shows, object_name(view.mesh));
    }
    const auto own = imported_meshes(blob);
    for_lines(blob, [&](const std::string&, const Directive* d) {
        if (d == nullptr || !is_about_mesh(*d)) return;
        if (std::string name = mesh_named_in(*d); !own.contains(name)) add(key_about, name);
    });
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
}

Blob digest_of_script(const Blob& blob) {
    const auto own = imported_meshes(blob);
    std::string out;
    bool in_defaults = false, has_class = false;
    for_lines(blob, [&](const std::string& text_line, const Directive* d) {
        const std::string_view line = trimmed(text_line);
        bool kept = false;
        if (d != nullptr) {
            kept = d->is("texture", "import") || d->is("mesh", "import") ||
                   (is_about_mesh(*d) && !own.contains(mesh_named_in(*d)));
        } else if (in_defaults) {
            kept = line.starts_with('}') || says_looks(line);
            in_defaults = !line.starts_with('}');
        } else {
            const std::string word = text::lower(line.substr(0, line.find_first_of(" \t{")));
            in_defaults = word == "defaultproperties";
            kept = in_defaults || (word == "class" && !has_class);
            has_class = has_class || word == "class";
        }
        if (kept) out.append(line).append("\n");
    });
    return Blob::take({out.begin(), out.end()});
}

}  // namespace thaw::unreal
