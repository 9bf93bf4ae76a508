#include "archives/iso_records.hpp"

#include <algorithm>
#include <array>

#include "archives/little.hpp"
#include "archives/names.hpp"
#include "archives/sectors.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr std::size_t least_record_bytes = 33;
constexpr u8 folder_flag = 0x02;
constexpr u8 continues_flag = 0x80;

struct Descriptors {
    std::optional<IsoVolume> primary{};
    std::optional<IsoVolume> joliet{};
};

bool has_joliet_letters(Bytes descriptor) {
    const auto escape = text::view_as_text(descriptor.subspan(88, 3));
    return escape == "%/@" || escape == "%/C" || escape == "%/E";
}

std::optional<IsoVolume> read_descriptor(Bytes descriptor) {
    constexpr std::size_t root_record_at = 156;
    IsoVolume volume;
    const u64 block_bytes = two(descriptor, 128);
    if (block_bytes == 512 || block_bytes == 1024) volume.block_bytes = block_bytes;
    const auto root = read_iso_record(descriptor.subspan(root_record_at, 34), volume.block_bytes);
    if (!root || !root->is_folder) return std::nullopt;
    volume.root_offset = root->offset;
    volume.root_bytes = root->data_bytes;
    return volume;
}

Descriptors read_descriptors(Window& window) {
    constexpr u64 first_descriptor = 16;
    constexpr u64 most_descriptors = 64;
    constexpr u8 primary = 1;
    constexpr u8 supplementary = 2;
    constexpr u8 last = 255;
    Descriptors out;
    for (u64 i = 0; i < most_descriptors; ++i) {
        const Bytes sector = window.at((first_descriptor + i) * data_sector_bytes, data_sector_bytes);
        if (sector.size() < data_sector_bytes || text::view_as_text(sector.subspan(1, 5)) != "CD001") break;
        if (sector[0] == last) break;
        if (sector[0] == primary && !out.primary) out.primary = read_descriptor(sector);
        if (sector[0] == supplementary && !out.joliet && has_joliet_letters(sector)) {
            out.joliet = read_descriptor(sector);
            if (out.joliet) out.joliet->joliet = true;
        }
    }
    return out;
}

// The root's own record says whether system use means something.
bool find_use(IsoVolume& volume, Window& window) {
    const Bytes start = window.at(volume.root_offset, data_sector_bytes);
    const auto self = read_iso_record(start, volume.block_bytes);
    if (!self || self->system_use.size() < 7) return false;
    constexpr std::array<u8, 6> announcement{'S', 'P', 7, 1, 0xBE, 0xEF};
    if (!std::equal(announcement.begin(), announcement.end(), self->system_use.begin())) return false;
    volume.has_use = true;
    const std::vector<u8> use(self->system_use.begin(), self->system_use.end());
    const bool named = read_iso_extras(use, volume, window).named;
    volume.use_skips = use[6];
    return named;
}

std::string from_wide(Bytes name) {
    std::string out;
    for (std::size_t i = 0; i + 1 < name.size(); i += 2) {
        char32_t point = static_cast<char32_t>(name[i] << 8 | name[i + 1]);
        const bool high = point >= 0xD800 && point < 0xDC00;
        if (high && i + 3 < name.size() && (name[i + 2] & 0xFC) == 0xDC) {
            const auto low = static_cast<char32_t>(name[i + 2] << 8 | name[i + 3]);
            point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
            i += 2;
        } else if (point >= 0xD800 && point < 0xE000) {
            point = 0xFFFD;
        }
        text::append_point(out, point);
    }
    return out;
}

// Reads the fields of one area; `next` is where it goes on elsewhere.
class UseReader {
public:
    UseReader(const IsoVolume& volume, IsoExtras& extras) : volume_(volume), extras_(extras) {}

    struct Area {
        u64 offset = 0;
        std::size_t bytes = 0;
    };

    std::optional<Area> read(Bytes area) {
        std::optional<Area> next;
        while (area.size() >= 4 && area[2] >= 4 && area[2] <= area.size()) {
            const Bytes field = area.first(area[2]);
            const u32 name = u32{field[0]} << 8 | field[1];
            if (name == word("ST")) break;
            if (name == word("CE") && field.size() >= 28) {
                next = Area{four(field, 4) * volume_.block_bytes + four(field, 12), four(field, 20)};
            }
            use(name, field);
            area = area.subspan(field.size());
        }
        return next;
    }

private:
    static constexpr u32 word(const char (&letters)[3]) {
        return static_cast<u32>(static_cast<u8>(letters[0]) << 8 | static_cast<u8>(letters[1]));
    }

