// Archives of the world, read only: zip (and pk3), tar, ISO 9660 discs, raw images of discs and their cue sheets. Bytes
// in, files out: nothing is written, no name inside leads anywhere, no link is followed.
//
//     auto archive = thaw::archives::open("models.pk3", thaw::archives::blob_source(bytes), {});
//     for (std::size_t i = 0; i < (*archive)->entries().size(); ++i) {
//         if ((*archive)->entries()[i].name == "models/rat.ddd") rat = (*archive)->load(i);
//     }
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>

namespace thaw::archives {

// Bytes that can be read anywhere: a Blob, or a file that is too large for memory. Of an archive only what is asked for
// is read: its list, and then the files that are loaded.
class Source {
public:
    virtual ~Source() = default;
    virtual u64 size() const = 0;
    // Fills all of `to`; false if that is past the end or the bytes cannot be had. It never throws.
    virtual bool read(u64 offset, std::span<u8> to) = 0;
    // The same as a Blob, and nothing if read() would be false. What is in memory anyhow is shared and not copied.
    virtual std::optional<Blob> slice(u64 offset, u64 bytes);
};
// Of bytes in memory, for instance an archive in an archive.
std::shared_ptr<Source> blob_source(Blob bytes);

// What the first bytes and a few others tell: "zip", "tar", "iso", "bin" (a raw disc) and "cue", which open() reads;
// "7z", "rar", "gzip", "bzip2", "xz" and "zstd", which it does not, but the program does. Empty if it is none. The name
// only matters for a .cue, which is text.
std::string_view kind_of(std::string_view name, Source& source);

// Every kind that is told, for help and for telling by names.
struct KnownKind {
    std::string_view id;  // as kind_of() has it
    std::string_view title;
    std::span<const std::string_view> endings;  // of file names, in lower case
};
std::span<const KnownKind> known_kinds();

// An archive that was opened. It keeps its source, and is not for several threads at once.
class Archive {
public:
    virtual ~Archive() = default;
    // Regular files only, in the archive's order; of a zip or disc that is the order of their places. A hard link to
    // one of them is listed like it. Names are UTF-8 with '/' between folders and are data: see refused_name().
    virtual const std::vector<ArchiveEntry>& entries() const = 0;
    // The bytes of entries()[entry], in any order. Only this file is read and unpacked. The error names it: damaged,
    // encrypted, packed in a way that is not known here, or over_budget.
    virtual Result<Blob> load(std::size_t entry) = 0;
    // As kind_of() has it; the program's also have "tar.gz", "tar.bz2", "tar.xz" and "tar.zst".
    virtual std::string_view kind() const = 0;
    // Why the list ends early, for an archive that is cut off or damaged; null if it is whole. Lives as long as this.
    virtual const Error* damage() const = 0;
    // The first thing inside that load() refuses though others might read it: "a.txt is packed with bzip2". Empty if
    // there is none, and for files that are encrypted.
    virtual std::string_view unsupported() const { return {}; }
};

// Lists an archive. `name` is its file's name, which matters for a .cue alone; `companion` the file that a .cue names
// for its first data track (null otherwise). What may be unpacked is limited by `context.limits`: `input_bytes` for one
// file, memory_for() the archive's size and 256 MB for all of them, each counted once; the list has at most 1,000,000
// entries.
Result<std::unique_ptr<Archive>> open(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                                      std::shared_ptr<Source> companion = nullptr);

// Why a name leads nowhere, in words: it is absolute, has "..", control characters, ... Empty if it is a path of plain
// names below a folder, with '/' or '\' between them.
std::string refused_name(std::string_view name);

// The files that a .cue sheet names, in order; empty if the bytes are none.
std::vector<std::string> files_of_cue(Bytes text);
// The one among them that has the first data track; empty if there is only music.
std::string data_file_of_cue(Bytes text);

}  // namespace thaw::archives
