#include "io/open.hpp"

#include <unistd.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

// A model asks in at most a few rounds (the other half, its script, the pictures the script names).
constexpr int most_rounds = 16;

// Of Anachronox, a text beside its models.
constexpr const char* entity_list = "entity.dat";

std::string key_of(const Want& want) {
    std::string key = want.role + '\n' + want.mentions;
    for (const std::string& name : want.names) key += '\n' + name;
    return key;
}

// The model's own files in the format's order, then the rest: the first one names the model.
// Only at the end: while files are looked up, the one that the user named leads.
void sort_parts(const Format& format, Bundle& bundle) {
    std::vector<Part> sorted;
    for (const PartRole& role : format.parts) {
        for (const Part& part : bundle.parts) {
            if (part.role == role.role) sorted.push_back(part);
        }
    }
    for (const Part& part : bundle.parts) {
        if (!is_own(format, part.role)) sorted.push_back(part);
    }
    bundle.parts = std::move(sorted);
}

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

// A broken file is still what its name says, and the error of that format's reader names the place.
std::optional<Detection> detect_by_name(std::string_view name) {
    for (const Format* format : formats()) {
        for (const PartRole& part : format->parts) {
            if (text::ends_with_ignoring_case(name, part.suffix)) {
                return Detection{format, {Confidence::weak, std::string(part.role), "by its name"}};
            }
        }
    }
    return std::nullopt;
}

// A pattern is a second try for something that was asked for by name before.
void note_missing(const Want& want, std::vector<inspect::Companion>& companions) {
    if (!want.mentioned) return;
    const bool pattern = want.names.front().find('*') != std::string::npos;
    const bool listed = std::any_of(companions.begin(), companions.end(),
                                    [&](const inspect::Companion& c) { return c.role == want.role; });
    if (!pattern || !listed) companions.push_back({want.role, want.names.front(), false});
}

}  // namespace

struct Opener::Task {
    const Format* format = nullptr;
    Sniffed sniffed{};
    Bundle bundle{};
    std::optional<Model> model{};
    std::vector<std::string> roots{};
    std::set<std::string> asked{};
    std::vector<inspect::Companion> companions{};
    std::vector<FileId> files{};
    std::set<FileId> own{};

    void add_file(const Loaded& file) {
        files.push_back(file.id);
        if (file.id != file.holder()) files.push_back(file.holder());
    }
};

std::vector<OpenResult> Opener::open(const std::string& path) {
    Task task;
    auto error = load(path, task);
    if (!error) error = identify(path, task);
    if (!error && names_models(task)) return open_script(path, task);
    if (!error) error = settle(task);
    std::vector<OpenResult> results;
    results.push_back(result_of(task, std::move(error), path));
    return results;
}

OpenResult Opener::result_of(Task& task, std::optional<Error> error, const std::string& path) {
    if (error) {
        if (error->file.empty()) error->file = path;
        return Refused{std::move(*error), task.format, std::move(task.bundle), std::move(task.files)};
    }
    sort_parts(*task.format, task.model->bundle);
    return Opened{std::move(*task.model), std::move(task.sniffed), std::move(task.companions),
                  std::move(task.roots),  std::move(task.files),   std::move(task.own)};
}

// A class script is no model itself.
bool Opener::names_models(const Task& task) {
    return task.format->models_named_by != nullptr && !is_own(*task.format, task.sniffed.role);
}

// It stands for the models it imports.
std::vector<OpenResult> Opener::open_script(const std::string& path, Task& script) {
    std::vector<OpenResult> results;
    for (const NamedModel& model : script.format->models_named_by(script.bundle.parts.front())) {
        Task task;
        task.format = script.format;
        task.sniffed = script.sniffed;
        task.bundle = script.bundle;
        task.roots = script.roots;
        task.files = script.files;
        std::optional<Error> error;
        if (answer(model.parts, task)) {
            error = settle(task);
        } else {
            std::string names;
            for (const Want& part : model.parts) names += (names.empty() ? "" : " and ") + part.names.front();
            error = Error{Code::missing_part,
                          "the files of " + text::printable(model.name) + " were not found: " + text::printable(names)};
        }
        results.push_back(result_of(task, std::move(error), path));
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto* opened = std::get_if<Opened>(&results[i]);
        if (opened == nullptr) continue;
        opened->index = i;
        opened->count = results.size();
    }
    if (results.empty()) {
        results.push_back(result_of(script, Error{Code::not_recognised, "the script names no model"}, path));
    }
    return results;
}

