// Is a file still what it was? Tells contents apart at the speed of memory: for files that changed, not for forgers.
#pragma once

#include <array>
#include <optional>
#include <string>

#include <thaw/bytes.hpp>

namespace thaw::io {

// Of the bytes so far, in however many pieces they came.
class ContentHash {
public:
    void add(Bytes bytes);
    u64 bytes() const { return size_; }
    u64 value() const;

private:
    void mix(Bytes blocks);  // whole ones; what is left over is not looked at

    static constexpr std::size_t block_bytes = 32;
    std::array<u64, 4> lanes_{0x9e3779b97f4a7c15, 0xbf58476d1ce4e5b9, 0x94d049bb133111eb, 0x2545f4914f6cdd1d};
    std::array<u8, block_bytes> held_{};  // of the last, unfinished block
    u64 size_ = 0;
};

struct Content {
    u64 bytes = 0;
    u64 hash = 0;
    friend bool operator==(const Content&, const Content&) = default;
};

inline Content content_of(const ContentHash& hash) { return {hash.bytes(), hash.value()}; }
Content content_of(Bytes bytes);

// Has the file this content? Read only if it is as large; never waits for a pipe or a device.
bool has_content(const std::string& path, const Content& content);

}  // namespace thaw::io
