#include "formats/unreal/mesh/variant.hpp"

#include <algorithm>
#include <cmath>

#include "base/endian.hpp"
#include "base/field_path.hpp"
#include "base/text.hpp"
#include "formats/unreal/mesh/issues.hpp"
#include "formats/unreal/mesh/transform.hpp"

namespace thaw::unreal {

namespace {

constexpr i32 factors[3] = {32, 32, 64};
constexpr u64 max_deus_ex_vertices = 8191;  // 8 bytes each in a 16-bit frame size

// As the reader's limits: overlapping frames can be spread only so far.
constexpr u64 output_per_byte = 32;
constexpr u64 output_floor = u64{1} << 20;

// The nearest multiple, halves away from zero.
i32 divided(i32 value, i32 by) { return (value < 0 ? value - by / 2 : value + by / 2) / by; }

struct Rounding {
    u64 values = 0;
    i32 largest = 0;
    u64 pads = 0;
};

class Converter {
public:
    Converter(const Document& document, Issues& issues)
        : d_(document), issues_(issues), to_deus_ex_(!document.is_deus_ex()) {}

    // The frames anew, one directly after the other.
    Blob frames() {
        const u64 present = d_.frames_present();
        std::vector<u8> out;
        for (u64 frame = 0; frame < present; ++frame) {
            const u64 stored = d_.vertices_present(frame);
            for (u64 v = 0; v < stored; ++v) put(frame, v, out);
            if (frame + 1 == present) break;  // a short last frame stays short
            filled_ += d_.num_vertices() - stored;
            const u64 missing = (d_.num_vertices() - stored) * (to_deus_ex_ ? 8 : 4);
            out.insert(out.end(), static_cast<std::size_t>(missing), u8{0});
        }
        return Blob::take(std::move(out));
    }

    void report() {
        report_dropped();
        if (filled_ > 0) {
            issues_.add(issue::variant_filled, "aniv", "frame_size", {}, text::plural(filled_, "vertex"));
        }
        if (rounding_.values > 0) {
            issues_.add(issue::variant_rounded, "aniv", "frame_size", "multiples of 32, 32 and 64",
                        text::plural(rounding_.values, "coordinate") + " rounded by at most " +
                            std::to_string(rounding_.largest));
        }
        if (rounding_.pads > 0) {
            issues_.add(issue::variant_dropped, "aniv", "frame_size", {},
                        "fourth number of " + text::plural(rounding_.pads, "vertex"));
        }
        report_scale();
    }

private:
    void put(u64 frame, u64 v, std::vector<u8>& out) {
        const Point p = d_.vertex(frame, v);
        std::array<u8, 8> bytes{};
        if (to_deus_ex_) {
            store<i16>(bytes.data(), static_cast<i16>(p.x * factors[0]), Order::little);
            store<i16>(bytes.data() + 2, static_cast<i16>(p.y * factors[1]), Order::little);
            store<i16>(bytes.data() + 4, static_cast<i16>(p.z * factors[2]), Order::little);
            out.insert(out.end(), bytes.begin(), bytes.end());
            return;
        }
        const u8* raw = d_.aniv->frames.data() + frame * d_.stride() + v * 8;
        if (load<u16>(raw + 6, Order::little) != 0) ++rounding_.pads;
        const Point q{standard(p.x, 0, frame, v), standard(p.y, 1, frame, v), standard(p.z, 2, frame, v)};
        store<u32>(bytes.data(), pack(q), Order::little);
        out.insert(out.end(), bytes.begin(), bytes.begin() + 4);
    }

    i32 standard(i32 value, int axis, u64 frame, u64 v) {
        const i32 limit = axis == 2 ? 511 : 1023;
        i32 out = divided(value, factors[axis]);
        if (out > limit) {
            out = limit;
            if (issues_.full()) {
                issues_.add(issue::variant_out_of_range, "aniv");
            } else {
                issues_.add(issue::variant_out_of_range, "aniv", field_path("frames", frame, "vertices", v),
                            "at most " + std::to_string(limit * factors[axis]),
                            std::string(1, "xyz"[axis]) + " " + std::to_string(value));
            }
        }
        const i32 error = std::abs(out * factors[axis] - value);
        if (error > 0) ++rounding_.values;
        rounding_.largest = std::max(rounding_.largest, error);
        return out;
    }

