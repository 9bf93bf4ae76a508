#include "scene/step_kernels.hpp"

#include <algorithm>
#include <cstring>

#include "base/endian.hpp"
#include "base/processor.hpp"

namespace thaw {

namespace {

constexpr std::size_t lanes = 4;
typedef u32 Words __attribute__((vector_size(16)));
typedef i32 Integers __attribute__((vector_size(16)));
typedef f32 Numbers __attribute__((vector_size(16)));

template <class Vector>
void put(u8* to, Vector vector) {
    std::memcpy(to, &vector, sizeof vector);
}

// Four corners, one axis at a time.
class Four {
public:
    Four(const StepCorners& c, std::size_t at) : corners_(c), at_(at) {
        const u32* first = c.first_words + at;
        for (std::size_t k = 0; k < lanes; ++k)
            words_[0][k] = load<u32>(c.from + 4 * std::size_t{first[k]}, Order::little);
        if (c.axes[0].word + c.axes[1].word + c.axes[2].word == 0) return;
        for (std::size_t k = 0; k < lanes; ++k) {
            words_[1][k] = load<u32>(c.from + 4 * std::size_t{first[k]} + 4, Order::little);
        }
    }
    Integers steps(std::size_t a) const {
        const StepAxis& axis = corners_.axes[a];
        const Integers stored = reinterpret_cast<Integers>(words_[axis.word] << axis.up) >> axis.down;
        Integers base;
        std::memcpy(&base, corners_.base[a] + at_, sizeof base);
        return stored - base;
    }
    Numbers numbers(std::size_t a) const { return __builtin_convertvector(steps(a), Numbers) * corners_.axes[a].step; }

private:
    const StepCorners& corners_;
    std::size_t at_;
    Words words_[2]{};
};

i32 one_step(const StepCorners& c, std::size_t at, std::size_t a) {
    const StepAxis& axis = c.axes[a];
    const auto word = load<u32>(c.from + 4 * (c.first_words[at] + axis.word), Order::little);
    const i32 stored = static_cast<i32>(word << axis.up) >> axis.down;
    return stored - c.base[a][at];
}

i32 positive_step(const StepCorners& c, std::size_t at, std::size_t a) {
    const i32 step = one_step(c, at, a);
    return c.axes[a].turned() ? -step : step;
}

void floats(const StepCorners& c, std::size_t count, u8* to) {
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes, to += 12 * lanes) {
        const Four four(c, i);
        const Numbers x = four.numbers(0), y = four.numbers(1), z = four.numbers(2);
        const Numbers xy = __builtin_shufflevector(x, y, 0, 2, 4, 6), yz = __builtin_shufflevector(y, z, 1, 3, 5, 7);
        const Numbers zx = __builtin_shufflevector(z, x, 0, 2, 5, 7);
        put(to, __builtin_shufflevector(xy, zx, 0, 2, 4, 6));
        put(to + 16, __builtin_shufflevector(yz, xy, 0, 2, 5, 7));
        put(to + 32, __builtin_shufflevector(zx, yz, 1, 3, 5, 7));
    }
    for (; i < count; ++i) {
        for (std::size_t a = 0; a < 3; ++a, to += 4) put(to, static_cast<f32>(one_step(c, i, a)) * c.axes[a].step);
    }
}

void shorts(const StepCorners& c, std::size_t count, u8* to) {
    for (std::size_t i = 0; i < count; ++i, to += 8) {
        for (std::size_t a = 0; a < 3; ++a) store(to + 2 * a, static_cast<i16>(positive_step(c, i, a)), Order::little);
        store(to + 6, i16{0}, Order::little);
    }
}

void bytes(const StepCorners& c, std::size_t count, u8* to) {
    for (std::size_t i = 0; i < count; ++i, to += 4) {
        for (std::size_t a = 0; a < 3; ++a) to[a] = static_cast<u8>(positive_step(c, i, a));
        to[3] = 0;
    }
}

void widen(const StepCorners& c, std::size_t count, StepBounds& bounds) {
    std::size_t i = 0;
    for (; i + lanes <= count; i += lanes) {
        const Four four(c, i);
        for (std::size_t a = 0; a < 3; ++a) {
            const Integers steps = four.steps(a);
            for (std::size_t k = 0; k < lanes; ++k) {
                bounds.low[a] = std::min(bounds.low[a], steps[k]);
                bounds.high[a] = std::max(bounds.high[a], steps[k]);
            }
        }
    }
    for (; i < count; ++i) {
        for (std::size_t a = 0; a < 3; ++a) {
            const i32 steps = one_step(c, i, a);
            bounds.low[a] = std::min(bounds.low[a], steps);
            bounds.high[a] = std::max(bounds.high[a], steps);
        }
    }
}

}  // namespace

const StepKernels plain_step_kernels{floats, shorts, bytes, widen};

const StepKernels& step_kernels() {
#if defined(__x86_64__)
    if (may_use(Instructions::avx2)) return avx2_step_kernels;
#endif
    return plain_step_kernels;
}

}  // namespace thaw
