#include "io/inputs.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <set>
#include <tuple>

#include <thaw/format.hpp>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

bool is_claimed(std::string_view name) {
    for (const Format* format : formats()) {
        for (const std::string_view extension : format->extensions) {
            if (text::ends_with_ignoring_case(name, extension)) return true;
        }
    }
    return false;
}

class Collector {
public:
    explicit Collector(Folders& folders) : folders_(folders) {}

    void add(const std::string& name);
    Inputs take() { return std::move(inputs_); }

private:
    void add_folder(const std::string& folder, const std::string& below);
    void add_file(const std::string& path, const std::string& below, bool in_folder);
    std::string naming_file(const std::string& path);

    Folders& folders_;
    Inputs inputs_;
    std::set<std::tuple<u64, u64, std::string>> seen_;  // folder (device, inode) and name
};

void Collector::add(const std::string& name) {
    if (name == "-") {
        if (seen_.insert({0, 0, name}).second) inputs_.models.push_back({name, name, {}});
        return;
    }
    struct stat status{};
    if (::stat(name.c_str(), &status) != 0) {
        inputs_.errors.push_back(io_error(system_message(errno), name));
    } else if (S_ISDIR(status.st_mode)) {
        add_folder(join(name, {}), {});
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
        struct stat status{};
        const bool is_file =
            entry.kind == EntryKind::file ||
            (entry.kind == EntryKind::link && ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode));
        if (is_file && is_claimed(entry.name)) {
            add_file(path, below, true);
        } else {
            inputs_.skipped.push_back(path);
        }
    }
}

void Collector::add_file(const std::string& path, const std::string& below, bool in_folder) {
    const std::string first = naming_file(path);
    struct stat folder{};
    // A folder that cannot be asked makes the file unreadable too, which is said when it is opened.
    ::stat(openable(folder_of(first)).c_str(), &folder);
    const bool is_new =
        seen_.insert({static_cast<u64>(folder.st_dev), static_cast<u64>(folder.st_ino), std::string(name_of(first))})
            .second;
    if (is_new) inputs_.models.push_back({first, in_folder ? first : path, below});
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
            const Entry* first = find_entry(folders_.list(folder), wanted);
            if (first != nullptr && first->kind != EntryKind::folder) return join(folder, first->name);
        }
    }
    return path;
}

}  // namespace

Inputs collect_inputs(const std::vector<std::string>& names, Folders& folders) {
    Collector collector(folders);
    for (const std::string& name : names) collector.add(name);
    return collector.take();
}

}  // namespace thaw::io