    void use(u32 name, Bytes field) {
        constexpr std::array known{word("RR"), word("PX"), word("PN"), word("SL"), word("NM"), word("CL"),
                                   word("PL"), word("RE"), word("TF"), word("SF"), word("ZF")};
        extras_.named |= std::ranges::find(known, name) != known.end();
        if (name == word("NM") && field.size() >= 5) add_name(field);
        if (name == word("PX") && field.size() >= 8) {
            constexpr u32 type_mask = 0170000;
            constexpr u32 type_folder = 0040000;
            constexpr u32 type_regular = 0100000;
            const u32 type = four(field, 4) & type_mask;
            extras_.special |= type != 0 && type != type_folder && type != type_regular;
        }
        if (name == word("SL")) extras_.special = true;
        if (name == word("RE")) extras_.moved = true;
        if (name == word("CL") && field.size() >= 8) extras_.folder = four(field, 4) * volume_.block_bytes;
        if (name == word("ZF") && field.size() >= 12 && field[4] == 'p' && field[5] == 'z') {
            extras_.packed = true;
            extras_.real_bytes = four(field, 8);
        }
    }

    // In pieces, if it is longer than a field. Two flags stand for "." and "..".
    void add_name(Bytes field) {
        constexpr std::size_t longest_name = 1024;
        if ((field[4] & 6) != 0) return;
        extras_.has_name = true;
        extras_.name += text::view_as_text(field.subspan(5));
        if (extras_.name.size() > longest_name) extras_.name.resize(longest_name);
    }

    const IsoVolume& volume_;
    IsoExtras& extras_;
};

}  // namespace

std::optional<IsoRecord> read_iso_record(Bytes from, u64 block_bytes) {
    if (from.size() < least_record_bytes + 1 || from[0] < least_record_bytes + 1 || from[0] > from.size()) {
        return std::nullopt;
    }
    const Bytes record = from.first(from[0]);
    const std::size_t name_bytes = record[32];
    if (name_bytes == 0 || name_bytes > record.size() - least_record_bytes) return std::nullopt;
    // The system use begins at an even place.
    const std::size_t name_end = least_record_bytes + name_bytes + (name_bytes % 2 == 0 ? 1 : 0);
    return IsoRecord{.bytes = record.size(),
                     .offset = (u64{four(record, 2)} + record[1]) * block_bytes,
                     .data_bytes = four(record, 10),
                     .is_folder = (record[25] & folder_flag) != 0,
                     .continues = (record[25] & continues_flag) != 0,
                     .interleaved = record[26] != 0 || record[27] != 0,
                     .name = record.subspan(least_record_bytes, name_bytes),
                     .system_use = record.subspan(std::min(name_end, record.size()))};
}

bool is_dot_or_dots(const IsoRecord& record) { return record.name.size() == 1 && record.name[0] <= 1; }

// Rock Ridge tells more than Joliet, and is taken if there are both.
Result<IsoVolume> find_iso_volume(Window& window) {
    auto found = read_descriptors(window);
    if (window.refused()) return Error{Code::io, "cannot be read"};
    const bool named = found.primary && find_use(*found.primary, window);
    if (found.joliet && !named) return *found.joliet;
    if (found.primary) return *found.primary;
    return Error{Code::bad_value, "the disc has no description of a root folder"};
}

std::string iso_name(Bytes name, bool joliet) {
    std::string out = joliet ? from_wide(name) : entry_name(text::view_as_text(name), false);
    if (out.size() > 2 && out.ends_with(";1")) out.resize(out.size() - 2);
    if (out.size() > 1 && out.ends_with('.')) out.pop_back();
    return out;
}

IsoExtras read_iso_extras(Bytes system_use, const IsoVolume& volume, Window& window) {
    constexpr int most_areas = 16;
    constexpr std::size_t longest_area = 8192;
    IsoExtras out;
    if (!volume.has_use) return out;
    UseReader reader(volume, out);
    auto next = reader.read(system_use.subspan(std::min(volume.use_skips, system_use.size())));
    for (int areas = 0; next && areas < most_areas; ++areas) {
        const Bytes area = window.at(next->offset, std::min(next->bytes, longest_area));
        out.read_bytes += area.size();
        next = reader.read(area);
    }
    out.name = text::to_utf8(out.name);
    return out;
}

}  // namespace thaw::archives