std::optional<Error> Opener::load(const std::string& path, Task& task) {
    if (path == "-") {
        auto bytes = read_stream(STDIN_FILENO, "standard input", context_.limits);
        if (!bytes) return bytes.error();
        task.bundle.parts.push_back({{}, path, std::move(*bytes)});
        return std::nullopt;
    }
    auto file = folders_.load(path);
    if (!file) return file.error();
    task.add_file(*file);
    task.bundle.parts.push_back({{}, path, std::move(file->bytes)});
    return std::nullopt;
}

std::optional<Error> Opener::identify(const std::string& path, Task& task) {
    Part& part = task.bundle.parts.front();
    const std::string name = path == "-" ? std::string() : std::string(name_of(path));
    if (options_.format != nullptr) {
        task.format = options_.format;
        task.sniffed = options_.format->sniff(name, part.bytes, context_);
        if (task.sniffed.role.empty()) task.sniffed.role = options_.format->parts.front().role;
    } else {
        auto detection = detect(name, part.bytes, context_);
        if (!detection) {
            const auto named = part.bytes.empty() ? std::nullopt : detect_by_name(name);
            if (!named) {
                detection.error().file = path;
                return detection.error();
            }
            detection = *named;
        }
        task.format = detection->format;
        task.sniffed = std::move(detection->sniffed);
    }
    part.role = task.sniffed.role;
    if (!task.files.empty() && is_own(*task.format, part.role)) task.own.insert(task.files.front());
    task.roots = roots_for(path, *task.format);
    return std::nullopt;
}

std::optional<Error> Opener::add_given(Task& task) {
    for (const Given& given : options_.given) {
        auto file = read_file(given.path, context_.limits);
        if (!file) return file.error();
        task.companions.push_back({given.role, given.path, true});
        task.files.push_back(file->id);
        task.bundle.parts.push_back({given.role, given.path, std::move(file->bytes)});
    }
    return std::nullopt;
}

std::optional<Error> Opener::settle(Task& task) {
    if (auto error = add_given(task)) return error;
    for (int round = 0; round < most_rounds; ++round) {
        auto model = read(*task.format, task.bundle, context_);
        if (!model) return model.error();
        task.model = std::move(*model);
        const auto wants = needs(*task.model);
        if (!wants) return wants.error();
        if (!answer(*wants, task)) break;
    }
    return std::nullopt;
}

// True if a file was added.
bool Opener::answer(const std::vector<Want>& wants, Task& task) {
    bool added = false;
    const auto is_there = [&](const std::string& role) { return task.bundle.find(role) != nullptr; };
    for (const Want& want : wants) {
        if (std::any_of(want.unless.begin(), want.unless.end(), is_there)) continue;
        if (want.names.empty() || !task.asked.insert(key_of(want)).second) continue;
        std::vector<Found> found = companions_.find(want, task.roots, is_own(*task.format, want.role));
        if (found.empty()) note_missing(want, task.companions);
        for (Found& one : found) {
            task.companions.push_back({want.role, one.path, true});
            task.add_file(one.file);
            if (is_own(*task.format, want.role)) task.own.insert(one.file.id);
            task.bundle.parts.push_back({want.role, std::move(one.path), std::move(one.file.bytes)});
            added = true;
        }
    }
    return added;
}

