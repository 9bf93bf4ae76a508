// One name in a folder.
#pragma once

#include <string>

#include <thaw/bytes.hpp>

namespace thaw::io {

enum class EntryKind : u8 { file, folder, link, other };

struct Entry {
    std::string name;
    EntryKind kind;
};

}  // namespace thaw::io
