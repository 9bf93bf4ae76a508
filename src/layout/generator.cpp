#include "layout/generator.hpp"

#include <algorithm>
#include <cstring>

namespace thaw {

u64 Entropy::next() {
    if (supplied_) {
        if (bytes_.empty()) return 0;
        const u64 value = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return value;
    }
    // splitmix64: every seed gives a full-period, well mixed sequence.
    state_ += 0x9E3779B97F4A7C15u;
    u64 z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

u64 Generator::small_number(u64 most) {
    const u64 cap = std::min<u64>(most, budget_);
    if (entropy_.one_in(4)) return 0;
    return entropy_.below(std::min<u64>(cap, entropy_.one_in(8) ? 40 : 6) + 1);
}

u64 Generator::scalar(std::size_t width, const Meaning& meaning) {
    if (meaning.role == Role::index && meaning.limit > 0 && !entropy_.one_in(16)) return entropy_.below(meaning.limit);
    if (!meaning.names.empty() && !entropy_.one_in(8)) return entropy_.below(meaning.names.size());
    switch (entropy_.below(5)) {
        case 0: return 0;
        case 1: return entropy_.below(8);
        case 2: return ~u64{0} >> entropy_.below(4);
        case 3: return u64{1} << entropy_.below(8 * width);
        default: return entropy_.next() ^ (entropy_.next() << 8) ^ (entropy_.next() << 16) ^ (entropy_.next() << 24);
    }
}

void Generator::on_scalars(const char*, Kind kind, void* values, std::size_t n, const Meaning& meaning) {
    if (!ok()) return;
    const std::size_t width = width_of(kind);
    for (std::size_t i = 0; i < n; ++i) {
        u8 bytes[8];
        store(bytes, scalar(width, meaning), native_order);
        const std::size_t low = native_order == Order::little ? 0 : 8 - width;
        std::memcpy(static_cast<u8*>(values) + i * width, bytes + low, width);
    }
    spend(n);
}

void Generator::on_records(const char* name, const ElementType& type, void* first, std::size_t n) {
    for (std::size_t i = 0; ok() && i < n; ++i) {
        const Scope scope(*this, name, i);
        type.describe(*this, static_cast<u8*>(first) + i * type.memory_bytes);
    }
}

void Generator::on_count(const char*, Kind kind, u64& n) {
    n = ok() ? small_number(width_of(kind) == 1 ? (is_signed(kind) ? 127 : 255) : 65535) : 0;
}

std::size_t Generator::on_admit(const char*, u64 described, std::size_t, ElementSize, Fit fit) {
    if (!ok()) return 0;
    const u64 n = fit == Fit::what_is_there ? std::min(described, small_number(described)) : described;
    spend(n);
    return static_cast<std::size_t>(n);
}

bool Generator::on_more(const char*, std::size_t, std::size_t, ElementSize) {
    if (!ok()) return false;
    spend(1);
    return budget_ > 0 && !entropy_.used_up();
}

void Generator::on_within(const char*, u64, i64& value, i64 lowest, i64 highest, const Refusal&) {
    value = lowest + static_cast<i64>(entropy_.below(static_cast<u64>(highest - lowest) + 1));
}

void Generator::on_blob(const char*, Blob& blob, u64 n, Fit fit, Role role, const Grid*) {
    if (!ok()) return;
    if (role == Role::slack && !entropy_.one_in(4)) n = 0;
    if (fit != Fit::exact) n = std::min<u64>(n, entropy_.below(role == Role::slack ? 64 : 512));
    std::vector<u8> bytes(static_cast<std::size_t>(n));
    for (u8& byte : bytes) byte = static_cast<u8>(entropy_.next());
    spend(n / 4);
    blob = Blob::take(std::move(bytes));
}

}  // namespace thaw
