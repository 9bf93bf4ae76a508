// Which file is which: names in scripts, names on disk, and how they find each other.
#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc.hpp"

namespace thaw::unreal {

namespace {

bool same_file(std::string_view in_script, std::string_view on_disk) {
    return !on_disk.empty() && text::equal_ignoring_case(text::file_name(in_script), text::file_name(on_disk));
}

}  // namespace

std::string_view object_name(std::string_view value) {
    const std::size_t quote = value.find('\'');
    if (quote != std::string_view::npos) {
        value.remove_prefix(quote + 1);
        value = value.substr(0, value.find('\''));
    }
    const std::size_t dot = value.rfind('.');
    return dot == std::string_view::npos ? value : value.substr(dot + 1);
}

std::string_view image_of(const SkinSlot& skin) {
    return skin.file.empty() ? object_name(skin.texture) : std::string_view(skin.file);
}

std::string_view model_stem(std::string_view name) {
    name = text::file_name(name);
    for (const std::string_view suffix : {"_d.3d", "_a.3d"}) {
        if (text::ends_with_ignoring_case(name, suffix)) return name.substr(0, name.size() - suffix.size());
    }
    return name.substr(0, name.rfind('.'));
}

std::string twin_name(std::string_view name) {
    std::string twin(text::file_name(name));
    const bool is_data = text::ends_with_ignoring_case(twin, "_d.3d");
    if (!is_data && !text::ends_with_ignoring_case(twin, "_a.3d")) return {};
    char& letter = twin[twin.size() - 4];
    const bool upper = letter == text::upper(letter);
    letter = is_data ? 'a' : 'd';
    if (upper) letter = text::upper(letter);
    return twin;
}

const Mesh* find_mesh(const Script& script, std::string_view data_name, std::string_view aniv_name, bool prefer_data) {
    const Mesh* by_data = nullptr;
    const Mesh* by_aniv = nullptr;
    for (const Mesh& mesh : script.meshes) {
        const bool data = same_file(mesh.data_file, data_name);
        const bool aniv = same_file(mesh.aniv_file, aniv_name);
        if (data && aniv) return &mesh;
        if (data && by_data == nullptr) by_data = &mesh;
        if (aniv && by_aniv == nullptr) by_aniv = &mesh;
    }
    const Mesh* first = prefer_data ? by_data : by_aniv;
    return first != nullptr ? first : prefer_data ? by_aniv : by_data;
}

std::vector<std::string> lookup_names(std::string_view path_in_script) {
    std::string path(path_in_script);
    std::replace(path.begin(), path.end(), '\\', '/');
    std::string base(text::file_name(path));
    if (base.empty()) return {};
    if (base == path) return {path};
    return {path, base};
}

std::vector<NamedModel> meshes_named_by(const Part& script) {
    std::vector<NamedModel> models;
    for (const Mesh& mesh : parse_scripts(std::span(&script.bytes, 1)).meshes) {
        auto data = lookup_names(mesh.data_file);
        auto aniv = lookup_names(mesh.aniv_file);
        if (data.empty() || aniv.empty()) continue;
        models.push_back({mesh.name, {{"data", std::move(data), {}, true}, {"aniv", std::move(aniv), {}, true}}});
    }
    return models;
}

}  // namespace thaw::unreal
