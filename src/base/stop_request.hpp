// Work that was stopped leaves something half done behind, so a request that came once has to stay.
#pragma once

#include <thaw/limits.hpp>
#include <thaw/result.hpp>

namespace thaw {

class StopRequest : public Monitor {
public:
    explicit StopRequest(Monitor* asked) : asked_(asked) {}
    bool cancelled() override { return came_ = came_ || (asked_ != nullptr && asked_->cancelled()); }
    void progress(u64 done, u64 total) override {
        if (asked_ != nullptr) asked_->progress(done, total);
    }

private:
    Monitor* asked_;
    bool came_ = false;
};

inline Error stopped_on_request() { return {Code::cancelled, "stopped on request"}; }

}  // namespace thaw
