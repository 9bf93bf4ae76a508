#include "io/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/text.hpp"
#include "io/output.hpp"

namespace thaw::io {

namespace {

std::string_view no_plain_file(mode_t mode) {
    if (S_ISLNK(mode)) return "is a link, not a file";
    if (S_ISDIR(mode)) return "is a folder, not a file";
    if (S_ISFIFO(mode)) return "is a pipe, not a file";
    if (S_ISSOCK(mode)) return "is a socket, not a file";
    return "is a device, not a file";
}

// Looked at before, as merely to open a device may do something; and after, as it may be another by then. The error has
// errno's number in `error`.
Result<Handle> open_plain(const std::string& path, int flags, struct stat& status, int& error) {
    const auto failed = [&](std::string_view doing) {
        error = errno;
        return io_error(std::string(doing) + ": " + system_message(error), path);
    };
    error = 0;
    if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
        return io_error(std::string(no_plain_file(status.st_mode)), path);
    }
    Handle file(::open(path.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666));
    if (!file.ok() || ::fstat(file.get(), &status) != 0) return failed("cannot be opened");
    if (!S_ISREG(status.st_mode)) return io_error(std::string(no_plain_file(status.st_mode)), path);
    return file;
}

// A copy in its place, so that what else has this content stays as it is.
Status part_from_other_names(const std::string& path) {
    auto content = read_file(path, {});
    if (!content) return content.error();
    System system;
    const OutputFile copy{path, std::move(content->bytes)};
    return write_files({&copy, 1}, {.force = true}, system);
}

}  // namespace

Result<std::vector<std::string>> Journal::lines() const {
    std::vector<std::string> out;
    struct stat status{};
    int error = 0;
    const auto file = open_plain(path_, O_RDONLY, status, error);
    if (!file && error == ENOENT) return out;
    if (!file) return file.error();
    const auto content = read_open_file(*file, path_, {});
    if (!content) return content.error();
    const std::string all = text::view_as_text(content->bytes.bytes());
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = all.find('\n', at);
        if (end == std::string::npos) break;
        out.push_back(all.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

Status Journal::open() {
    constexpr int flags = O_WRONLY | O_APPEND | O_CREAT;
    struct stat status{};
    int error = 0;
    auto file = open_plain(path_, flags, status, error);
    if (file && status.st_nlink > 1) {
        if (auto parted = part_from_other_names(path_); !parted) return parted;
        file = open_plain(path_, flags, status, error);
    }
    if (!file) return file.error();
    file_ = std::move(*file);
    return Done{};
}

Status Journal::add(std::string line) {
    if (!file_.ok()) {
        if (auto status = open(); !status) return status;
    }
    // A line that was cut off by the end of an earlier run is not continued.
    if (!begun_) line.insert(0, "\n");
    begun_ = true;
    line += '\n';
    const ssize_t put = ::write(file_.get(), line.data(), line.size());
    if (put == static_cast<ssize_t>(line.size())) return Done{};
    begun_ = false;
    return io_error("cannot be written: " + system_message(put < 0 ? errno : ENOSPC), path_);
}

std::optional<FileStamp> stamp_of(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileStamp{static_cast<u64>(status.st_size),
                     i64{status.st_mtim.tv_sec} * 1'000'000'000 + i64{status.st_mtim.tv_nsec}};
}

}  // namespace thaw::io
