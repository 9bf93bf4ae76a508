#include "io/game_folders.hpp"

#include <algorithm>
#include <functional>

#include "io/path.hpp"

namespace thaw::io {

namespace {

using Roots = std::vector<std::string>;

// Without "..", where the last name is a real folder: through a link, ".." leads elsewhere.
std::string folder_above(const std::string& folder, Folders& folders) {
    const std::string_view path = std::string_view(folder).substr(0, folder.size() - (folder.ends_with('/') ? 1 : 0));
    const std::string_view name = name_of(path);
    std::string above(folder_of(path));
    if (folders.archive_of(folder) == path) return above;
    if (!name.empty() && name != "." && name != "..") {
        const auto entry = folders.find_one(above, name);
        if (entry && entry->name == name && entry->kind == EntryKind::folder) return above;
    }
    return join(folder, "../");
}

constexpr int most_up = 3;

// The nearest folder from this one on, at most so many up, that something holds for.
std::optional<std::string> nearest(std::string folder, Folders& folders, int up,
                                   const std::function<bool(const std::string&)>& is_it) {
    for (int level = 0; level <= up; ++level) {
        if (is_it(folder)) return folder;
        folder = folder_above(folder, folders);
    }
    return std::nullopt;
}

std::vector<u8> head_of(const std::string& path, Folders& folders) {
    std::vector<u8> head = read_head(path, mark_bytes);
    if (!head.empty()) return head;
    const auto file = folders.load(path);  // in an archive
    if (!file) return {};
    const Bytes bytes = file->bytes.bytes().first(std::min<std::size_t>(mark_bytes, file->bytes.size()));
    return {bytes.begin(), bytes.end()};
}

bool has_mark(const std::string& folder, std::string_view mark, const GameRoot& wanted, Folders& folders) {
    const auto slash = mark.find('/');
    const std::string first(mark.substr(0, slash));
    if (slash == std::string_view::npos) {
        const auto files = folders.find(folder, EntryKind::file, first);
        return std::any_of(files.begin(), files.end(), [&](const Entry& file) {
            return wanted.is_mark(head_of(join(folder, file.name), folders));
        });
    }
    const auto below = folders.find(folder, EntryKind::folder, first);
    return std::any_of(below.begin(), below.end(), [&](const Entry& entry) {
        return has_mark(join(folder, entry.name), mark.substr(slash + 1), wanted, folders);
    });
}

// The root itself, and the archives in it that hide what its other archives have.
void add_root(const std::string& root, std::string_view overlays, Folders& folders, Roots& roots) {
    if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
    if (overlays.empty()) return;
    auto archives = folders.find(root, EntryKind::file, std::string(overlays));
    std::sort(archives.begin(), archives.end(), [](const Entry& a, const Entry& b) { return a.name > b.name; });
    for (const Entry& archive : archives) {
        const std::string path = join(root, archive.name);
        if (folders.archive_at(path)) roots.push_back(join(path, {}));
    }
}

void add_game_roots(const std::string& folder, const Format& format, Folders& folders, Roots& roots) {
    bool found = false;
    for (const GameRoot& wanted : format.roots) {
        if (wanted.fallback && found) continue;
        const auto has_one = [&](const std::string& at) {
            return std::any_of(wanted.marks.begin(), wanted.marks.end(),
                               [&](std::string_view mark) { return has_mark(at, mark, wanted, folders); });
        };
        const auto root = wanted.above ? nearest(folder_above(folder, folders), folders, most_up - 1, has_one)
                                       : nearest(folder, folders, most_up, has_one);
        if (!root) continue;
        found = true;
        add_root(*root, wanted.overlays, folders, roots);
    }
}

// All of the archive, and what lies next to it.
void add_archive_roots(const std::string& path, Folders& folders, Roots& roots) {
    for (std::string archive = folders.archive_of(path); !archive.empty();) {
        const std::string folder(folder_of(archive));
        const std::string outer = folders.archive_of(archive);
        const Format* format = find_by_file_name(archive).format;
        const bool above = format != nullptr && format->has_sibling_folders;
        for (const std::string& root : {join(archive, {}), folder, above ? folder_above(folder, folders) : folder}) {
            if (std::find(roots.begin(), roots.end(), root) == roots.end()) roots.push_back(root);
        }
        archive = outer;
    }
}

}  // namespace

std::vector<std::string> game_folders(const std::string& path, const Format& format, Folders& folders) {
    const std::string folder(folder_of(path));
    Roots roots{folder};
    add_game_roots(folder, format, folders, roots);
    add_archive_roots(path, folders, roots);
    return roots;
}

std::vector<std::string> folders_below(const std::string& folder, Folders& folders) {
    constexpr std::size_t most_folders = 256;  // of a disk that somebody named by mistake
    std::vector<std::string> out;
    std::vector<std::string> level{join(folder, {})};
    while (!level.empty()) {
        std::vector<std::string> next;
        for (const std::string& outer : level) {
            for (const Entry& entry : folders.find(outer, EntryKind::folder, "*")) {
                if (entry.name.front() == '.') continue;
                if (out.size() == most_folders) return out;
                out.push_back(join(outer, entry.name) + '/');
                next.push_back(out.back());
            }
        }
        level = std::move(next);
    }
    return out;
}

}  // namespace thaw::io
