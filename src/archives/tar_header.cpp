#include "archives/tar_header.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace thaw::archives {

namespace {

struct Field {
    std::size_t at;
    std::size_t bytes;
};
constexpr Field name_field{0, 100};
constexpr Field size_field{124, 12};
constexpr Field sum_field{148, 8};
constexpr std::size_t type_at = 156;
constexpr Field link_field{157, 100};
constexpr Field magic_field{257, 6};
constexpr Field prefix_field{345, 155};
constexpr std::size_t header_more_at = 482;  // in a header of type 'S'
constexpr Field real_size_field{483, 12};
constexpr std::size_t block_more_at = 504;  // in the blocks behind it

Bytes bytes_of(Bytes block, Field field) { return block.subspan(field.at, field.bytes); }

std::string text_of(Bytes block, Field field) {
    const auto text = text::view_as_text(bytes_of(block, field));
    return std::string(text::until_nul(std::string_view(text)));
}

// Octal digits between blanks, or 95 bits behind a first bit that is set.
std::optional<u64> number_of(Bytes field) {
    constexpr u64 most = ~u64{0} >> 1;
    u64 value = 0;
    if ((field[0] & 0x80) != 0) {
        if ((field[0] & 0x7F) != 0) return std::nullopt;  // negative, or far too large
        for (const u8 byte : field.subspan(1)) {
            if (value > most >> 8) return std::nullopt;
            value = value << 8 | byte;
        }
        return value;
    }
    std::size_t i = 0;
    while (i < field.size() && field[i] == ' ') ++i;
    for (; i < field.size() && field[i] >= '0' && field[i] <= '7'; ++i) value = value * 8 + (field[i] - u64{'0'});
    return value;
}

std::optional<u64> decimal(std::string_view digits) {
    u64 value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || value > ~u64{0} >> 1) return std::nullopt;
    return value;
}

// What a record says, if it is one that matters. False if its value is none.
bool use_record(std::string_view key, std::string_view value, TarOverrides& overrides) {
    if (key == "path") {
        if (!overrides.sparse || !overrides.name) overrides.name = value;
    } else if (key == "linkpath") {
        overrides.link = value;
    } else if (key == "size") {
        overrides.bytes = decimal(value);
        return overrides.bytes.has_value();
    } else if (key.starts_with("GNU.sparse.") || key == "SCHILY.realsize") {
        overrides.sparse = true;
        if (key == "GNU.sparse.name") overrides.name = value;
        if (key.ends_with("size")) overrides.real_bytes = decimal(value);
    }
    return true;
}

}  // namespace

bool is_tar_header(Bytes block) {
    if (block.size() < tar_block_bytes) return false;
    const Bytes field = bytes_of(block, sum_field);
    const auto first = std::ranges::find_if(field, [](u8 byte) { return byte != ' '; });
    if (first == field.end() || *first < '0' || *first > '7') return false;
    const auto stored = number_of(field);
    u64 sum = 0;
    u64 signed_sum = 0;  // of programs whose letters have signs
    for (std::size_t i = 0; i < tar_block_bytes; ++i) {
        const bool own = i >= sum_field.at && i < sum_field.at + sum_field.bytes;
        const u8 byte = own ? u8{' '} : block[i];
        sum += byte;
        signed_sum += static_cast<u64>(i64{static_cast<i8>(byte)});
    }
    return stored == sum || stored == signed_sum;
}

std::optional<TarHeader> read_tar_header(Bytes block) {
    TarHeader header{.name = text_of(block, name_field),
                     .link = text_of(block, link_field),
                     .type = static_cast<char>(block[type_at])};
    const auto bytes = number_of(bytes_of(block, size_field));
    if (!bytes) return std::nullopt;
    header.bytes = *bytes;
    // GNU's own header has "ustar " there, and other things in the place of a prefix.
    const bool has_prefix = text::view_as_text(bytes_of(block, magic_field)) == std::string_view("ustar\0", 6);
    if (has_prefix && block[prefix_field.at] != 0) {
        const auto prefix = text_of(block, prefix_field);
        header.name = prefix + (prefix.ends_with('/') ? "" : "/") + header.name;
    }
    header.more_blocks = header.type == 'S' && block[header_more_at] != 0;
    return header;
}

std::optional<u64> real_bytes_of(Bytes block) { return number_of(bytes_of(block, real_size_field)); }

bool has_more_blocks(Bytes block) { return block[block_more_at] != 0; }

// "LENGTH KEY=VALUE\n", where the length counts itself.
bool read_tar_records(std::string_view text, TarOverrides& overrides) {
    while (!text.empty()) {
        const auto blank = text.find(' ');
        if (blank == std::string_view::npos) return text.find_first_not_of('\0') == std::string_view::npos;
        const auto length = decimal(text.substr(0, blank));
        if (!length || *length > text.size() || *length < blank + 2) return false;
        auto record = text.substr(blank + 1, static_cast<std::size_t>(*length) - blank - 1);
        text.remove_prefix(static_cast<std::size_t>(*length));
        const auto equals = record.find('=');
        if (!record.ends_with('\n') || equals == std::string_view::npos) return false;
        record.remove_suffix(1);
        if (!use_record(record.substr(0, equals), record.substr(equals + 1), overrides)) return false;
    }
    return true;
}

}  // namespace thaw::archives
