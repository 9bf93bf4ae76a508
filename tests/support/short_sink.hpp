// A disk that gets full.
#pragma once

#include <algorithm>

#include <thaw/sink.hpp>

namespace thaw::test {

// Refuses once so many bytes have come.
class ShortSink final : public Sink {
public:
    explicit ShortSink(std::size_t room) : room_(room) {}
    using Sink::write;
    bool write(Bytes bytes) override {
        room_ -= std::min(room_, bytes.size());
        return room_ > 0;
    }

private:
    std::size_t room_;
};

}  // namespace thaw::test
