// An archive as folders and files, so that a path may lead into it.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>

#include "io/entry.hpp"

namespace thaw::io {

class Archive {
public:
    using Load = std::function<Result<Blob>(std::size_t entry)>;

    struct Facts {
        std::string kind;               // in words: "SoulFu archive"
        bool is_native = false;         // a game's own format, and so a model that can be explained
        bool has_shape = false;         // and one that can be shown: a pack of models
        std::optional<Error> damage{};  // why the list of entries ends early, if it does
        std::string unread{};           // models inside that are not among the entries: "2 skeletal meshes"
    };
    Archive(Facts facts, std::vector<ArchiveEntry> entries, Load load);

    const Facts& facts() const { return facts_; }
    const std::vector<ArchiveEntry>& entries() const { return entries_; }
    Result<Blob> load(std::size_t entry) const { return load_(entry); }

    // The entries of a folder inside, sorted by name; null if there is none. Empty: the top. Ends without '/'.
    const std::vector<Entry>* list(const std::string& folder) const;
    // Which entry a path inside is, in exactly this spelling.
    std::optional<std::size_t> find(const std::string& path) const;
    // Where entry i is; empty if its name leads nowhere. Of two with the same name the second one is `name~2.ext`.
    const std::string& path_of(std::size_t entry) const { return paths_[entry]; }
    // Why a name leads nowhere; empty if it leads somewhere.
    static std::string refused_name(std::string_view name);

private:
    void add(std::size_t entry);
    void add_folders(const std::string& folder);

    Facts facts_;
    std::vector<ArchiveEntry> entries_;
    Load load_;
    std::vector<std::string> paths_;
    std::map<std::string, std::size_t> files_;
    std::map<std::string, std::vector<Entry>> folders_;
};

// Loads a file that an archive needs besides itself, as a cue sheet needs the file of its track. `name` is data, and
// only ever the name of a file in the same folder.
using LoadCompanion = std::function<Result<Blob>(const std::string& name)>;

// The file with the data of a cue sheet, next to it; empty if the file is none.
std::string track_of_cue(const std::string& path, const Context& context);

// Null if it is no archive that Thaw knows; an error if it is a damaged one.
Result<std::shared_ptr<const Archive>> open_archive_file(const std::string& path, const Context& context);
Result<std::shared_ptr<const Archive>> open_archive(std::string_view name, const Blob& bytes,
                                                    const LoadCompanion& companion, const Context& context);
// Is it worth unpacking, to see whether it is one? Tells by the name alone.
bool is_archive_name(std::string_view name);

}  // namespace thaw::io
