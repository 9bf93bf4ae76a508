// Bytes of unknown origin as parts of a page. What comes out is safe wherever its name says, and nowhere else.
#pragma once

#include <string>
#include <string_view>

namespace thaw {

// Between tags, and inside of a quoted attribute. Control characters become visible.
std::string html(std::string_view bytes);

// A file's path as a relative URL, for an attribute: nothing in it is a scheme, a host, a query or a fragment.
std::string url(std::string_view path);

}  // namespace thaw
