#include "formats/soulfu/rooms/room.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "base/text.hpp"

namespace thaw::soulfu {

namespace {

constexpr std::size_t textures_offset_at = 56;
constexpr std::size_t objects_offset_at = 76;
constexpr std::size_t texture_count = 32;  // a byte of flags each, then the names
constexpr std::size_t name_bytes = 8;
constexpr std::size_t object_bytes = 22;
constexpr std::size_t object_name_bytes = 13;
constexpr std::size_t first_prop_texture = 16;
constexpr std::size_t most_props = 1024;

std::size_t offset_at(Bytes room, std::size_t at) {
    return room.size() < at + 4 ? room.size() : std::size_t{load<u32>(room.data() + at, Order::big)};
}

std::string texture_name(Bytes room, std::size_t number) {
    const std::size_t table = offset_at(room, textures_offset_at);
    const std::size_t skip = texture_count + number * name_bytes;
    if (table >= room.size() || room.size() - table < skip + name_bytes) return {};
    return std::string(text::until_nul(text::view_as_text(room.subspan(table + skip, name_bytes))));
}

// "HOUSE00" where the name of an object begins, else nothing.
std::string object_name(Bytes room, std::size_t at) {
    constexpr std::string_view ending = ".DDD";
    const std::string field = text::view_as_text(room.subspan(at, object_name_bytes));
    const std::string_view name = text::until_nul(field);
    if (!text::ends_with_ignoring_case(name, ending) || name.size() == field.size()) return {};
    const std::string_view stem = name.substr(0, name.size() - ending.size());
    const auto is_good = [](char c) { return c > ' ' && c < 0x7F && c != '.'; };
    return std::all_of(stem.begin(), stem.end(), is_good) ? std::string(stem) : std::string();
}

}  // namespace

std::vector<PropTextures> prop_textures(Bytes room, std::string_view name) {
    std::vector<PropTextures> out;
    // Objects come in groups. A name with its NUL is enough to tell a record, wherever the groups begin and end.
    for (std::size_t at = offset_at(room, objects_offset_at); at < room.size() && room.size() - at >= object_bytes;) {
        const std::string found = object_name(room, at);
        if (found.empty()) {
            ++at;
            continue;
        }
        if (text::equal_ignoring_case(found, name) && out.size() < most_props) {
            PropTextures textures;
            for (std::size_t slot = 0; slot < textures.size(); ++slot) {
                const u8 pair = room[at + object_name_bytes + slot / 2];
                textures[slot] = texture_name(room, first_prop_texture + (slot % 2 == 0 ? pair >> 4 : pair & 15));
            }
            out.push_back(std::move(textures));
        }
        at += object_bytes;
    }
    return out;
}

}  // namespace thaw::soulfu
