#include "io/archive.hpp"

#include <algorithm>

#include <thaw/archives.hpp>

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

std::string Archive::refused_name(std::string_view name) { return archives::refused_name(name); }

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
