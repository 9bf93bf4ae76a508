// A file in large blocks that start at multiples of their size, which file systems take twice as fast as others. From
// the second megabyte on a thread of its own writes, so that a block is made while the one before it goes to the
// system: that copies it, and takes as long as making it.
#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <thaw/bytes.hpp>

#include "io/system.hpp"

namespace thaw::io {

class BlockWriter {
public:
    static constexpr std::size_t block_bytes = std::size_t{1} << 18;

    BlockWriter(System& system, int fd) : system_(system), fd_(fd) {}
    BlockWriter(const BlockWriter&) = delete;
    ~BlockWriter() { stop(); }

    // Copied. False: there is no use in adding more.
    bool add(Bytes bytes);
    // All that the file has, from where it is.
    void add_whole(Bytes bytes) { put(bytes); }
    // What is held, to the last byte. Gives the error of the system, or 0.
    int finish();

private:
    static constexpr std::size_t blocks = 3;
    static constexpr std::size_t blocks_before_thread = 4;

    void hand_over();
    bool failed();
    void put(Bytes bytes);  // by one thread at a time
    void work();
    void stop();

    System& system_;
    int fd_;
    std::array<std::vector<u8>, blocks> store_{};
    std::size_t held_ = 0;    // bytes of the block that is being filled
    std::size_t filled_ = 0;  // blocks handed over
    bool in_vain_ = false;
    std::thread thread_{};

    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::size_t written_ = 0;  // blocks; guarded, as all below
    std::array<std::size_t, blocks> sizes_{};
    std::size_t ready_ = 0;  // blocks handed over, as the thread knows
    bool ending_ = false;
    int error_ = 0;
};

}  // namespace thaw::io
