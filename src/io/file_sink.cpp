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
        const u32 passed = passed_.load(std::memory_order_relaxed) + 1;
        passed_.store(passed, std::memory_order_release);
        passed_.notify_one();
        while (true) {
            const u32 written = written_.load(std::memory_order_acquire);
            if (passed - written < blocks_.size()) break;
            written_.wait(written, std::memory_order_acquire);
        }
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

void FileSink::fail(int error) { error_.store(error, std::memory_order_release); }

void FileSink::start_thread() {
    try {
        thread_ = std::thread([this] { carry(); });
    } catch (const std::system_error&) {
        carrier_ = Carrier::maker;  // no thread to be had
    }
}

void FileSink::stop_thread() {
    if (!thread_.joinable()) return;
    passed_.fetch_or(no_more, std::memory_order_release);
    passed_.notify_one();
    thread_.join();
    passed_.fetch_and(~no_more, std::memory_order_relaxed);
    carrier_ = Carrier::maker;
}

void FileSink::carry() {
    for (u32 next = 0;;) {
        const u32 passed = passed_.load(std::memory_order_acquire);
        if (passed == (next | no_more)) return;
        if (passed == next) {
            passed_.wait(passed, std::memory_order_acquire);
            continue;
        }
        if (ok()) put({blocks_[next % blocks_.size()].get(), block_bytes});
        written_.store(++next, std::memory_order_release);
        written_.notify_one();
    }
}

}  // namespace thaw::io
