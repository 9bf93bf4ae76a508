#include "archives/sectors.hpp"

#include <algorithm>
#include <array>

namespace thaw::archives {

namespace {

constexpr u64 raw_bytes = 2352;
constexpr u64 raw_and_subcode_bytes = 2448;
constexpr u64 without_sync_bytes = 2336;
constexpr u64 descriptor_sector = 16;  // where ISO 9660 begins
constexpr u64 sync_bytes = 12;

bool is_sync(Source& source, u64 offset) {
    constexpr std::array<u8, sync_bytes> sync{0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0};
    std::array<u8, sync_bytes> found;
    return source.read(offset, found) && found == sync;
}

bool is_descriptor(Source& source, u64 offset) {
    constexpr std::array<u8, 5> mark{'C', 'D', '0', '0', '1'};
    std::array<u8, 5> found;
    return source.read(offset + 1, found) && found == mark;
}

// Behind the sync pattern come the sector's address and its mode. Mode 2 then says twice what kind of data follow.
std::optional<u64> data_offset_of(Source& source, u64 offset) {
    u8 mode = 0;
    if (!is_sync(source, offset) || !source.read(offset + sync_bytes + 3, {&mode, 1})) return std::nullopt;
    if (mode == 1) return sync_bytes + 4;
    if (mode == 2) return sync_bytes + 4 + 8;
    return std::nullopt;
}

class RawSectors final : public Source {
public:
    RawSectors(std::shared_ptr<Source> source, SectorLayout layout, u64 offset, u64 sectors)
        : source_(std::move(source)), layout_(layout), offset_(offset), sectors_(sectors) {
        raw_.resize(static_cast<std::size_t>(layout.stride * sectors_at_once));
    }

    u64 size() const override { return sectors_ * data_sector_bytes; }

    bool read(u64 offset, std::span<u8> to) override {
        if (offset > size() || to.size() > size() - offset) return false;
        while (!to.empty()) {
            const u64 first = offset / data_sector_bytes;
            u64 within = offset % data_sector_bytes;
            const u64 wanted = (within + to.size() + data_sector_bytes - 1) / data_sector_bytes;
            const u64 count = std::min(wanted, sectors_at_once);
            if (!fetch(first, count)) return false;
            for (u64 i = 0; i < count; ++i) {
                const auto n = static_cast<std::size_t>(std::min<u64>(data_sector_bytes - within, to.size()));
                std::copy_n(raw_.data() + i * layout_.stride + layout_.data_offset + within, n, to.data());
                to = to.subspan(n);
                offset += n;
                within = 0;
            }
        }
        return true;
    }

private:
    static constexpr u64 sectors_at_once = 32;

    // Up to the data of the last: what follows them may be cut off at the file's end.
    bool fetch(u64 first, u64 count) {
        const auto bytes = (count - 1) * layout_.stride + layout_.data_offset + data_sector_bytes;
        return source_->read(offset_ + first * layout_.stride, std::span(raw_).first(static_cast<std::size_t>(bytes)));
    }

    std::shared_ptr<Source> source_;
    SectorLayout layout_;
    u64 offset_;
    u64 sectors_;
    std::vector<u8> raw_{};
};

}  // namespace

std::optional<SectorLayout> find_layout(Source& source, u64 offset, u64 stride) {
    if (stride == data_sector_bytes) return SectorLayout{data_sector_bytes, 0};
    if (stride != without_sync_bytes) {
        if (const auto data_offset = data_offset_of(source, offset)) {
            if (stride == raw_bytes || stride == raw_and_subcode_bytes) return SectorLayout{stride, *data_offset};
            const bool subcode =
                !is_sync(source, offset + raw_bytes) && is_sync(source, offset + raw_and_subcode_bytes);
            return SectorLayout{subcode ? raw_and_subcode_bytes : raw_bytes, *data_offset};
        }
    }
    constexpr u64 subheader_bytes = 8;
    if (is_descriptor(source, offset + descriptor_sector * without_sync_bytes + subheader_bytes)) {
        return SectorLayout{without_sync_bytes, subheader_bytes};
    }
    return std::nullopt;
}

std::shared_ptr<Source> raw_sectors(std::shared_ptr<Source> source, SectorLayout layout, u64 offset, u64 bytes) {
    const u64 there = offset < source->size() ? source->size() - offset : 0;
    const u64 used = std::min(bytes, there);
    // The last sector counts as soon as its data are whole.
    const u64 tail = layout.stride - layout.data_offset - data_sector_bytes;
    return std::make_shared<RawSectors>(std::move(source), layout, offset, (used + tail) / layout.stride);
}

}  // namespace thaw::archives
