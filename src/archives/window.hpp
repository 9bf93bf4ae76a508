// Small reads, mostly one behind the other: the source is asked for little after a jump and for more from read to read.
#pragma once

#include <thaw/archives.hpp>

namespace thaw::archives {

class Window {
public:
    explicit Window(Source& source) : source_(source) {}

    // Up to `most_bytes` at `offset`: as many as there are, but nothing if the source gives none. Until the next call.
    Bytes at(u64 offset, std::size_t bytes);
    // Did the source refuse bytes that it has?
    bool refused() const { return refused_; }

    static constexpr std::size_t most_bytes = 128 << 10;

private:
    bool fetch(u64 offset, std::size_t bytes);

    static constexpr std::size_t first_bytes = 4 << 10;

    Source& source_;
    Blob held_{};
    u64 held_offset_ = 0;
    std::size_t next_bytes_ = first_bytes;
    bool refused_ = false;
};

}  // namespace thaw::archives
