// One pass over an archive through libarchive, from its first entry to its last.
#pragma once

#include <memory>
#include <optional>

#include "containers/archive_calls.hpp"
#include "containers/containers.hpp"

namespace thaw::containers {

// What begins at `offset`.
std::shared_ptr<Source> tail_of(std::shared_ptr<Source> whole, u64 offset);

// One entry as the archive has it.
struct PassEntry {
    std::string name{};
    std::string link{};  // the other name that it is a hard link to
    u64 offset = 0;      // of what describes it; only for a tar that is not packed and for zip files
    u64 bytes = 0;
    bool bytes_known = false;
    bool file = false;  // regular, or a link to one
    bool encrypted = false;
};

class Pass {
public:
    // `kind` as kind_of() has it, or "zip files" for a zip that is read from file to file and not by its directory:
    // only that reader of libarchive gets to see the bytes.
    static Result<std::unique_ptr<Pass>> begin(const ArchiveCalls& calls, std::shared_ptr<Source> source,
                                               std::string_view kind);
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass();

    // The next entry; false behind the last.
    Result<bool> next(PassEntry& entry);
    // How many entries were seen: the current one is number seen() - 1.
    u64 seen() const { return seen_; }
    // The data of the current entry, once. An error with Code::over_budget if they are more than `most`.
    Result<Blob> read(const PassEntry& entry, u64 most);
    // Only after the first entry: is it a tar?
    bool is_tar() const { return (calls_.format(archive_) & archive_format_mask) == archive_format_tar; }

private:
    Pass(const ArchiveCalls& calls, std::shared_ptr<Source> source, std::string_view kind);

    static ssize_t on_read(archive*, void* data, const void** block);
    static i64 on_skip(archive*, void* data, i64 bytes);
    static i64 on_seek(archive*, void* data, i64 offset, int whence);

    Status open();
    Error failed() const;

    const ArchiveCalls& calls_;
    std::shared_ptr<Source> source_;
    std::string_view kind_;
    std::unique_ptr<u8[]> block_;  // not filled before it is read into: small files are read many times
    std::size_t next_block_bytes_;
    archive* archive_ = nullptr;
    u64 at_ = 0;
    u64 seen_ = 0;
    std::optional<Error> end_{};  // no entry can follow: libarchive itself would only say that it already failed
    bool refused_ = false;        // the source gave no bytes
};

}  // namespace thaw::containers
