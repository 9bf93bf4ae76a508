// A file that only grows, a line at a time: what it has survives whatever happens to the program.
//
// It lies in a folder that others may write to as well. It is opened as outputs are: no link is followed, nothing but a
// file is opened, and another name of the same file does not grow with it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/files.hpp"

namespace thaw::io {

class Journal {
public:
    explicit Journal(std::string path) : path_(std::move(path)) {}

    const std::string& path() const { return path_; }
    // The whole lines that are there, none if there is no file. One that was not finished is none.
    Result<std::vector<std::string>> lines() const;
    // At once or not at all, also when several programs write to the same file.
    Status add(std::string line);

private:
    Status open();

    std::string path_;
    Handle file_{};
    bool begun_ = false;
};

// What tells a file that was changed from one that was not.
struct FileStamp {
    u64 bytes = 0;
    i64 modified_ns = 0;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};
std::optional<FileStamp> stamp_of(const std::string& path);

}  // namespace thaw::io
