#include "io/open.hpp"

#include <unistd.h>

#include <algorithm>

#include "base/text.hpp"
#include "io/game_folders.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

// A model asks in at most a few rounds (the other half, its script, the images the script names).
constexpr int most_rounds = 16;

std::string key_of(const Want& want) {
    std::string key = want.role + '\n' + want.mentions + '\n' + want.key;
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

// A broken file is still what its name says, and the error of that format's reader names the place.
std::optional<Detection> detect_by_name(std::string_view name) {
    const NamedFile named = find_by_file_name(name);
    // An archive that claims no ending says itself that its name tells nothing.
    if (named.part == nullptr || (named.format->entries != nullptr && named.format->extensions.empty())) {
        return std::nullopt;
    }
    return Detection{named.format, {Confidence::weak, std::string(named.part->role), "by its name"}};
}

// Of many models, each takes the companions that its format has options for.
bool takes(const Format& format, std::string_view role) {
    return std::any_of(format.scene_options.begin(), format.scene_options.end(), [&](const FormatOption* option) {
        return option->type == OptionType::keyed_files ? role.starts_with(option->role) : role == option->role;
    });
}

// A pattern is a second try for something that was asked for by name before.
void note_missing(const Want& want, std::vector<inspect::Companion>& companions) {
    if (!want.mentioned) return;
    const bool pattern = want.names.front().find('*') != std::string::npos;
    const bool listed = std::any_of(companions.begin(), companions.end(),
                                    [&](const inspect::Companion& c) { return c.role == want.role; });
    const bool known = std::any_of(companions.begin(), companions.end(), [&](const inspect::Companion& c) {
        return !c.found && text::equal_ignoring_case(c.name, want.name());
    });
    if (known) return;
    if (!pattern || !listed) companions.push_back({want.role, std::string(want.name()), false});
}

}  // namespace

struct Opener::Task {
    const Format* format = nullptr;
    Sniffed sniffed{};
    Bundle bundle{};
    std::optional<Model> model{};
    std::vector<std::string> roots{};
    std::vector<std::string> trees{};                       // those of them that the user named
    std::optional<std::vector<std::string>> below_trees{};  // folders in those, once one was asked for
    std::set<std::string> asked{};
    std::vector<inspect::Companion> companions{};
    std::vector<FileId> files{};
    std::set<FileId> own{};

    void add_file(const Loaded& file) {
        files.push_back(file.id);
        if (file.id != file.holder()) files.push_back(file.holder());
    }
};

std::vector<OpenResult> Opener::open(const std::string& path, const std::string& root) {
    Task task;
    auto error = load(path, task);
    if (!error) error = identify(path, root, task);
    if (!error && names_models(task)) {
        const auto models = task.format->models_named_by(task.bundle.parts.front());
        error = add_given(task);
        if (!error && !models.empty()) return open_each(path, task, models);
        if (!error) error = Error{Code::not_recognised, "the script names no model"};
    }
    std::vector<NamedModel> models;
    if (!error) error = add_given(task);
    if (!error) error = choose_model(task, models);
    if (!models.empty()) return open_each(path, task, models);
    std::vector<OpenResult> results;
    results.push_back(result_of(task, std::move(error), path));
    return results;
}

// Settles which model is meant if there is only one. Else `models` are those that each are opened by themselves.
std::optional<Error> Opener::choose_model(Task& task, std::vector<NamedModel>& models) {
    if (auto error = settle(task, task.format->models_in == nullptr ? Wanted::all : Wanted::in_common)) return error;
    auto found = models_in(*task.model);
    if (!found) return found.error();
    models = std::move(*found);
    if (task.format->models_in == nullptr || models.size() > 1 || (models.size() == 1 && !models[0].parts.empty())) {
        return std::nullopt;
    }
    if (models.size() == 1) task.model->bundle.model = task.bundle.model = models[0].name;
    models.clear();
    return settle(task, Wanted::all);
}

