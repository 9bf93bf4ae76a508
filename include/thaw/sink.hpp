// Where output goes: a file, a pipe, memory. The core writes to a Sink and never opens anything.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

class Sink {
public:
    virtual ~Sink() = default;
    // False once the destination refuses (disk full, pipe closed): the writer then stops.
    virtual bool write(Bytes bytes) = 0;

    // Before the first byte, by who knows: how many will come. A file can get its room at once then.
    virtual void expect(u64 bytes) { static_cast<void>(bytes); }

    // Memory where the next bytes may be put, for who makes them one by one and would only have them copied: fill its
    // start, then say how much. Empty where there is none; write() works in any case.
    virtual std::span<u8> room() { return {}; }
    virtual bool filled(std::size_t bytes) { return bytes == 0; }

    bool write(std::string_view text) {
        return write(Bytes(static_cast<const u8*>(static_cast<const void*>(text.data())), text.size()));
    }
};

// Collects text in memory.
class StringSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes bytes) override {
        text.append(static_cast<const char*>(static_cast<const void*>(bytes.data())), bytes.size());
        return true;
    }

    std::string text;
};

// Collects bytes in memory.
class BytesSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes some) override {
        bytes.insert(bytes.end(), some.begin(), some.end());
        return true;
    }

    std::vector<u8> bytes;
};

// Takes everything and keeps nothing.
class NullSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes) override { return true; }
};

}  // namespace thaw
