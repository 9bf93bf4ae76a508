// PNG, every kind of it. Checksums are only noted: an image whose pixels can be read is worth having.
#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/checksums.hpp"
#include "base/inflate.hpp"
#include "images/decoders.hpp"
#include "images/png_filter.hpp"

namespace thaw::images {

namespace {

constexpr std::array<u8, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr u64 size_at = 16;  // of the width

enum ColorType : u8 { grey = 0, rgb = 2, indexed = 3, grey_alpha = 4, rgba = 6 };

struct Header {
    u64 width = 0;
    u64 height = 0;
    u32 bits = 0;
    u8 type = grey;
    bool interlaced = false;

    u32 channels() const { return type == rgb ? 3 : type == grey_alpha ? 2 : type == rgba ? 4 : 1; }
    u32 pixel_bits() const { return bits * channels(); }
};

// One of the seven images that an interlaced one consists of, or the whole.
struct Pass {
    u32 x, y, step_x, step_y;
};
constexpr Pass whole[] = {{0, 0, 1, 1}};
constexpr Pass adam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                          {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};

struct Extent {
    u64 columns = 0;
    u64 rows = 0;
    u64 row_bytes = 0;  // without the filter in front

    u64 bytes() const { return columns == 0 ? 0 : rows * (row_bytes + 1); }
};

Extent extent_of(const Pass& pass, const Header& h) {
    const auto steps = [](u64 size, u32 first, u32 step) {
        return size <= first ? 0 : (size - first + step - 1) / step;
    };
    Extent extent{steps(h.width, pass.x, pass.step_x), steps(h.height, pass.y, pass.step_y)};
    extent.row_bytes = (extent.columns * h.pixel_bits() + 7) / 8;
    return extent;
}

std::span<const Pass> passes_of(const Header& h) {
    return h.interlaced ? std::span<const Pass>(adam7) : std::span<const Pass>(whole);
}

// What the chunks hold.
struct Chunks {
    Header header{};
    Palette palette{};
    Bytes clear{};  // tRNS
    std::vector<Bytes> data{};
    u64 data_at = 0;
    bool faultless = true;
};

Result<Header> read_header(Bytes body, u64 at) {
    ByteReader in(body);
    Header h;
    h.width = in.big32();
    h.height = in.big32();
    h.bits = in.byte();
    h.type = in.byte();
    const u8 compression = in.byte();
    const u8 filter = in.byte();
    const u8 interlace = in.byte();
    if (in.failed()) return refused(Code::truncated, "a header that is too short", at);
    const bool few_bits = h.bits == 1 || h.bits == 2 || h.bits == 4;
    const bool known_type =
        h.type == grey || h.type == rgb || h.type == indexed || h.type == grey_alpha || h.type == rgba;
    const bool known_bits =
        h.bits == 8 || (h.bits == 16 && h.type != indexed) || (few_bits && (h.type == grey || h.type == indexed));
    if (!known_type || !known_bits) {
        return refused(Code::bad_value,
                       "colour type " + std::to_string(h.type) + " with " + std::to_string(h.bits) + " bits", at + 8);
    }
    if (compression != 0 || filter != 0 || interlace > 1) {
        return refused(Code::unsupported, "an unknown compression, filter or interlace method", at + 10);
    }
    h.interlaced = interlace == 1;
    return h;
}

Result<Chunks> read_chunks(Bytes file) {
    Chunks chunks;
    ByteReader in(file, signature.size());
    bool has_header = false;
    bool data_ended = false;
    for (;;) {
        const u64 at = in.position();
        const u64 length = in.big32();
        const Bytes name_bytes = in.take(4);
        const Bytes body = in.take(length);
        const u32 sum = in.big32();
        if (in.failed()) return in.truncated();
        const std::string_view name(static_cast<const char*>(static_cast<const void*>(name_bytes.data())), 4);
        if (sum != crc32({name_bytes.data(), 4 + body.size()})) chunks.faultless = false;
        if ((name == "IHDR") == has_header) return refused(Code::bad_value, "one header has to come first", at);
        if (name == "IHDR") {
            auto header = read_header(body, at + 8);
            if (!header) return header.error();
            chunks.header = *header;
            has_header = true;
        } else if (name == "PLTE") {
            if (body.size() % 3 != 0 || body.size() > 768) return refused(Code::bad_value, "a palette of odd size", at);
            if (!chunks.data.empty() || chunks.palette.size != 0) chunks.faultless = false;
            chunks.palette = {};
            for (std::size_t i = 0; i < body.size(); i += 3) chunks.palette.add({body[i], body[i + 1], body[i + 2]});
        } else if (name == "tRNS") {
            if (!chunks.data.empty()) chunks.faultless = false;
            chunks.clear = body;
        } else if (name == "IDAT") {
            if (chunks.data.empty()) chunks.data_at = at + 8;
            if (data_ended) chunks.faultless = false;
            chunks.data.push_back(body);
        } else if (name == "IEND") {
            if (in.position() != file.size()) chunks.faultless = false;
            return chunks;
        } else if ((name[0] & 0x20) == 0) {
            return refused(Code::unsupported, "an unknown chunk that matters", at + 4);
        }
        data_ended = !chunks.data.empty() && name != "IDAT";
    }
}

// Turns the differences of a row into its bytes; `above` is empty for the first row.
void undo_filter(u8 filter, std::span<u8> row, Bytes above, std::size_t distance) {
    if (filter == 0) return;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const u8 left = i < distance ? u8{0} : row[i - distance];
        const u8 up = above.empty() ? u8{0} : above[i];
        const u8 corner = i < distance || above.empty() ? u8{0} : above[i - distance];
        row[i] = static_cast<u8>(row[i] + png_estimate(filter, left, up, corner));
    }
}

// Turns the samples of a row into colours.
class PixelReader {
public:
    PixelReader(const Chunks& chunks, const DecodeOptions& options)
        : header_(chunks.header), palette_(chunks.palette), key_(chunks.clear) {
        if (header_.type == indexed) {
            for (std::size_t i = 0; i < key_.size() && i < palette_.size; ++i) palette_.colors[i].alpha = key_[i];
            changes_palette_ = options.first_color_clear && palette_.colors[0].alpha != 0;
            if (changes_palette_) palette_.colors[0].alpha = 0;
        }
        const std::size_t key_bytes = header_.type == grey ? 2 : 6;
        has_key_ = (header_.type == grey || header_.type == rgb) && key_.size() >= key_bytes;
    }

