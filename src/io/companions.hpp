// Finding the files that a model asks for. A name found inside a file is data: it only selects among the entries
// listed below a search root, and never leads outside.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bundle.hpp>

#include "io/files.hpp"
#include "io/folders.hpp"
#include "io/key_index.hpp"

namespace thaw::io {

// The folders of a wanted name below a root: both separators, "." and ".." resolved as text.
// Nothing if the name leaves the root or is empty.
std::optional<std::vector<std::string>> below_root(std::string_view wanted);

struct Found {
    std::string path;  // root and names as they are on disk
    Loaded file;
};

class Companions {
public:
    Companions(Folders& folders, Limits limits) : folders_(folders), limits_(limits), indexes_(folders) {}

    // The first file that answers, or all, by name in the want's order and then by root, what DATs hold last. Files
    // that cannot be read are passed over. `own`: of the model that asks, so that no other will ask for the same.
    // `mount_ending`: an archive of this ending stands for a folder of its name (Format::mount_ending).
    // `trees`: folders and archives that the user named, for names that start with "**/".
    std::vector<Found> find(const Want& want, const std::vector<std::string>& roots, bool own = false,
                            std::string_view mount_ending = {}, const std::vector<std::string>& trees = {});

private:
    struct Search;
    void find_by_key(const Want& want, const std::vector<std::string>& roots, const std::vector<std::string>& trees,
                     std::vector<Found>& found);
    std::optional<Loaded> load(const std::string& root, const std::string& below, bool own);
    bool walk(const Search& search, const std::string& below, std::size_t depth, bool mounted = false);
    bool take(const Search& search, const std::string& below);
    Folders& folders_;
    Limits limits_;
    KeyIndexes indexes_;
    std::mutex mutex_{};
    std::map<std::string, Loaded> small_files_;  // shared by many models: scripts, palettes
    u64 small_bytes_ = 0;
};

}  // namespace thaw::io
