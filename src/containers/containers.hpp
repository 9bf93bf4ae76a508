// Archives of the world, read only: zip and pk3, 7z, rar, tar, ISO 9660, and PlayStation disc images.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>

namespace thaw::containers {

// Bytes that can be read anywhere: a file that is too large for memory, or a Blob (an archive in an archive).
class Source {
public:
    virtual ~Source() = default;
    virtual u64 size() const = 0;
    // Fills all of `to`; false if that is past the end or the system refuses. It is called from C, so it never throws.
    virtual bool read(u64 offset, std::span<u8> to) = 0;
};
std::shared_ptr<Source> blob_source(Blob bytes);

// What the first bytes and a few others tell, without libarchive: "zip", "7z", "rar", "tar", "gzip", "bzip2", "xz",
// "zstd", "iso", "bin", "cue"; empty if it is none. The name only matters for a .cue, which is text.
std::string_view kind_of(std::string_view name, Source& source);

// Every kind of container, for help and for telling by names.
struct KnownKind {
    std::string_view id;  // as kind_of() has it
    std::string_view title;
    std::span<const std::string_view> endings;  // of file names, in lower case
};
std::span<const KnownKind> known_kinds();

// Not for several threads at once.
class Container {
public:
    virtual ~Container() = default;
    // Regular files only, in the container's order. A hard link to one of them is listed like it.
    virtual const std::vector<ArchiveEntry>& entries() const = 0;
    virtual Result<Blob> load(std::size_t entry) = 0;  // any order; fast in order
    virtual std::string_view kind() const = 0;  // as kind_of() has it, or "tar.gz", "tar.bz2", "tar.xz", "tar.zst"
    // Why the list ends early, for a container that is cut off or damaged; null if it is whole.
    virtual const Error* damage() const = 0;
};

// `companion` is the file that a .cue names for its first data track (null otherwise).
Result<std::unique_ptr<Container>> open(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                                        std::shared_ptr<Source> companion = nullptr);

// The files that a .cue sheet names, in order; empty if the bytes are none.
std::vector<std::string> files_of_cue(Bytes text);
// The one among them that has the first data track; empty if there is only music.
std::string data_file_of_cue(Bytes text);

}  // namespace thaw::containers