    // The pixel's index if the palette has no such colour.
    std::optional<u32> missing_color(Bytes row, u64 x) const {
        if (header_.type != indexed) return std::nullopt;
        const u32 index = index_at(row, x, header_.bits);
        return index < palette_.size ? std::nullopt : std::optional<u32>(index);
    }
    const Palette& palette() const { return palette_; }
    bool changes_palette() const { return changes_palette_; }

    Color color(Bytes row, u64 x) const {
        const auto value = [&](u32 channel) { return sample(row, x, channel); };
        switch (header_.type) {
            case indexed: return palette_.colors[index_at(row, x, header_.bits)];
            case grey: {
                const u8 level = eight(value(0));
                return {level, level, level, alpha_by_key(row, x, 1)};
            }
            case grey_alpha: {
                const u8 level = eight(value(0));
                return {level, level, level, eight(value(1))};
            }
            case rgb: return {eight(value(0)), eight(value(1)), eight(value(2)), alpha_by_key(row, x, 3)};
            default: return {eight(value(0)), eight(value(1)), eight(value(2)), eight(value(3))};
        }
    }

private:
    u32 sample(Bytes row, u64 x, u32 channel) const {
        const u64 n = x * header_.channels() + channel;
        if (header_.bits < 16) return index_at(row, n, header_.bits);
        return load<u16>(row.data() + 2 * n, Order::big);
    }
    u8 eight(u32 value) const { return header_.bits == 8 ? static_cast<u8>(value) : widened(value, header_.bits); }
    u8 alpha_by_key(Bytes row, u64 x, u32 channels) const {
        if (!has_key_) return 255;
        for (u32 i = 0; i < channels; ++i) {
            if (sample(row, x, i) != load<u16>(key_.data() + std::size_t{2} * i, Order::big)) return 255;
        }
        return 0;
    }

