#include "io/output.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "base/text.hpp"
#include "io/interrupt.hpp"
#include "io/path.hpp"

namespace thaw::io {

namespace {

constexpr int most_tries = 100;

template <class Call>
auto retried(Call call) {
    auto result = call();
    while (result < 0 && errno == EINTR) result = call();
    return result;
}

Error failed(std::string_view doing, const std::string& path, int error = errno) {
    return io_error(std::string(doing) + ": " + system_message(error), path);
}

// In large blocks that start at multiples of their size, which file systems take twice as fast as others.
class FileSink final : public Sink {
public:
    FileSink(System& system, int fd) : system_(system), fd_(fd) {}

    using Sink::write;
    bool write(Bytes bytes) override {
        while (!bytes.empty() && ok()) {
            if (held_ == 0 && bytes.size() >= block_bytes) {
                const std::size_t whole = bytes.size() - bytes.size() % block_bytes;
                put(bytes.first(whole));
                bytes = bytes.subspan(whole);
                continue;
            }
            const Bytes some = bytes.first(std::min(block_bytes - held_, bytes.size()));
            hold(some);
            bytes = bytes.subspan(some.size());
            if (held_ == block_bytes) flush();
        }
        return ok();
    }
    bool flush() {
        put(Bytes(block_).first(held_));
        held_ = 0;
        return ok();
    }
    bool ok() const { return error_ == 0; }
    int error() const { return error_; }

private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 18;

    void hold(Bytes bytes) {
        block_.resize(block_bytes);
        // Short copies are plain moves; long ones become `rep movsb`, which is no faster and which profilers miscount.
        constexpr std::size_t short_copy = 2048;
        for (std::size_t at = 0; at < bytes.size(); at += short_copy) {
            const std::size_t n = std::min(short_copy, bytes.size() - at);
            std::memcpy(block_.data() + held_ + at, bytes.data() + at, n);
        }
        held_ += bytes.size();
    }
    void put(Bytes bytes) {
        for (std::size_t at = 0; at < bytes.size() && ok();) {
            const auto put = retried([&] { return system_.write(fd_, bytes.data() + at, bytes.size() - at); });
            if (put <= 0) {
                error_ = put < 0 ? errno : ENOSPC;
            } else {
                at += static_cast<std::size_t>(put);
            }
        }
    }

    System& system_;
    int fd_;
    int error_ = 0;
    std::vector<u8> block_;
    std::size_t held_ = 0;  // of the block
};

}  // namespace

// One output set under way. Whatever was not finished is undone when it goes out of scope.
class Transaction {
public:
    Transaction(std::span<const OutputFile> files, const OutputOptions& options, System& system)
        : options_(options), system_(system) {
        for (const OutputFile& file : files) files_.push_back({&file});
    }
    Transaction(const Transaction&) = delete;
    ~Transaction() { undo(); }

    Status check();
    Status stage();   // complete copies beside the targets
    Status commit();  // and then their names

private:
    struct Staged {
        const OutputFile* file;
        bool existed = false;
        std::string temporary{};  // the new content, until it has its name
        std::string backup{};     // a second name of the old content
        bool renamed = false;
        std::optional<Unfinished> unfinished{};  // the temporary
    };

    std::string fresh_name(const std::string& target) const;
    Status stage(Staged& staged);
    Status fill(int fd, const OutputFile& file);
    Status give_names();
    Status keep_old(Staged& staged);
    Status rename(Staged& staged);
    Status sync_folder(const std::string& target);
    bool remove(std::string& path);
    void undo();

