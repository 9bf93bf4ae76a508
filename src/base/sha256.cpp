#include "base/sha256.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>
#include <utility>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "base/endian.hpp"
#include "base/processor.hpp"

namespace thaw {

namespace {

constexpr std::array<u32, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::size_t block_bytes = 64;
constexpr std::size_t length_at = 56;  // in the last block

using State = std::array<u32, 8>;
// All ways give the same state.
using Mix = void(State& state, const u8* from, std::size_t blocks);

// Sixteen words at a time, of which each becomes the one that comes sixteen later once it is used: nothing is moved,
// and what is what is settled when this is compiled.
template <std::size_t round>
[[gnu::always_inline]] inline void mix_round(State& s, std::array<u32, 16>& words, u32& both) {
    u32& w = words[round % 16];
    if constexpr (round >= 16) {
        const u32 x = words[(round + 1) % 16], y = words[(round + 14) % 16];
        w += (std::rotr(x, 7) ^ std::rotr(x, 18) ^ (x >> 3)) + words[(round + 9) % 16] +
             (std::rotr(y, 17) ^ std::rotr(y, 19) ^ (y >> 10));
    }
    const auto at = [&](std::size_t i) -> u32& { return s[(i + 64 - round) % 8]; };
    const u32 a = at(0), e = at(4);
    const u32 choice = at(6) ^ (e & (at(5) ^ at(6)));
    const u32 sum =
        at(7) + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + choice + round_constants[round] + w;
    // The majority of a, b and c; what a and b differ in is what b and c do in the next round.
    const u32 differ = a ^ at(1);
    const u32 majority = at(1) ^ (both & differ);
    both = differ;
    at(3) += sum;
    at(7) = sum + (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + majority;
}

template <std::size_t... rounds>
[[gnu::always_inline]] inline void mix_rounds(State& s, std::array<u32, 16>& words, std::index_sequence<rounds...>) {
    u32 both = s[1] ^ s[2];
    (mix_round<rounds>(s, words, both), ...);
}

[[gnu::always_inline]] inline void mix_words(State& state, const u8* from, std::size_t blocks) {
    for (; blocks > 0; --blocks, from += block_bytes) {
        std::array<u32, 16> words;
        for (std::size_t i = 0; i < 16; ++i) words[i] = load<u32>(from + 4 * i, Order::big);
        State mixed = state;
        mix_rounds(mixed, words, std::make_index_sequence<64>());
        for (std::size_t i = 0; i < 8; ++i) state[i] += mixed[i];
    }
}

void mix_plain(State& state, const u8* from, std::size_t blocks) { mix_words(state, from, blocks); }

#if defined(__x86_64__)

[[gnu::target("bmi,bmi2")]] void mix_bmi2(State& state, const u8* from, std::size_t blocks) {
    mix_words(state, from, blocks);
}

// With the instructions made for it: four rounds with two of them, on the words a b e f and c d g h.
[[gnu::target("sha,sse4.1")]] void mix_sha(State& state, const u8* from, std::size_t blocks) {
    const __m128i order = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    auto* at = reinterpret_cast<__m128i*>(state.data());
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(at), 0xB1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(at + 1), 0x1B);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xF0);
    for (; blocks > 0; --blocks, from += block_bytes) {
        const __m128i first = abef, second = cdgh;
        __m128i words[4];
        for (std::size_t i = 0; i < 16; ++i) {
            __m128i& w = words[i % 4];
            if (i < 4) {
                w = _mm_shuffle_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from) + i), order);
            } else {
                const __m128i newest = words[(i + 3) % 4];
                w = _mm_sha256msg1_epu32(w, words[(i + 1) % 4]);
                w = _mm_add_epi32(w, _mm_alignr_epi8(newest, words[(i + 2) % 4], 4));
                w = _mm_sha256msg2_epu32(w, newest);
            }
            const __m128i constants = _mm_loadu_si128(reinterpret_cast<const __m128i*>(round_constants.data()) + i);
            const __m128i sum = _mm_add_epi32(w, constants);
            cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
            abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
        }
        abef = _mm_add_epi32(abef, first);
        cdgh = _mm_add_epi32(cdgh, second);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1B), dchg = _mm_shuffle_epi32(cdgh, 0xB1);
    _mm_storeu_si128(at, _mm_blend_epi16(feba, dchg, 0xF0));
    _mm_storeu_si128(at + 1, _mm_alignr_epi8(dchg, feba, 8));
}

Mix* best_mix() {
    if (may_use(Instructions::sha)) return mix_sha;
    return may_use(Instructions::bmi2) ? mix_bmi2 : mix_plain;
}

#else

Mix* best_mix() { return mix_plain; }

#endif

void mix(State& state, const u8* from, std::size_t blocks) { best_mix()(state, from, blocks); }

}  // namespace

void Sha256::add(Bytes bytes) {
    while (!bytes.empty()) {
        const auto used = static_cast<std::size_t>(size_ % block_bytes);
        std::size_t n = std::min(bytes.size(), block_bytes - used);
        if (n == block_bytes) {
            n = bytes.size() - bytes.size() % block_bytes;
            mix(state_, bytes.data(), n / block_bytes);
        } else {
            std::memcpy(block_.data() + used, bytes.data(), n);
            if (used + n == block_bytes) mix(state_, block_.data(), 1);
        }
        size_ += n;
        bytes = bytes.subspan(n);
    }
}

Sha256::Digest Sha256::finish() {
    const u64 bits = size_ * 8;
    const auto used = static_cast<std::size_t>(size_ % block_bytes);
    std::array<u8, 2 * block_bytes> tail{0x80};
    const std::size_t zeros_end = used < length_at ? length_at - used : length_at + block_bytes - used;
    store<u64>(tail.data() + zeros_end, bits, Order::big);
    add(Bytes(tail).first(zeros_end + sizeof bits));
    Digest digest;
    for (std::size_t i = 0; i < 8; ++i) store<u32>(digest.data() + 4 * i, state_[i], Order::big);
    return digest;
}

Sha256::Digest sha256(Bytes bytes) {
    Sha256 sum;
    sum.add(bytes);
    return sum.finish();
}

std::string hex(const Sha256::Digest& digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const u8 byte : digest) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

}  // namespace thaw
