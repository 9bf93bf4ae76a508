// The one file that sees stb_image. It is made as hermetic as the rest of the core: no files, no texts, no variables
// that change, memory from operator new, and scalar arithmetic, so that every machine gives the same pixels.
#include "images/stb.hpp"

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

}  // namespace

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_FAILURE_STRINGS
#define STBI_NO_THREAD_LOCALS
#define STBI_NO_SIMD
#define STBI_MAX_DIMENSIONS 16384
#define STBI_MALLOC(size) take_memory(size)
#define STBI_REALLOC(memory, size) nullptr  // JPEG takes all its memory at once
#define STBI_FREE(memory) give_memory_back(memory)
#include <stb/stb_image.h>

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

}  // namespace thaw::images
