#include "io/inputs.hpp"

#include <algorithm>
#include <set>

#include <thaw/format.hpp>

#include "base/text.hpp"
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

class Collector {
public:
    Collector(Folders& folders, NamedArchive archives, std::span<const std::string_view> endings)
        : folders_(folders), archives_(archives), endings_(endings) {}

    void add(const std::string& name);
    Inputs take() { return std::move(inputs_); }

private:
    void add_folder(const std::string& folder, const std::string& below);
    bool is_track_of_cue(const std::string& path);
    void add_entry(const std::string& path, const std::string& below);
    void add_archive(const Archive& archive, const std::string& path, const std::string& below);
    void add_file(const std::string& path, const std::string& below, bool in_folder);
    std::string naming_file(const std::string& path);

    Folders& folders_;
    NamedArchive archives_;
    std::span<const std::string_view> endings_;
    Inputs inputs_;
    std::set<std::string> seen_;
};

void Collector::add(const std::string& name) {
    if (name == "-") {
        if (seen_.insert(name).second) inputs_.models.push_back({name, name, {}});
        return;
    }
    const auto kind = folders_.kind_of(name);
    if (!kind) {
        inputs_.errors.push_back(kind.error());
    } else if (*kind == EntryKind::folder) {
        const auto archive = folders_.archive_at(name);
        if (archive) return add_archive(**archive, name, {});
        add_folder(join(name, {}), {});
    } else if (const auto archive = folders_.archive_at(name);
               archive && (archives_ == NamedArchive::folder || !(*archive)->facts().is_native)) {
        add_archive(**archive, name, {});
    } else {
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
        const std::string path = join(folder, entry.name);
        if (entry.kind == EntryKind::folder) {
            add_folder(path + '/', join(below, entry.name));
            continue;
        }
        const auto kind = entry.kind == EntryKind::link ? folders_.kind_of(path) : entry.kind;
        if (kind && *kind == EntryKind::file) {
            add_entry(path, below);
        } else {
            inputs_.skipped.push_back(path);
        }
    }
}

void Collector::add_entry(const std::string& path, const std::string& below) {
    const Format* format = claimed_by(name_of(path));
    if (format != nullptr && format->entries == nullptr) return add_file(path, below, true);
    if (std::any_of(endings_.begin(), endings_.end(),
                    [&](std::string_view ending) { return text::ends_with_ignoring_case(path, ending); })) {
        return add_file(path, below, true);
    }
    if (is_track_of_cue(path)) return;
    const auto archive = folders_.archive_at(path);
    if (archive) {
        if (archives_ == NamedArchive::model && (*archive)->facts().is_native) add_file(path, below, true);
        return add_archive(**archive, path, join(below, name_of(path)));
    }
    if (archive.error().code == Code::not_recognised) {
        inputs_.skipped.push_back(path);
    } else {
        inputs_.errors.push_back(archive.error());
    }
}

// Its files are those of the sheet beside it.
bool Collector::is_track_of_cue(const std::string& path) {
    constexpr std::string_view ending = ".bin";
    const std::string_view name = name_of(path);
    if (!text::ends_with_ignoring_case(name, ending)) return false;
    const std::string sheet = std::string(name.substr(0, name.size() - ending.size())) + ".cue";
    return folders_.find_one(std::string(folder_of(path)), sheet).has_value();
}

void Collector::add_archive(const Archive& archive, const std::string& path, const std::string& below) {
    if (const auto& damage = archive.facts().damage) {
        inputs_.errors.push_back(*damage);
        inputs_.errors.back().file = path;
    }
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        if (!archive.path_of(i).empty()) continue;
        const std::string& name = archive.entries()[i].name;
        inputs_.errors.push_back({Code::bad_value,
                                  "the file " + text::printable(name) + " is left out: " + Archive::refused_name(name),
                                  path});
    }
    add_folder(join(path, {}), below);
}

void Collector::add_file(const std::string& path, const std::string& below, bool in_folder) {
    const std::string first = naming_file(path);
    if (!seen_.insert(folders_.key_of(first)).second) return;
    inputs_.models.push_back({first, in_folder ? first : path, below});
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

Inputs collect_inputs(const std::vector<std::string>& names, Folders& folders, NamedArchive archives,
                      std::span<const std::string_view> endings) {
    Collector collector(folders, archives, endings);
    for (const std::string& name : names) collector.add(name);
    return collector.take();
}

}  // namespace thaw::io
