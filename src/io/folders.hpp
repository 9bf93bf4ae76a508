// Folders, and archives as if they were some. `datafile.sdf/PLAYER.DDD` is a path like any other.
// What was listed is remembered for the length of one run. May be asked from several threads at once.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "io/archive.hpp"
#include "io/entry.hpp"
#include "io/files.hpp"

namespace thaw::io {

// The entries of a folder on disk, sorted by name, without "." and "..": never those of an archive.
Result<std::vector<Entry>> read_folder(const std::string& path);

class Folders {
public:
    explicit Folders(Context context = {}) : context_(context) {}

    // Sorted by name, without "." and ".."; or the reason why the folder cannot be read.
    Result<const std::vector<Entry>*> try_list(const std::string& folder);

    // The entries of that kind that answer to a name, which may have '*' in it: the one spelled exactly so, then those
    // that differ in case or match, by name.
    std::vector<Entry> find(const std::string& folder, EntryKind kind, const std::string& pattern);
    // The entry of that name, else one that differs in case only; whatever its kind.
    std::optional<Entry> find_one(const std::string& folder, std::string_view name);

    // A file that the user named or that was listed.
    Result<Loaded> load(const std::string& path);
    // What a path leads to: a file, a folder (or an archive, if it ends with '/'), or why nowhere.
    Result<EntryKind> kind_of(const std::string& path);
    // The archive itself, for the path of its file; null if the file is none.
    Result<std::shared_ptr<const Archive>> archive_at(const std::string& path);
    // The innermost archive that a path leads into, without '/'; empty if all of it is on disk.
    std::string archive_of(const std::string& path);
    // The file on disk that a path leads to or into.
    std::optional<FileId> file_of(const std::string& path);
    // The same, with what that file needs beside itself: a cue sheet the file of its track.
    std::vector<FileId> files_of(const std::string& path);
    // The same for all paths that lead to one file.
    std::string key_of(const std::string& file);

private:
    // Folders of games have thousands of files, and every model asks for some.
    struct Listing {
        std::vector<Entry> entries{};
        std::unordered_map<std::string, std::vector<std::size_t>> by_name{};  // in lower case
        std::map<std::string, std::vector<std::size_t>> by_pattern{};         // as far as asked for
    };
    static Listing indexed(std::vector<Entry> entries);
    Result<Listing*> listing(const std::string& folder);
    const std::vector<std::size_t>& matches(Listing& listing, const std::string& pattern);

    struct Mounted {
        std::shared_ptr<const Archive> archive;
        FileId file;                    // on disk
        std::optional<FileId> track{};  // of a cue sheet
        u64 serial = 0;                 // 0 for that file itself, else a number for each archive inside another
        int depth = 1;
    };
    struct Place {
        const Mounted* mounted;
        std::string inside;  // as the archive spells it, without '/' at its end; empty for the archive itself
    };
    enum class Target : u8 { file, folder };
    Result<Place> locate(const std::string& path, Target target);
    Result<Place> locate_inside(const Mounted& top, const std::string& file, std::string_view rest, Target target);
    Result<const Mounted*> mount_file(const std::string& path);
    Result<const Mounted*> mount_entry(const Mounted& outer, const std::string& inside, const std::string& path);
    Result<const Mounted*> keep(const std::string& path, Result<Mounted> mounted);

    Context context_;
    std::recursive_mutex mutex_;
    std::map<std::string, Result<Listing>> known_;
    std::map<std::string, Result<Mounted>> archives_;
    u64 nested_ = 0;  // archives that have no file of their own
};

// From the root of the disk on, without links, "." and ".."; empty if nothing on disk is there.
std::string full_path(const std::string& path);

// The entry of that name, else one that differs in case only; null if there is none.
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name);

}  // namespace thaw::io
