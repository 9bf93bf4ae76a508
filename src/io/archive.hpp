// An archive as folders and files, so that a path may lead into it.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>

#include "io/entry.hpp"

namespace thaw::io {

class Archive {
public:
    using Load = std::function<Result<Blob>(std::size_t entry)>;

    // `kind` in words: "SoulFu archive".
    Archive(std::string kind, std::vector<ArchiveEntry> entries, Load load);

    const std::string& kind() const { return kind_; }
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

    std::string kind_;
    std::vector<ArchiveEntry> entries_;
    Load load_;
    std::vector<std::string> paths_;
    std::map<std::string, std::size_t> files_;
    std::map<std::string, std::vector<Entry>> folders_;
};

// Null if the bytes are no archive that Thaw knows; an error if they are a damaged one.
Result<std::shared_ptr<const Archive>> open_archive(std::string_view name, const Blob& bytes, const Context& context);
// Is it worth trying? Tells by the name, and for files on disk by the first bytes.
bool may_be_archive(std::string_view name, Bytes head);

}  // namespace thaw::io
