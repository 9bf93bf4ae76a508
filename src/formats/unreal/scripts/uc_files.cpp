// Which file is which: names in scripts, names on disk, and how they find each other.
#include <algorithm>

#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc.hpp"

namespace thaw::unreal {

namespace {
constexpr std::ptrdiff_t most_steps = 8;  // of a script's own path in the names of other files
}

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

std::vector<std::string> path_steps(std::string_view path) {
    std::vector<std::string> out;
    while (!path.empty()) {
        const auto end = path.find_first_of("/\\");
        const std::string_view step = path.substr(0, end);
        path.remove_prefix(end == std::string_view::npos ? path.size() : end + 1);
        if (step.empty() || step == ".") continue;
        if (step == ".." && !out.empty() && out.back() != "..") {
            out.pop_back();
        } else {
            out.emplace_back(step);
        }
    }
    return out;
}

std::vector<std::string> resolved_path(std::string_view path_in_script, std::string_view script) {
    std::vector<std::string> steps = path_steps(script);
    if (!steps.empty()) steps.pop_back();
    if (!steps.empty()) steps.pop_back();
    if (std::ssize(steps) > most_steps) steps.erase(steps.begin(), steps.end() - most_steps);
    std::string joined;
    for (const std::string& step : steps) joined += step + '/';
    return path_steps(joined.append(path_in_script));
}

std::vector<std::string> lookup_names(std::string_view path_in_script, std::string_view script) {
    std::string path(path_in_script);
    std::replace(path.begin(), path.end(), '\\', '/');
    std::string base(text::file_name(path));
    if (base.empty()) return {};
    std::vector<std::string> out;
    const auto add = [&](std::string name) {
        if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
    };
    // Which folder the shell starts in is its own business: from the longest name on.
    const auto steps = script.empty() ? std::vector<std::string>() : resolved_path(path, script);
    for (std::size_t first = 0; first + 1 < steps.size(); ++first) {
        if (std::find(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.end(), "..") != steps.end()) continue;
        std::string name = steps[first];
        for (std::size_t i = first + 1; i < steps.size(); ++i) name += '/' + steps[i];
        add(std::move(name));
    }
    add(std::move(path));
    add(std::move(base));
    return out;
}

std::string package_of(std::string_view script) {
    const auto steps = path_steps(script);
    if (steps.size() < 3) return {};
    const std::string& folder = steps[steps.size() - 2];
    if (!text::equal_ignoring_case(folder, "classes") && !text::equal_ignoring_case(folder, "defaults")) return {};
    std::string name = steps[steps.size() - 3];
    if (text::ends_with_ignoring_case(name, ".u")) name = name.substr(0, name.size() - 2);
    return name == ".." ? std::string() : name;
}

std::string_view full_name(std::string_view value) {
    const std::size_t quote = value.find('\'');
    if (quote == std::string_view::npos) return value;
    value.remove_prefix(quote + 1);
    return value.substr(0, value.find('\''));
}

std::string_view package_in(std::string_view full_name) {
    const std::size_t dot = full_name.find('.');
    return dot == std::string_view::npos ? std::string_view() : full_name.substr(0, dot);
}

std::vector<NamedModel> meshes_named_by(const Part& script) {
    std::vector<NamedModel> models;
    for (const Mesh& mesh : parse_scripts(std::span(&script, 1)).meshes) {
        auto data = lookup_names(mesh.data_file, script.name);
        auto aniv = lookup_names(mesh.aniv_file, script.name);
        if (data.empty() || aniv.empty()) continue;
        models.push_back({mesh.id, {{"data", std::move(data), {}, true}, {"aniv", std::move(aniv), {}, true}}});
    }
    return models;
}

}  // namespace thaw::unreal