const Format* Opener::format_of(const std::string& path) {
    if (options_.format != nullptr) return options_.format;
    Task task;
    if (path == "-" || load(path, task) || identify(path, {}, task)) return nullptr;
    return task.format;
}

OpenResult Opener::result_of(Task& task, std::optional<Error> error, const std::string& path) {
    if (error) {
        if (error->file.empty()) error->file = path;
        return Refused{std::move(*error), task.format, std::move(task.bundle), std::move(task.files)};
    }
    sort_parts(*task.format, task.model->bundle);
    if (task.below_trees) task.roots.insert(task.roots.end(), task.below_trees->begin(), task.below_trees->end());
    return Opened{std::move(*task.model), std::move(task.sniffed), std::move(task.companions),
                  std::move(task.roots),  std::move(task.files),   std::move(task.own)};
}

// A class script is no model itself.
bool Opener::names_models(const Task& task) {
    return task.format->models_named_by != nullptr && !is_own(*task.format, task.sniffed.role);
}

// Each of the models that the files of `common` stand for. Files of its own come in addition to those.
std::vector<OpenResult> Opener::open_each(const std::string& path, const Task& common,
                                          const std::vector<NamedModel>& models) {
    std::vector<OpenResult> results;
    for (const NamedModel& model : models) {
        Task task;
        task.format = common.format;
        task.sniffed = {common.sniffed.confidence, common.sniffed.role, common.sniffed.reason};
        task.bundle = common.bundle;
        task.bundle.model = model.name;
        task.roots = common.roots;
        task.trees = common.trees;
        task.companions = common.companions;
        task.files = common.files;
        task.own = common.own;
        std::optional<Error> error = find_files(model, task);
        if (!error) error = settle(task, Wanted::all);
        results.push_back(result_of(task, std::move(error), path));
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
        auto* opened = std::get_if<Opened>(&results[i]);
        if (opened == nullptr) continue;
        opened->index = i;
        opened->count = results.size();
    }
    return results;
}

