#include "formats/soulfu/build/ddd.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/field_path.hpp"
#include "base/text.hpp"
#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/rdy/math.hpp"
#include "formats/soulfu/rdy/source.hpp"

namespace thaw::rdy {

namespace {

constexpr f32 steps_per_unit = 256.0f;  // of movement and of texture coordinates
constexpr i16 most = std::numeric_limits<i16>::max();

f32 scale_of(u16 scaling) { return static_cast<f32>(scaling) / ddd::units_per_scaling; }

// Calls `visit` with every number that is a length in the model's scale.
template <class Visit>
void for_each_vertex_coordinate(const File& file, Visit&& visit) {
    for (std::size_t b = 0; b < file.num_base_models; ++b) {
        const BaseModel* base = file.base(b);
        if (base == nullptr) return;
        for (const Vertex& vertex : base->vertices) {
            for (const f32 x : vertex.position) visit(x);
        }
    }
}

template <class Visit>
void for_each_frame_coordinate(const File& file, Visit&& visit) {
    for (const Frame& frame : file.frames) {
        for (const Point& joint : frame.joints) {
            for (const f32 x : {joint.x, joint.y, joint.z}) visit(x);
        }
        for (const Shadow& shadow : frame.shadows) {
            if (shadow.alpha == 0) continue;
            for (const ShadowCorner& corner : shadow.corners) {
                visit(corner.x);
                visit(corner.y);
            }
        }
    }
}

// The step of the new file. One that all numbers are multiples of, if there is any (an RDY made from a DDD has the
// DDD's own), else what the modeler takes: the whole foot above the largest number, so that that one is about 20000.
class ScalingFinder {
public:
    // `posed`: the vertices were worked out, and are multiples of nothing.
    ScalingFinder(const File& file, bool posed) {
        const auto add = [&](f32 x) {
            if (std::isfinite(x)) numbers_.push_back(std::fabs(x));
        };
        for_each_frame_coordinate(file, add);
        for_each_vertex_coordinate(file, [&](f32 x) {
            if (!posed) add(x);
            if (std::isfinite(x)) largest_ = std::max(largest_, std::fabs(x));
        });
        std::sort(numbers_.begin(), numbers_.end());
        numbers_.erase(std::unique(numbers_.begin(), numbers_.end()), numbers_.end());
    }

    u16 find() const {
        const f32 largest = std::max(largest_, numbers_.empty() ? 0.0f : numbers_.back());
        const auto usual = static_cast<u16>(std::min(std::floor(largest) + 1.0f, 65535.0f));
        if (is_exact(usual)) return usual;
        for (u32 scaling = 1; scaling <= 65535; ++scaling) {
            if (is_exact(static_cast<u16>(scaling))) return static_cast<u16>(scaling);
        }
        return usual;
    }

private:
    bool is_exact(u16 scaling) const {
        const f32 scale = scale_of(scaling);
        if (std::round(largest_ / scale) > most) return false;
        // The largest first: it is the one that most often does not fit.
        return std::all_of(numbers_.rbegin(), numbers_.rend(), [&](f32 x) {
            const f32 raw = std::round(x / scale);
            return raw <= most && raw * scale == x;
        });
    }

    std::vector<f32> numbers_{};
    f32 largest_ = 0;  // vertex
};

class DddBuilder {
public:
    DddBuilder(const File& source, bool posed, Issues& issues) : source_(source), posed_(posed), issues_(issues) {}

