// What the verbs about archives have in common: which archive is meant, and which of its files.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/console.hpp"
#include "cli/exit_codes.hpp"
#include "io/folders.hpp"
#include "io/name_filter.hpp"

namespace thaw::cli {

// Some files of one archive.
struct ArchiveFiles {
    std::string path;  // of the archive
    std::shared_ptr<const io::Archive> archive;
    std::string inside;  // the folder or file in it that the user named; empty for all of it
};

// `datafile.sdf`, `datafile.sdf/folder` or `datafile.sdf/PLAYER.DDD`.
Result<ArchiveFiles> find_archive(const std::string& name, io::Folders& folders);

// Is entry i in that folder, and does the filter take it?
bool is_selected(const ArchiveFiles& files, std::size_t entry, const io::NameFilter& filter);

// By its first bytes.
bool is_text(Bytes bytes);

// What a file is, by its bytes: a format's id, the kind of an image, "text" or nothing.
std::string content_kind(std::string_view name, const Blob& bytes);

// What went wrong with files of an archive. A damaged one has many files with one fault: that is one line, not
// hundreds.
class FileFailures {
public:
    void add(const std::string& file, Error error);
    void tell(Console& console, Tally& tally);

private:
    struct Failure {
        Error error;
        std::string first;  // file that has it
        u64 others = 0;
    };
    std::vector<Failure> failures_;
};

}  // namespace thaw::cli
