// The content of one output file on its way to the system.
#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include <thaw/sink.hpp>

#include "io/system.hpp"

namespace thaw::io {

// Who carries the bytes to the system.
enum class Carrier : u8 {
    maker,       // the thread that makes them: right where all processors are busy anyway
    own_thread,  // for a large file a thread of its own, so that the next bytes are made meanwhile
};

// In large blocks that start at multiples of their size, which file systems take twice as fast as others.
class FileSink final : public Sink {
public:
    FileSink(System& system, int fd, Carrier carrier) : system_(system), fd_(fd), carrier_(carrier) {}
    FileSink(const FileSink&) = delete;
    ~FileSink() override { stop_thread(); }

    using Sink::write;
    void expect(u64 bytes) override;
    bool write(Bytes bytes) override;
    std::span<u8> room() override { return {filling() + held_, block_bytes - held_}; }
    bool filled(std::size_t bytes) override;
    // All that was written has gone to the system, or has failed.
    bool flush();

    bool ok() const { return error() == 0; }
    int error() const { return error_.load(std::memory_order_acquire); }

private:
    static constexpr std::size_t block_bytes = std::size_t{1} << 18;
    static constexpr u64 blocks_before_thread = 4;  // smaller files are there before a thread is
    static constexpr u32 no_more = u32{1} << 31;    // in passed_

    u8* filling();
    void hold(Bytes bytes);
    void pass_on();
    void put(Bytes bytes);
    void fail(int error);
    void start_thread();
    void stop_thread();
    void carry();

    System& system_;
    int fd_;
    Carrier carrier_;
    std::atomic<int> error_ = 0;
    u64 reserved_ = 0;
    u64 put_ = 0;          // bytes that the system has
    u64 full_blocks_ = 0;  // before there was a thread

    // Blocks take turns: number `passed_` is being filled, those from `written_` to it wait for the thread. Each of the
    // two sides changes one number, and the system is asked for nothing unless the other side is asleep.
    std::array<std::unique_ptr<u8[]>, 3> blocks_;  // made when first filled
    std::size_t held_ = 0;                         // of the block that is being filled
    std::atomic<u32> passed_ = 0;
    std::atomic<u32> written_ = 0;
    std::thread thread_;
};

}  // namespace thaw::io
