// A MODELDEF for GZDoom: what placement_of(ModeldefUse) and the parser read, written.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/unreal/build/parts.hpp"

namespace thaw::unreal {

namespace {

constexpr std::size_t letters_of_a_sprite = 29;  // A to ]

// What is left of the scale when the game has divided the numbers of the file.
Vec3d scale_in_game(const Placement& placement, bool deus_ex) {
    const Vec3d divided = deus_ex ? Vec3d{1, 1, 1} : Vec3d{0.25, 0.25, 0.5};
    Vec3d out{};
    for (std::size_t axis = 0; axis < 3; ++axis) out[axis] = placement.scale[axis] / divided[axis];
    return out;
}

bool is_even(const Vec3d& v) {
    return std::abs(v[0] - v[1]) <= 1e-9 * std::abs(v[0]) && std::abs(v[0] - v[2]) <= 1e-9 * std::abs(v[0]);
}

class ModeldefWriter {
public:
    explicit ModeldefWriter(const BuildWork& work) : work_(work) {}

    std::string run() {
        line("// Part of a MODELDEF: GZDoom reads it under that name.");
        line("Model " + work_.object);
        line("{");
        line("    Path \"models\"");
        line("    Model 0 \"" + work_.name + "_d.3d\"");
        for (const SlotImage& slot : work_.surfaces.slots) {
            line("    SurfaceSkin 0 " + std::to_string(slot.slot) + " \"" +
                 (slot.file.empty() ? slot.texture : slot.file) + "\"");
        }
        place();
        frames();
        line("}");
        return std::move(out_);
    }

private:
    void line(std::string_view text) { out_.append(text).append("\n"); }

    static std::string vector(const Vec3d& v) {
        return plain_number(v[0]) + " " + plain_number(v[1]) + " " + plain_number(v[2]);
    }

    void place() {
        if (work_.in_place && work_.is_of_modeldef()) return place_by(*work_.base()->mesh()->modeldef);
        const Placement& p = work_.placement;
        Placement turn_only;
        turn_only.yaw = p.yaw;
        turn_only.pitch = p.pitch;
        turn_only.roll = p.roll;
        const Affine turn = ObjectSpace(turn_only).affine();
        // The game scales after turning.
        const Vec3d scale = scale_in_game(p, work_.deus_ex);
        Vec3d stretch{scale[0], scale[0], scale[0]};
        Vec3d offset{};
        for (std::size_t row = 0; row < 3; ++row) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                if (!is_even(scale) && std::abs(turn.rows[row][axis]) > 0.5) stretch[row] = scale[axis];
                offset[row] -= turn.rows[row][axis] * p.scale[axis] * p.origin[axis];
            }
        }
        const double k = work_.draw_scale / unreal_units_per_map_unit;
        stretch = stretch * k;
        offset = offset * k;
        constexpr double degrees = 360 / 256.0;
        place_by({.scale = stretch,
                  .offset = {offset.x + 0.0, 0.0 - offset.y, offset.z + 0.0},
                  .angle = -p.yaw * degrees,
                  .pitch = p.pitch * degrees,
                  .roll = p.roll * degrees});
    }

    void place_by(const ModeldefUse& use) {
        line("    Scale " + vector(use.scale));
        if (use.offset != Vec3d{}) line("    Offset " + vector(use.offset));
        if (use.angle != 0) line("    AngleOffset " + plain_number(use.angle));
        if (use.pitch != 0) line("    PitchOffset " + plain_number(use.pitch));
        if (use.roll != 0) line("    RollOffset " + plain_number(use.roll));
    }

    // A sprite of four letters for each clip, and as many more as its frames need letters.
    void frames() {
        if (work_.sequences.empty()) play({.name = "All", .frames = static_cast<u32>(work_.frames.size())});
        for (const BuiltSequence& s : work_.sequences) play(s);
    }

    void play(const BuiltSequence& s) {
        std::string sprite;
        for (u32 i = 0; i < s.frames; ++i) {
            const auto letter = static_cast<char>('A' + i % letters_of_a_sprite);
            if (letter == 'A') sprite = new_sprite(s.name);
            const std::string shown = letter <= 'Z' ? std::string(1, letter) : "\"" + std::string(1, letter) + "\"";
            const u32 frame = s.listed.empty() ? s.start + i : s.listed[i];
            line("    FrameIndex " + sprite + " " + shown + " 0 " + std::to_string(frame));
        }
    }

    std::string new_sprite(std::string_view name) {
        std::string base;
        for (const char c : name) {
            const char upper = text::upper(c);
            const bool plain = (upper >= 'A' && upper <= 'Z') || (upper >= '0' && upper <= '9');
            if (plain && base.size() < 4) base += upper;
        }
        while (base.size() < 4) base += '0';
        constexpr std::string_view digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
        // Another one by its last letters.
        std::string out = base;
        for (std::size_t n = 0; std::find(sprites_.begin(), sprites_.end(), out) != sprites_.end(); ++n) {
            out = base;
            std::size_t rest = n;
            for (std::size_t place = 4; place-- > 0 && (rest > 0 || place == 3); rest /= digits.size()) {
                out[place] = digits[rest % digits.size()];
            }
        }
        sprites_.push_back(out);
        return out;
    }

    const BuildWork& work_;
    std::string out_;
    std::vector<std::string> sprites_;
};

}  // namespace

bool is_for_modeldef(const Placement& placement, bool deus_ex) {
    if (placement.unmirror) return false;
    return is_quarter_turned(placement) || is_even(scale_in_game(placement, deus_ex));
}

std::string modeldef_text(const BuildWork& work) { return ModeldefWriter(work).run(); }

}  // namespace thaw::unreal
