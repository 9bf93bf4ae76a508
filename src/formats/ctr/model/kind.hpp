// What a file is: with or without wrapper, and what its body starts with. Nothing in the file says so.
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

struct FileKind {
    Kind kind = Kind::model;
    bool wrapped = true;
    bool sure = false;  // the body looks like what `kind` says
};

// Total. An error says why the bytes can be none of them, at the field that is to blame.
Result<FileKind> kind_of(const Blob& bytes);

}  // namespace thaw::ctr
