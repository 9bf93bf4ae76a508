#include "gltf/accessors.hpp"

#include <array>
#include <charconv>

namespace thaw::gltf {

namespace {

template <class T>
void append(std::string& out, T value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

void append(std::string& out, const char* key, std::span<const f32> values) {
    if (values.empty()) return;
    out += key;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) out += ',';
        append(out, static_cast<double>(values[i]));  // the digits of the very number that is stored
    }
    out += ']';
}

}  // namespace

thaw::u32 Accessors::add(const Accessor& accessor) {
    if (count_ > 0) text_ += ',';
    text_ += "{\"bufferView\":";
    append(text_, accessor.view);
    if (accessor.offset != 0) {
        text_ += ",\"byteOffset\":";
        append(text_, accessor.offset);
    }
    text_ += ",\"componentType\":";
    append(text_, static_cast<thaw::u32>(accessor.component));
    if (accessor.normalized) text_ += ",\"normalized\":true";
    text_ += ",\"count\":";
    append(text_, accessor.count);
    text_ += ",\"type\":\"";
    text_ += accessor.type;
    text_ += '"';
    append(text_, ",\"min\":[", accessor.least);
    append(text_, ",\"max\":[", accessor.most);
    text_ += '}';
    return count_++;
}

}  // namespace thaw::gltf
