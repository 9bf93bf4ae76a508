#include "formats/ctr/build/edit_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr u32 texture_bits = 0x1FF, colour_bits = 0x7F;
constexpr u32 recolours_old_cached = 1, recolours_new_cached = 2;

class Rewriting {
public:
    Rewriting(const CommandList& list, const std::vector<FaceLook>& looks) : list_(list), looks_(looks) {}

    std::vector<Command> run() {
        CommandReader reader;
        for (const Command& command : list_.commands) {
            const CommandUse use = reader.use_of(command);
            if (use == CommandUse::recolour) {
                kept_ = {command.old_colour(), command.old_colour(), command.new_colour()};
                recolour_ = out_.size();
            } else if (is_vertex(use) && face_ < looks_.size()) {
                vertex(command.word, use);
                continue;
            }
            out_.push_back(command);
        }
        return std::move(out_);
    }

private:
    void vertex(u32 word, CommandUse use) {
        if (drives_face(use)) driver_ = word;
        const auto& colours = looks_[face_].colours;
        const std::size_t corner = use == CommandUse::next ? 2 : static_cast<std::size_t>(use);
        if (use == CommandUse::next) {
            kept_ = {(word & fan_bit) != 0 ? kept_[0] : kept_[1], kept_[2], 0};
            if (kept_[0] != colours[0] || kept_[1] != colours[1]) recolour_kept();
            kept_ = colours;
        }
        kept_[corner] = colours[corner];
        out_.push_back({with_face(with_colour(word, colours[corner]))});
        recolour_.reset();
        if (corner == 2) ++face_;
    }

    u32 with_colour(u32 word, u8 row) const {
        if (Command{word}.colour() == row) return word;
        word = (word & ~(colour_bits << 9)) | u32{row} << 9;
        return row < list_.cached_colours ? word : word & ~cache_bit;
    }

    // Of the face's own word, and of words that repeat it for other tools (R9).
    u32 with_face(u32 word) const {
        const FaceLook& look = looks_[face_];
        if ((word & texture_bits) == (driver_ & texture_bits)) word = (word & ~texture_bits) | look.texture;
        if ((word & cull_bit) == (driver_ & cull_bit)) word = (word & ~cull_bit) | (look.one_sided ? cull_bit : 0);
        return word;
    }

    void recolour_kept() {
        const auto& [older, newer, newest] = looks_[face_].colours;
        if (!recolour_) out_.push_back({0});
        u32& word = out_[recolour_.value_or(out_.size() - 1)].word;
        word &= (older < list_.cached_colours ? recolours_old_cached : 0) |
                (newer < list_.cached_colours ? recolours_new_cached : 0);
        word |= u32{older} << 9 | u32{newer} << 2;
    }

    const CommandList& list_;
    const std::vector<FaceLook>& looks_;
    u32 driver_ = 0;
    std::array<u8, 3> kept_{};               // colours of oldest, middle, newest
    std::optional<std::size_t> recolour_{};  // the word right before
    std::size_t face_ = 0;
    std::vector<Command> out_{};
};

}  // namespace

FaceLook look_of(const Face& face) {
    const auto& [oldest, middle, newest] = face.corners;
    return {{oldest.colour, middle.colour, newest.colour}, face.texture, face.one_sided};
}

std::vector<Command> with_looks(const CommandList& list, const std::vector<FaceLook>& looks) {
    return Rewriting(list, looks).run();
}

}  // namespace thaw::ctr
