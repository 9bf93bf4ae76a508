#include <algorithm>

#include "containers/pass.hpp"

namespace thaw::containers {

namespace {

class Tail final : public Source {
public:
    Tail(std::shared_ptr<Source> whole, u64 offset) : whole_(std::move(whole)), offset_(offset) {}

    u64 size() const override { return whole_->size() - offset_; }

    bool read(u64 offset, std::span<u8> to) override { return offset <= size() && whole_->read(offset_ + offset, to); }

private:
    std::shared_ptr<Source> whole_;
    u64 offset_;
};

}  // namespace

std::shared_ptr<Source> tail_of(std::shared_ptr<Source> whole, u64 offset) {
    const u64 start = std::min(offset, whole->size());
    return std::make_shared<Tail>(std::move(whole), start);
}

}  // namespace thaw::containers
