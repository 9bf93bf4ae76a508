// Folder listings, remembered for the length of one run.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "io/files.hpp"

namespace thaw::io {

enum class EntryKind : u8 { file, folder, link, other };

struct Entry {
    std::string name;
    EntryKind kind;
};

class Folders {
public:
    // Sorted by name, without "." and ".."; empty if the folder cannot be read.
    const std::vector<Entry>& list(const std::string& folder);
    // The same, with the reason when it cannot be read.
    Result<const std::vector<Entry>*> try_list(const std::string& folder);

private:
    std::map<std::string, Result<std::vector<Entry>>> known_;
};

// The entry of that name, else one that differs in case only; null if there is none.
const Entry* find_entry(const std::vector<Entry>& entries, std::string_view name);

}  // namespace thaw::io
