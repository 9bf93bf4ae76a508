#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/checksums.hpp"
#include "base/deflate.hpp"
#include "base/endian.hpp"
#include "images/image.hpp"
#include "images/png_filter.hpp"

namespace thaw {

namespace {

enum ColorType : u8 { rgb = 2, indexed = 3, rgba = 6 };

void put32(std::vector<u8>& out, u32 value) {
    out.resize(out.size() + 4);
    store<u32>(out.data() + out.size() - 4, value, Order::big);
}

void put_chunk(std::vector<u8>& out, std::string_view name, Bytes body) {
    put32(out, static_cast<u32>(body.size()));
    const std::size_t at = out.size();
    out.insert(out.end(), name.begin(), name.end());
    out.insert(out.end(), body.begin(), body.end());
    put32(out, crc32(Bytes(out).subspan(at)));
}

u32 color_at(const Picture& picture, u64 pixel) { return load<u32>(picture.rgba.data() + 4 * pixel, Order::big); }

// The colours in order, those with alpha first since only they need a word about it; none if there are too many.
class Colors {
public:
    static std::optional<Colors> of(const Picture& picture) {
        Colors colors;
        const u64 pixels = picture.rgba.size() / 4;
        for (u64 i = 0; i < pixels; ++i) {
            if (!colors.add(color_at(picture, i))) return std::nullopt;
        }
        colors.sort();
        return colors;
    }
    const std::vector<u32>& list() const { return list_; }
    u32 index(u32 color) const { return indices_[slot(color)]; }

private:
    static constexpr u32 slots = 1024;
    static constexpr u32 free_slot = 0xFFFFFFFF;

    Colors() : indices_(slots, free_slot), colors_(slots) {}

    u32 slot(u32 color) const {
        u32 at = (color * 2654435761u) >> 22;
        while (indices_[at] != free_slot && colors_[at] != color) at = (at + 1) % slots;
        return at;
    }
    bool add(u32 color) {
        const u32 at = slot(color);
        if (indices_[at] != free_slot) return true;
        if (list_.size() == 256) return false;
        indices_[at] = static_cast<u32>(list_.size());
        colors_[at] = color;
        list_.push_back(color);
        return true;
    }
    void sort() {
        const auto key = [](u32 color) { return std::pair((color & 255) == 255, color); };
        std::sort(list_.begin(), list_.end(), [&](u32 a, u32 b) { return key(a) < key(b); });
        for (u32 i = 0; i < list_.size(); ++i) indices_[slot(list_[i])] = i;
    }

    std::vector<u32> list_{};
    std::vector<u32> indices_;
    std::vector<u32> colors_;
};

// Of the five ways to write a row as differences, the one with the smallest ones.
class RowFilter {
public:
    RowFilter(std::size_t row_bytes, std::size_t pixel_bytes) : pixel_bytes_(pixel_bytes), above_(row_bytes) {
        for (auto& way : ways_) way.resize(row_bytes);
    }

    void add(Bytes row, std::vector<u8>& out) {
        u64 least = ~u64{0};
        u8 best = 0;
        for (u8 filter = 0; filter < ways_.size(); ++filter) {
            u64 sum = 0;
            for (std::size_t i = 0; i < row.size(); ++i) {
                const u8 left = i < pixel_bytes_ ? u8{0} : row[i - pixel_bytes_];
                const u8 corner = i < pixel_bytes_ ? u8{0} : above_[i - pixel_bytes_];
                const auto difference = static_cast<u8>(row[i] - images::png_estimate(filter, left, above_[i], corner));
                ways_[filter][i] = difference;
                sum += std::min<u32>(difference, 256u - difference);
            }
            if (sum < least) {
                least = sum;
                best = filter;
            }
        }
        out.push_back(best);
        out.insert(out.end(), ways_[best].begin(), ways_[best].end());
        above_.assign(row.begin(), row.end());
    }

private:
    std::size_t pixel_bytes_;
    std::vector<u8> above_;
    std::array<std::vector<u8>, images::png_filters> ways_{};
};

struct Body {
    u8 bits = 8;
    ColorType type = rgb;
    std::vector<u8> rows{};  // each with its filter in front
};

Body with_palette(const Picture& picture, const Colors& colors) {
    const std::size_t n = colors.list().size();
    Body body{static_cast<u8>(n <= 2 ? 1 : n <= 4 ? 2 : n <= 16 ? 4 : 8), indexed};
    const u64 row_bytes = (u64{picture.width} * body.bits + 7) / 8 + 1;
    body.rows.resize(static_cast<std::size_t>(row_bytes * picture.height));
    for (u64 y = 0; y < picture.height; ++y) {
        for (u64 x = 0; x < picture.width; ++x) {
            const u32 index = colors.index(color_at(picture, y * picture.width + x));
            const u64 bit = x * body.bits;
            u8& byte = body.rows[static_cast<std::size_t>(y * row_bytes + 1 + bit / 8)];
            byte = static_cast<u8>(byte | index << (8 - body.bits - bit % 8));
        }
    }
    return body;
}

Body with_channels(const Picture& picture, bool opaque) {
    Body body{8, opaque ? rgb : rgba};
    const std::size_t channels = opaque ? 3 : 4;
    std::vector<u8> row(picture.width * channels);
    RowFilter filter(row.size(), channels);
    for (std::size_t y = 0; y < picture.height; ++y) {
        const u8* from = picture.rgba.data() + 4 * y * picture.width;
        for (std::size_t x = 0; x < picture.width; ++x) {
            std::copy_n(from + 4 * x, channels, row.begin() + static_cast<std::ptrdiff_t>(channels * x));
        }
        filter.add(row, body.rows);
    }
    return body;
}

}  // namespace

std::vector<u8> encode_png(const Picture& picture) {
    const auto colors = Colors::of(picture);
    const Body body = colors ? with_palette(picture, *colors) : with_channels(picture, is_opaque(picture));

    std::vector<u8> out{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    std::vector<u8> header;
    put32(header, picture.width);
    put32(header, picture.height);
    header.insert(header.end(), {body.bits, body.type, 0, 0, 0});
    put_chunk(out, "IHDR", header);
    if (colors) {
        std::vector<u8> palette;
        std::vector<u8> alpha;
        for (const u32 color : colors->list()) {
            for (const u32 shift : {24u, 16u, 8u}) palette.push_back(static_cast<u8>(color >> shift));
            if ((color & 255) != 255) alpha.push_back(static_cast<u8>(color));
        }
        put_chunk(out, "PLTE", palette);
        if (!alpha.empty()) put_chunk(out, "tRNS", alpha);
    }
    put_chunk(out, "IDAT", zlib_encode(body.rows));
    put_chunk(out, "IEND", {});
    return out;
}

}  // namespace thaw
