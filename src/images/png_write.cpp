#include "images/png_write.hpp"

#include <algorithm>
#include <cstdlib>

#include "base/checksums.hpp"
#include "base/endian.hpp"
#include "images/png_filter.hpp"
#include "images/stamp.hpp"

namespace thaw::images {

namespace {

// Of the five ways to write a row as differences, the one with the smallest ones.
class RowFilter {
public:
    RowFilter(std::size_t row_bytes, std::size_t pixel_bytes) : pixel_bytes_(pixel_bytes), row_bytes_(row_bytes) {
        for (auto& way : ways_) way.resize(row_bytes);
    }

    // `row` and `above` have a pixel of zeros in front.
    void add(const u8* row, const u8* above, u8* to) {
        // Nothing differs where both rows are empty, whichever the way: around a model there is much of that.
        const std::size_t first = empty_start(row, above);
        std::size_t last = row_bytes_;
        while (last > first && row[last - 1] == 0 && above[last - 1] == 0) --last;
        last = std::min(row_bytes_, last + pixel_bytes_);
        const std::array<u64, png_filters> sums{apply<0>(row, above, first, last), apply<1>(row, above, first, last),
                                                apply<2>(row, above, first, last), apply<3>(row, above, first, last),
                                                apply<4>(row, above, first, last)};
        const auto best = static_cast<std::size_t>(std::min_element(sums.begin(), sums.end()) - sums.begin());
        *to++ = static_cast<u8>(best);
        std::fill_n(to, first, u8{0});
        std::copy_n(ways_[best].data() + first, last - first, to + first);
        std::fill(to + last, to + row_bytes_, u8{0});
    }

private:
    std::size_t empty_start(const u8* row, const u8* above) const {
        std::size_t first = 0;
        while (first + 8 <= row_bytes_ && load<u64>(row + first, Order::little) == 0 &&
               load<u64>(above + first, Order::little) == 0) {
            first += 8;
        }
        return first;
    }

    template <u8 filter>
    u64 apply(const u8* row, const u8* above, std::size_t first, std::size_t last) {
        constexpr std::size_t block = 16;  // so many at once, which compilers do with vectors
        u64 sum = 0;
        for (; first + block <= last; first += block) sum += apply_some<filter, block>(row, above, first);
        for (; first < last; ++first) sum += apply_some<filter, 1>(row, above, first);
        return sum;
    }
    template <u8 filter, std::size_t n>
    u32 apply_some(const u8* row, const u8* above, std::size_t first) {
        const u8* left = row + first - pixel_bytes_;
        const u8* corner = above + first - pixel_bytes_;
        std::array<u8, n> differences;
        for (std::size_t i = 0; i < n; ++i) {
            const u8 estimate = png_estimate(filter, left[i], above[first + i], corner[i]);
            differences[i] = static_cast<u8>(row[first + i] - estimate);
        }
        std::array<u16, n> sizes;
        for (std::size_t i = 0; i < n; ++i) {
            sizes[i] = static_cast<u16>(std::abs(static_cast<i8>(differences[i])));
        }
        std::copy_n(differences.data(), n, ways_[filter].data() + first);
        u32 sum = 0;
        for (const u16 size : sizes) sum += size;
        return sum;
    }

    std::size_t pixel_bytes_;
    std::size_t row_bytes_;
    std::array<std::vector<u8>, png_filters> ways_{};
};

}  // namespace

void put_be16(std::vector<u8>& out, u32 value) {
    out.insert(out.end(), {static_cast<u8>(value >> 8), static_cast<u8>(value)});
}

void put_be32(std::vector<u8>& out, u32 value) {
    put_be16(out, value >> 16);
    put_be16(out, value);
}

void put_chunk(std::vector<u8>& out, std::string_view name, Bytes body) {
    put_be32(out, static_cast<u32>(body.size()));
    const std::size_t at = out.size();
    out.insert(out.end(), name.begin(), name.end());
    out.insert(out.end(), body.begin(), body.end());
    put_be32(out, crc32(Bytes(out).subspan(at)));
}

void put_header(std::vector<u8>& out, u32 width, u32 height, u32 bits, PngColor color) {
    std::vector<u8> header;
    put_be32(header, width);
    put_be32(header, height);
    header.insert(header.end(), {static_cast<u8>(bits), static_cast<u8>(color), 0, 0, 0});
    put_chunk(out, "IHDR", header);
}

std::vector<u8> filtered_rows(const Pixels& image, const Rectangle& part, u32 channels) {
    const std::size_t row_bytes = std::size_t{part.width} * channels;
    RowFilter filter(row_bytes, channels);
    std::vector<u8> above(channels + row_bytes);
    std::vector<u8> row(channels + row_bytes);
    std::vector<u8> out((1 + row_bytes) * part.height);
    for (std::size_t y = 0; y < part.height; ++y) {
        const u8* from = image.rgba.data() + 4 * ((part.top + y) * image.width + part.left);
        u8* pixels = row.data() + channels;
        if (channels == 4) {
            std::copy_n(from, row_bytes, pixels);
        } else {
            for (std::size_t x = 0; x < part.width; ++x) std::copy_n(from + 4 * x, 3, pixels + 3 * x);
        }
        filter.add(pixels, above.data() + channels, out.data() + y * (1 + row_bytes));
        row.swap(above);
    }
    return out;
}

void put_stamp(std::vector<u8>& out) {
    const std::string_view body = png_stamp.substr(4);
    put_chunk(out, png_stamp.substr(0, 4), std::vector<u8>(body.begin(), body.end()));
}

}  // namespace thaw::images
