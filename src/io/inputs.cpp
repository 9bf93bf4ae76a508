#include "io/inputs.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <thaw/format.hpp>

#include "base/text.hpp"
#include "io/game_folders.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

const Format* claimed_by(std::string_view name) {
    for (const Format* format : formats()) {
        for (const std::string_view extension : format->extensions) {
            if (text::ends_with_ignoring_case(name, extension)) return format;
        }
    }
    return nullptr;
}

bool has_ending_of(std::string_view path, std::span<const std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return text::ends_with_ignoring_case(path, ending); });
}

using Place = std::pair<std::string, std::string>;  // folder and name in lower case

Place place_of(const Input& input) { return {std::string(folder_of(input.path)), text::lower(name_of(input.path))}; }
// By the folder that the user named, wherever below it.
Place place_in_tree(const Input& input) { return {input.root, text::lower(name_of(input.path))}; }

class Collector {
public:
    Collector(Folders& folders, const CollectOptions& options) : folders_(folders), options_(options) {}

    void add(const std::string& name);
    Inputs take();

private:
    void add_folder(const std::string& folder, const std::string& below);
    void add_listed(const Entry& entry, const std::string& folder, const std::string& below);
    bool is_track_of_cue(const std::string& path);
    bool add_naming(const std::string& path, const std::string& below);
    void add_entry(const std::string& path, const std::string& below);
    void add_archive(const Archive& archive, const std::string& path, const std::string& below, bool named);
    void add_files_of(const Archive& archive, const std::string& path, const std::string& below);
    void add_file(const std::string& path, const std::string& below, bool in_folder);
    bool takes(const std::string& path, const std::string& below);
    bool is_likely(const Format& format, const std::string& path);
    std::string naming_file(const std::string& path);

    Folders& folders_;
    const CollectOptions& options_;
    Inputs inputs_;
    std::string root_;  // of what is being added
    std::set<std::string> seen_;
    struct Naming {
        Input input;
        std::vector<std::string> made_of;
        bool has_flat_names;
        bool is_there = false;  // what it is made of
    };
    bool is_searched(const Naming& naming);
    void mark_made_of_others();
    std::set<Place> find_pieces();
    std::vector<Naming> naming_;  // files in folders that name models
};

std::string without_slashes(std::string path) {
    while (path.size() > 1 && path.ends_with('/')) path.pop_back();
    return path;
}

bool Collector::is_searched(const Naming& naming) {
    const auto has_any = [&](const std::string& folder) {
        return std::any_of(naming.made_of.begin(), naming.made_of.end(), [&](const std::string& name) {
            return folders_.find_one(join(folder, {}), name).has_value();
        });
    };
    return std::any_of(options_.search.begin(), options_.search.end(), [&](const std::string& folder) {
        if (has_any(folder)) return true;
        const auto below = naming.has_flat_names ? folders_below(folder, folders_) : std::vector<std::string>();
        return std::any_of(below.begin(), below.end(), has_any);
    });
}

// One that is made of what another names is there if that one is.
void Collector::mark_made_of_others() {
    std::set<Place> there;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (Naming& naming : naming_) {
            const auto is_made = [&](const std::string& name) { return there.contains({naming.input.root, name}); };
            naming.is_there = naming.is_there || std::any_of(naming.made_of.begin(), naming.made_of.end(), is_made);
            if (naming.is_there && there.insert(place_in_tree(naming.input)).second) has_grown = true;
        }
    }
}

// Which named models are there: gives the places of what they are made of. What lies with one comes before what lies
// elsewhere below the folder that the user named.
std::set<Place> Collector::find_pieces() {
    std::set<Place> found, pieces;
    std::multimap<Place, Place> in_tree;
    for (const Input& input : inputs_.models) {
        if (input.root.empty()) continue;
        found.insert(place_of(input));
        in_tree.emplace(place_in_tree(input), place_of(input));
    }
    for (Naming& naming : naming_) {
        for (const std::string& name : naming.made_of) {
            const Place place(folder_of(naming.input.path), name);
            const auto elsewhere = in_tree.find({naming.input.root, name});
            if (found.contains(place)) {
                pieces.insert(place);
            } else if (naming.has_flat_names && elsewhere != in_tree.end()) {
                pieces.insert(elsewhere->second);
            } else {
                continue;
            }
            naming.is_there = true;
        }
        naming.is_there = naming.is_there || is_searched(naming);
    }
    mark_made_of_others();
    return pieces;
}

