#include "io/block_writer.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace thaw::io {

bool BlockWriter::add(Bytes bytes) {
    while (!bytes.empty() && !in_vain_) {
        std::vector<u8>& block = store_[filled_ % blocks];
        block.resize(block_bytes);
        const Bytes some = bytes.first(std::min(block_bytes - held_, bytes.size()));
        // Short copies are plain moves; long ones become `rep movsb`, which is no faster and which profilers miscount.
        constexpr std::size_t short_copy = 2048;
        for (std::size_t at = 0; at < some.size(); at += short_copy) {
            std::memcpy(block.data() + held_ + at, some.data() + at, std::min(short_copy, some.size() - at));
        }
        held_ += some.size();
        bytes = bytes.subspan(some.size());
        if (held_ == block_bytes) hand_over();
    }
    return !in_vain_;
}

void BlockWriter::hand_over() {
    const std::size_t size = std::exchange(held_, 0);
    if (!thread_.joinable()) {
        put(Bytes(store_[filled_ % blocks]).first(size));
        in_vain_ = failed();
        if (++filled_ < blocks_before_thread) return;
        ready_ = written_ = filled_;
        try {
            thread_ = std::thread([this] { work(); });
        } catch (const std::system_error&) {
            filled_ = 0;  // no thread to be had: tried again later
        }
        return;
    }
    std::unique_lock lock(mutex_);
    sizes_[filled_ % blocks] = size;
    ready_ = ++filled_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return filled_ - written_ < blocks; });
    in_vain_ = error_ != 0;
}

void BlockWriter::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return written_ < ready_ || ending_; });
        if (written_ == ready_) return;
        const Bytes block = Bytes(store_[written_ % blocks]).first(sizes_[written_ % blocks]);
        lock.unlock();
        put(block);
        lock.lock();
        ++written_;
        changed_.notify_all();
    }
}

void BlockWriter::put(Bytes bytes) {
    for (std::size_t at = 0; at < bytes.size() && !failed();) {
        const auto put = retried([&] { return system_.write(fd_, bytes.data() + at, bytes.size() - at); });
        if (put > 0) {
            at += static_cast<std::size_t>(put);
            continue;
        }
        const std::lock_guard lock(mutex_);
        error_ = put < 0 ? errno : ENOSPC;
    }
}

bool BlockWriter::failed() {
    const std::lock_guard lock(mutex_);
    return error_ != 0;
}

void BlockWriter::stop() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        changed_.notify_all();
    }
    thread_.join();
}

int BlockWriter::finish() {
    if (held_ > 0) hand_over();
    stop();
    return error_;
}

}  // namespace thaw::io
