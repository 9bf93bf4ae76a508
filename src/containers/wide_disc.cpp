#include "containers/wide_disc.hpp"

#include <algorithm>
#include <array>

#include "archives/sectors.hpp"
#include "base/endian.hpp"

namespace thaw::containers {

namespace {

using archives::data_sector_bytes;

// A disc whose descriptors say that it is as large as can be. Music behind the data track is often listed in the
// directory too, and discs are copied without their end; libarchive refuses the whole disc for one file that lies
// outside. This way only that file cannot be loaded.
class WideDisc final : public Source {
public:
    explicit WideDisc(std::shared_ptr<Source> source) : source_(std::move(source)) {
        constexpr u64 first_descriptor = 16;
        constexpr u64 most_descriptors = 16;
        constexpr u8 primary = 1;
        constexpr u8 supplementary = 2;
        for (u64 i = 0; i < most_descriptors; ++i) {
            const u64 offset = (first_descriptor + i) * data_sector_bytes;
            std::array<u8, 6> start;
            if (!source_->read(offset, start) || !std::equal(start.begin() + 1, start.end(), "CD001")) break;
            if (start[0] == primary || start[0] == supplementary) sizes_.push_back(offset + size_in_descriptor);
        }
        store<u32>(size_.data(), most_sectors, Order::little);
        store<u32>(size_.data() + 4, most_sectors, Order::big);
    }

    u64 size() const override { return source_->size(); }

    bool read(u64 offset, std::span<u8> to) override {
        if (!source_->read(offset, to)) return false;
        for (const u64 at : sizes_) {
            for (u64 i = 0; i < size_.size(); ++i) {
                if (at + i >= offset && at + i - offset < to.size()) {
                    to[static_cast<std::size_t>(at + i - offset)] = size_[static_cast<std::size_t>(i)];
                }
            }
        }
        return true;
    }

private:
    static constexpr u64 size_in_descriptor = 80;
    static constexpr u32 most_sectors = 0x7FFFFFFF;

    std::shared_ptr<Source> source_;
    std::vector<u64> sizes_{};
    std::array<u8, 8> size_{};  // in both orders of bytes
};

}  // namespace

std::shared_ptr<Source> wide_disc(std::shared_ptr<Source> source) {
    return std::make_shared<WideDisc>(std::move(source));
}

}  // namespace thaw::containers
