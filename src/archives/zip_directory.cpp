#include "archives/zip_directory.hpp"

#include <algorithm>

#include "archives/listed.hpp"
#include "archives/little.hpp"
#include "archives/names.hpp"
#include "base/checksums.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr u32 all_ones = 0xFFFFFFFF;  // a number that is among the extra fields, with 64 bits
constexpr std::size_t end_bytes = 22;
constexpr std::size_t wide_end_bytes = 56;
constexpr std::size_t wide_locator_bytes = 20;
constexpr std::size_t entry_bytes = 46;
constexpr std::size_t header_bytes = 30;
constexpr std::size_t longest_comment = 65535;

// What the record at the end says.
struct End {
    u64 count = 0;
    u64 bytes = 0;  // of the directory
    u64 offset = 0;
    u64 place = 0;  // what it is counted from lies in front of: the record itself, or the wide one
    bool many_disks = false;
    bool wide = false;
};

// The record with numbers of 64 bits, which a locator in front of the usual one points to.
bool read_wide_end(Source& source, u64 locator_at, End& end) {
    const auto locator = source.slice(locator_at, wide_locator_bytes);
    if (!locator || four(locator->bytes(), 0) != zip_locator_mark) return false;
    // With something in front of the zip the number is too small: then it lies right in front of the locator.
    const u64 stored = eight(locator->bytes(), 8);
    const u64 usual = locator_at - std::min<u64>(locator_at, wide_end_bytes);
    for (const u64 at : {stored, usual}) {
        const auto record = source.slice(at, wide_end_bytes);
        if (!record || four(record->bytes(), 0) != zip_wide_end_mark) continue;
        const Bytes bytes = record->bytes();
        end = {.count = eight(bytes, 32),
               .bytes = eight(bytes, 40),
               .offset = eight(bytes, 48),
               .place = at,
               .many_disks = four(bytes, 16) != 0 || four(bytes, 20) != 0 || eight(bytes, 24) != eight(bytes, 32),
               .wide = true};
        return true;
    }
    return false;
}

std::optional<End> read_end(Source& source, Bytes tail, std::size_t at, u64 tail_offset) {
    const Bytes record = tail.subspan(at);
    End end{.count = two(record, 10),
            .bytes = four(record, 12),
            .offset = four(record, 16),
            .place = tail_offset + at,
            .many_disks = two(record, 4) != 0 || two(record, 6) != 0 || two(record, 8) != two(record, 10)};
    const bool may_be_wide = end.count == 0xFFFF || end.bytes == all_ones || end.offset == all_ones;
    if (may_be_wide && end.place >= wide_locator_bytes) read_wide_end(source, end.place - wide_locator_bytes, end);
    if (end.bytes > end.place || end.offset > end.place - end.bytes) return std::nullopt;
    return end;
}

// At the very end, with nothing but a comment behind it. A comment may look like a record as well: the last wins that
// could be one.
std::optional<End> find_end(Source& source) {
    const u64 size = source.size();
    for (const std::size_t longest : {end_bytes + 1024, end_bytes + longest_comment}) {
        const auto tail = source.slice(size - std::min<u64>(size, longest), std::min<u64>(size, longest));
        if (!tail || tail->size() < end_bytes) return std::nullopt;
        for (std::size_t at = tail->size() - end_bytes + 1; at-- > 0;) {
            if (tail->data()[at] != 'P' || four(tail->bytes(), at) != zip_end_mark) continue;
            if (const auto end = read_end(source, tail->bytes(), at, size - tail->size())) return end;
        }
    }
    return std::nullopt;
}

// Calls `use(id, bytes)` for each extra field. Any bytes may come in; what is no field ends it.
template <class Use>
void for_each_extra(Bytes extra, const Use& use) {
    while (extra.size() >= 4) {
        const std::size_t size = two(extra, 2);
        if (size > extra.size() - 4) return;
        use(two(extra, 0), extra.subspan(4, size));
        extra = extra.subspan(4 + size);
    }
}

// Numbers that did not fit 32 bits, in this order and only those.
void read_wide_numbers(Bytes field, std::initializer_list<u64*> numbers) {
    for (u64* number : numbers) {
        if (*number != all_ones) continue;
        if (field.size() < 8) return;
        *number = eight(field, 0);
        field = field.subspan(8);
    }
}

// The name as it is, or the one in Unicode that belongs to it.
std::string name_of(Bytes raw, Bytes extra) {
    std::string name = entry_name(text::view_as_text(raw), true);
    for_each_extra(extra, [&](u16 id, Bytes field) {
        constexpr u16 unicode_path = 0x7075;
        if (id != unicode_path || field.size() < 5 || field[0] != 1 || four(field, 1) != crc32(raw)) return;
        const auto better = text::view_as_text(field.subspan(5));
        if (text::is_utf8(better)) name = entry_name(better, true);
    });
    return name;
}

// What the flags say; both kinds of headers have them.
void read_flags(ZipEntry& entry, u16 flags) {
    constexpr u16 encrypted = 1 << 0;
    constexpr u16 sizes_follow = 1 << 3;
    constexpr u16 strongly_encrypted = 1 << 6;
    constexpr u16 hidden_header = 1 << 13;  // sizes and names are encrypted as well
    entry.encrypted = (flags & (encrypted | strongly_encrypted | hidden_header)) != 0;
    entry.sizes_follow = (flags & sizes_follow) != 0;
}

