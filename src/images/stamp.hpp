// A word in pictures that tells where they come from: what Thaw made can be made again and may be replaced.
#pragma once

#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

// Of a PNG as encode_png() makes it.
void stamp_png(std::vector<u8>& png);

// `head`: the first bytes of a file, 256 or as many as there are.
bool is_stamped(Bytes head);

}  // namespace thaw
