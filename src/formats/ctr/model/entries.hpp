// The models of a pack or a level, one by one: each is a file that could be alone. A file with one model has none.
#pragma once

#include "formats/ctr/model/document.hpp"

namespace thaw::ctr {

Result<std::vector<ArchiveEntry>> entries(const Document& document, const Context& context);
Result<Blob> unpack_entry(const Document& document, std::size_t entry, const Context& context);
// Bytes that keep the place of everything are put where the old ones are, unless another model uses these, too; other
// bytes go to the end of the body, and what led to the old model leads there.
Status replace_entry(Document& document, std::size_t entry, const Blob& bytes);

}  // namespace thaw::ctr
