#include "io/journal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/text.hpp"

namespace thaw::io {

std::vector<std::string> Journal::lines() const {
    std::vector<std::string> out;
    const auto file = read_file(path_, {});
    if (!file) return out;
    const std::string all = text::view_as_text(file->bytes.bytes());
    for (std::size_t at = 0; at < all.size();) {
        const std::size_t end = all.find('\n', at);
        if (end == std::string::npos) break;
        out.push_back(all.substr(at, end - at));
        at = end + 1;
    }
    return out;
}

Status Journal::add(std::string line) {
    if (!file_.ok()) {
        file_ = Handle(::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666));
        if (!file_.ok()) return io_error("cannot be written: " + system_message(errno), path_);
    }
    // A line that was cut off by the end of an earlier run is not continued.
    if (!begun_) line.insert(0, "\n");
    begun_ = true;
    line += '\n';
    const ssize_t put = ::write(file_.get(), line.data(), line.size());
    if (put == static_cast<ssize_t>(line.size())) return Done{};
    return io_error("cannot be written: " + system_message(put < 0 ? errno : ENOSPC), path_);
}

std::optional<FileStamp> stamp_of(const std::string& path) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return FileStamp{static_cast<u64>(status.st_size),
                     i64{status.st_mtim.tv_sec} * 1'000'000'000 + i64{status.st_mtim.tv_nsec}};
}

}  // namespace thaw::io