// Named models come before all others, if any of what they are made of lies with them or where the user wants it looked
// for: in a folder of scripts alone there is nothing to show. Their pieces are left out where they were found in a
// folder.
Inputs Collector::take() {
    const std::set<Place> pieces = find_pieces();
    std::vector<Input> first;
    for (Naming& naming : naming_) {
        if (naming.is_there) {
            first.push_back(std::move(naming.input));
        } else {
            inputs_.unmade.push_back(naming.input.path);
        }
    }
    if (options_.named == NamedModels::first) {
        inputs_.pieces = std::erase_if(inputs_.models, [&](const Input& input) {
            return !input.root.empty() && pieces.contains(place_of(input));
        });
    }
    inputs_.models.insert(inputs_.models.begin(), first.begin(), first.end());
    return std::move(inputs_);
}

void Collector::add(const std::string& name) {
    root_.clear();
    if (name == "-") {
        if (seen_.insert(name).second) inputs_.models.push_back({name, name, {}});
        return;
    }
    const auto kind = folders_.kind_of(name);
    if (!kind) {
        inputs_.errors.push_back(kind.error());
        return;
    }
    const std::string path = without_slashes(name);
    const auto archive = folders_.archive_at(path);
    if (archive && (!(*archive)->facts().has_shape || options_.one_by_one)) {
        root_ = path;
        add_archive(**archive, path, {}, true);
    } else if (*kind == EntryKind::folder) {
        root_ = path;
        add_folder(join(name, {}), {});
    } else if (takes(name, {})) {
        add_file(name, {}, false);
    }
}

// Links to folders are not followed, so this ends.
void Collector::add_folder(const std::string& folder, const std::string& below) {
    const auto entries = folders_.try_list(folder);
    if (!entries) {
        inputs_.errors.push_back(entries.error());
        return;
    }
    for (const Entry& entry : **entries) {
        if (entry.name.front() == '.') continue;
        if (options_.filter.excludes(join(below, entry.name))) {
            ++inputs_.filtered;
        } else {
            add_listed(entry, folder, below);
        }
    }
}

void Collector::add_listed(const Entry& entry, const std::string& folder, const std::string& below) {
    const std::string path = join(folder, entry.name);
    if (entry.kind == EntryKind::folder) return add_folder(path + '/', join(below, entry.name));
    const auto kind = entry.kind == EntryKind::link ? folders_.kind_of(path) : entry.kind;
    if (kind && *kind == EntryKind::file) {
        add_entry(path, below);
    } else {
        inputs_.skipped.push_back(path);
    }
}

// True if it is a companion that names models, a script for example.
bool Collector::add_naming(const std::string& path, const std::string& below) {
    if (options_.named == NamedModels::ignored) return false;
    for (const Format* format : formats()) {
        if (format->models_named_by == nullptr) continue;
        if (!has_ending_of(path, format->naming_endings)) continue;
        const auto file = folders_.load(path);
        if (!file) return false;
        Naming naming{{path, path, below, root_}, {}, format->has_flat_names};
        const auto models = format->models_named_by({{}, path, file->bytes});
        for (const NamedModel& model : models) {
            naming.made_of.insert(naming.made_of.end(), model.made_of.begin(), model.made_of.end());
        }
        if (models.empty()) return false;
        if (takes(path, below) && seen_.insert(folders_.key_of(path)).second) naming_.push_back(std::move(naming));
        return true;
    }
    return false;
}

// Other games call their files `.mdl`, too: an ending that is not a format's own counts with its magic only.
bool Collector::is_likely(const Format& format, const std::string& path) {
    if (format.magic.empty() || find_by_file_name(name_of(path)).part != nullptr) return true;
    const auto file = folders_.load(path);
    return file && text::view_as_text(file->bytes.slice(0, format.magic.size()).bytes()) == format.magic;
}

