#include "formats/ctr/model/strips.hpp"

#include <algorithm>

namespace thaw::ctr {

namespace {

class StripMachine {
public:
    explicit StripMachine(std::vector<Face>& faces) : faces_(faces) { slots_.fill(no_vertex); }

    void take(const Command& command, CommandUse use, u32 index) {
        switch (use) {
            case CommandUse::first:
                driver_ = command;
                driver_index_ = index;
                a_ = decode(command);
                break;
            case CommandUse::second: b_ = decode(command); break;
            case CommandUse::third:
                c_ = decode(command);
                emit(driver_, driver_index_);
                break;
            case CommandUse::next: extend(command, index); break;
            case CommandUse::recolour:
                a_.colour = b_.colour = command.old_colour();
                c_.colour = command.new_colour();
                break;
            case CommandUse::end:
            case CommandUse::cut_off: break;
        }
    }

private:
    Corner decode(const Command& command) {
        u32& slot = slots_[command.slot()];
        if (!command.uses_slot()) slot = next_vertex_++;
        return {slot, command.colour()};
    }

    void extend(const Command& command, u32 index) {
        const bool fan = (command.word >> 30 & 1) != 0;
        if (!fan) a_ = b_;
        b_ = c_;
        c_ = decode(command);
        emit(command, index);
    }

    void emit(const Command& driver, u32 index) {
        const auto bit = [&](u32 n) { return (driver.word >> n & 1) != 0; };
        faces_.push_back({{a_, b_, c_}, index, driver.texture(), bit(29), bit(28), bit(25)});
    }

    std::vector<Face>& faces_;
    std::array<u32, 256> slots_{};  // the game has 88; a file may name more
    u32 next_vertex_ = 0;
    Command driver_{};
    u32 driver_index_ = 0;
    Corner a_{}, b_{}, c_{};
};

}  // namespace

CommandUse CommandReader::use_of(const Command& command) {
    if (pending_ > 0) {
        if (command.word == terminator) return CommandUse::cut_off;
        return pending_-- == 2 ? CommandUse::second : CommandUse::third;
    }
    if (at_start_ || command.word >> 31 != 0) {
        if (command.word == terminator) return CommandUse::end;
        at_start_ = false;
        pending_ = 2;
        return CommandUse::first;
    }
    return command.word >> 16 == 0 ? CommandUse::recolour : CommandUse::next;
}

Usage usage_of(const CommandList& list) {
    Usage usage;
    CommandReader reader;
    for (const Command& command : list.commands) {
        const CommandUse use = reader.use_of(command);
        if (is_vertex(use)) {
            if (!command.uses_slot()) ++usage.vertices;
            usage.colours = std::max<u64>(usage.colours, command.colour() + 1u);
        } else if (use == CommandUse::recolour) {
            usage.colours = std::max<u64>(usage.colours, std::max(command.old_colour(), command.new_colour()) + 1u);
        }
        if (drives_face(use)) usage.textures = std::max<u64>(usage.textures, command.texture());
    }
    return usage;
}

bool Face::is_complete() const {
    return std::none_of(corners.begin(), corners.end(), [](const Corner& c) { return c.vertex == no_vertex; });
}

bool Face::is_degenerate() const {
    const u32 a = corners[0].vertex, b = corners[1].vertex, c = corners[2].vertex;
    return a == b || b == c || a == c;
}

std::array<u8, 3> Face::counter_clockwise() const {
    return flipped ? std::array<u8, 3>{0, 1, 2} : std::array<u8, 3>{0, 2, 1};
}

std::vector<Face> faces_of(const CommandList& list) {
    std::vector<Face> faces;
    StripMachine machine(faces);
    CommandReader reader;
    for (u32 i = 0; i < list.commands.size(); ++i) machine.take(list.commands[i], reader.use_of(list.commands[i]), i);
    return faces;
}

}  // namespace thaw::ctr
