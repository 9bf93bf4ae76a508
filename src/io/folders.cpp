#include "io/folders.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
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

constexpr int deepest = 4;  // archives inside archives inside ...

Error no_archive(const std::string& path) {
    return {Code::not_recognised, "is a file, but no archive that Thaw knows", path};
}

Error nothing_there(const std::string& path) { return io_error(system_message(ENOENT), path); }

}  // namespace

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

Folders::Listing Folders::indexed(std::vector<Entry> entries) {
    Listing out{std::move(entries)};
    for (std::size_t i = 0; i < out.entries.size(); ++i) out.by_name[text::lower(out.entries[i].name)].push_back(i);
    return out;
}

Result<Folders::Listing*> Folders::listing(const std::string& folder) {
    auto known = known_.find(folder);
    if (known == known_.end()) {
        auto listed = read_folder(folder);
        if (!listed) {
            const auto place = locate(folder, Target::folder);
            if (place) listed = *place->mounted->archive->list(place->inside);
            if (!place && place.error().code != Code::io) listed = place.error();
        }
        auto kept = listed ? Result<Listing>(indexed(std::move(*listed))) : Result<Listing>(listed.error());
        known = known_.emplace(folder, std::move(kept)).first;
    }
    if (!known->second) return known->second.error();
    return &*known->second;
}

Result<const std::vector<Entry>*> Folders::try_list(const std::string& folder) {
    const std::lock_guard lock(mutex_);
    const auto found = listing(folder);
    if (!found) return found.error();
    return &(*found)->entries;
}

const std::vector<std::size_t>& Folders::matches(Listing& listing, const std::string& pattern) {
    static const std::vector<std::size_t> none;
    if (pattern.find('*') == std::string::npos) {
        const auto found = listing.by_name.find(text::lower(pattern));
        return found == listing.by_name.end() ? none : found->second;
    }
    const auto [known, is_new] = listing.by_pattern.try_emplace(text::lower(pattern));
    for (std::size_t i = 0; is_new && i < listing.entries.size(); ++i) {
        if (text::matches_pattern(listing.entries[i].name, pattern)) known->second.push_back(i);
    }
    return known->second;
}

std::vector<Entry> Folders::find(const std::string& folder, EntryKind kind, const std::string& pattern) {
    const std::lock_guard lock(mutex_);
    std::vector<Entry> out;
    const auto in = listing(folder);
    if (!in) return out;
    const auto& found = matches(**in, pattern);
    for (const bool exact : {true, false}) {
        for (const std::size_t i : found) {
            const Entry& entry = (*in)->entries[i];
            if (entry.kind == kind && (entry.name == pattern) == exact) out.push_back(entry);
        }
    }
    return out;
}

std::optional<Entry> Folders::find_one(const std::string& folder, std::string_view name) {
    const std::lock_guard lock(mutex_);
    const auto in = listing(folder);
    if (!in) return std::nullopt;
    const auto found = (*in)->by_name.find(text::lower(name));
    if (found == (*in)->by_name.end()) return std::nullopt;
    for (const std::size_t i : found->second) {
        if ((*in)->entries[i].name == name) return (*in)->entries[i];
    }
    return (*in)->entries[found->second.front()];
}

// The longest beginning of the path that is a file on disk, and from there on what the archives say.
Result<Folders::Place> Folders::locate(const std::string& path, Target target) {
    for (std::size_t end = path.size(); end != std::string::npos && end > 0; end = path.rfind('/', end - 1)) {
        const std::string file = path.substr(0, end);
        struct stat status{};
        if (file.ends_with('/') || ::stat(file.c_str(), &status) != 0) continue;
        if (!S_ISREG(status.st_mode)) break;
        const auto mounted = mount_file(file);
        if (!mounted) return mounted.error();
        return locate_inside(**mounted, file, std::string_view(path).substr(std::min(end + 1, path.size())), target);
    }
    return nothing_there(path);
}

Result<Folders::Place> Folders::locate_inside(const Mounted& top, const std::string& file, std::string_view rest,
                                              Target target) {
    Place place{&top, {}};
    if (std::string exact(rest); target == Target::file && top.archive->find(exact))
        return Place{&top, std::move(exact)};
    std::string at = file;
    while (!rest.empty()) {
        const std::string_view step = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(step.size() + 1, rest.size()));
        if (step.empty()) continue;
        const auto* entries = place.mounted->archive->list(place.inside);
        const Entry* entry = entries == nullptr ? nullptr : find_entry(*entries, step);
        at = join(at, step);
        if (entry == nullptr) return nothing_there(at);
        place.inside = join(place.inside, entry->name);
        if (entry->kind != EntryKind::file || (rest.empty() && target == Target::file)) continue;
        const auto inner = mount_entry(*place.mounted, place.inside, at);
        if (!inner) return inner.error();
        place = {*inner, {}};
    }
    return place;
}

Result<const Folders::Mounted*> Folders::keep(const std::string& path, Result<Mounted> mounted) {
    if (!mounted) mounted.error().file = path;
    const auto& kept = archives_.insert_or_assign(path, std::move(mounted)).first->second;
    if (!kept) return kept.error();
    return &*kept;
}

