#include "formats/ctr/edit_commands.hpp"

#include <algorithm>

namespace thaw::ctr {

namespace {

constexpr u32 texture_bits = 0x1FF;
constexpr u32 face_bits = 0x7u << 28 | 0x3u << 24 | texture_bits;  // winding, sides, depth: what a first word says of it
constexpr u32 recolour_old_cached = 1, recolour_new_cached = 2;

class Rewriting {
public:
    Rewriting(const CommandList& list, const std::vector<FaceLook>& looks) : list_(list), looks_(looks) {
        slots_.fill(no_vertex);
    }

    std::vector<Command> run() {
        CommandReader reader;
        for (const Command& command : list_.commands) {
            const CommandUse use = reader.use_of(command);
            if (is_vertex(use) && face_ < looks_.size()) {
                vertex(command, use);
            } else {
                if (use == CommandUse::recolour) recolour(command);
                out_.push_back(command);
            }
        }
        return std::move(out_);
    }

private:
    struct Kept {
        u32 vertex = no_vertex;
        u8 colour = 0;
    };

    u32 with_colour(u32 word, u8 row) const {
        if (Command{word}.colour() == row) return word;
        word = (word & ~(0x7Fu << 9)) | u32{row} << 9;
        return row < list_.cached_colours ? word : word & ~cache_bit;
    }

    // Of the face's own word, and of words that repeat it for other tools (R9).
    u32 with_face(u32 word, u32 driver) const {
        const FaceLook& look = looks_[face_];
        if ((word & texture_bits) == (driver & texture_bits)) word = (word & ~texture_bits) | look.texture;
        if ((word & cull_bit) == (driver & cull_bit)) word = (word & ~cull_bit) | (look.one_sided ? cull_bit : 0);
        return word;
    }

    void vertex(const Command& command, CommandUse use) {
        const auto place = static_cast<std::size_t>(use);
        if (use == CommandUse::first) driver_ = command.word;
        u32& slot = slots_[command.slot()];
        if (!command.uses_slot()) slot = next_vertex_++;
        if (use == CommandUse::next) return next(command, slot);
        const u8 row = looks_[face_].colours[place];
        out_.push_back({with_face(with_colour(command.word, row), driver_)});
        kept_[place] = {slot, row};
        recolour_.reset();
        if (use == CommandUse::third) ++face_;
    }

    void next(const Command& command, u32 vertex) {
        if ((command.word & fan_bit) == 0) kept_[0] = kept_[1];
        kept_[1] = kept_[2];
        const auto& colours = looks_[face_].colours;
        u32 word = with_face(with_colour(command.word, colours[2]), command.word);
        if (kept_[0].colour != colours[0] || kept_[1].colour != colours[1]) name_again(word);
        kept_ = {Kept{kept_[0].vertex, colours[0]}, Kept{kept_[1].vertex, colours[1]}, Kept{vertex, colours[2]}};
        out_.push_back({word});
        recolour_.reset();
        ++face_;
    }

    void name_again(u32& word) {
        const auto& colours = looks_[face_].colours;
        if (recolour_) {
            out_[*recolour_].word = recolouring(out_[*recolour_].word, colours[0], colours[1]);
            return;
        }
        const auto first = std::find(slots_.begin(), slots_.end(), kept_[0].vertex);
        const auto second = std::find(slots_.begin(), slots_.end(), kept_[1].vertex);
        // The word itself may just have taken one of their slots.
        if (first == slots_.end() || second == slots_.end()) {
            out_.push_back({recolouring(0, colours[0], colours[1])});
            return;
        }
        const auto from_slot = [&](auto slot, u8 row) {
            return (word & face_bits & ~fan_bit) | slot_bit | static_cast<u32>(slot - slots_.begin()) << 16 | u32{row} << 9;
        };
        out_.push_back({from_slot(first, colours[0]) | strip_bit});
        out_.push_back({from_slot(second, colours[1])});
        word &= ~fan_bit;
    }

    u32 recolouring(u32 word, u8 older, u8 newest) const {
        const bool fit[]{older < list_.cached_colours, newest < list_.cached_colours};
        word &= (fit[0] ? recolour_old_cached : 0) | (fit[1] ? recolour_new_cached : 0);
        return word | u32{older} << 9 | u32{newest} << 2;
    }

    void recolour(const Command& command) {
        kept_[0].colour = kept_[1].colour = command.old_colour();
        kept_[2].colour = command.new_colour();
        recolour_ = out_.size();
    }

    const CommandList& list_;
    const std::vector<FaceLook>& looks_;
    std::array<u32, 256> slots_{};
    u32 next_vertex_ = 0;
    u32 driver_ = 0;
    std::array<Kept, 3> kept_{};
    std::optional<std::size_t> recolour_{};  // the word right before
    std::size_t face_ = 0;
    std::vector<Command> out_{};
};

}  // namespace

std::vector<Command> with_looks(const CommandList& list, const std::vector<FaceLook>& looks) {
    return Rewriting(list, looks).run();
}

std::set<u8> colours_in(const CommandList& list) {
    std::set<u8> out;
    CommandReader reader;
    for (const Command& command : list.commands) {
        const CommandUse use = reader.use_of(command);
        if (is_vertex(use)) out.insert(command.colour());
        if (use == CommandUse::recolour) out.insert({command.old_colour(), command.new_colour()});
    }
    return out;
}

}  // namespace thaw::ctr
