// field_path("bases", 0, "bones", 3, "joint0") is "bases[0].bones[3].joint0".
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace thaw {

namespace detail {
inline void append_segment(std::string& path, std::string_view name) {
    if (!path.empty()) path += '.';
    path += name;
}
template <class Integer>
    requires std::is_integral_v<Integer>
void append_segment(std::string& path, Integer index) {
    path += '[';
    path += std::to_string(index);
    path += ']';
}
}  // namespace detail

template <class... Segments>
std::string field_path(Segments... segments) {
    std::string path;
    (detail::append_segment(path, segments), ...);
    return path;
}

}  // namespace thaw