// Of what kind it is, by the system that packed it. Names are the best witness of folders.
bool is_regular(const ZipEntry& entry, u8 system, u32 attributes) {
    constexpr u8 dos = 0;
    constexpr u8 unix_like = 3;
    constexpr u32 dos_folder = 0x10;
    constexpr u32 type_mask = 0170000;
    constexpr u32 type_regular = 0100000;
    constexpr u32 type_pipe = 0010000;  // Info-ZIP writes it when its input was one
    if (entry.name.ends_with('/')) return false;
    if (system == dos) return (attributes & dos_folder) == 0;
    if (system != unix_like) return true;
    const u32 type = attributes >> 16 & type_mask;
    return type == 0 || type == type_regular || type == type_pipe;
}

// Takes one entry off the front; false if there is none, or it is cut off.
bool take_entry(Bytes& rest, ZipEntry& entry) {
    if (rest.size() < entry_bytes || four(rest, 0) != zip_entry_mark) return false;
    const std::size_t name_bytes = two(rest, 28);
    const std::size_t extra_bytes = two(rest, 30);
    const std::size_t comment_bytes = two(rest, 32);
    if (rest.size() - entry_bytes < name_bytes + extra_bytes + comment_bytes) return false;
    const Bytes extra = rest.subspan(entry_bytes + name_bytes, extra_bytes);
    entry = {.name = name_of(rest.subspan(entry_bytes, name_bytes), extra),
             .offset = four(rest, 42),
             .packed_bytes = four(rest, 20),
             .bytes = four(rest, 24),
             .crc = four(rest, 16),
             .method = two(rest, 10)};
    read_flags(entry, two(rest, 8));
    for_each_extra(extra, [&](u16 id, Bytes field) {
        if (id == 1) read_wide_numbers(field, {&entry.bytes, &entry.packed_bytes, &entry.offset});
    });
    entry.regular = is_regular(entry, rest[5], four(rest, 38));
    rest = rest.subspan(entry_bytes + name_bytes + extra_bytes + comment_bytes);
    return true;
}

Error cut_off(u64 found, u64 said) {
    return {Code::truncated,
            "its directory has " + text::plural(found, "file") + " of " + std::to_string(said) + " and ends"};
}

}  // namespace

std::optional<ZipHeader> read_zip_header(Window& window, u64 offset) {
    const Bytes start = window.at(offset, header_bytes);
    if (start.size() < header_bytes || four(start, 0) != zip_header_mark) return std::nullopt;
    const std::size_t name_bytes = two(start, 26);
    const std::size_t extra_bytes = two(start, 28);
    const Bytes whole = window.at(offset, header_bytes + name_bytes + extra_bytes);
    if (whole.size() < header_bytes + name_bytes + extra_bytes) return std::nullopt;
    const Bytes extra = whole.subspan(header_bytes + name_bytes);
    ZipHeader header{.entry = {.name = name_of(whole.subspan(header_bytes, name_bytes), extra),
                               .offset = offset,
                               .packed_bytes = four(whole, 18),
                               .bytes = four(whole, 22),
                               .crc = four(whole, 14),
                               .method = two(whole, 8)},
                     .data_offset = offset + whole.size()};
    read_flags(header.entry, two(whole, 6));
    for_each_extra(extra, [&](u16 id, Bytes field) {
        if (id != 1) return;
        header.wide = true;
        read_wide_numbers(field, {&header.entry.bytes, &header.entry.packed_bytes});
    });
    header.entry.regular = !header.entry.name.ends_with('/');
    return header;
}

Result<std::optional<ZipDirectory>> read_zip_directory(Source& source, const Context& context) {
    const auto end = find_end(source);
    if (!end) return std::optional<ZipDirectory>();
    if (end->many_disks) return Error{Code::unsupported, "this zip is one of several that belong together"};
    if (end->bytes > context.limits.input_bytes) return Error{Code::over_budget, "its directory is too large"};
    ZipDirectory out{.offset = end->place - end->bytes};
    const auto all = source.slice(out.offset, end->bytes);
    if (!all) return Error{Code::io, "cannot be read"};
    const u64 in_front = out.offset - end->offset;  // such as a program that unpacks it
    Bytes rest = all->bytes();
    for (ZipEntry entry; take_entry(rest, entry);) {
        if (out.entries.size() == most_entries) return too_many_entries();
        entry.offset = entry.offset > ~u64{0} - in_front ? ~u64{0} : entry.offset + in_front;
        out.entries.push_back(std::move(entry));
    }
    // Programs that know no wide numbers count to 65,535 and begin again.
    const u64 found = end->wide ? out.entries.size() : out.entries.size() & 0xFFFF;
    const bool is_signed = rest.size() >= 4 && four(rest, 0) == zip_signature_mark;
    if (found != end->count || !(rest.empty() || is_signed)) out.damage = cut_off(out.entries.size(), end->count);
    std::ranges::stable_sort(out.entries, {}, &ZipEntry::offset);
    return std::optional(std::move(out));
}

}  // namespace thaw::archives
