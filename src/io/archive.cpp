#include "io/archive.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

// "a/b~2.ddd" for the second "a/b.ddd".
std::string numbered(const std::string& path, std::size_t number) {
    const std::size_t name = path.size() - name_of(path).size();
    const std::size_t dot = path.rfind('.');
    const std::size_t at = dot == std::string::npos || dot <= name ? path.size() : dot;
    return path.substr(0, at) + '~' + std::to_string(number) + path.substr(at);
}

}  // namespace

std::string Archive::refused_name(std::string_view raw) {
    const std::string name = with_slashes(raw);
    if (name.empty()) return "it has no name";
    if (name.front() == '/' || (name.size() > 1 && name[1] == ':')) return "its name starts at the root of a disk";
    std::string_view rest = name;
    while (!rest.empty()) {
        const std::string_view step = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(step.size() + 1, rest.size()));
        if (step.empty() || step == "." || step == "..") return "its name leads to another folder";
        const bool plain = std::all_of(step.begin(), step.end(), [](char c) { return static_cast<u8>(c) >= 0x20; });
        if (!plain) return "its name has control characters";
        constexpr std::size_t longest = 255;  // of any file system
        if (step.size() > longest) return "its name is too long for a file";
    }
    return name.ends_with('/') ? "its name ends like a folder's" : std::string();
}

Archive::Archive(Facts facts, std::vector<ArchiveEntry> entries, Load load)
    : facts_(std::move(facts)), entries_(std::move(entries)), load_(std::move(load)), paths_(entries_.size()) {
    folders_.try_emplace({});
    for (std::size_t i = 0; i < entries_.size(); ++i) add(i);
    for (auto& [path, list] : folders_) {
        std::sort(list.begin(), list.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    }
}

void Archive::add(std::size_t entry) {
    if (!refused_name(entries_[entry].name).empty()) return;
    const std::string name = with_slashes(entries_[entry].name);
    std::string path = name;
    // A file may also have the name of a folder.
    for (std::size_t number = 2; files_.contains(path) || folders_.contains(path); ++number) {
        path = numbered(name, number);
    }
    const std::string folder(folder_of(path).substr(0, std::max<std::size_t>(folder_of(path).size(), 1) - 1));
    add_folders(folder);
    folders_[folder].push_back({std::string(name_of(path)), EntryKind::file});
    files_.emplace(path, entry);
    paths_[entry] = std::move(path);
}

void Archive::add_folders(const std::string& folder) {
    if (!folders_.try_emplace(folder).second) return;
    const std::string_view above = folder_of(folder);
    const std::string parent(above.substr(0, above.empty() ? 0 : above.size() - 1));
    add_folders(parent);
    folders_[parent].push_back({std::string(name_of(folder)), EntryKind::folder});
}

const std::vector<Entry>* Archive::list(const std::string& folder) const {
    const auto found = folders_.find(folder);
    return found == folders_.end() ? nullptr : &found->second;
}

std::optional<std::size_t> Archive::find(const std::string& path) const {
    const auto found = files_.find(path);
    if (found == files_.end()) return std::nullopt;
    return found->second;
}

}  // namespace thaw::io
