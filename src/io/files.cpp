#include "io/files.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "base/guard.hpp"
#include "base/text.hpp"
#include "io/interrupt.hpp"

namespace thaw::io {

namespace {

// Reads until `size` bytes are there, the file ends (fewer) or the system refuses (-1).
ssize_t read_fully(int fd, u8* to, std::size_t size) {
    std::size_t have = 0;
    while (have < size) {
        const ssize_t got = ::read(fd, to + have, size - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    return static_cast<ssize_t>(have);
}

// Exactly sized, so that a read past the end is one that a checker can see. Large ones ask for pages of two megabytes:
// the system hands out small pages one by one, which takes twice as long as reading into them. The last of them is
// rounded up only if most of it is needed.
std::shared_ptr<u8[]> file_buffer(std::size_t size) {
#ifdef MADV_HUGEPAGE
    constexpr std::size_t page = std::size_t{1} << 21;
    if (const std::size_t in_pages = (size + page / 2) / page * page; in_pages > 0) {
        void* memory = nullptr;
        if (::posix_memalign(&memory, page, std::max(size, in_pages)) != 0) throw std::bad_alloc();
        ::madvise(memory, in_pages, MADV_HUGEPAGE);  // a wish: where it is not granted, all works the same
        return {static_cast<u8*>(memory), std::free};
    }
#endif
    return std::shared_ptr<u8[]>(new u8[size]);
}

Error too_large(const std::string& name, const std::string& size, const Limits& limits) {
    return {Code::over_budget,
            "the file has " + size + " bytes; the limit is " + std::to_string(limits.input_bytes) + " bytes", name};
}

std::string_view kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "is a folder, not a file";
    if (S_ISFIFO(mode)) return "is a pipe, not a file; use - to read from standard input";
    if (S_ISSOCK(mode)) return "is a socket, not a file";
    return "is a device, not a file";
}

// O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
Handle open_for_reading(const std::string& path) {
    return Handle(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

}  // namespace

Handle& Handle::operator=(Handle&& other) noexcept {
    if (this != &other) {
        close();
        fd_ = other.fd_;
        other.fd_ = -1;
    }
    return *this;
}

void Handle::close() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
}

std::string system_message(int error) {
    if (error == ENOENT) return "there is no such file or folder";
    std::string message = std::strerror(error);
    if (!message.empty()) message[0] = text::lower(message[0]);
    return message;
}

Error io_error(std::string message, std::string_view file) { return {Code::io, std::move(message), std::string(file)}; }

Result<Loaded> read_open_file(const Handle& file, const std::string& name, const Limits& limits) {
    struct stat status{};
    if (::fstat(file.get(), &status) != 0) return io_error(system_message(errno), name);
    if (!S_ISREG(status.st_mode)) return io_error(std::string(kind_of(status.st_mode)), name);
    const u64 size = static_cast<u64>(status.st_size);
    if (size > limits.input_bytes) return too_large(name, std::to_string(size), limits);
    return guarded([&]() -> Result<Loaded> {
        const std::shared_ptr<u8[]> buffer = file_buffer(static_cast<std::size_t>(size));
        const ssize_t got = read_fully(file.get(), buffer.get(), static_cast<std::size_t>(size));
        u8 beyond = 0;
        const ssize_t more = got < 0 ? -1 : read_fully(file.get(), &beyond, 1);
        if (more < 0) return io_error("cannot be read: " + system_message(errno), name);
        if (static_cast<u64>(got) != size || more != 0) return io_error("changed while it was read", name);
        const Bytes view(buffer.get(), static_cast<std::size_t>(size));
        return Loaded{Blob::wrap(std::shared_ptr<const void>(buffer, buffer.get()), view),
                      {static_cast<u64>(status.st_dev), static_cast<u64>(status.st_ino)}};
    });
}

namespace {

std::vector<u8> read_end(const std::string& path, std::size_t bytes, bool last) {
    const Handle file = open_for_reading(path);
    struct stat status{};
    if (!file.ok() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
    const auto skipped = std::max<off_t>(status.st_size - static_cast<off_t>(bytes), 0);
    if (last && ::lseek(file.get(), skipped, SEEK_SET) < 0) return {};
    std::vector<u8> out(bytes);
    const ssize_t got = read_fully(file.get(), out.data(), out.size());
    out.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return out;
}

}  // namespace

std::vector<u8> read_head(const std::string& path, std::size_t bytes) { return read_end(path, bytes, false); }
std::vector<u8> read_tail(const std::string& path, std::size_t bytes) { return read_end(path, bytes, true); }

Result<Loaded> read_file(const std::string& path, const Limits& limits) {
    const Handle file = open_for_reading(path);
    if (!file.ok()) {
        // A socket cannot be opened at all; its errno would not say why.
        const int error = errno;
        return io_error(error == ENXIO ? "is a socket or a pipe without a reader, not a file" : system_message(error),
                        path);
    }
    return read_open_file(file, path, limits);
}

Result<Blob> read_stream(int fd, const std::string& name, const Limits& limits) {
    const Waiting waiting(Waiting::For::input);
    return guarded([&]() -> Result<Blob> {
        std::vector<u8> bytes;
        std::vector<u8> chunk(std::size_t{1} << 16);
        for (;;) {
            const ssize_t got = read_fully(fd, chunk.data(), chunk.size());
            if (got < 0) return io_error("cannot be read: " + system_message(errno), name);
            bytes.insert(bytes.end(), chunk.begin(), chunk.begin() + got);
            if (bytes.size() > limits.input_bytes)
                return Error{Code::over_budget,
                             "there is no end in sight after " + std::to_string(limits.input_bytes) +
                                 " bytes, which is the limit",
                             name};
            if (static_cast<std::size_t>(got) < chunk.size()) break;
        }
        return Blob::take(std::move(bytes));
    });
}

}  // namespace thaw::io
