// The one file that sees stb_image. It is made as hermetic as the rest of the core: no files, no texts, no variables
// that change, memory from operator new, and scalar arithmetic, so that every machine gives the same pixels.
#include "images/stb.hpp"

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <new>

namespace {

// Cleared: a damaged JPEG leaves parts of its pixels unwritten, and what was in memory before must not show.
void* take_memory(std::size_t size) {
    void* memory = ::operator new(size, std::nothrow);
    if (memory != nullptr) std::memset(memory, 0, size);
    return memory;
}

void give_memory_back(void* memory) { ::operator delete(memory); }

void* take_more_memory(void* memory, std::size_t old_size, std::size_t new_size) {
    void* more = take_memory(new_size);
    if (more == nullptr) return nullptr;
    if (memory != nullptr) std::memcpy(more, memory, std::min(old_size, new_size));
    give_memory_back(memory);
    return more;
}

}  // namespace

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_SUPPORT_ZLIB
#define STBI_NO_STDIO
#define STBI_NO_FAILURE_STRINGS
#define STBI_NO_THREAD_LOCALS
#define STBI_NO_SIMD
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) take_memory(size)
#define STBI_REALLOC_SIZED(memory, old_size, new_size) take_more_memory(memory, old_size, new_size)
#define STBI_FREE(memory) give_memory_back(memory)
#include <stb_image.h>

namespace thaw::images {

std::optional<std::vector<u8>> stb_decode_jpg(Bytes file, u32 width, u32 height) {
    if (file.size() > INT_MAX) return std::nullopt;
    int stb_width = 0;
    int stb_height = 0;
    const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
        stbi_load_from_memory(file.data(), static_cast<int>(file.size()), &stb_width, &stb_height, nullptr, 4),
        give_memory_back);
    if (!pixels || static_cast<u32>(stb_width) != width || static_cast<u32>(stb_height) != height) return std::nullopt;
    return std::vector<u8>(pixels.get(), pixels.get() + std::size_t{4} * width * height);
}

std::optional<std::size_t> stb_inflate(Bytes stream, std::span<u8> out) {
    if (stream.size() > INT_MAX || out.size() > INT_MAX) return std::nullopt;
    const auto* from = static_cast<const char*>(static_cast<const void*>(stream.data()));
    auto* to = static_cast<char*>(static_cast<void*>(out.data()));
    const int n = stbi_zlib_decode_buffer(to, static_cast<int>(out.size()), from, static_cast<int>(stream.size()));
    if (n < 0) return std::nullopt;
    return static_cast<std::size_t>(n);
}

}  // namespace thaw::images