// Those that are the model's own, where a companion only names them.
std::optional<Error> Opener::find_files(const NamedModel& model, Task& task) {
    std::vector<Want> wants = model.parts;
    bool found = wants.empty() || answer(wants, task);
    for (int round = 0; model.needs && round < most_rounds; ++round) {
        wants = model.needs(task.bundle);
        if (!answer(wants, task)) break;
    }
    if (model.needs) {
        std::erase_if(wants,
                      [&](const Want& want) { return !want.required || task.bundle.find(want.role) != nullptr; });
        found = wants.empty() && std::any_of(task.bundle.parts.begin(), task.bundle.parts.end(),
                                             [&](const Part& part) { return is_own(*task.format, part.role); });
    }
    if (found) return std::nullopt;
    std::string names;
    for (const Want& want : wants) names += (names.empty() ? "" : " and ") + want.names.front();
    return Error{Code::missing_part,
                 "the files of " + text::printable(model.name) + " were not found: " + text::printable(names)};
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

std::optional<Error> Opener::identify(const std::string& path, const std::string& root, Task& task) {
    Part& part = task.bundle.parts.front();
    const std::string name = path == "-" ? std::string() : std::string(name_of(path));
    if (options_.format != nullptr) {
        task.format = options_.format;
        task.sniffed = options_.format->sniff(name, part.bytes, context_);
        if (task.sniffed.role.empty()) task.sniffed.role = options_.format->parts.front().role;
    } else {
        auto detection = detect(name, part.bytes, context_);
        if (!detection) {
            auto named = part.bytes.empty() ? std::nullopt : detect_by_name(name);
            if (!named) {
                detection.error().file = path;
                return detection.error();
            }
            detection = std::move(*named);
        }
        task.format = detection->format;
        task.sniffed = std::move(detection->sniffed);
    }
    part.role = task.sniffed.role;
    if (!task.files.empty() && is_own(*task.format, part.role)) task.own.insert(task.files.front());
    if (path != "-") task.roots = game_folders(path, *task.format, folders_);
    if (!root.empty() && std::find(task.roots.begin(), task.roots.end(), join(root, {})) == task.roots.end()) {
        task.roots.push_back(join(root, {}));
    }
    task.roots.insert(task.roots.end(), options_.search.begin(), options_.search.end());
    add_given_values(task);
    if (!root.empty()) task.trees.push_back(join(root, {}));
    task.trees.insert(task.trees.end(), options_.search.begin(), options_.search.end());
    return std::nullopt;
}

// They may choose the files, so they come first.
void Opener::add_given_values(Task& task) const {
    for (const Given& given : options_.given) {
        if (!given.value.empty() && takes(*task.format, given.role)) {
            task.bundle.parts.push_back({given.role, given.value, {}});
        }
    }
}

Result<Loaded> Opener::load_given(const std::string& path) {
    const std::lock_guard lock(given_mutex_);
    const auto known = given_.find(path);
    return known != given_.end() ? known->second : given_.emplace(path, folders_.load(path)).first->second;
}

std::optional<Error> Opener::add_given(Task& task) {
    for (const Given& given : options_.given) {
        if (!given.value.empty() || !takes(*task.format, given.role)) continue;
        auto file = load_given(given.path);
        if (!file) return file.error();
        task.companions.push_back({given.role, given.path, true});
        task.add_file(*file);
        task.bundle.parts.push_back({given.role, given.path, std::move(file->bytes)});
    }
    return std::nullopt;
}

std::optional<Error> Opener::settle(Task& task, Wanted wanted) {
    for (int round = 0; round < most_rounds; ++round) {
        auto begun = task.model ? std::move(task.model->document) : std::move(task.sniffed.document);
        auto model = read(*task.format, task.bundle, context_, std::move(begun));
        if (!model) return model.error();
        task.model = std::move(*model);
        auto wants = needs(*task.model);
        if (!wants) return wants.error();
        if (wanted == Wanted::in_common) std::erase_if(*wants, [](const Want& want) { return want.of_model; });
        if (!answer(*wants, task)) break;
    }
    return std::nullopt;
}

// What lies nearer counts more, so this is asked last.
std::vector<Found> Opener::find_below_trees(const Want& want, Task& task) {
    if (!task.format->has_flat_names) return {};
    if (!task.below_trees) {
        task.below_trees.emplace();
        for (const std::string& tree : task.trees) {
            for (std::string& folder : folders_below(tree, folders_)) task.below_trees->push_back(std::move(folder));
        }
    }
    return companions_.find(want, *task.below_trees, is_own(*task.format, want.role));
}

// True if a file was added.
bool Opener::answer(const std::vector<Want>& wants, Task& task) {
    bool added = false;
    const auto is_there = [&](const std::string& role) { return task.bundle.find(role) != nullptr; };
    for (const Want& want : wants) {
        if (std::any_of(want.unless.begin(), want.unless.end(), is_there)) continue;
        if (want.names.empty() || !task.asked.insert(key_of(want)).second) continue;
        std::vector<Found> found =
            companions_.find(want, task.roots, is_own(*task.format, want.role), task.format->mount_ending, task.trees);
        if (found.empty()) found = find_below_trees(want, task);
        if (found.empty()) note_missing(want, task.companions);
        for (Found& one : found) {
            // Asked for in other words. Of a file that is there as a whole a part would say nothing new.
            const bool known = std::any_of(task.bundle.parts.begin(), task.bundle.parts.end(), [&](const Part& part) {
                return part.name == one.path && (part.role == want.role || want.digest != nullptr);
            });
            if (known) continue;
            task.companions.push_back({want.role, one.path, true});
            task.add_file(one.file);
            if (is_own(*task.format, want.role)) task.own.insert(one.file.id);
            const Blob& bytes = one.file.bytes;
            task.bundle.parts.push_back(
                {want.role, std::move(one.path), want.digest == nullptr ? bytes : want.digest(bytes)});
            added = true;
        }
    }
    return added;
}

}  // namespace thaw::io
