#include "io/folders.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};

// Never through a link: an entry is what it is.
EntryKind kind_of(int folder, const char* name) {
    struct stat status{};
    if (::fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0) return EntryKind::other;
    if (S_ISREG(status.st_mode)) return EntryKind::file;
    if (S_ISDIR(status.st_mode)) return EntryKind::folder;
    return S_ISLNK(status.st_mode) ? EntryKind::link : EntryKind::other;
}

EntryKind kind_of(int folder, const dirent& entry) {
    switch (entry.d_type) {
        case DT_REG: return EntryKind::file;
        case DT_DIR: return EntryKind::folder;
        case DT_LNK: return EntryKind::link;
        case DT_UNKNOWN: return kind_of(folder, entry.d_name);
        default: return EntryKind::other;
    }
}

Result<std::vector<Entry>> read_folder(const std::string& path) {
    const std::unique_ptr<DIR, CloseFolder> folder(::opendir(openable(path).c_str()));
    if (folder == nullptr) return io_error(system_message(errno), path);
    std::vector<Entry> entries;
    for (;;) {
        errno = 0;
        const dirent* entry = ::readdir(folder.get());
        if (entry == nullptr) break;
        const std::string_view name = entry->d_name;
        if (name != "." && name != "..") entries.push_back({std::string(name), kind_of(::dirfd(folder.get()), *entry)});
    }
    if (errno != 0) return io_error(system_message(errno), path);
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.name < b.name; });
    return entries;
}

}  // namespace

Result<const std::vector<Entry>*> Folders::try_list(const std::string& folder) {
    auto known = known_.find(folder);
    if (known == known_.end()) known = known_.emplace(folder, read_folder(folder)).first;
    if (!known->second) return known->second.error();
    return &*known->second;
}

const std::vector<Entry>& Folders::list(const std::string& folder) {
    static const std::vector<Entry> nothing;
    const auto entries = try_list(folder);
    return entries ? **entries : nothing;
}

const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name) {
    const Entry* similar = nullptr;
    for (const Entry& entry : entries) {
        if (entry.name == name) return &entry;
        if (similar == nullptr && text::equal_ignoring_case(entry.name, name)) similar = &entry;
    }
    return similar;
}

}  // namespace thaw::io