    const Header& header_;
    Palette palette_;
    Bytes key_;
    bool has_key_ = false;
    bool changes_palette_ = false;
};

// The zlib stream, put together if it is in several chunks.
struct Stream {
    explicit Stream(const std::vector<Bytes>& pieces) {
        if (pieces.size() == 1) {
            bytes = pieces[0];
            return;
        }
        for (const Bytes piece : pieces) joined.insert(joined.end(), piece.begin(), piece.end());
        bytes = joined;
    }
    std::vector<u8> joined{};
    Bytes bytes{};
};

}  // namespace

bool is_png(Bytes file) {
    return file.size() >= signature.size() && std::equal(signature.begin(), signature.end(), file.begin());
}

Result<DecodedPng> decode_png_file(Bytes file, const DecodeOptions& options, const Context& context) {
    const auto chunks = read_chunks(file);
    if (!chunks) return chunks.error();
    const Header& h = chunks->header;
    const Stream stream(chunks->data);
    const u64 most_pixels = most_inflated_per_byte * 8 / h.pixel_bits();
    if (auto status = check_size(h.width, h.height, size_at, stream.bytes.size(), most_pixels, context); !status) {
        return status.error();
    }
    u64 raw_bytes = 0;
    for (const Pass& pass : passes_of(h)) raw_bytes += extent_of(pass, h).bytes();
    Inflated inflated = zlib_decode(stream.bytes, raw_bytes);
    std::vector<u8>& raw = inflated.bytes;
    // Where all pixels are there, a wrong checksum behind them takes nothing away.
    const bool whole = inflated.end == InflateEnd::whole || inflated.end == InflateEnd::wrong_checksum ||
                       (inflated.end == InflateEnd::truncated && raw.size() == raw_bytes);
    if (!whole) return refused(Code::bad_value, "the compressed pixels are damaged", chunks->data_at);
    if (raw.size() != raw_bytes) return refused(Code::truncated, "the pixels end early", chunks->data_at);

    const PixelReader pixels(*chunks, options);
    DecodedPng decoded{blank_image(h.width, h.height), chunks->faultless && h.bits <= 8 && !pixels.changes_palette()};
    const Bytes sum = stream.bytes.last(std::min<std::size_t>(stream.bytes.size(), 4));
    if (sum.size() < 4 || load<u32>(sum.data(), Order::big) != adler32(raw)) decoded.stands_as_is = false;
    const std::size_t distance = std::max(h.pixel_bits() / 8, 1u);
    std::size_t at = 0;
    for (const Pass& pass : passes_of(h)) {
        const Extent extent = extent_of(pass, h);
        if (extent.columns == 0) continue;
        Bytes above;
        for (u64 row = 0; row < extent.rows; ++row) {
            const u8 filter = raw[at];
            const std::span<u8> bytes = std::span(raw).subspan(at + 1, static_cast<std::size_t>(extent.row_bytes));
            if (filter >= png_filters) {
                return refused(Code::bad_value, "an unknown filter " + std::to_string(filter), chunks->data_at);
            }
            undo_filter(filter, bytes, above, distance);
            for (u64 x = 0; x < extent.columns; ++x) {
                if (const auto index = pixels.missing_color(bytes, x)) {
                    return no_such_color(*index, pixels.palette(), chunks->data_at);
                }
                set_pixel(decoded.pixels, pass.x + x * pass.step_x, pass.y + row * pass.step_y, pixels.color(bytes, x));
            }
            above = bytes;
            at += 1 + bytes.size();
        }
    }
    return decoded;
}

Result<Pixels> decode_png(Bytes file, const DecodeOptions& options, const Context& context) {
    auto decoded = decode_png_file(file, options, context);
    if (!decoded) return decoded.error();
    return std::move(decoded->pixels);
}

}  // namespace thaw::images
