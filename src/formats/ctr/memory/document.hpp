// Video memory files (`.vrm`): images and where they go in the PlayStation's 1024 x 512 words of video memory.
#pragma once

#include <array>
#include <vector>

#include <thaw/blob.hpp>
#include <thaw/format.hpp>

namespace thaw::vrm {

// The PlayStation interpolates over the screen instead of the surface, knows whole pixels only, and has five bits a
// colour.
inline constexpr RenderStyle playstation{
    .affine = true, .snap = true, .fifteen_bits = true, .plain_texels = true, .nearest = true};

inline constexpr u32 stream_mark = 0x20;
inline constexpr u32 tim_mark = 0x10;
inline constexpr u32 palette_bit = 8;
inline constexpr u64 block_header_bytes = 12;
inline constexpr u64 tim_header_bytes = 8 + block_header_bytes;
inline constexpr u32 memory_width = 1024;
inline constexpr u32 memory_height = 512;

// A rectangle of words.
struct Block {
    u32 length = 0;  // of the block with this head; files in use have it wrong, so that only the rectangle counts
    u16 x = 0;
    u16 y = 0;
    u16 width = 0;
    u16 height = 0;
    Blob pixels{};
    u64 room = ~u64{0};  // not on disk: bytes that an entry of a stream has left for this block

    u64 pixel_bytes() const { return u64{2} * width * height; }
    bool is_there() const { return room >= block_header_bytes; }
};

struct Tim {
    u32 magic = tim_mark;
    u32 flags = 2;
    Block palette{};  // only if has_palette()
    Block image{};
    Blob rest{};  // of an entry in a stream that says it is longer

    bool has_palette() const { return (flags & palette_bit) != 0; }
};

struct Entry {
    u32 size = 0;  // 0 ends the stream
    Tim tim{};

    u64 bytes() const { return size & ~u32{3}; }
};

struct Document : thaw::Document {
    u32 mark = tim_mark;           // what the file starts with
    std::vector<Entry> entries{};  // of a stream; the last one is the end
    Tim single{};                  // otherwise
    Blob trailing{};

    bool is_stream() const { return mark == stream_mark; }
    std::vector<const Tim*> images() const;
};

void validate(const Document& document, Profile profile, Issues& issues);
// The one image with its palette, if it has one; else the words of memory that are filled, each as a colour.
Result<Image> to_image(const Document& document);
Summary summarise(const Document& document, const Bundle& bundle);

}  // namespace thaw::vrm
