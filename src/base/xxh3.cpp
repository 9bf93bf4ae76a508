#include "base/xxh3.hpp"

#include <algorithm>
#include <cstring>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/endian.hpp"
#include "base/processor.hpp"

namespace thaw {

namespace {

using Lanes = Xxh3::Lanes;

constexpr std::size_t lane_count = 8;
constexpr std::size_t stripes_a_block = 16;
constexpr u64 prime = 0x9E3779B1;
constexpr u64 low_factor = 0x9E3779B185EBCA87, high_factor = 0xC2B2AE3D27D4EB4F;

constexpr std::array<u8, 192> secret{
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c, 0xde, 0xd4,
    0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f, 0xcb, 0x79, 0xe6, 0x4e,
    0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21, 0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43,
    0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c, 0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb,
    0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3, 0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19,
    0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8, 0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7,
    0xc7, 0x0b, 0x4f, 0x1d, 0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78,
    0x73, 0x64, 0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e, 0x2b, 0x16,
    0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce, 0x45, 0xcb, 0x3a, 0x8f,
    0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e};
constexpr std::size_t last_stripe_secret = secret.size() - 64 - 7;

u64 secret_word(std::size_t at) { return load<u64>(secret.data() + at, Order::little); }

// All ways give the same lanes.
struct Ways {
    // Stripes one after the other, each with the secret eight bytes further on.
    void (*accumulate)(Lanes& lanes, const u8* from, const u8* key, std::size_t stripes);
    void (*scramble)(Lanes& lanes);  // after each block
};

constexpr std::size_t scramble_secret = secret.size() - 64;

void accumulate_plain(Lanes& lanes, const u8* from, const u8* key, std::size_t stripes) {
    for (std::size_t s = 0; s < stripes; ++s, from += 64, key += 8) {
        for (std::size_t i = 0; i < lane_count; ++i) {
            const u64 data = load<u64>(from + 8 * i, Order::little);
            const u64 mixed = data ^ load<u64>(key + 8 * i, Order::little);
            lanes[i ^ 1] += data;
            lanes[i] += (mixed & 0xFFFFFFFF) * (mixed >> 32);
        }
    }
}

void scramble_plain(Lanes& lanes) {
    for (std::size_t i = 0; i < lane_count; ++i) {
        const u64 lane = lanes[i] ^ lanes[i] >> 47 ^ secret_word(scramble_secret + 8 * i);
        lanes[i] = lane * prime;
    }
}

#if defined(__x86_64__)

[[gnu::target("avx2")]] void accumulate_avx2(Lanes& lanes, const u8* from, const u8* key, std::size_t stripes) {
    auto* at = reinterpret_cast<__m256i*>(lanes.data());
    __m256i sums[2] = {_mm256_load_si256(at), _mm256_load_si256(at + 1)};
    for (std::size_t s = 0; s < stripes; ++s, from += 64, key += 8) {
        for (std::size_t k = 0; k < 2; ++k) {
            const __m256i data = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 32 * k));
            const __m256i mixed = data ^ _mm256_loadu_si256(reinterpret_cast<const __m256i*>(key + 32 * k));
            const __m256i product = _mm256_mul_epu32(mixed, _mm256_srli_epi64(mixed, 32));
            sums[k] = _mm256_add_epi64(sums[k], _mm256_shuffle_epi32(data, 0x4E));
            sums[k] = _mm256_add_epi64(sums[k], product);
        }
    }
    _mm256_store_si256(at, sums[0]);
    _mm256_store_si256(at + 1, sums[1]);
}

[[gnu::target("avx2")]] void scramble_avx2(Lanes& lanes) {
    auto* at = reinterpret_cast<__m256i*>(lanes.data());
    const __m256i factor = _mm256_set1_epi64x(prime);
    for (std::size_t k = 0; k < 2; ++k) {
        const auto* key = reinterpret_cast<const __m256i*>(secret.data() + scramble_secret) + k;
        const __m256i lane = at[k] ^ _mm256_srli_epi64(at[k], 47) ^ _mm256_loadu_si256(key);
        const __m256i high = _mm256_mul_epu32(_mm256_srli_epi64(lane, 32), factor);
        at[k] = _mm256_add_epi64(_mm256_mul_epu32(lane, factor), _mm256_slli_epi64(high, 32));
    }
}