void Collector::add_entry(const std::string& path, const std::string& below) {
    if (add_naming(path, below)) return;
    const auto add_if_wanted = [&] {
        if (takes(path, below)) add_file(path, below, true);
    };
    const Format* format = claimed_by(name_of(path));
    if (format != nullptr && !is_likely(*format, path)) {
        inputs_.skipped.push_back(path);
        return;
    }
    const bool has_shape = format != nullptr && format->to_scene != nullptr;
    if (format != nullptr && (format->entries == nullptr || (has_shape && !options_.one_by_one)))
        return add_if_wanted();
    if (has_ending_of(path, options_.endings)) return add_if_wanted();
    if (is_track_of_cue(path)) return;
    const auto archive = folders_.archive_at(path);
    if (archive) return add_archive(**archive, path, below, false);
    if (has_shape) return add_if_wanted();
    if (archive.error().code == Code::not_recognised) {
        inputs_.skipped.push_back(path);
    } else {
        inputs_.errors.push_back(archive.error());
    }
}

// Its files are those of the sheet next to it.
bool Collector::is_track_of_cue(const std::string& path) {
    constexpr std::string_view ending = ".bin";
    const std::string_view name = name_of(path);
    if (!text::ends_with_ignoring_case(name, ending)) return false;
    const std::string sheet = std::string(name.substr(0, name.size() - ending.size())) + ".cue";
    return folders_.find_one(std::string(folder_of(path)), sheet).has_value();
}

void Collector::add_archive(const Archive& archive, const std::string& path, const std::string& below, bool named) {
    const bool is_model =
        archive.facts().is_native && !archive.facts().has_shape && options_.archives != ArchiveAs::content;
    if (is_model && takes(path, below)) add_file(path, below, !named);
    if (is_model && options_.archives == ArchiveAs::itself) return;
    add_files_of(archive, path, named ? below : join(below, name_of(path)));
}

void Collector::add_files_of(const Archive& archive, const std::string& path, const std::string& below) {
    if (const auto& damage = archive.facts().damage) {
        inputs_.errors.push_back(*damage);
        inputs_.errors.back().file = path;
    }
    if (const std::string& unread = archive.facts().unread; !unread.empty()) {
        inputs_.unread.push_back(text::printable(path) + ": " + unread);
    }
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        if (!archive.path_of(i).empty()) continue;
        const std::string& name = archive.entries()[i].name;
        if (!options_.filter.takes(name)) continue;
        inputs_.errors.push_back(
            {Code::bad_value, "file " + text::printable(name) + " is skipped: " + Archive::refused_name(name), path});
    }
    add_folder(join(path, {}), below);
}

bool Collector::takes(const std::string& path, const std::string& below) {
    const bool taken = options_.filter.takes(join(below, name_of(path)));
    if (!taken) ++inputs_.filtered;
    return taken;
}

void Collector::add_file(const std::string& path, const std::string& below, bool in_folder) {
    const std::string first = naming_file(path);
    if (!seen_.insert(folders_.key_of(first)).second) return;
    inputs_.models.push_back({first, in_folder ? first : path, below, root_});
}

// For the second file of a model (`x_a.3d`) the first one (`x_d.3d`) if it is there, else the file itself.
std::string Collector::naming_file(const std::string& path) {
    const std::string_view name = name_of(path);
    for (const Format* format : formats()) {
        for (std::size_t i = 1; i < format->parts.size(); ++i) {
            const std::string_view suffix = format->parts[i].suffix;
            if (!text::ends_with_ignoring_case(name, suffix)) continue;
            const std::string wanted =
                std::string(name.substr(0, name.size() - suffix.size())) + std::string(format->parts.front().suffix);
            const std::string folder(folder_of(path));
            const auto first = folders_.find_one(folder, wanted);
            if (first && first->kind != EntryKind::folder) return join(folder, first->name);
        }
    }
    return path;
}

}  // namespace

Inputs collect_inputs(const std::vector<std::string>& names, Folders& folders, const CollectOptions& options) {
    Collector collector(folders, options);
    for (const std::string& name : names) collector.add(name);
    return collector.take();
}

}  // namespace thaw::io
