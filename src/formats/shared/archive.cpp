#include "formats/shared/archive.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "layout/codec.hpp"

namespace thaw::archive {

namespace {

constexpr u64 most_times_named = 4;

u64 rounded_up(u64 n, u64 alignment) { return (n + alignment - 1) / alignment * alignment; }

// Has the file bytes that are its own alone, or at least a place where some could be?
bool has_own_place(const Room& room, std::size_t file) {
    const Extent& own = room.files[file];
    if (own.start < room.first || !(own.start <= room.image_bytes && own.size <= room.image_bytes - own.start)) {
        return false;
    }
    if (own.start % room.alignment != 0) return false;
    const auto in_the_way = [&](const Extent& other) {
        if (other.size == 0) return false;
        // An empty file stands between its neighbours.
        if (own.size == 0) return other.start < own.start && own.start < other.end();
        return own.shares_with(other);
    };
    for (std::size_t i = 0; i < room.files.size(); ++i) {
        if (i != file && in_the_way(room.files[i])) return false;
    }
    return std::none_of(room.tables.begin(), room.tables.end(), in_the_way);
}

}  // namespace

Error no_such_file() { return {Code::bad_index, "the archive has no such file"}; }
Error past_end() { return {Code::truncated, "the archive ends before this file does"}; }

Result<Blob> stored_bytes(const Blob& image, const Extent& extent) {
    if (!extent.is_in(image)) return past_end();
    return image.slice(extent.start, extent.size);
}

void describe_files(Codec& io, const Blob& image, std::span<const Extent> tables, std::span<const Extent> files) {
    u64 named = 0;
    io.repeat("files", files.size(), [&](u64 i) {
        const Extent& file = files[static_cast<std::size_t>(i)];
        const bool on_table =
            std::any_of(tables.begin(), tables.end(), [&](const Extent& table) { return file.shares_with(table); });
        if (on_table || file.start >= image.size()) return;
        Blob bytes = image.slice(file.start, file.size);
        if (bytes.empty() || bytes.size() > most_times_named * image.size() - named) return;
        named += bytes.size();
        io.at(file.start, [&] { io.bytes("data", bytes, bytes.size()); });
    });
}

Replacement plan_replacement(const Room& room, std::size_t file, u64 stored_bytes) {
    const Extent& own = room.files[file];
    const u64 padded = rounded_up(stored_bytes, room.alignment);
    if (!has_own_place(room, file)) {
        const u64 lead = rounded_up(room.append_at, room.alignment) - room.append_at;
        return {room.append_at, 0, lead + padded, lead};
    }
    // The padding behind it is its own too, as long as nothing else begins there.
    u64 end = std::min(rounded_up(own.end(), room.alignment), room.image_bytes);
    const auto limit = [&](const Extent& other) {
        if (other.size > 0 && other.start >= own.end()) end = std::min(end, other.start);
    };
    std::for_each(room.files.begin(), room.files.end(), limit);
    std::for_each(room.tables.begin(), room.tables.end(), limit);
    return {own.start, end - own.start, padded, 0};
}

Blob replaced(const Blob& image, const Replacement& plan, Bytes stored) {
    const Bytes before = image.bytes().first(static_cast<std::size_t>(plan.at));
    const Bytes after = image.bytes().subspan(static_cast<std::size_t>(plan.at + plan.old_bytes));
    std::vector<u8> out(static_cast<std::size_t>(image.size() - plan.old_bytes + plan.new_bytes));
    auto to = std::copy(before.begin(), before.end(), out.begin());
    std::copy(stored.begin(), stored.end(), to + static_cast<std::ptrdiff_t>(plan.lead));
    std::copy(after.begin(), after.end(), to + static_cast<std::ptrdiff_t>(plan.new_bytes));
    return Blob::take(std::move(out));
}

void summarise_files(Summary& summary, std::span<const Counted> files) {
    struct Group {
        u64 files = 0;
        u64 bytes = 0;
    };
    std::map<std::string, Group> groups;
    u64 bytes = 0;
    for (const Counted& file : files) {
        Group& group = groups[file.kind];
        ++group.files;
        group.bytes += file.bytes;
        bytes += file.bytes;
    }
    std::vector<std::pair<std::string, Group>> sorted(groups.begin(), groups.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second.files > b.second.files; });
    constexpr std::size_t most_kinds_named = 8;
    std::string words = text::plural(files.size(), "file");
    json::Array kinds;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const auto& [kind, group] = sorted[i];
        json::Value row;
        row.set("kind", kind).set("files", group.files).set("bytes", group.bytes);
        kinds.push_back(std::move(row));
        if (i >= most_kinds_named) continue;
        words += (i == 0 ? ": " : ", ") + std::to_string(group.files) + " " + kind;
    }
    if (sorted.size() > most_kinds_named) {
        words += " and " + text::plural(sorted.size() - most_kinds_named, "more kind");
    }
    summary.remarks.push_back(words);
    summary.native.set("files", files.size()).set("file_bytes", bytes).set("kinds", std::move(kinds));
}

}  // namespace thaw::archive