void accumulate_sse2(Lanes& lanes, const u8* from, const u8* key, std::size_t stripes) {
    auto* at = reinterpret_cast<__m128i*>(lanes.data());
    __m128i sums[4] = {_mm_load_si128(at), _mm_load_si128(at + 1), _mm_load_si128(at + 2), _mm_load_si128(at + 3)};
    for (std::size_t s = 0; s < stripes; ++s, from += 64, key += 8) {
        for (std::size_t k = 0; k < 4; ++k) {
            const __m128i data = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 16 * k));
            const __m128i mixed = data ^ _mm_loadu_si128(reinterpret_cast<const __m128i*>(key + 16 * k));
            const __m128i product = _mm_mul_epu32(mixed, _mm_srli_epi64(mixed, 32));
            sums[k] = _mm_add_epi64(sums[k], _mm_shuffle_epi32(data, 0x4E));
            sums[k] = _mm_add_epi64(sums[k], product);
        }
    }
    for (std::size_t k = 0; k < 4; ++k) _mm_store_si128(at + k, sums[k]);
}

Ways best_ways() {
    if (may_use(Instructions::avx2)) return {accumulate_avx2, scramble_avx2};
    return {may_use(Instructions::sse2) ? accumulate_sse2 : accumulate_plain, scramble_plain};
}

#else

Ways best_ways() { return {accumulate_plain, scramble_plain}; }

#endif

u64 folded_product(u64 a, u64 b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<u64>(product) ^ static_cast<u64>(product >> 64);
}

u64 merged(const Lanes& lanes, std::size_t secret_at, u64 sum) {
    for (std::size_t i = 0; i < lane_count; i += 2, secret_at += 16) {
        sum += folded_product(lanes[i] ^ secret_word(secret_at), lanes[i + 1] ^ secret_word(secret_at + 8));
    }
    sum = (sum ^ sum >> 37) * 0x165667919E3779F9;
    return sum ^ sum >> 32;
}

}  // namespace

void Xxh3::mix(const u8* stripes, std::size_t count) {
    const Ways ways = best_ways();
    while (count > 0) {
        const std::size_t some = std::min(count, stripes_a_block - stripe_);
        ways.accumulate(lanes_, stripes, secret.data() + 8 * stripe_, some);
        stripe_ = (stripe_ + some) % stripes_a_block;
        if (stripe_ == 0) ways.scramble(lanes_);
        stripes += some * stripe_bytes;
        count -= some;
    }
}

void Xxh3::add(Bytes bytes) {
    size_ += bytes.size();
    const auto wait = [&](Bytes some) {
        std::copy(some.begin(), some.end(), tail_.begin() + static_cast<std::ptrdiff_t>(stripe_bytes + waiting_));
        waiting_ += some.size();
    };
    const auto put_before = [&](const u8* stripe) { std::memmove(tail_.data(), stripe, stripe_bytes); };
    const std::size_t room = stripe_bytes - waiting_;
    if (bytes.size() <= room) return wait(bytes);
    if (waiting_ > 0) {
        wait(bytes.first(room));
        bytes = bytes.subspan(room);
        mix(tail_.data() + stripe_bytes, 1);
        put_before(tail_.data() + stripe_bytes);
        waiting_ = 0;
    }
    if (const std::size_t stripes = (bytes.size() - 1) / stripe_bytes; stripes > 0) {
        mix(bytes.data(), stripes);
        bytes = bytes.subspan(stripes * stripe_bytes);
        put_before(bytes.data() - stripe_bytes);
    }
    wait(bytes);
}

Xxh3::Digest Xxh3::finish() const {
    alignas(64) Lanes lanes = lanes_;
    best_ways().accumulate(lanes, tail_.data() + waiting_, secret.data() + last_stripe_secret, 1);
    Digest digest;
    store(digest.data() + 8, merged(lanes, 11, size_ * low_factor), Order::big);
    store(digest.data(), merged(lanes, secret.size() - 64 - 11, ~(size_ * high_factor)), Order::big);
    return digest;
}

Xxh3::Digest xxh3(Bytes bytes) {
    Xxh3 sum;
    sum.add(bytes);
    return sum.finish();
}

}  // namespace thaw