    Result<ddd::File> run() {
        if (source_.is_linked()) {
            return Error{Code::unsupported,
                         "the frames are in another model's memory, and an RDY does not say which model that is"};
        }
        for (std::size_t b = 0; b < source_.num_base_models; ++b) {
            if (source_.base(b) == nullptr) return Error{Code::unrepresentable, "there is no level of detail"};
        }
        file_.scaling = ScalingFinder(source_, posed_).find();
        scale_ = scale_of(file_.scaling);
        file_.flags = source_.flags;
        file_.shadow_textures = source_.shadow_textures;
        for (std::size_t b = 0; b < source_.num_base_models; ++b) file_.bases.push_back(make_base(*source_.base(b), b));
        for (const Frame& frame : source_.frames) file_.frames.push_back(make_frame(frame));
        report();
        return std::move(file_);
    }

private:
    // The nearest of the format's own numbers, counting those that are not exact.
    i16 steps(f32 value, f32 step) {
        const f32 raw = std::round(value / step);
        if (!(raw >= -32768.0f && raw <= 32767.0f)) {
            ++clamped_;
            return std::isnan(raw) ? i16{0} : raw < 0 ? std::numeric_limits<i16>::min() : most;
        }
        if (raw * step != value) ++rounded_;
        return static_cast<i16>(raw);
    }
    i16 length_steps(f32 feet) { return steps(feet, scale_); }

    u8 joint_size(f32 feet) {
        const f32 raw = std::round(feet / static_cast<f32>(ddd::feet_per_joint_size));
        if (!(raw >= 0.0f && raw <= 255.0f)) {
            ++clamped_;
            return raw > 0 ? 255 : 0;
        }
        const auto size = static_cast<u8>(raw);
        if (size * static_cast<f32>(ddd::feet_per_joint_size) != feet) ++rounded_;
        return size;
    }

    // A vector of whole numbers that has exactly this direction again, if there is one near full length. Half steps
    // find it whatever its length was: each of its parts is then less than half a unit away.
    ddd::Vector3 direction(const Vec3& forward) {
        constexpr int half_steps = 512;
        if (const auto raw = exact(forward, most)) return *raw;
        for (int i = 0; i < half_steps; ++i) {
            if (const auto raw = exact(forward, 32768.0f - 0.5f * static_cast<f32>(i))) return *raw;
        }
        if (!(length(forward) < 1.001f)) {  // also if it is not a number
            ++clamped_;
            return {};
        }
        ++rounded_;
        return scaled(forward, most);
    }

    static std::optional<ddd::Vector3> exact(const Vec3& forward, f32 size) {
        const ddd::Vector3 raw = scaled(forward, size);
        const Vec3 back{static_cast<f32>(raw.x), static_cast<f32>(raw.y), static_cast<f32>(raw.z)};
        return engine_direction(back, {1, 0, 0}) == forward ? std::optional(raw) : std::nullopt;
    }

    static ddd::Vector3 scaled(const Vec3& v, f32 size) {
        const auto part = [&](f32 x) {
            const f32 raw = std::round(x * size);
            return raw >= -32767.0f && raw <= 32767.0f ? static_cast<i16>(raw) : i16{0};
        };
        return {part(v[0]), part(v[1]), part(v[2])};
    }

    void count_short(const Primitives& primitives) {
        for (std::size_t i = 0; i < primitives.size(); ++i) short_ += primitives[i].size() < 3 ? u64{1} : u64{0};
    }

    ddd::BaseModel make_base(const BaseModel& source, std::size_t index) {
        ddd::BaseModel base;
        u64 hidden = 0;
        for (const Vertex& v : source.vertices) {
            ddd::Vertex vertex;
            for (std::size_t i = 0; i < 3; ++i) vertex.position[i] = length_steps(v.position[i]);
            vertex.bones = v.bones;
            vertex.weight = v.weight;
            if (v.hidden != 0) ++hidden;
            base.vertices.push_back(vertex);
        }
        for (const TexVertex& t : source.tex_vertices) {
            base.tex_vertices.push_back({steps(t.u, 1 / steps_per_unit), steps(t.v, 1 / steps_per_unit)});
        }
        for (std::size_t s = 0; s < slot_count; ++s) {
            const Slot& slot = source.slots[s];
            if (slot.mode == 0) continue;
            base.slots[s] = {slot.mode, slot.flags, slot.alpha, triangles_of(slot)};
            count_short(slot.strips);
            count_short(slot.fans);
            fans_ += slot.fans.size();
        }
        for (const f32 feet : source.joint_sizes) base.joint_sizes.push_back(joint_size(feet));
        for (const Bone& bone : source.bones) base.bones.push_back({bone.id, bone.joints});
        if (hidden > 0) {
            add(issue::made_without, field_path("bases", index, "vertices"), {},
                text::plural(hidden, "hidden vertex mark"));
        }
        return base;
    }