    const OutputOptions& options_;
    System& system_;
    std::vector<Staged> files_;
    bool done_ = false;
};

Status Transaction::check() {
    for (Staged& staged : files_) {
        const std::string& path = staged.file->path;
        TargetStatus status;
        if (retried([&] { return system_.look(path, status); }) != 0) return failed("cannot be written", path);
        staged.existed = status.exists;
        if (!status.exists) continue;
        if (!status.replaceable) return io_error("is not a file and will not be replaced", path);
        if (std::find(options_.inputs.begin(), options_.inputs.end(), status.id) != options_.inputs.end()) {
            return io_error("is an input; choose another name", path);
        }
        if (!options_.force) return io_error("exists already; --force replaces it", path);
    }
    return Done{};
}

std::string Transaction::fresh_name(const std::string& target) const {
    const std::string name = std::string(temporary_prefix) + text::hex(system_.random()).substr(2) + ".tmp";
    return join(folder_of(target), name);
}

Status Transaction::stage() {
    for (Staged& staged : files_) {
        if (auto status = stage(staged); !status) return status;
    }
    return Done{};
}

Status Transaction::stage(Staged& staged) {
    const std::string& target = staged.file->path;
    int fd = -1;
    for (int i = 0; i < most_tries && fd < 0; ++i) {
        const std::string name = fresh_name(target);
        staged.unfinished.emplace(name);
        fd = retried([&] { return system_.create(name); });
        if (fd >= 0) {
            staged.temporary = name;
        } else {
            staged.unfinished.reset();
            if (errno != EEXIST) break;
        }
    }
    if (fd < 0) return failed("cannot be written", target);
    const Status filled = fill(fd, *staged.file);
    // The descriptor is gone even when close() fails; what it fails with may be about the data.
    if (system_.close(fd) != 0 && errno != EINTR && filled.ok()) return failed("cannot be written", target);
    return filled;
}

Status Transaction::fill(int fd, const OutputFile& file) {
    FileSink sink(system_, fd);
    if (file.make) {
        const Status made = file.make(sink);
        if (sink.ok() && !made) return made;
    } else {
        sink.write(file.bytes.bytes());
    }
    if (!sink.ok() || !sink.flush()) return failed("cannot be written", file.path, sink.error());
    if (options_.durable && retried([&] { return system_.sync(fd); }) != 0) {
        return failed("cannot be written", file.path);
    }
    return Done{};
}

Status Transaction::commit() {
    const Undivided together;
    const Status status = give_names();
    if (!status) undo();
    return status;
}

Status Transaction::give_names() {
    // The last rename of a set cannot be followed by a failure, unless the folder is synced after it.
    const bool may_go_back = files_.size() > 1 || options_.durable;
    for (Staged& staged : files_) {
        if (!may_go_back || !staged.existed) continue;
        if (auto status = keep_old(staged); !status) return status;
    }
    for (Staged& staged : files_) {
        if (auto status = rename(staged); !status) return status;
    }
    if (options_.durable) {
        for (const Staged& staged : files_) {
            if (auto status = sync_folder(staged.file->path); !status) return status;
        }
    }
    done_ = true;
    for (Staged& staged : files_) {
        if (!remove(staged.backup)) {
            return io_error("is written, but the temporary " + staged.backup + " could not be removed",
                            staged.file->path);
        }
    }
    return Done{};
}

Status Transaction::keep_old(Staged& staged) {
    for (int i = 0; i < most_tries; ++i) {
        const std::string name = fresh_name(staged.file->path);
        if (retried([&] { return system_.link(staged.file->path, name); }) == 0) {
            staged.backup = name;
            return Done{};
        }
        if (errno == EEXIST) continue;
        // Without second names (FAT) a set cannot be undone half way; each file is still old or new.
        if (errno == EPERM || errno == ENOTSUP || errno == ENOSYS) return Done{};
        break;
    }
    return failed("cannot be replaced", staged.file->path);
}

Status Transaction::rename(Staged& staged) {
    const std::string& target = staged.file->path;
    const int result = retried([&] {
        return options_.force ? system_.rename_over(staged.temporary, target)
                              : system_.rename_new(staged.temporary, target);
    });
    if (result != 0) {
        if (errno == EEXIST) return io_error("exists already; --force replaces it", target);
        return failed("cannot be written", target);
    }
    staged.temporary.clear();
    staged.unfinished.reset();
    staged.renamed = true;
    return Done{};
}

Status Transaction::sync_folder(const std::string& target) {
    const int fd = retried([&] { return system_.open_folder(openable(folder_of(target))); });
    const bool synced = fd >= 0 && retried([&] { return system_.sync(fd); }) == 0;
    const int error = errno;
    if (fd >= 0) system_.close(fd);
    if (!synced) return failed("cannot be made durable", target, error);
    return Done{};
}

bool Transaction::remove(std::string& path) {
    if (path.empty()) return true;
    bool removed = false;
    for (int i = 0; i < 3 && !removed; ++i) removed = system_.unlink(path) == 0;
    if (removed) path.clear();
    return removed;
}

void Transaction::undo() {
    if (done_) return;
    for (Staged& staged : files_) {
        if (staged.renamed && !staged.backup.empty()) {
            if (retried([&] { return system_.rename_over(staged.backup, staged.file->path); }) == 0) {
                staged.backup.clear();
            }
        } else if (staged.renamed && !staged.existed) {
            std::string path = staged.file->path;
            remove(path);
        }
        remove(staged.backup);
        remove(staged.temporary);
    }
    done_ = true;
}

Status check_targets(std::span<const OutputFile> files, const OutputOptions& options, System& system) {
    return Transaction(files, options, system).check();
}

Status write_files(std::span<const OutputFile> files, const OutputOptions& options, System& system) {
    Transaction transaction(files, options, system);
    if (auto status = transaction.check(); !status) return status;
    if (auto status = transaction.stage(); !status) return status;
    return transaction.commit();
}

struct StagedFiles::Work {
    std::vector<OutputFile> files;
    OutputOptions options;
    Transaction transaction;

    Work(std::vector<OutputFile> all, const OutputOptions& how, System& system)
        : files(std::move(all)), options(how), transaction(files, options, system) {}
};

StagedFiles::StagedFiles(std::unique_ptr<Work> work) : work_(std::move(work)) {}
StagedFiles::StagedFiles(StagedFiles&&) noexcept = default;
StagedFiles::~StagedFiles() = default;

Result<StagedFiles> StagedFiles::stage(std::vector<OutputFile> files, const OutputOptions& options, System& system) {
    auto work = std::make_unique<Work>(std::move(files), options, system);
    if (auto status = work->transaction.stage(); !status) return status.error();
    return StagedFiles(std::move(work));
}

Status StagedFiles::commit(const std::vector<std::string>& paths, const OutputOptions& options) {
    for (std::size_t i = 0; i < work_->files.size(); ++i) work_->files[i].path = paths[i];
    work_->options = options;
    if (auto status = work_->transaction.check(); !status) return status;
    return work_->transaction.commit();
}

Status make_folders(const std::string& path, System& system) {
    for (std::size_t end = path.find('/', 1); !path.empty(); end = path.find('/', end + 1)) {
        const std::string folder = path.substr(0, end);
        if (retried([&] { return system.make_folder(folder); }) != 0 && errno != EEXIST) {
            return failed("cannot be made", folder);
        }
        if (end == std::string::npos) break;
    }
    return Done{};
}

}  // namespace thaw::io
