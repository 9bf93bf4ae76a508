#include <algorithm>

#include "containers/containers.hpp"

namespace thaw::containers {

namespace {

class BlobSource final : public Source {
public:
    explicit BlobSource(Blob bytes) : bytes_(std::move(bytes)) {}

    u64 size() const override { return bytes_.size(); }

    bool read(u64 offset, std::span<u8> to) override {
        if (offset > bytes_.size() || to.size() > bytes_.size() - offset) return false;
        std::copy_n(bytes_.data() + offset, to.size(), to.data());
        return true;
    }

private:
    Blob bytes_;
};

}  // namespace

std::shared_ptr<Source> blob_source(Blob bytes) { return std::make_shared<BlobSource>(std::move(bytes)); }

}  // namespace thaw::containers
