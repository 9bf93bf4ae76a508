// What a file is: with or without wrapper, and what its body starts with. Nothing in the file says so.
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

struct FileKind {
    Kind kind = Kind::model;
    bool wrapped = true;
    bool sure = false;       // the body looks like what `kind` says
    bool is_listed = false;  // and its pointer map lists the pointers that this takes
};

// Total. An error says why the bytes can be none of them, at the field that is to blame. The name decides only where no
// pointer map does; `map` is the file with the map, of a body whose map is one.
Result<FileKind> kind_of(const Blob& bytes, std::string_view name = {}, const Blob& map = {});

}  // namespace thaw::ctr
