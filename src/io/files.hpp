// Whole files in memory, with a cap, from things that are files.
#pragma once

#include <string>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/limits.hpp>
#include <thaw/result.hpp>

namespace thaw::io {

// Which file it is, whatever it is called.
struct FileId {
    u64 device = 0;
    u64 inode = 0;
    u64 entry = 0;  // of a file in an archive, 1 and up: device and inode are the archive's
    friend bool operator==(const FileId&, const FileId&) = default;
    friend auto operator<=>(const FileId&, const FileId&) = default;
};

struct Loaded {
    Blob bytes;
    FileId id;

    // The file on disk that holds it.
    FileId holder() const { return {id.device, id.inode}; }
};

// An open file that closes itself.
class Handle {
public:
    explicit Handle(int fd = -1) : fd_(fd) {}
    Handle(Handle&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    Handle& operator=(Handle&& other) noexcept;
    Handle(const Handle&) = delete;
    ~Handle() { close(); }

    int get() const { return fd_; }
    bool ok() const { return fd_ >= 0; }

private:
    void close();
    int fd_;
};

// "no such file or folder", "permission denied": the system's word for an errno, starting in lower case.
std::string system_message(int error);
Error io_error(std::string message, std::string_view file);

// A regular file that the user named; a link is followed. Never waits for a pipe or a device.
Result<Loaded> read_file(const std::string& path, const Limits& limits);
// The first bytes of a regular file, fewer if it has fewer; none if it cannot be read.
std::vector<u8> read_head(const std::string& path, std::size_t bytes);
std::vector<u8> read_tail(const std::string& path, std::size_t bytes);  // the last ones
// What an open descriptor holds; `name` is for messages.
Result<Loaded> read_open_file(const Handle& file, const std::string& name, const Limits& limits);
// A pipe or anything else, to its end.
Result<Blob> read_stream(int fd, const std::string& name, const Limits& limits);

}  // namespace thaw::io
