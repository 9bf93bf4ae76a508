// Eight corners at once. Only functions of this file's own are compiled for AVX2: one of a library could be linked into
// everything else.
#include "scene/step_kernels.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <cstring>

namespace thaw {

namespace {

#define THAW_AVX2 [[gnu::target("avx2")]]

constexpr std::size_t lanes = 8;

// What loops use, in registers.
struct Axis {
    __m256i step_bits;
    __m128i up, down;
    const i32* base;
    bool second;
};

struct Axes {
    Axis x, y, z;
};

THAW_AVX2 inline Axis axis_of(const StepCorners& c, std::size_t a) {
    const StepAxis& axis = c.axes[a];
    i32 bits = 0;
    std::memcpy(&bits, &axis.step, sizeof bits);
    return {_mm256_set1_epi32(bits), _mm_cvtsi32_si128(axis.up), _mm_cvtsi32_si128(axis.down), c.base[a],
            axis.word != 0};
}

THAW_AVX2 inline Axes axes_of(const StepCorners& c) { return {axis_of(c, 0), axis_of(c, 1), axis_of(c, 2)}; }

bool has_two_words(const StepCorners& c) { return c.axes[0].word + c.axes[1].word + c.axes[2].word > 0; }

struct Words {
    __m256i first, second;
};

template <bool two>
THAW_AVX2 inline Words words_at(const StepCorners& c, std::size_t i) {
    const __m256i at = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(c.first_words + i));
    const int* from = reinterpret_cast<const int*>(c.from);
    const __m256i first = _mm256_i32gather_epi32(from, at, 4);
    if constexpr (!two) return {first, first};
    return {first, _mm256_i32gather_epi32(from + 1, at, 4)};
}

template <bool two>
THAW_AVX2 inline __m256i steps(const Axis& axis, const Words& words, std::size_t i) {
    __m256i stored = two && axis.second ? words.second : words.first;
    stored = _mm256_sra_epi32(_mm256_sll_epi32(stored, axis.up), axis.down);
    return _mm256_sub_epi32(stored, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(axis.base + i)));
}

THAW_AVX2 inline __m256 numbers(const Axis& axis, __m256i steps) {
    return _mm256_mul_ps(_mm256_cvtepi32_ps(steps), _mm256_castsi256_ps(axis.step_bits));
}

THAW_AVX2 inline void put(u8* to, __m256 value) { _mm256_storeu_ps(reinterpret_cast<float*>(to), value); }
THAW_AVX2 inline void put(u8* to, __m256i value) { _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), value); }

template <bool two>
THAW_AVX2 void put_floats(const StepCorners& c, std::size_t count, u8* to) {
    const Axes axes = axes_of(c);
    for (std::size_t i = 0; i < count; i += lanes, to += 12 * lanes) {
        const Words words = words_at<two>(c, i);
        const __m256 x = numbers(axes.x, steps<two>(axes.x, words, i));
        const __m256 y = numbers(axes.y, steps<two>(axes.y, words, i));
        const __m256 z = numbers(axes.z, steps<two>(axes.z, words, i));
        const __m256 xy = _mm256_shuffle_ps(x, y, _MM_SHUFFLE(2, 0, 2, 0));
        const __m256 yz = _mm256_shuffle_ps(y, z, _MM_SHUFFLE(3, 1, 3, 1));
        const __m256 zx = _mm256_shuffle_ps(z, x, _MM_SHUFFLE(3, 1, 2, 0));
        const __m256 a = _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0));
        const __m256 b = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
        const __m256 d = _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1));
        put(to, _mm256_permute2f128_ps(a, b, 0x20));
        put(to + 32, _mm256_permute2f128_ps(d, a, 0x30));
        put(to + 64, _mm256_permute2f128_ps(b, d, 0x31));
    }
}

// 1 or -1 for each axis, as numbers of that many bits. What lies beyond is 0.
THAW_AVX2 inline __m256i signs_of(const StepCorners& c, int bits) {
    i64 out = 0;
    for (std::size_t a = 3; a-- > 0;) out = out << bits | ((c.axes[a].turned() ? -1 : 1) & ((1 << bits) - 1));
    return bits == 16 ? _mm256_set1_epi64x(out) : _mm256_set1_epi32(static_cast<i32>(out));
}