    ddd::Frame make_frame(const Frame& source) {
        ddd::Frame frame;
        frame.action = source.action;
        frame.events = source.events;
        frame.base_model = source.base_model;
        for (std::size_t i = 0; i < 2; ++i) frame.movement[i] = steps(source.movement[i], 1 / steps_per_unit);
        for (const BoneAxes& axes : source.axes) frame.forwards.push_back(direction(vector_of(axes.forward)));
        for (const Point& p : source.joints) {
            frame.joints.push_back({length_steps(p.x), length_steps(p.y), length_steps(p.z)});
        }
        for (std::size_t s = 0; s < shadow_count; ++s) {
            frame.shadows[s].alpha = source.shadows[s].alpha;
            if (source.shadows[s].alpha == 0) continue;
            for (std::size_t c = 0; c < 4; ++c) {
                const ShadowCorner& corner = source.shadows[s].corners[c];
                frame.shadows[s].corners[c] = {length_steps(corner.x), length_steps(corner.y)};
            }
        }
        return frame;
    }

    void add(const IssueKind& kind, std::string path, std::string expected, std::string found) {
        issues_.add(kind, "ddd", std::move(path), std::move(expected), std::move(found));
    }

    void report() {
        if (source_.num_detail_levels > 1) {
            add(issue::made_without, "bases", {},
                text::plural(source_.num_detail_levels - 1, "further level") + " of detail");
        }
        if (!source_.trailing.empty()) {
            add(issue::made_without, "trailing", {},
                text::plural(source_.trailing.size(), "byte") + " after the last field");
        }
        if (short_ > 0) {
            add(issue::made_without_strips, "bases", {},
                text::plural(short_, "strip") + " of fewer than three corners");
        }
        if (fans_ > 0) add(issue::made_triangles_of_fans, "bases", {}, text::plural(fans_, "fan"));
        if (clamped_ > 0) add(issue::made_clamped, "scaling", "32767 steps", text::plural(clamped_, "number"));
        if (rounded_ > 0) {
            add(issue::made_rounded, "scaling", "multiples of " + std::to_string(file_.scaling) + "/20000 feet",
                text::plural(rounded_, "number"));
        }
    }

    const File& source_;
    bool posed_;
    Issues& issues_;
    ddd::File file_{};
    f32 scale_ = 0;
    u64 clamped_ = 0;
    u64 rounded_ = 0;
    u64 short_ = 0;
    u64 fans_ = 0;
};

// With the vertices where they are bound, if the game has drawn the model since; nothing if it has not.
std::optional<File> bound_again(const File& source) {
    Issues found;
    const RdySource shown(source, found);
    File out = source;
    for (std::size_t b = 0; source.num_detail_levels > 0 && b < shown.bases(); ++b) {
        const ddd::Shape shape = shown.shape(b, 0, false);
        auto& vertices = out.bases[b * source.num_detail_levels].vertices;
        for (std::size_t v = 0; v < vertices.size(); ++v) {
            const auto& at = shape.vertices[v].position;
            vertices[v].position = {static_cast<f32>(at[0]), static_cast<f32>(at[2]), static_cast<f32>(at[1])};
        }
    }
    const auto is_posed = [](const Issue& issue) { return issue.is(issue::posed); };
    if (std::none_of(found.list().begin(), found.list().end(), is_posed)) return std::nullopt;
    return out;
}

}  // namespace

Result<ddd::File> build_ddd(const File& source, Issues& issues) {
    const auto bound = bound_again(source);
    return DddBuilder(bound ? *bound : source, bound.has_value(), issues).run();
}

}  // namespace thaw::rdy
