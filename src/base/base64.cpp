#include "base/base64.hpp"

#include <array>

namespace thaw {

namespace {

constexpr std::array<i8, 256> values() {
    std::array<i8, 256> out{};
    out.fill(-1);
    i8 next = 0;
    for (const char c : std::string_view("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")) {
        out[static_cast<u8>(c)] = next++;
    }
    return out;
}
constexpr std::array<i8, 256> value_of = values();

}  // namespace

std::optional<std::vector<u8>> from_base64(std::string_view text) {
    if (text.size() % 4 != 0) return {};
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    text.remove_suffix(padding);
    std::vector<u8> out;
    out.reserve(text.size() / 4 * 3 + 2);
    u32 bits = 0;
    unsigned count = 0;
    for (const char c : text) {
        const i8 value = value_of[static_cast<u8>(c)];
        if (value < 0) return {};
        bits = bits << 6 | static_cast<u32>(value);
        count += 6;
        if (count >= 8) {
            count -= 8;
            out.push_back(static_cast<u8>(bits >> count));
        }
    }
    if ((bits & ((1u << count) - 1)) != 0) return {};
    return out;
}

}  // namespace thaw
