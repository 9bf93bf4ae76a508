// How long it takes to write images that look like renders, and how large they get: against memcpy in the same run.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "images/motion.hpp"
#include "media/webp.hpp"

namespace {

using namespace thaw;

struct Color {
    double r, g, b;
};

u32 noise(u32 x, u32 y) {
    u32 n = x * 374761393u + y * 668265263u;
    n = (n ^ (n >> 13)) * 1274126177u;
    return n ^ (n >> 16);
}

// A texture of a game: 128 x 128 texels in a few hues, each a little different, read with bilinear filtering.
Color texel(u32 x, u32 y) {
    const u32 patch = noise(x / 16 % 8, y / 16 % 8);
    const double grain = (noise(x % 128, y % 128) & 31) - 16.0;
    return {60.0 + (patch & 127) + grain, 40.0 + (patch >> 8 & 127) + grain, 30.0 + (patch >> 16 & 63) + grain};
}
Color texture(double u, double v) {
    const double x = u * 128 + 1024;
    const double y = v * 128 + 1024;
    const u32 left = static_cast<u32>(x);
    const u32 top = static_cast<u32>(y);
    const double fx = x - left;
    const double fy = y - top;
    const auto mix = [](Color a, Color b, double t) {
        return Color{a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
    };
    return mix(mix(texel(left, top), texel(left + 1, top), fx), mix(texel(left, top + 1), texel(left + 1, top + 1), fx),
               fy);
}

// Three textured spheres before nothing, four samples a pixel.
Pixels rendered(u32 side, double turn = 0) {
    struct Sphere {
        double x, y, z, radius;
    };
    const Sphere spheres[]{{0, 0.1, 0, 0.55},
                           {0.45 * std::cos(turn), -0.45, 0.45 * std::sin(turn), 0.3},
                           {-0.4 * std::cos(turn), 0.6, -0.4 * std::sin(turn), 0.25}};
    Pixels image{side, side, std::vector<u8>(std::size_t{4} * side * side)};
    for (u32 y = 0; y < side; ++y) {
        for (u32 x = 0; x < side; ++x) {
            double sum[4]{};
            for (u32 sample = 0; sample < 4; ++sample) {
                const double px = (x + 0.25 + 0.5 * (sample & 1)) / side * 2 - 1;
                const double py = (y + 0.25 + 0.5 * (sample >> 1)) / side * 2 - 1;
                double nearest = -10;
                Color seen{};
                for (const Sphere& s : spheres) {
                    const double dx = (px - s.x) / s.radius;
                    const double dy = (py - s.y) / s.radius;
                    const double rest = 1 - dx * dx - dy * dy;
                    if (rest < 0) continue;
                    const double dz = std::sqrt(rest);
                    const double depth = s.z + dz * s.radius;
                    if (depth < nearest) continue;
                    nearest = depth;
                    seen = texture(std::atan2(dx, dz) + turn, dy);
                    const double light = 0.35 + 0.65 * std::max(0.0, 0.5 * dz - 0.6 * dy - 0.4 * dx);
                    seen = {seen.r * light, seen.g * light, seen.b * light};
                }
                if (nearest == -10) continue;
                sum[0] += seen.r;
                sum[1] += seen.g;
                sum[2] += seen.b;
                sum[3] += 1;
            }
            if (sum[3] == 0) continue;
            u8* pixel = image.rgba.data() + 4 * (std::size_t{y} * side + x);
            for (int c = 0; c < 3; ++c) pixel[c] = static_cast<u8>(std::clamp(sum[c] / sum[3], 0.0, 255.0));
            pixel[3] = static_cast<u8>(sum[3] / 4 * 255);
        }
    }
    return image;
}

void copy(benchmark::State& state) {
    const Pixels image = rendered(static_cast<u32>(state.range(0)));
    std::vector<u8> to(image.rgba.size());
    for (auto _ : state) {
        std::memcpy(to.data(), image.rgba.data(), to.size());
        benchmark::DoNotOptimize(to.data());
        benchmark::ClobberMemory();
    }
}
BENCHMARK(copy)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);

void png(benchmark::State& state, PngEffort effort) {
    const Pixels image = rendered(static_cast<u32>(state.range(0)));
    std::size_t bytes = 0;
    for (auto _ : state) bytes = encode_png(image, effort).size();
    state.counters["bytes"] = static_cast<double>(bytes);
}
BENCHMARK_CAPTURE(png, small, PngEffort::small)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(png, quick, PngEffort::quick)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);

class CountingSink final : public Sink {
public:
    using Sink::write;
    bool write(Bytes bytes) override {
        total += bytes.size();
        return true;
    }
    std::size_t total = 0;
};

// A turn in eight frames; time and size are those of one.
template <class Make>
void motion(benchmark::State& state, Make make) {
    constexpr u32 frames = 8;
    const auto side = static_cast<u32>(state.range(0));
    std::vector<Pixels> images;
    for (u32 i = 0; i < frames; ++i) images.push_back(rendered(side, 6.283185 * i / frames));
    CountingSink sink;
    while (state.KeepRunningBatch(frames)) {
        sink.total = 0;
        auto encoder = make(side, frames, sink);
        bool good = encoder.ok();
        for (const Pixels& image : images) good = good && (*encoder)->add(image, 40'000).ok();
        if (!good || !(*encoder)->finish().ok()) state.SkipWithError("not written");
    }
    state.counters["bytes"] = static_cast<double>(sink.total / frames);
}
MadeEncoder gif(u32 side, u32, Sink& sink) { return gif_encoder(side, side, sink); }
MadeEncoder apng(u32 side, u32 frames, Sink& sink) { return apng_encoder(side, side, frames, sink); }
MadeEncoder webp(u32 side, u32, Sink& sink) { return media::webp_encoder(side, side, sink); }
MadeEncoder lossless_webp(u32 side, u32, Sink& sink) {
    return media::webp_encoder(side, side, sink, {.lossless = true});
}
BENCHMARK_CAPTURE(motion, gif, gif)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(motion, apng, apng)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);

BENCHMARK_CAPTURE(motion, webp, webp)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(motion, lossless_webp, lossless_webp)->Arg(128)->Arg(512)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
