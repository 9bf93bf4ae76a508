// Accessors: what the numbers in the binary are. Kept as text, since a long animation has thousands of them.
#pragma once

#include <span>
#include <string>

#include <thaw/bytes.hpp>

namespace thaw::gltf {

enum class Component : u32 { i8 = 5120, u8 = 5121, i16 = 5122, u16 = 5123, u32 = 5125, f32 = 5126 };

struct Accessor {
    thaw::u32 view;
    thaw::u64 offset = 0;
    Component component = Component::f32;
    bool normalized = false;
    thaw::u64 count;
    const char* type;  // "VEC3"
    std::span<const f32> least{};
    std::span<const f32> most{};
};

class Accessors {
public:
    thaw::u32 add(const Accessor& accessor);

    bool empty() const { return count_ == 0; }
    const std::string& text() const { return text_; }  // the elements of the JSON array

private:
    std::string text_;
    thaw::u32 count_ = 0;
};

}  // namespace thaw::gltf
