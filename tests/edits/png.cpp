#include "edits/png.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace edits {

namespace {

void put_big(Bytes& out, std::uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<std::uint8_t>(value >> shift));
}

std::uint32_t crc_of(std::span<const std::uint8_t> bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const std::uint8_t byte : bytes) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

void put_chunk(Bytes& out, const char* kind, const Bytes& content) {
    put_big(out, static_cast<std::uint32_t>(content.size()));
    Bytes body(kind, kind + 4);
    body.insert(body.end(), content.begin(), content.end());
    out.insert(out.end(), body.begin(), body.end());
    put_big(out, crc_of(body));
}

// Stored, not compressed: a test has room.
Bytes zlib_of(const Bytes& raw) {
    Bytes out{0x78, 0x01};
    constexpr std::size_t most = 65535;
    for (std::size_t at = 0; at < raw.size() || at == 0; at += most) {
        const std::size_t n = std::min(most, raw.size() - at);
        out.push_back(at + n == raw.size() ? 1 : 0);
        for (const std::size_t value : {n, ~n}) {
            out.push_back(static_cast<std::uint8_t>(value));
            out.push_back(static_cast<std::uint8_t>(value >> 8));
        }
        out.insert(out.end(), raw.begin() + std::ptrdiff_t(at), raw.begin() + std::ptrdiff_t(at + n));
    }
    std::uint32_t a = 1, b = 0;
    for (const std::uint8_t byte : raw) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    put_big(out, (b << 16) | a);
    return out;
}

}  // namespace

Pixels decode_image(std::span<const std::uint8_t> file) {
    int width = 0, height = 0, channels = 0;
    stbi_uc* data = stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &width, &height, &channels, 4);
    if (data == nullptr) throw std::runtime_error(std::string("image: ") + stbi_failure_reason());
    Pixels out{static_cast<std::size_t>(width), static_cast<std::size_t>(height), {}};
    out.rgba.assign(data, data + out.width * out.height * 4);
    stbi_image_free(data);
    return out;
}

Bytes encode_png(const Pixels& pixels) {
    Bytes raw;
    for (std::size_t y = 0; y < pixels.height; ++y) {
        raw.push_back(0);  // no filter
        raw.insert(raw.end(), pixels.at(0, y), pixels.at(0, y) + pixels.width * 4);
    }
    Bytes head;
    put_big(head, static_cast<std::uint32_t>(pixels.width));
    put_big(head, static_cast<std::uint32_t>(pixels.height));
    head.insert(head.end(), {8, 6, 0, 0, 0});  // bits, RGBA, deflate, filters, not interlaced
    Bytes out{0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};
    put_chunk(out, "IHDR", head);
    put_chunk(out, "IDAT", zlib_of(raw));
    put_chunk(out, "IEND", {});
    return out;
}

}  // namespace edits
