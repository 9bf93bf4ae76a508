#include "formats/shared/build_names.hpp"

#include "base/text.hpp"
#include "formats/shared/build_issues.hpp"

namespace thaw::build {

std::string Names::take(std::string_view wanted) {
    std::string name;
    for (std::string_view rest = wanted; !rest.empty();) {
        const char32_t point = text::take_point(rest);
        name += point >= ' ' && point <= '~' ? static_cast<char>(point) : '_';
    }
    std::string out = name.substr(0, longest_);
    if (out != wanted) {
        for (u64 n = 2; taken_.contains(text::lower(out)); ++n) {
            const std::string number = std::to_string(n);
            out = name.substr(0, longest_ - std::min(longest_, number.size())) + number;
        }
        issues_.add(issue::name_changed, {}, std::string(what_), std::to_string(longest_) + " plain characters",
                    std::string(wanted) + " changed to " + out);
    }
    taken_.insert(text::lower(out));
    return out;
}

}  // namespace thaw::build
