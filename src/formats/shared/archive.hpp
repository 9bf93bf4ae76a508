// What the archives have in common: files that lie somewhere in one image, and a table that says where.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <thaw/format.hpp>

#include "formats/shared/issue_reporter.hpp"

namespace thaw {
class Codec;
}

namespace thaw::archive {

// Bytes of the image. Nothing says that they exist.
struct Extent {
    u64 start = 0;
    u64 size = 0;

    u64 end() const { return start + size; }
    bool shares_with(const Extent& other) const { return start < other.end() && other.start < end(); }
    bool is_in(const Blob& image) const { return start <= image.size() && size <= image.size() - start; }
};

Error no_such_file();
Error past_end();
Result<Blob> stored_bytes(const Blob& image, const Extent& extent);

// Names the bytes of every file `files[i].data`, as far as they exist. Not of those that lie on a table, whose own
// fields have the last word when they are written. Files may share bytes; past four times the image no more are named.
void describe_files(Codec& io, const Blob& image, std::span<const Extent> tables, std::span<const Extent> files);

// --- findings --------------------------------------------------------------------------------------------------------
struct Places {
    std::span<const Extent> files;
    std::span<const Extent> tables;  // header, directory
    const Blob& image;
    // Paths of entry i's fields.
    std::string (*offset_path)(std::size_t i);
    std::string (*size_path)(std::size_t i);
};
// Files past the end, files that share bytes, and bytes of nobody that are not zero.
void check_places(IssueReporter& reporter, const Places& places);

// Names, with '/' between folders, that two files have or that lead out of the folder they are written to.
void check_names(IssueReporter& reporter, std::span<const std::string> names, std::string (*name_path)(std::size_t i));
// Why a file of this name is not to be written; empty if nothing speaks against it.
std::string hostile_name(std::string_view name);

// --- changes ---------------------------------------------------------------------------------------------------------
// Where other bytes go in place of a file: `old_bytes` at `at` become `new_bytes`, and what follows moves.
struct Replacement {
    u64 at = 0;
    u64 old_bytes = 0;
    u64 new_bytes = 0;
    u64 lead = 0;  // zeros in front, where an archive is not full to its last sector

    u64 start() const { return at + lead; }
    u64 moved(u64 offset) const { return offset >= at + old_bytes ? offset - old_bytes + new_bytes : offset; }
};

struct Room {
    std::span<const Extent> files;
    std::span<const Extent> tables;  // that move with the files
    u64 first = 0;                   // nothing moves before this
    u64 image_bytes = 0;
    u64 append_at = 0;  // where a file goes that has no place of its own
    u64 alignment = 1;
};
// A file keeps its place, unless it shares bytes with something else or has none: then it gets one at the end.
Replacement plan_replacement(const Room& room, std::size_t file, u64 stored_bytes);
Blob replaced(const Blob& image, const Replacement& plan, Bytes stored);

// --- summary ---------------------------------------------------------------------------------------------------------
struct Counted {
    std::string kind;
    u64 bytes = 0;
};
// "5 files: 3 DDD, 2 JPG" as the first remark, and the same as numbers.
void summarise_files(Summary& summary, std::span<const Counted> files);

}  // namespace thaw::archive
