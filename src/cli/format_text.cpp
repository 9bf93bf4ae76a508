// The one function of fmt that is no template. Its shared library would bring the shared C++ library with it, and to
// start the program would take twice as long (docs/decisions/0006).
#define FMT_HEADER_ONLY
#include <fmt/format.h>

namespace thaw::cli {

// To mention it makes the compiler keep it, for the files that only see its declaration.
extern std::string (*const format_text)(fmt::string_view, fmt::format_args);
std::string (*const format_text)(fmt::string_view, fmt::format_args) = fmt::vformat;

}  // namespace thaw::cli
