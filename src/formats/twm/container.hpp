// The container of a payload (plain or packed) and the search for the layout that its bytes have.
#pragma once

#include "formats/twm/document.hpp"

namespace thaw::twm {

// Version 0 files are a 64-bit size and one raw LZ4 block; this is where the block starts.
inline constexpr std::size_t block_offset = 8;

// What the first bytes say, without decoding: the payload's magic behind a plausible size.
bool looks_packed(Bytes file);
// ".twm" or ".mdl"?
bool is_magic(Bytes bytes);

// The payload, with the document's container settled.
Result<Blob> open_container(Document& document, const Blob& file, const Context& context);
// The file that holds a payload: the block it came from if nothing changed, else a new one.
Result<Blob> close_container(const Document& document, const Blob& payload);

// Settles which layout the payload has, by trying. Where none holds, the one that got farthest is left, so that reading
// with it fails at the field that is wrong.
void settle_layout(Document& document, const Blob& payload, const Context& context);

// A layout for the files of the first converter whose attribute blocks have lengths of their own (T9), found from the
// end of the payload. False if the payload cannot be one of those.
bool find_salvage(const Document& header, const Blob& payload, Layout& layout);

// Every second 32-bit word of the indices is 0: they are 64-bit ones, of which half are there.
bool is_half_array(const std::vector<u32>& words);

}  // namespace thaw::twm
