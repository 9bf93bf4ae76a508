#include "formats/unreal/stored.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "layout/codec.hpp"

namespace thaw::unreal {

u64 elements_of(Codec& io, const Compact& count, const char* field) {
    if (!io.ok()) return 0;
    if (count.value() >= 0) return static_cast<u64>(count.value());
    io.fail(field, io.position() - std::min<u64>(io.position(), count.size()), Code::bad_value,
            "a negative number of elements");
    return 0;
}

std::string StoredName::file_name() const {
    const std::string_view all(letters.data(), letters.size());
    std::string out = text::to_utf8(all.substr(0, all.find('\0')));
    std::replace(out.begin(), out.end(), '\\', '/');
    return out;
}

void describe(Codec& io, StoredName& name) {
    io.compact("name_length", name.length, {.role = Role::count});
    io.sized_by("name", name.letters, elements_of(io, name.length, "name_length"));
}

}  // namespace thaw::unreal