std::vector<std::string> Opener::roots_for(const std::string& path, const Format& format) {
    std::vector<std::string> roots;
    if (path != "-") {
        const std::string folder(folder_of(path));
        roots.push_back(folder);
        if (format.id == "unreal") add_unreal_roots(folder, roots);
        if (format.id == "ctr") {
            if (const auto game = nearest_with(folder, EntryKind::folder, "packs")) roots.push_back(*game);
        }
        if (format.id == "ctc") add_anachronox_roots(folder, roots);
        add_archive_roots(path, roots);
    }
    roots.insert(roots.end(), options_.search.begin(), options_.search.end());
    return roots;
}

// The nearest folder from this one on, at most three up, that something holds for.
std::optional<std::string> Opener::nearest(std::string folder, const std::function<bool(const std::string&)>& is_it) {
    for (int level = 0; level <= 3; ++level) {
        if (is_it(folder)) return folder;
        folder = folder_above(folder, folders_);
    }
    return std::nullopt;
}

std::optional<std::string> Opener::nearest_with(const std::string& folder, EntryKind kind, const std::string& name) {
    return nearest(folder, [&](const std::string& at) { return !folders_.find(at, kind, name).empty(); });
}

// That of Anachronox has the DATs, or all that was in them in folders. Among its models there is a text of that ending.
bool Opener::is_anachronox_data(const std::string& folder) {
    for (const Entry& file : folders_.find(folder, EntryKind::file, "*.dat")) {
        if (!text::equal_ignoring_case(file.name, entity_list)) return true;
    }
    for (const Entry& models : folders_.find(folder, EntryKind::folder, "models")) {
        if (!folders_.find(join(folder, models.name), EntryKind::file, entity_list).empty()) return true;
    }
    return false;
}

// Anachronox: loose files under its data folder hide those of the patches, anox9.zip to anox0.zip, and these those of
// the DATs (specs, 8.1).
void Opener::add_anachronox_roots(const std::string& folder, std::vector<std::string>& roots) {
    const auto data = nearest(folder, [&](const std::string& at) { return is_anachronox_data(at); });
    if (!data) {
        // The models alone, in a folder of any name.
        if (const auto models = nearest_with(folder, EntryKind::file, entity_list)) roots.push_back(*models);
        return;
    }
    roots.push_back(*data);
    auto patches = folders_.find(*data, EntryKind::file, "anox*.zip");
    std::sort(patches.begin(), patches.end(), [](const Entry& a, const Entry& b) { return a.name > b.name; });
    for (const Entry& patch : patches) {
        const std::string path = join(*data, patch.name);
        if (folders_.archive_at(path)) roots.push_back(join(path, {}));
    }
}

// All of the archive, and what lies beside it.
void Opener::add_archive_roots(const std::string& path, std::vector<std::string>& roots) {
    for (std::string archive = folders_.archive_of(path); !archive.empty();) {
        const std::string beside(folder_of(archive));
        const std::string outer = folders_.archive_of(archive);
        // Unreal has its packages in folders side by side, by what is in them.
        const bool is_package = text::ends_with_ignoring_case(archive, ".u");
        for (const std::string& root :
             {join(archive, {}), beside, is_package ? folder_above(beside, folders_) : beside}) {
            if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
        }
        archive = outer;
    }
}

// An Unreal package keeps models, pictures and scripts in folders side by side. A mod for GZDoom has its MODELDEF above
// all models, and names of files in it start there.
void Opener::add_unreal_roots(const std::string& folder, std::vector<std::string>& roots) {
    const auto has_classes = [&](const std::string& at) {
        return !folders_.find(at, EntryKind::folder, "classes").empty();
    };
    const auto has_modeldef = [&](const std::string& at) {
        return !folders_.find(at, EntryKind::file, "*modeldef*").empty();
    };
    bool wants_classes = true;
    bool wants_modeldef = !has_modeldef(folder);
    std::string up = folder;
    for (int level = 0; level < 3 && (wants_classes || wants_modeldef); ++level) {
        up = folder_above(up, folders_);
        const bool classes = wants_classes && has_classes(up);
        const bool modeldef = wants_modeldef && has_modeldef(up);
        wants_classes = wants_classes && !classes;
        wants_modeldef = wants_modeldef && !modeldef;
        if (classes || modeldef) roots.push_back(up);
    }
}

}  // namespace thaw::io
