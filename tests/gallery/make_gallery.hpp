// Galleries to test with: the same models, once with good names and once with the worst.
#pragma once

#include <string>
#include <vector>

#include "gallery/gallery.hpp"

namespace thaw::test {

// What somebody might call a file to make a page do something. `window.ran` is set if one of them succeeds.
const std::vector<std::string>& hostile_names();

// One model a name: its thumbnail, previews and GLB have the name in theirs as well.
Gallery gallery_of(const std::vector<std::string>& names);

// The page as index.html and every file that it links to.
void write_gallery(const Gallery& gallery, const std::string& folder);

}  // namespace thaw::test
