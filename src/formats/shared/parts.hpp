// Reading, writing and walking one file of a document through its description. Formats build their read() from it;
// the rest of Thaw uses it for any format.
#pragma once

#include <thaw/format.hpp>

#include "layout/annotator.hpp"

namespace thaw {

// The bytes that the description of a file is about: its own, or what its container holds.
Result<Blob> described_bytes(const Format& format, Document& document, const Part& part, const Context& context);

// Fills the document's part `part.role` from the file, unless it has read that very file already.
Status read_part(const Format& format, Document& document, const Part& part, const Context& context);
// The same, telling `leaves` where every field lies; on failure they end at the failing field.
Status annotate_part(const Format& format, Document& document, const Part& part, const Context& context,
                     LeafSink& leaves);

Result<Blob> write_part(const Format& format, const Document& document, std::string_view role);

// Reads every part of the bundle that belongs to the model itself. For formats without anything special.
Status read_parts(const Format& format, Document& document, const Bundle& bundle, const Context& context);

bool has_part(const Format& format, const Document& document, std::string_view role);

// Gives each issue with a path the byte offset of that field.
void locate(const Format& format, const Document& document, Issues& issues);

}  // namespace thaw
