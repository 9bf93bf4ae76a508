#include "io/file_sink.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>

namespace thaw::io {

void FileSink::expect(u64 bytes) {
    // A small file gets its room in one piece anyway, later and with less work.
    if (bytes < blocks_before_thread * block_bytes || reserved_ > 0 || put_ > 0) return;
    reserved_ = bytes;
    while (system_.reserve(fd_, bytes) != 0) {
        if (errno != EINTR) return fail(errno);
    }
}

bool FileSink::write(Bytes bytes) {
    while (!bytes.empty() && ok()) {
        if (held_ == 0 && bytes.size() >= block_bytes && !thread_.joinable()) {
            const std::size_t whole = bytes.size() - bytes.size() % block_bytes;
            put(bytes.first(whole));
            bytes = bytes.subspan(whole);
            continue;
        }
        const Bytes some = bytes.first(std::min(block_bytes - held_, bytes.size()));
        hold(some);
        bytes = bytes.subspan(some.size());
        if (held_ == block_bytes) pass_on();
    }
    return ok();
}

bool FileSink::filled(std::size_t bytes) {
    held_ += bytes;
    if (held_ == block_bytes) pass_on();
    return ok();
}

bool FileSink::flush() {
    stop_thread();
    if (held_ > 0) put({filling(), held_});
    held_ = 0;
    while (ok() && put_ < reserved_ && system_.shorten(fd_, put_) != 0) {
        if (errno != EINTR) fail(errno);
    }
    return ok();
}

int FileSink::error() const {
    const std::lock_guard lock(mutex_);
    return error_;
}

u8* FileSink::filling() {
    std::unique_ptr<u8[]>& block = blocks_[passed_ % blocks_.size()];
    if (!block) block = std::make_unique_for_overwrite<u8[]>(block_bytes);
    return block.get();
}

void FileSink::hold(Bytes bytes) {
    u8* block = filling();
    // Short moves of unknown length are vector moves in the library; others become `rep movs`, which is no faster and
    // which profilers miscount.
    constexpr std::size_t short_copy = 2048;
    for (std::size_t at = 0; at < bytes.size(); at += short_copy) {
        const std::size_t n = std::min(short_copy, bytes.size() - at);
        std::memmove(block + held_ + at, bytes.data() + at, n);
    }
    held_ += bytes.size();
}

void FileSink::pass_on() {
    if (carrier_ == Carrier::own_thread && !thread_.joinable() && ++full_blocks_ > blocks_before_thread) start_thread();
    if (thread_.joinable()) {
        std::unique_lock lock(mutex_);
        ++passed_;
        changed_.notify_all();
        changed_.wait(lock, [&] { return passed_ - written_ < blocks_.size(); });
    } else {
        put({filling(), block_bytes});
    }
    held_ = 0;
}

void FileSink::put(Bytes bytes) {
    while (!bytes.empty()) {
        const auto put = system_.write(fd_, bytes.data(), bytes.size());
        if (put > 0) {
            bytes = bytes.subspan(static_cast<std::size_t>(put));
            put_ += static_cast<u64>(put);
        } else if (put == 0) {
            return fail(ENOSPC);
        } else if (errno != EINTR) {
            return fail(errno);
        }
    }
}

void FileSink::fail(int error) {
    const std::lock_guard lock(mutex_);
    error_ = error;
}

void FileSink::start_thread() {
    try {
        thread_ = std::thread([this] { carry(); });
    } catch (const std::system_error&) {
        carrier_ = Carrier::maker;  // no thread to be had
    }
}

void FileSink::stop_thread() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        last_ = true;
        changed_.notify_all();
    }
    thread_.join();
    carrier_ = Carrier::maker;
}

void FileSink::carry() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return last_ || written_ < passed_; });
        if (written_ == passed_) return;
        if (error_ == 0) {
            const Bytes block(blocks_[written_ % blocks_.size()].get(), block_bytes);
            lock.unlock();
            put(block);
            lock.lock();
        }
        ++written_;
        changed_.notify_all();
    }
}

}  // namespace thaw::io
