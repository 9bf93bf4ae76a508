#include "io/system.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>

namespace thaw::io {

int System::create(const std::string& path) {
    // 0666 under the user's umask, as any program's output.
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
}

namespace {

// The only way to name an open file that needs no special rights.
std::string path_of(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

}  // namespace

int System::create_nameless(const std::string& folder) {
#if defined(O_TMPFILE)
    const int fd = ::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666);
    if (fd < 0 || ::access(path_of(fd).c_str(), F_OK) == 0) return fd;
    ::close(fd);
#else
    static_cast<void>(folder);
#endif
    errno = ENOTSUP;
    return -1;
}

int System::reserve(int fd, u64 bytes) {
#if defined(__linux__)
    if (::fallocate(fd, 0, 0, static_cast<off_t>(bytes)) != 0 && (errno == ENOSPC || errno == EINTR)) return -1;
    return 0;
#else
    static_cast<void>(fd);
    static_cast<void>(bytes);
    return 0;
#endif
}

int System::shorten(int fd, u64 bytes) { return ::ftruncate(fd, static_cast<off_t>(bytes)); }

int System::name(int fd, const std::string& path) {
    return ::linkat(AT_FDCWD, path_of(fd).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW);
}

std::ptrdiff_t System::write(int fd, const u8* bytes, std::size_t size) { return ::write(fd, bytes, size); }
int System::sync(int fd) { return ::fsync(fd); }
int System::close(int fd) { return ::close(fd); }

int System::open_folder(const std::string& path) { return ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

int System::make_folder(const std::string& path) { return ::mkdir(path.c_str(), 0777); }

int System::rename_over(const std::string& from, const std::string& to) { return ::rename(from.c_str(), to.c_str()); }

int System::rename_new(const std::string& from, const std::string& to) {
#if defined(RENAME_NOREPLACE)
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
    if (errno != EINVAL && errno != ENOSYS) return -1;
#endif
    // A file system without that promise: the look before is all there is.
    return ::rename(from.c_str(), to.c_str());
}

int System::link(const std::string& from, const std::string& to) {
    return ::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), 0);
}

int System::unlink(const std::string& path) { return ::unlink(path.c_str()); }

int System::look(const std::string& path, TargetStatus& status) {
    struct stat found{};
    status = {};
    if (::lstat(path.c_str(), &found) != 0) return errno == ENOENT ? 0 : -1;
    status.exists = true;
    status.replaceable = S_ISREG(found.st_mode) || S_ISLNK(found.st_mode);
    status.id = status.leads_to = {static_cast<u64>(found.st_dev), static_cast<u64>(found.st_ino)};
    if (S_ISLNK(found.st_mode) && ::stat(path.c_str(), &found) == 0) {
        status.leads_to = {static_cast<u64>(found.st_dev), static_cast<u64>(found.st_ino)};
        status.replaceable = S_ISREG(found.st_mode) || S_ISDIR(found.st_mode);  // /dev/stdout stays what it is
    }
    return 0;
}

u64 System::random() {
    u64 value = 0;
    if (::getrandom(&value, sizeof value, GRND_NONBLOCK) == sizeof value) return value;
    // Only makes a clash unlikely; O_EXCL is what makes it harmless.
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    return static_cast<u64>(now) ^ (static_cast<u64>(::getpid()) << 32);
}

}  // namespace thaw::io