Result<const Folders::Mounted*> Folders::mount_file(const std::string& path) {
    if (const auto known = archives_.find(path); known != archives_.end()) {
        if (!known->second) return known->second.error();
        return &*known->second;
    }
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return keep(path, io_error(system_message(errno), path));
    auto archive = open_archive_file(path, context_);
    if (!archive) return keep(path, archive.error());
    if (*archive == nullptr) return keep(path, no_archive(path));
    Mounted mounted{std::move(*archive), {static_cast<u64>(status.st_dev), static_cast<u64>(status.st_ino)}};
    if (const std::string track = track_of_cue(path, context_); !track.empty()) mounted.track = file_of(track);
    return keep(path, std::move(mounted));
}

Result<const Folders::Mounted*> Folders::mount_entry(const Mounted& outer, const std::string& inside,
                                                     const std::string& path) {
    if (const auto known = archives_.find(path); known != archives_.end()) {
        if (!known->second) return known->second.error();
        return &*known->second;
    }
    if (!is_archive_name(inside)) return keep(path, no_archive(path));
    if (outer.depth >= deepest) {
        return keep(path, Error{Code::too_deep, "archives in archives, more than " + std::to_string(deepest)});
    }
    const auto bytes = outer.archive->load(*outer.archive->find(inside));
    if (!bytes) return keep(path, bytes.error());
    const auto companion = [&](const std::string& name) -> Result<Blob> {
        const auto other = outer.archive->find(join(folder_of(inside), name));
        if (!other) return nothing_there(name);
        return outer.archive->load(*other);
    };
    auto archive = open_archive(name_of(inside), *bytes, companion, context_);
    if (!archive) return keep(path, archive.error());
    if (*archive == nullptr) return keep(path, no_archive(path));
    return keep(path, Mounted{std::move(*archive), outer.file, outer.track, ++nested_, outer.depth + 1});
}

Result<Loaded> Folders::load(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0) return read_file(path, context_.limits);
    std::unique_lock lock(mutex_);
    const auto place = locate(path, Target::file);
    if (!place) return place.error();
    const Mounted mounted = *place->mounted;
    const auto entry = mounted.archive->find(place->inside);
    lock.unlock();
    if (!entry) return io_error("is a folder, not a file", path);
    auto bytes = mounted.archive->load(*entry);
    if (!bytes) {
        bytes.error().file = path;
        return bytes.error();
    }
    return Loaded{std::move(*bytes), {mounted.file.device, mounted.file.inode, (mounted.serial << 32) + *entry + 1}};
}

Result<EntryKind> Folders::kind_of(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0) {
        if (S_ISDIR(status.st_mode)) return EntryKind::folder;
        return S_ISREG(status.st_mode) ? EntryKind::file : EntryKind::other;
    }
    const int error = errno;
    const std::lock_guard lock(mutex_);
    const auto place = locate(path, path.ends_with('/') ? Target::folder : Target::file);
    if (!place) {
        // What the system says of a path without archives is more than that there is nothing.
        if (error != ENOENT && error != ENOTDIR) return io_error(system_message(error), path);
        if (place.error().code == Code::not_recognised) return io_error(place.error().message, place.error().file);
        return place.error();
    }
    return place->mounted->archive->find(place->inside) ? EntryKind::file : EntryKind::folder;
}

Result<std::shared_ptr<const Archive>> Folders::archive_at(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto place = locate(join(path, {}), Target::folder);
    if (!place) return place.error();
    if (!place->inside.empty()) return no_archive(path);
    return place->mounted->archive;
}

std::string Folders::archive_of(const std::string& path) {
    for (std::size_t end = path.rfind('/'); end != std::string::npos && end > 0; end = path.rfind('/', end - 1)) {
        std::string file = path.substr(0, end);
        struct stat status{};
        const std::lock_guard lock(mutex_);
        if (const auto known = archives_.find(file); known != archives_.end() && known->second) return file;
        if (::stat(file.c_str(), &status) == 0) break;
    }
    return {};
}

std::optional<FileId> Folders::file_of(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) == 0)
        return FileId{static_cast<u64>(status.st_dev), static_cast<u64>(status.st_ino)};
    const std::lock_guard lock(mutex_);
    const auto place = locate(path, Target::file);
    if (!place) return std::nullopt;
    return place->mounted->file;
}

std::vector<FileId> Folders::files_of(const std::string& path) {
    std::vector<FileId> out;
    if (const auto file = file_of(path)) out.push_back(*file);
    const std::lock_guard lock(mutex_);
    const auto place = locate(path, Target::file);
    if (place && place->mounted->track) out.push_back(*place->mounted->track);
    return out;
}

std::string Folders::key_of(const std::string& file) {
    struct stat status{};
    const auto key = [](u64 device, u64 inode, const std::string& name) {
        return std::to_string(device) + ':' + std::to_string(inode) + '/' + name;
    };
    // A folder that cannot be asked makes the file unreadable too, which is reported when it is opened.
    if (::stat(openable(folder_of(file)).c_str(), &status) == 0) {
        return key(status.st_dev, status.st_ino, std::string(name_of(file)));
    }
    const std::lock_guard lock(mutex_);
    const auto place = locate(file, Target::file);
    if (!place) return file;
    const Mounted& in = *place->mounted;
    return key(in.file.device, in.file.inode, std::to_string(in.serial) + '/' + place->inside);
}

std::string full_path(const std::string& path) {
    const std::unique_ptr<char, void (*)(void*)> full(::realpath(openable(path).c_str(), nullptr), std::free);
    return full == nullptr ? std::string() : std::string(full.get());
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
