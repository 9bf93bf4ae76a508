#include "containers/zip_index.hpp"

#include <algorithm>
#include <optional>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "containers/names.hpp"

namespace thaw::containers {

namespace {

struct ZipDirectory {
    u64 offset = 0;
    u64 bytes = 0;
    u64 shift = 0;  // what lies before the zip, such as a program that unpacks it
};

// The record at the very end, behind which only a comment may follow.
std::optional<ZipDirectory> find_zip_directory(Source& source) {
    constexpr u64 record_bytes = 22;
    constexpr u64 longest_comment = 65535;
    const u64 size = source.size();
    std::vector<u8> tail(static_cast<std::size_t>(std::min(size, record_bytes + longest_comment)));
    if (tail.size() < record_bytes || !source.read(size - tail.size(), tail)) return std::nullopt;
    for (std::size_t at = tail.size() - record_bytes + 1; at-- > 0;) {
        const u8* record = tail.data() + at;
        if (load<u32>(record, Order::little) != 0x06054B50) continue;
        const u64 bytes = load<u32>(record + 12, Order::little);
        const u64 offset = load<u32>(record + 16, Order::little);
        const u64 end = size - tail.size() + at;
        // 64 bits are behind another record; libarchive then goes from file to file.
        if (bytes > end || offset > end - bytes) return std::nullopt;
        return ZipDirectory{.offset = end - bytes, .bytes = bytes, .shift = end - bytes - offset};
    }
    return std::nullopt;
}

}  // namespace

std::vector<ZipPlace> zip_index(Source& source) {
    constexpr std::size_t header_bytes = 46;
    std::vector<ZipPlace> out;
    const auto directory = find_zip_directory(source);
    if (!directory) return out;
    std::vector<u8> all(static_cast<std::size_t>(directory->bytes));
    if (!source.read(directory->offset, all)) return out;
    for (Bytes rest = all; rest.size() >= header_bytes && load<u32>(rest.data(), Order::little) == 0x02014B50;) {
        const std::size_t name_bytes = load<u16>(rest.data() + 28, Order::little);
        const std::size_t more_bytes =
            std::size_t{load<u16>(rest.data() + 30, Order::little)} + load<u16>(rest.data() + 32, Order::little);
        const u64 offset = load<u32>(rest.data() + 42, Order::little);
        if (rest.size() - header_bytes < name_bytes + more_bytes) break;
        auto name = entry_name(text::view_as_text(rest.subspan(header_bytes, name_bytes)), true);
        out.push_back({std::move(name), directory->shift + offset});
        rest = rest.subspan(header_bytes + name_bytes + more_bytes);
    }
    const auto offset_of = [](const ZipPlace& place) { return place.offset; };
    std::ranges::stable_sort(out, {}, offset_of);
    const auto again = std::ranges::unique(out, {}, offset_of);
    out.erase(again.begin(), again.end());
    return out;
}

}  // namespace thaw::containers
