#include "io/key_index.hpp"

#include <algorithm>

#include "io/path.hpp"

namespace thaw::io {

namespace {

bool holds_key(const std::vector<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

std::vector<std::string> KeyIndexes::find(const std::string& root, const std::string& name, const Want& want,
                                          const Load& load) {
    Index& index = index_of(root, name, want.keys_of);
    const std::lock_guard lock(index.mutex);
    if (!index.is_made) make(index, root, name, want.keys_of, load);
    std::vector<u32> files = index.unread;
    std::erase_if(files, [&](u32 i) {
        const auto file = load(index.paths[i]);
        return !file || !holds_key(want.keys_of(file->bytes), want.key);
    });
    if (const auto found = index.by_key.find(want.key); found != index.by_key.end()) {
        files.insert(files.end(), found->second.begin(), found->second.end());
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> out;
    for (const u32 i : files) out.push_back(index.paths[i]);
    return out;
}

KeyIndexes::Index& KeyIndexes::index_of(const std::string& root, const std::string& name, Keys keys_of) {
    const std::lock_guard lock(mutex_);
    auto& index = indexes_[{root + '\n' + name, keys_of}];
    if (index == nullptr) index = std::make_unique<Index>();
    return *index;
}

void KeyIndexes::make(Index& index, const std::string& root, const std::string& name, Keys keys_of, const Load& load) {
    index.is_made = true;
    collect(root, {}, name, 0, index.paths);
    std::sort(index.paths.begin(), index.paths.end());
    for (u32 i = 0; i < index.paths.size(); ++i) {
        const auto file = load(index.paths[i]);
        if (!file) continue;
        std::vector<std::string> keys = keys_of(file->bytes);
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        constexpr u64 overhead = 64;  // of a key in the map
        u64 bytes = 0;
        for (const std::string& key : keys) bytes += key.size() + overhead;
        if (!take_room(bytes)) {
            index.unread.push_back(i);
            continue;
        }
        for (std::string& key : keys) index.by_key[std::move(key)].push_back(i);
    }
}

// Links to folders are not followed, and archives below the root are places of their own.
void KeyIndexes::collect(const std::string& root, const std::string& below, std::string_view name, std::size_t depth,
                         std::vector<std::string>& out) {
    const std::string folder = join(root, below);
    const bool everywhere = name.starts_with(anywhere);
    const std::string_view rest = everywhere ? name.substr(anywhere.size()) : name;
    const auto slash = rest.find('/');
    const std::string first(rest.substr(0, slash));
    if (slash == std::string_view::npos) {
        for (const Entry& file : folders_.find(folder, EntryKind::file, first)) {
            if (out.size() < most_files) out.push_back(join(below, file.name));
        }
    } else {
        for (const Entry& entry : folders_.find(folder, EntryKind::folder, first)) {
            collect(root, join(below, entry.name), rest.substr(slash + 1), depth + 1, out);
        }
    }
    if (!everywhere || depth >= deepest) return;
    for (const Entry& entry : folders_.find(folder, EntryKind::folder, "*")) {
        if (entry.name.front() != '.') collect(root, join(below, entry.name), name, depth + 1, out);
    }
}

bool KeyIndexes::take_room(u64 bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes > bytes_left_) return false;
    bytes_left_ -= bytes;
    return true;
}

}  // namespace thaw::io
