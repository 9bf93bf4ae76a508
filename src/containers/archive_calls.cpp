#include "containers/archive_calls.hpp"

#include "media/library.hpp"

namespace thaw::containers {

namespace {

Result<ArchiveCalls> open_archive_calls() {
    auto library = media::Library::open("libarchive.so.13", "libarchive13");
    if (!library) return library.error();
    ArchiveCalls calls;
    library->get(calls.read_new, "archive_read_new");
    library->get(calls.read_free, "archive_read_free");
    library->get(calls.format_zip_seekable, "archive_read_support_format_zip_seekable");
    library->get(calls.format_zip_streamable, "archive_read_support_format_zip_streamable");
    library->get(calls.format_7zip, "archive_read_support_format_7zip");
    library->get(calls.format_rar, "archive_read_support_format_rar");
    library->get(calls.format_rar5, "archive_read_support_format_rar5");
    library->get(calls.format_tar, "archive_read_support_format_tar");
    library->get(calls.format_iso9660, "archive_read_support_format_iso9660");
    library->get(calls.format_raw, "archive_read_support_format_raw");
    library->get(calls.filter_gzip, "archive_read_support_filter_gzip");
    library->get(calls.filter_bzip2, "archive_read_support_filter_bzip2");
    library->get(calls.filter_xz, "archive_read_support_filter_xz");
    library->get(calls.filter_zstd, "archive_read_support_filter_zstd");
    library->get(calls.set_read, "archive_read_set_read_callback");
    library->get(calls.set_skip, "archive_read_set_skip_callback");
    library->get(calls.set_seek, "archive_read_set_seek_callback");
    library->get(calls.set_data, "archive_read_set_callback_data");
    library->get(calls.open, "archive_read_open1");
    library->get(calls.next_header, "archive_read_next_header");
    library->get(calls.read_data, "archive_read_data");
    library->get(calls.header_position, "archive_read_header_position");
    library->get(calls.format, "archive_format");
    library->get(calls.error_string, "archive_error_string");
    library->get(calls.error_number, "archive_errno");
    library->get(calls.pathname, "archive_entry_pathname");
    library->get(calls.pathname_utf8, "archive_entry_pathname_utf8");
    library->get(calls.hardlink, "archive_entry_hardlink");
    library->get(calls.hardlink_utf8, "archive_entry_hardlink_utf8");
    library->get(calls.filetype, "archive_entry_filetype");
    library->get(calls.size, "archive_entry_size");
    library->get(calls.size_is_set, "archive_entry_size_is_set");
    library->get(calls.is_encrypted, "archive_entry_is_data_encrypted");
    if (auto status = library->status(); !status) return status.error();
    return calls;
}

}  // namespace

const Result<ArchiveCalls>& archive_calls() {
    static const Result<ArchiveCalls> calls = open_archive_calls();
    return calls;
}

}  // namespace thaw::containers
