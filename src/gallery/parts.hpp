// The pieces of a page.
#pragma once

#include <string>
#include <string_view>

#include "gallery/gallery.hpp"

namespace thaw {

std::string gallery_card(const GalleryEntry& entry, u32 thumbnail_side);

std::string_view gallery_style();
std::string_view gallery_script();

std::string grouped(u64 number);                        // "12,345"
std::string counted(u64 number, std::string_view one);  // "12,345 vertices"

}  // namespace thaw
