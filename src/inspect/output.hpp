// Text on its way to a Sink, in large pieces. Once the sink refuses, everything after is dropped.
#pragma once

#include <string>
#include <string_view>

#include <thaw/limits.hpp>
#include <thaw/sink.hpp>

namespace thaw::inspect {

class Output {
public:
    explicit Output(Sink& sink) : sink_(sink) {}

    void put(char c) {
        buffer_ += c;
        if (buffer_.size() >= piece) flush();
    }
    void put(std::string_view text) {
        buffer_ += text;
        if (buffer_.size() >= piece) flush();
    }
    void flush() {
        if (ok_ && !buffer_.empty()) ok_ = sink_.write(buffer_);
        buffer_.clear();
    }
    bool ok() const { return ok_; }

private:
    static constexpr std::size_t piece = std::size_t{1} << 16;

    Sink& sink_;
    std::string buffer_;
    bool ok_ = true;
};

// Stops the walk when nobody listens any more.
class StopWhenDeaf final : public Monitor {
public:
    StopWhenDeaf(const Output& out, Monitor* outer) : out_(out), outer_(outer) {}

    bool cancelled() override { return !out_.ok() || (outer_ != nullptr && outer_->cancelled()); }
    void progress(u64 done, u64 total) override {
        if (outer_ != nullptr) outer_->progress(done, total);
    }

private:
    const Output& out_;
    Monitor* outer_;
};

}  // namespace thaw::inspect
