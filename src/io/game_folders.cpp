#include "io/game_folders.hpp"

#include <algorithm>
#include <functional>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

using Roots = std::vector<std::string>;

// Without "..", where the last name is a real folder: through a link, ".." leads elsewhere.
std::string folder_above(const std::string& folder, Folders& folders) {
    const std::string_view path = std::string_view(folder).substr(0, folder.size() - (folder.ends_with('/') ? 1 : 0));
    const std::string_view name = name_of(path);
    std::string above(folder_of(path));
    if (folders.archive_of(folder) == path) return above;
    if (!name.empty() && name != "." && name != "..") {
        const auto entry = folders.find_one(above, name);
        if (entry && entry->name == name && entry->kind == EntryKind::folder) return above;
    }
    return join(folder, "../");
}

// The nearest folder from this one on, at most three up, that something holds for.
std::optional<std::string> nearest(std::string folder, Folders& folders,
                                   const std::function<bool(const std::string&)>& is_it) {
    for (int level = 0; level <= 3; ++level) {
        if (is_it(folder)) return folder;
        folder = folder_above(folder, folders);
    }
    return std::nullopt;
}

std::optional<std::string> nearest_with(const std::string& folder, Folders& folders, EntryKind kind,
                                        const std::string& name) {
    return nearest(folder, folders, [&](const std::string& at) { return !folders.find(at, kind, name).empty(); });
}

// Of Anachronox, a text beside its models.
constexpr const char* entity_list = "entity.dat";

// The data folder of Anachronox has the DATs, or all that was in them in folders. Among its models there is a text of
// that ending.
bool is_anachronox_data(const std::string& folder, Folders& folders) {
    for (const Entry& file : folders.find(folder, EntryKind::file, "*.dat")) {
        if (!text::equal_ignoring_case(file.name, entity_list)) return true;
    }
    for (const Entry& models : folders.find(folder, EntryKind::folder, "models")) {
        if (!folders.find(join(folder, models.name), EntryKind::file, entity_list).empty()) return true;
    }
    return false;
}

// Anachronox: loose files under its data folder hide those of the patches, anox9.zip to anox0.zip, and these those of
// the DATs (specs, 8.1).
void add_anachronox_roots(const std::string& folder, Folders& folders, Roots& roots) {
    const auto data = nearest(folder, folders, [&](const std::string& at) { return is_anachronox_data(at, folders); });
    if (!data) {
        // The models alone, in a folder of any name.
        if (const auto models = nearest_with(folder, folders, EntryKind::file, entity_list)) roots.push_back(*models);
        return;
    }
    roots.push_back(*data);
    auto patches = folders.find(*data, EntryKind::file, "anox*.zip");
    std::sort(patches.begin(), patches.end(), [](const Entry& a, const Entry& b) { return a.name > b.name; });
    for (const Entry& patch : patches) {
        const std::string path = join(*data, patch.name);
        if (folders.archive_at(path)) roots.push_back(join(path, {}));
    }
}

// An Unreal package keeps models, pictures and scripts in folders side by side. A mod for GZDoom has its MODELDEF above
// all models, and names of files in it start there.
void add_unreal_roots(const std::string& folder, Folders& folders, Roots& roots) {
    const auto has_classes = [&](const std::string& at) {
        return !folders.find(at, EntryKind::folder, "classes").empty();
    };
    const auto has_modeldef = [&](const std::string& at) {
        return !folders.find(at, EntryKind::file, "*modeldef*").empty();
    };
    bool wants_classes = true;
    bool wants_modeldef = !has_modeldef(folder);
    std::string up = folder;
    for (int level = 0; level < 3 && (wants_classes || wants_modeldef); ++level) {
        up = folder_above(up, folders);
        const bool classes = wants_classes && has_classes(up);
        const bool modeldef = wants_modeldef && has_modeldef(up);
        wants_classes = wants_classes && !classes;
        wants_modeldef = wants_modeldef && !modeldef;
        if (classes || modeldef) roots.push_back(up);
    }
}

// Crash Team Racing, taken off its disc: the pictures of its models are in another folder below the same.
void add_ctr_roots(const std::string& folder, Folders& folders, Roots& roots) {
    if (const auto game = nearest_with(folder, folders, EntryKind::folder, "packs")) roots.push_back(*game);
}

// All of the archive, and what lies beside it.
void add_archive_roots(const std::string& path, Folders& folders, Roots& roots) {
    for (std::string archive = folders.archive_of(path); !archive.empty();) {
        const std::string beside(folder_of(archive));
        const std::string outer = folders.archive_of(archive);
        // Unreal has its packages in folders side by side, by what is in them.
        const bool is_package = text::ends_with_ignoring_case(archive, ".u");
        for (const std::string& root :
             {join(archive, {}), beside, is_package ? folder_above(beside, folders) : beside}) {
            if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
        }
        archive = outer;
    }
}

struct Custom {
    std::string_view format_id;
    void (*add_roots)(const std::string& folder, Folders& folders, Roots& roots);
};
// Games whose companions lie elsewhere than beside the model.
constexpr Custom customs[] = {{"ctc", add_anachronox_roots}, {"ctr", add_ctr_roots}, {"unreal", add_unreal_roots}};

}  // namespace

std::vector<std::string> game_folders(const std::string& path, std::string_view format_id, Folders& folders) {
    const std::string folder(folder_of(path));
    Roots roots{folder};
    for (const Custom& custom : customs) {
        if (custom.format_id == format_id) custom.add_roots(folder, folders, roots);
    }
    add_archive_roots(path, folders, roots);
    return roots;
}

}  // namespace thaw::io
