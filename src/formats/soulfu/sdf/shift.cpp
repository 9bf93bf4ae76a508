#include "formats/soulfu/sdf/shift.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "formats/soulfu/sdf/document.hpp"

namespace thaw::sdf {

namespace {

constexpr std::array<u8, 16> added_to_entry{97, 97, 97, 97, 11, 11, 11, 11, 53, 53, 53, 53, 53, 53, 53, 53};
constexpr u8 added_to_data = 37;
constexpr u64 count_at = 32;

// The header lines are as they are either way, so that both directions find the index at the same place.
template <class Change>
Blob changed(const Blob& file, Change&& change) {
    std::vector<u8> out(file.bytes().begin(), file.bytes().end());
    if (out.size() < header_bytes) return Blob::take(std::move(out));
    const u64 room = (out.size() - header_bytes) / Entry::disk_bytes;
    const u64 stored = number_in(text::view_as_text(file.slice(count_at, rule_bytes).bytes())).value_or(0);
    const auto index_end = static_cast<std::size_t>(header_bytes + Entry::disk_bytes * std::min(stored, room));
    for (std::size_t i = header_bytes; i < index_end; ++i) out[i] = change(out[i], added_to_entry[i % 16]);
    for (std::size_t i = index_end + rule_bytes; i < out.size(); ++i) out[i] = change(out[i], added_to_data);
    return Blob::take(std::move(out));
}

}  // namespace

std::optional<u64> number_in(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty() || line[0] < '0' || line[0] > '9') return std::nullopt;
    u64 number = 0;  // 16 digits cannot overflow
    for (; !line.empty() && line[0] >= '0' && line[0] <= '9'; line.remove_prefix(1)) {
        number = 10 * number + static_cast<u64>(line[0] - '0');
    }
    return number;
}

Blob plain(const Blob& file) {
    return changed(file, [](u8 byte, u8 added) { return static_cast<u8>(byte - added); });
}

Blob shifted(const Blob& plain) {
    return changed(plain, [](u8 byte, u8 added) { return static_cast<u8>(byte + added); });
}

}  // namespace thaw::sdf
