// Findings about command lists: what the game's loop would do with each word.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/model/strips.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr u8 last_slot = 87;      // the game's fast memory ends there (R4)
constexpr u32 most_cached = 128;  // colours have 7 bits
constexpr u32 unknown_bit = 1u << 24;

class CommandChecker {
public:
    CommandChecker(const CommandList& list, std::size_t index, IssueReporter& reporter)
        : list_(list), index_(index), reporter_(reporter) {
        // Slot s is where cached colours 2s and 2s + 1 are.
        first_free_slot_ = (std::min(list.cached_colours, most_cached) + 1) / 2;
        reads_cache_ = std::any_of(list.commands.begin(), list.commands.end(), [](const Command& command) {
            return command.word != terminator && command.word >> 16 != 0 && command.uses_cache();
        });
    }

    void run() {
        CommandReader reader;
        for (std::size_t i = 0; i < list_.commands.size(); ++i) check(i, reader.use_of(list_.commands[i]));
        check_cache_count();
        check_faces();
        report_tallies();
    }

private:
    std::string path(u64 i) const { return field_path("command_lists", index_, "commands", i); }

    void check(std::size_t i, CommandUse use) {
        const Command& command = list_.commands[i];
        if (is_vertex(use)) check_vertex(command, use, i);
        if (use == CommandUse::recolour) {
            if ((command.word & 1) != 0) check_cached(command.old_colour(), i);
            if ((command.word & 2) != 0) check_cached(command.new_colour(), i);
        }
        if (use == CommandUse::cut_off) {
            reporter_.report(issue::strip_short, [&] { return Finding{path(i), "three commands", "the end mark"}; });
        }
    }

    void check_vertex(const Command& command, CommandUse use, std::size_t i) {
        if (command.slot() > last_slot) beyond_.note(i);
        if ((command.word & unknown_bit) != 0) unknown_.note(i);
        if (command.word >> 16 == 0) slot_zero_.note(i);
        if (command.uses_cache()) check_cached(command.colour(), i);
        if ((use == CommandUse::second || use == CommandUse::third) && command.word >> 31 != 0) {
            reporter_.report(issue::strip_restart, [&] { return Finding{path(i), "bit 31 clear", "set"}; });
        }
        if (!command.uses_slot()) {
            written_[command.slot()] = true;
            if (reads_cache_ && command.slot() < first_free_slot_) in_cache_.note(i);
        } else if (!written_[command.slot()]) {
            reporter_.report(issue::slot_unwritten,
                             [&] { return Finding{path(i), "a slot with a vertex", std::to_string(command.slot())}; });
        }
    }

    void check_cached(u8 colour, std::size_t i) {
        if (colour < list_.cached_colours) return;
        reporter_.report(issue::cache_index,
                         [&] { return Finding{path(i), below(list_.cached_colours), std::to_string(colour)}; });
    }

    void check_cache_count() {
        const auto finding = [this](u64 limit) {
            return Finding{field_path("command_lists", index_, "cached_colours"), at_most(limit) + " colours",
                           text::plural(list_.cached_colours, "colour")};
        };
        const u64 colours = usage_of(list_).colours;
        if (list_.cached_colours > most_cached) {
            if (reporter_.game()) reporter_.report(issue::game_limit, [&] { return finding(most_cached); });
        }
        if (list_.cached_colours > colours) reporter_.report(issue::cache_count, [&] { return finding(colours); });
    }

    void check_faces() {
        const auto faces = faces_of(list_);
        if (faces.empty()) {
            reporter_.report(issue::no_faces, [&] { return Finding{path(0), "at least one triangle", "none"}; });
        }
        Offenders degenerate;
        for (const Face& face : faces) {
            if (face.is_complete() && face.is_degenerate()) degenerate.note(face.command);
        }
        if (!degenerate) return;
        reporter_.report(issue::degenerate_triangles, [&] {
            return Finding{path(degenerate.first()), "three vertices", degenerate.of(faces.size()) + " triangles"};
        });
    }

    void report_tallies() {
        const std::size_t all = list_.commands.size();
        if (beyond_) {
            reporter_.report_fatal_in_game(issue::slot_range, [&] {
                return Finding{path(beyond_.first()), "slots " + at_most(last_slot), beyond_.of(all)};
            });
        }
        if (in_cache_) {
            reporter_.report_fatal_in_game(issue::slot_in_cache, [&] {
                return Finding{path(in_cache_.first()), "slots from " + std::to_string(first_free_slot_),
                               in_cache_.of(all)};
            });
        }
        if (slot_zero_) {
            reporter_.report(issue::slot_zero, [&] {
                return Finding{path(slot_zero_.first()), "flags or another slot", slot_zero_.of(all)};
            });
        }
        if (unknown_) {
            reporter_.report(issue::unknown_bit,
                             [&] { return Finding{path(unknown_.first()), "bit 24 clear", unknown_.of(all)}; });
        }
    }

    const CommandList& list_;
    std::size_t index_;
    IssueReporter& reporter_;
    u32 first_free_slot_ = 0;
    bool reads_cache_ = false;
    std::array<bool, 256> written_{};
    Offenders beyond_, in_cache_, slot_zero_, unknown_;
};

}  // namespace

void validate_commands(const File& file, IssueReporter& reporter) {
    for (std::size_t i = 0; i < file.command_lists.size(); ++i) {
        CommandChecker(file.command_lists[i].value, i, reporter).run();
    }
}

}  // namespace thaw::ctr
