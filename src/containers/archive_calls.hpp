// The part of libarchive.so.13 that Thaw calls, declared here so that nothing but the library itself is needed; names,
// types and numbers are settled by the library's number.
#pragma once

#include <sys/types.h>

#include <thaw/bytes.hpp>
#include <thaw/result.hpp>

namespace thaw::containers {

struct archive;
struct archive_entry;

// What most calls return.
enum ArchiveResult : int {
    archive_eof = 1,
    archive_ok = 0,
    archive_retry = -10,
    archive_warn = -20,    // done, but not wholly
    archive_failed = -25,  // not done; the next one may be
    archive_fatal = -30,   // no more can be done
};

inline constexpr unsigned archive_regular_file = 0100000;
inline constexpr int archive_format_mask = 0xff0000;
inline constexpr int archive_format_tar = 0x30000;

using ArchiveRead = ssize_t (*)(archive*, void* data, const void** block);
using ArchiveSkip = i64 (*)(archive*, void* data, i64 bytes);
using ArchiveSeek = i64 (*)(archive*, void* data, i64 offset, int whence);
using ArchiveSetUp = int (*)(archive*);

struct ArchiveCalls {
    archive* (*read_new)() = nullptr;
    int (*read_free)(archive*) = nullptr;
    ArchiveSetUp format_zip_seekable = nullptr;
    ArchiveSetUp format_zip_streamable = nullptr;
    ArchiveSetUp format_7zip = nullptr;
    ArchiveSetUp format_rar = nullptr;
    ArchiveSetUp format_rar5 = nullptr;
    ArchiveSetUp format_tar = nullptr;
    ArchiveSetUp format_iso9660 = nullptr;
    ArchiveSetUp format_raw = nullptr;
    ArchiveSetUp filter_gzip = nullptr;
    ArchiveSetUp filter_bzip2 = nullptr;
    ArchiveSetUp filter_xz = nullptr;
    ArchiveSetUp filter_zstd = nullptr;
    int (*set_read)(archive*, ArchiveRead) = nullptr;
    int (*set_skip)(archive*, ArchiveSkip) = nullptr;
    int (*set_seek)(archive*, ArchiveSeek) = nullptr;
    int (*set_data)(archive*, void* data) = nullptr;
    int (*open)(archive*) = nullptr;
    int (*next_header)(archive*, archive_entry**) = nullptr;
    ssize_t (*read_data)(archive*, void* to, std::size_t bytes) = nullptr;
    i64 (*header_position)(archive*) = nullptr;
    int (*format)(archive*) = nullptr;
    const char* (*error_string)(archive*) = nullptr;
    int (*error_number)(archive*) = nullptr;
    const char* (*pathname)(archive_entry*) = nullptr;
    const char* (*pathname_utf8)(archive_entry*) = nullptr;
    const char* (*hardlink)(archive_entry*) = nullptr;
    const char* (*hardlink_utf8)(archive_entry*) = nullptr;
    mode_t (*filetype)(archive_entry*) = nullptr;
    i64 (*size)(archive_entry*) = nullptr;
    int (*size_is_set)(archive_entry*) = nullptr;
    int (*is_encrypted)(archive_entry*) = nullptr;
};

// Opened once and for good; the error says which package is missing.
const Result<ArchiveCalls>& archive_calls();

}  // namespace thaw::containers