template <bool two>
THAW_AVX2 void put_shorts(const StepCorners& c, std::size_t count, u8* to) {
    const Axes axes = axes_of(c);
    const __m256i signs = signs_of(c, 16);
    for (std::size_t i = 0; i < count; i += lanes, to += 8 * lanes) {
        const Words words = words_at<two>(c, i);
        const __m256i x = steps<two>(axes.x, words, i), y = steps<two>(axes.y, words, i);
        const __m256i z = steps<two>(axes.z, words, i);
        const __m256i xy = _mm256_blend_epi16(x, _mm256_slli_epi32(y, 16), 0xAA);
        const __m256i low = _mm256_unpacklo_epi32(xy, z), high = _mm256_unpackhi_epi32(xy, z);
        put(to, _mm256_sign_epi16(_mm256_permute2x128_si256(low, high, 0x20), signs));
        put(to + 32, _mm256_sign_epi16(_mm256_permute2x128_si256(low, high, 0x31), signs));
    }
}

template <bool two>
THAW_AVX2 void put_bytes(const StepCorners& c, std::size_t count, u8* to) {
    const Axes axes = axes_of(c);
    const __m256i low_byte = _mm256_set1_epi32(0xFF), signs = signs_of(c, 8);
    for (std::size_t i = 0; i < count; i += lanes, to += 4 * lanes) {
        const Words words = words_at<two>(c, i);
        const __m256i x = _mm256_and_si256(steps<two>(axes.x, words, i), low_byte);
        const __m256i y = _mm256_and_si256(steps<two>(axes.y, words, i), low_byte);
        const __m256i z = _mm256_slli_epi32(steps<two>(axes.z, words, i), 16);
        put(to, _mm256_sign_epi8(_mm256_or_si256(x, _mm256_or_si256(_mm256_slli_epi32(y, 8), z)), signs));
    }
}

struct Extremes {
    __m256i low, high;
};

THAW_AVX2 inline Extremes extremes_of(const StepBounds& bounds, std::size_t a) {
    return {_mm256_set1_epi32(bounds.low[a]), _mm256_set1_epi32(bounds.high[a])};
}

THAW_AVX2 inline void include(Extremes& all, __m256i steps) {
    all = {_mm256_min_epi32(all.low, steps), _mm256_max_epi32(all.high, steps)};
}

THAW_AVX2 inline void keep(const Extremes& all, std::size_t a, StepBounds& bounds) {
    i32 low[lanes], high[lanes];
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(low), all.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(high), all.high);
    for (std::size_t k = 0; k < lanes; ++k) {
        bounds.low[a] = low[k] < bounds.low[a] ? low[k] : bounds.low[a];
        bounds.high[a] = high[k] > bounds.high[a] ? high[k] : bounds.high[a];
    }
}

template <bool two>
THAW_AVX2 void widen_by(const StepCorners& c, std::size_t count, StepBounds& bounds) {
    const Axes axes = axes_of(c);
    Extremes x = extremes_of(bounds, 0), y = extremes_of(bounds, 1), z = extremes_of(bounds, 2);
    for (std::size_t i = 0; i < count; i += lanes) {
        const Words words = words_at<two>(c, i);
        include(x, steps<two>(axes.x, words, i));
        include(y, steps<two>(axes.y, words, i));
        include(z, steps<two>(axes.z, words, i));
    }
    keep(x, 0, bounds);
    keep(y, 1, bounds);
    keep(z, 2, bounds);
}

constexpr std::size_t whole(std::size_t count) { return count - count % lanes; }

void floats(const StepCorners& c, std::size_t count, u8* to) {
    const std::size_t n = whole(count);
    has_two_words(c) ? put_floats<true>(c, n, to) : put_floats<false>(c, n, to);
    plain_step_kernels.floats(c.after(n), count - n, to + 12 * n);
}

void shorts(const StepCorners& c, std::size_t count, u8* to) {
    const std::size_t n = whole(count);
    has_two_words(c) ? put_shorts<true>(c, n, to) : put_shorts<false>(c, n, to);
    plain_step_kernels.shorts(c.after(n), count - n, to + 8 * n);
}

void bytes(const StepCorners& c, std::size_t count, u8* to) {
    const std::size_t n = whole(count);
    has_two_words(c) ? put_bytes<true>(c, n, to) : put_bytes<false>(c, n, to);
    plain_step_kernels.bytes(c.after(n), count - n, to + 4 * n);
}

void widen(const StepCorners& c, std::size_t count, StepBounds& bounds) {
    const std::size_t n = whole(count);
    has_two_words(c) ? widen_by<true>(c, n, bounds) : widen_by<false>(c, n, bounds);
    plain_step_kernels.widen(c.after(n), count - n, bounds);
}

}  // namespace

const StepKernels avx2_step_kernels{floats, shorts, bytes, widen};

}  // namespace thaw

#endif
