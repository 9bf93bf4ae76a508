// The system calls of writing, in one place so that a test can make any of them fail.
// Each gives -1 and sets errno when it fails, as the calls themselves do.
#pragma once

#include <cstddef>
#include <string>

#include <thaw/bytes.hpp>

#include "io/files.hpp"

namespace thaw::io {

struct TargetStatus {
    bool exists = false;
    bool replaceable = false;  // a regular file, or a link but to a pipe or device
    FileId id{};
    FileId leads_to{};  // of a link: the file at its end; else the same
};

class System {
public:
    virtual ~System() = default;

    virtual int create(const std::string& path);  // a new file, never through a link
    // A file in that folder that is gone when it is closed, and the name that makes it stay. EEXIST if that is taken.
    // Not every file system has the first; one that has it has the second.
    virtual int create_nameless(const std::string& folder);
    virtual int name(int fd, const std::string& path);
    // The file gets so many bytes, which are zero until they are written, in as few pieces as the disk has. Done is
    // nothing where the file system cannot.
    virtual int reserve(int fd, u64 bytes);
    virtual int shorten(int fd, u64 bytes);
    virtual std::ptrdiff_t write(int fd, const u8* bytes, std::size_t size);
    virtual int sync(int fd);
    virtual int close(int fd);
    virtual int open_folder(const std::string& path);
    virtual int make_folder(const std::string& path);
    virtual int rename_over(const std::string& from, const std::string& to);
    virtual int rename_new(const std::string& from, const std::string& to);  // EEXIST if there is something
    virtual int link(const std::string& from, const std::string& to);        // a second name, of a link itself too
    virtual int unlink(const std::string& path);
    virtual int look(const std::string& path,
                     TargetStatus& status);  // does not follow links; 0 also if nothing is there
    virtual u64 random();
};

}  // namespace thaw::io