    void report_dropped() {
        const u64 present = d_.frames_present();
        const u64 row = d_.num_vertices() * d_.vertex_bytes();
        const u64 size = d_.aniv->frames.size();
        u64 between = 0;
        if (present > 0 && d_.stride() > row) between = (present - 1) * (d_.stride() - row);
        const u64 last_end =
            present == 0 ? 0 : (present - 1) * d_.stride() + d_.vertices_present(present - 1) * d_.vertex_bytes();
        const u64 after = size - std::min(size, last_end);
        if (between + after == 0) return;
        issues_.add(issue::variant_dropped, "aniv", "frame_size", {},
                    text::plural(between + after, "byte") + " between or after the vertices of " +
                        text::plural(present, "frame"));
    }

    void report_scale() {
        const auto scale = placement_of(d_).scale;
        std::string before;
        std::string after;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double factor = factors[axis];
            before += std::string(axis == 0 ? "" : " ") + "XYZ"[axis] + "=" + decimal(scale[axis]);
            after += std::string(axis == 0 ? "" : " ") + "XYZ"[axis] + "=" +
                     decimal(to_deus_ex_ ? scale[axis] / factor : scale[axis] * factor);
        }
        issues_.add(issue::variant_scale, "aniv", "frame_size", after,
                    (d_.mesh() != nullptr ? "" : "the default ") + before);
    }

    // Nine digits after the point, without trailing zeros; scales are small numbers.
    static std::string decimal(double value) {
        const double magnitude = std::min(std::abs(value), 1e9);
        const auto scaled = static_cast<u64>(magnitude * 1e9 + 0.5);
        std::string fraction = std::to_string(scaled % 1'000'000'000);
        fraction.insert(0, 9 - fraction.size(), '0');
        while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
        std::string out = (value < 0 ? "-" : "") + std::to_string(scaled / 1'000'000'000);
        return fraction.empty() ? out : out + "." + fraction;
    }

    const Document& d_;
    Issues& issues_;
    bool to_deus_ex_;
    Rounding rounding_;
    u64 filled_ = 0;
};

}  // namespace

Status convert_variant(Document& document, std::string_view variant, Issues& issues) {
    if (variant != "standard" && variant != "deusex") {
        return Error{Code::unsupported, "Unreal models are standard or deusex"};
    }
    if (!document.data || !document.aniv) {
        return Error{Code::missing_part, "both files of the pair are needed to tell how vertices are stored"};
    }
    const bool to_deus_ex = variant == "deusex";
    if (to_deus_ex == document.is_deus_ex()) return Done{};
    const u64 vertices = document.num_vertices();
    const u64 row = vertices * (to_deus_ex ? 8 : 4);
    if (vertices == 0)
        return Error{Code::unrepresentable, "a model without vertices has no variant", {}, "num_vertices"};
    if (to_deus_ex ? vertices > max_deus_ex_vertices : row > 0xFFFF) {
        return Error{Code::unrepresentable,
                     "a frame of " + text::plural(vertices, "vertex") + " is larger than a frame size can say",
                     {},
                     "num_vertices"};
    }
    if (document.frames_present() * row > document.aniv->frames.size() * output_per_byte + output_floor) {
        return Error{Code::over_budget,
                     "its overlapping frames take too much room when stored one after the other",
                     {},
                     "frame_size"};
    }
    Converter converter(document, issues);
    Blob frames = converter.frames();
    converter.report();
    document.aniv->frames = std::move(frames);
    document.aniv->frame_size = static_cast<u16>(row);
    return Done{};
}

}  // namespace thaw::unreal
