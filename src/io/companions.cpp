#include "io/companions.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>

#include <thaw/open.hpp>

#include "base/text.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

constexpr u64 small_file_bytes = u64{1} << 20;
constexpr u64 cache_bytes = u64{64} << 20;

// Each step refuses links, so that an entry swapped after listing cannot lead outside either.
Handle open_below(const std::string& root, const std::string& below) {
    Handle at(::open(openable(root).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::string_view rest = below;
    while (at.ok()) {
        const auto slash = rest.find('/');
        const std::string name(rest.substr(0, slash));
        const bool last = slash == std::string_view::npos;
        at = Handle(::openat(at.get(), name.c_str(),
                             O_RDONLY | O_NOFOLLOW | O_CLOEXEC | (last ? O_NONBLOCK | O_NOCTTY : O_DIRECTORY)));
        if (last) break;
        rest.remove_prefix(slash + 1);
    }
    return at;
}

Result<Loaded> load_from_disk(const std::string& root, const std::string& below, const Limits& limits) {
    const std::string path = join(root, below);
    const Handle file = open_below(root, below);
    if (!file.ok()) return io_error(system_message(errno), path);
    return read_open_file(file, path, limits);
}

}  // namespace

std::optional<std::vector<std::string>> below_root(std::string_view wanted) {
    if (wanted.find('\0') != std::string_view::npos) return std::nullopt;
    std::vector<std::string> names;
    while (!wanted.empty()) {
        const auto end = wanted.find_first_of("/\\");
        const std::string_view name = wanted.substr(0, end);
        wanted.remove_prefix(end == std::string_view::npos ? wanted.size() : end + 1);
        if (name.empty() || name == ".") continue;
        if (name != "..") {
            names.emplace_back(name);
        } else if (names.empty()) {
            return std::nullopt;
        } else {
            names.pop_back();
        }
    }
    if (names.empty()) return std::nullopt;
    return names;
}

struct Companions::Search {
    const Want& want;
    const std::string& root;
    const std::vector<std::string>& names;
    std::vector<Found>& found;
    bool own;
    std::string_view mount_ending;
    bool mounts;  // only through an archive that stands for a folder; else never
};

std::vector<Found> Companions::find(const Want& want, const std::vector<std::string>& roots, bool own,
                                    std::string_view mount_ending, const std::vector<std::string>& trees) {
    std::vector<Found> found;
    if (want.keys_of != nullptr) {
        find_by_key(want, roots, trees, found);
        return found;
    }
    for (const std::string& name : want.names) {
        const auto names = below_root(name);
        if (!names) continue;
        // Files of an archive that stands for a folder count only if no root has them as they are.
        for (const bool mounts : {false, true}) {
            for (const std::string& root : roots) {
                if (walk({want, root, *names, found, own, mount_ending, mounts}, {}, 0)) return found;
            }
            if (names->size() == 1 || mount_ending.empty()) break;
        }
    }
    return found;
}

void Companions::find_by_key(const Want& want, const std::vector<std::string>& roots,
                             const std::vector<std::string>& trees, std::vector<Found>& found) {
    for (const std::string& name : want.names) {
        const bool anywhere = name.starts_with(KeyIndexes::anywhere);
        if (!anywhere && !below_root(name)) continue;
        for (const std::string& root : anywhere ? trees : roots) {
            const auto load_one = [&](const std::string& below) { return load(root, below, false); };
            for (const std::string& below : indexes_.find(root, name, want, load_one)) {
                const Search search{.want = want,
                                    .root = root,
                                    .names = want.names,
                                    .found = found,
                                    .own = false,
                                    .mount_ending = {},
                                    .mounts = false};
                if (take(search, below)) return;
            }
        }
    }
}

// True if nothing more is wanted.
bool Companions::walk(const Search& search, const std::string& below, std::size_t depth, bool mounted) {
    const std::string& name = search.names[depth];
    const bool last = depth + 1 == search.names.size();
    if (last && mounted != search.mounts) return false;
    const EntryKind kind = last ? EntryKind::file : EntryKind::folder;
    const std::string folder = join(search.root, below);
    for (const Entry& entry : folders_.find(folder, kind, name)) {
        const std::string next = join(below, entry.name);
        if (last ? take(search, next) : walk(search, next, depth + 1, mounted)) return true;
    }
    if (last) return false;
    const auto walk_archives = [&](const std::string& file, bool through_dat) {
        for (const Entry& entry : folders_.find(folder, EntryKind::file, file)) {
            const std::string next = join(below, entry.name);
            if (folders_.archive_at(join(search.root, next)) && walk(search, next, depth + 1, through_dat)) return true;
        }
        return false;
    };
    // A path may lead through an archive.
    return walk_archives(name, mounted) ||
           (search.mounts && walk_archives(name + std::string(search.mount_ending), true));
}

bool Companions::take(const Search& search, const std::string& below) {
    const std::string path = join(search.root, below);
    const auto file = load(search.root, below, search.own);
    if (!file) return false;
    const Want& want = search.want;
    const bool keyed = want.keys_of != nullptr;  // then the index has looked
    if (keyed ? want.accepts && !want.accepts(file->bytes) : !is_wanted(want, file->bytes)) return false;
    // Two roots may be one folder.
    const auto is_it = [&](const Found& known) { return known.file.id == file->id; };
    if (std::any_of(search.found.begin(), search.found.end(), is_it)) return false;
    search.found.push_back({path, *file});
    return !search.want.all;
}

std::optional<Loaded> Companions::load(const std::string& root, const std::string& below, bool own) {
    const std::string path = join(root, below);
    {
        const std::lock_guard lock(mutex_);
        if (const auto known = small_files_.find(path); known != small_files_.end()) return known->second;
    }
    auto loaded = folders_.archive_of(path).empty() ? load_from_disk(root, below, limits_) : folders_.load(path);
    if (!loaded) return std::nullopt;
    const u64 size = loaded->bytes.size();
    const std::lock_guard lock(mutex_);
    if (!own && size <= small_file_bytes && small_bytes_ + size <= cache_bytes) {
        small_bytes_ += size;
        small_files_.emplace(path, *loaded);
    }
    return std::move(*loaded);
}

}  // namespace thaw::io
