#include <thaw/bundle.hpp>

namespace thaw {

const Part* Bundle::find(std::string_view role) const {
    for (const Part& part : parts) {
        if (part.role == role) return &part;
    }
    return nullptr;
}

std::string_view Bundle::name_of(std::string_view role) const {
    const Part* part = find(role);
    return part == nullptr ? std::string_view{} : std::string_view(part->name);
}

u64 Bundle::size() const {
    u64 total = 0;
    for (const Part& part : parts) total += part.bytes.size();
    return total;
}

}  // namespace thaw
