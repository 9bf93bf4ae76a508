#include "containers/disc.hpp"

#include <algorithm>
#include <array>

#include "base/endian.hpp"
#include "base/text.hpp"
#include "containers/cue.hpp"
#include "containers/sectors.hpp"

namespace thaw::containers {

namespace {

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

Result<std::shared_ptr<Source>> data_track(Source& cue, std::shared_ptr<Source> companion) {
    std::vector<u8> text(static_cast<std::size_t>(std::min<u64>(cue.size(), largest_cue_bytes)));
    if (!cue.read(0, text)) return Error{Code::io, "cannot be read"};
    const auto sheet = read_cue(text);
    const auto extent = data_extent(sheet);
    if (!extent) return Error{Code::unsupported, "this cue sheet names no data, only music"};
    const auto name = text::printable(sheet.files[extent->file]);
    if (companion == nullptr) return Error{Code::missing_part, "the file with its data is missing: " + name};
    const auto layout = find_layout(*companion, extent->offset, extent->sector_bytes);
    if (!layout) {
        return Error{Code::bad_value, name + " has no data in sectors of " + std::to_string(extent->sector_bytes) +
                                          " bytes where the cue sheet says"};
    }
    return raw_sectors(std::move(companion), *layout, extent->offset, extent->bytes);
}

}  // namespace

Result<std::shared_ptr<Source>> disc_sectors(std::string_view kind, std::shared_ptr<Source> source,
                                             std::shared_ptr<Source> companion) {
    if (kind == "cue") {
        auto track = data_track(*source, std::move(companion));
        if (!track) return track.error();
        source = std::move(*track);
    } else if (kind == "bin") {
        const auto layout = find_layout(*source, 0, 0);
        if (!layout) return Error{Code::bad_value, "no sectors of a disc"};
        source = raw_sectors(std::move(source), *layout);
    }
    return std::shared_ptr<Source>(std::make_shared<WideDisc>(std::move(source)));
}

}  // namespace thaw::containers
