#include "io/output.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "io/content.hpp"
#include "io/file_sink.hpp"
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

Error not_named(const std::string& target) {
    return errno == EEXIST ? io_error("exists already; --force replaces it", target)
                           : failed("cannot be written", target);
}

// An earlier run may have made it: the same command is to end the same way again. What is made as it is written is not
// known yet.
bool has_bytes(const OutputFile& file) { return !file.make && has_content(file.path, content_of(file.bytes.bytes())); }

}  // namespace

// One output set under way. Whatever was not finished is undone when it goes out of scope.
class Transaction {
public:
    Transaction(std::span<const OutputFile> files, const OutputOptions& options, Carrier carrier, System& system)
        : options_(options), carrier_(carrier), system_(system) {
        for (const OutputFile& file : files) files_.push_back({&file});
    }
    Transaction(const Transaction&) = delete;
    ~Transaction() { undo(); }

    Status check();
    Status stage();   // complete copies next to the targets
    Status commit();  // and then their names

private:
    struct Staged {
        const OutputFile* file;
        bool existed = false;
        bool is_there = false;    // with the very bytes, so that there is nothing to do
        int nameless = -1;        // the new content, while it has no name at all: if we are killed, nothing is left
        std::string temporary{};  // its name until it has the right one
        std::string backup{};     // a second name of the old content
        bool renamed = false;
        std::optional<Unfinished> unfinished{};  // the temporary
    };

    std::string fresh_name(const std::string& target) const;
    Status stage(Staged& staged);
    template <class Take>
    int take_temporary(Staged& staged, Take take);
    Status fill(int fd, const OutputFile& file);
    Status give_names();
    Status keep_old(Staged& staged);
    Status rename(Staged& staged);
    Status name(Staged& staged);
    void release(Staged& staged);
    bool close(int& fd);
    Status sync_folder(const std::string& target);
    bool remove(std::string& path);
    void undo();

    const OutputOptions& options_;
    Carrier carrier_;
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
        const InputFiles* inputs = options_.inputs;
        if (inputs != nullptr && (inputs->contains(status.id) || inputs->contains(status.leads_to))) {
            return io_error("is an input; choose another name", path);
        }
        if (options_.force) continue;
        if (!has_bytes(*staged.file)) return io_error("exists already; --force replaces it", path);
        release(staged);
        staged.is_there = true;
    }
    std::erase_if(files_, [](const Staged& staged) { return staged.is_there; });
    return Done{};
}

// What is not named is given up.
void Transaction::release(Staged& staged) {
    if (staged.nameless >= 0) close(staged.nameless);
    remove(staged.temporary);
    staged.unfinished.reset();
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
    int fd = retried([&] { return system_.create_nameless(openable(folder_of(target))); });
    if (fd >= 0) {
        staged.nameless = fd;
        return fill(fd, *staged.file);
    }
    fd = take_temporary(staged, [&](const std::string& name) { return system_.create(name); });
    if (fd < 0) return failed("cannot be written", target);
    const Status filled = fill(fd, *staged.file);
    if (!close(fd) && filled.ok()) return failed("cannot be written", target);
    return filled;
}

// Tries fresh names next to the target until `take` gets one; what it gave then.
template <class Take>
int Transaction::take_temporary(Staged& staged, Take take) {
    for (int i = 0; i < most_tries; ++i) {
        const std::string name = fresh_name(staged.file->path);
        staged.unfinished.emplace(name);
        const int taken = retried([&] { return take(name); });
        if (taken >= 0) {
            staged.temporary = name;
            return taken;
        }
        staged.unfinished.reset();
        if (errno != EEXIST) break;
    }
    return -1;
}

// The descriptor is gone even when close() fails; what it fails with may be about the data.
bool Transaction::close(int& fd) { return system_.close(std::exchange(fd, -1)) == 0 || errno == EINTR; }

Status Transaction::fill(int fd, const OutputFile& file) {
    FileSink sink(system_, fd, carrier_);
    if (file.make) {
        const Status made = file.make(sink);
        if (sink.ok() && !made) return made;
    } else {
        sink.expect(file.bytes.size());
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
    if (staged.nameless >= 0) {
        if (auto status = name(staged); !status || staged.renamed) return status;
    }
    const int result = retried([&] {
        return options_.force ? system_.rename_over(staged.temporary, target)
                              : system_.rename_new(staged.temporary, target);
    });
    if (result != 0) return not_named(target);
    staged.temporary.clear();
    staged.unfinished.reset();
    staged.renamed = true;
    return Done{};
}

// Its own name if that is free, otherwise a temporary one, as only a file with a name can replace another.
Status Transaction::name(Staged& staged) {
    const std::string& target = staged.file->path;
    const auto link = [&](const std::string& path) { return system_.name(staged.nameless, path); };
    if (!staged.existed || !options_.force) staged.renamed = retried([&] { return link(target); }) == 0;
    if (!staged.renamed) {
        const bool taken = staged.existed || errno == EEXIST;
        if (!taken || !options_.force || take_temporary(staged, link) < 0) return not_named(target);
    }
    if (!close(staged.nameless)) return failed("cannot be written", target);
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
        if (staged.nameless >= 0) close(staged.nameless);
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
    return Transaction(files, options, Carrier::maker, system).check();
}

Status write_files(std::span<const OutputFile> files, const OutputOptions& options, System& system) {
    Transaction transaction(files, options, Carrier::own_thread, system);
    if (auto status = transaction.check(); !status) return status;
    if (auto status = transaction.stage(); !status) return status;
    return transaction.commit();
}

struct StagedFiles::Work {
    std::vector<OutputFile> files;
    OutputOptions options;
    Transaction transaction;

    Work(std::vector<OutputFile> all, const OutputOptions& how, System& system)
        : files(std::move(all)), options(how), transaction(files, options, Carrier::maker, system) {}
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

std::string place_of(const std::string& path) {
    // The nearest folder that exists, by what it is, and what is yet to come below it.
    std::string_view folder = folder_of(path);
    struct stat status{};
    while (::stat(openable(folder).c_str(), &status) != 0 && !folder.empty()) {
        while (folder.ends_with('/')) folder.remove_suffix(1);
        folder = folder_of(folder);
    }
    std::string out = std::to_string(status.st_dev) + ':' + std::to_string(status.st_ino);
    const std::size_t top = out.size();
    for (std::string_view rest = std::string_view(path).substr(folder.size()); !rest.empty();) {
        const std::string_view name = rest.substr(0, rest.find('/'));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        if (name == ".." && out.size() > top) {
            out.resize(out.rfind('/'));
        } else if (!name.empty() && name != ".") {
            out.append("/").append(name);
        }
    }
    return out;
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
