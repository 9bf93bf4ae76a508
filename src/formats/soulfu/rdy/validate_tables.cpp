// Findings about the three tables: they are never followed, but the engine would follow them.
#include "base/text.hpp"
#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/rdy/validate.hpp"

namespace thaw::rdy {

namespace {

constexpr std::array<const char*, 5> part_words{"the base model", "its texture vertices", "its slots", "its joints",
                                                "its bones"};

std::string at_word(u64 address, const char* what) { return text::hex(address) + " for " + what; }

void check_models(const File& file, const Places& places, IssueReporter& reporter) {
    const u32 base = model_load_base(file, places);
    for (std::size_t i = 0; i < file.model_pointers.size(); ++i) {
        for (std::size_t part = 0; part < part_words.size(); ++part) {
            const u32 expected = places.models[i].parts[part] + base;
            const u32 found = file.model_pointers[i].parts[part];
            if (found == expected) continue;
            reporter.report(issue::model_table, [&] {
                return Finding{field_path("model_pointers", i, "parts", part), at_word(expected, part_words[part]),
                               text::hex(found)};
            });
        }
    }
}

void check_frames(const File& file, const Places& places, IssueReporter& reporter) {
    const u64 base = frame_load_base(file, places);
    for (std::size_t i = 0; i < places.frames.size(); ++i) {
        const u64 sum = places.frames[i] + base;
        const u64 expected = file.is_wide() ? sum : static_cast<u32>(sum);
        if (file.frame_pointer(i) == expected) continue;
        reporter.report(issue::frame_table, [&] {
            return Finding{field_path("frame_pointers", i), at_word(expected, "the frame"),
                           text::hex(file.frame_pointer(i))};
        });
    }
}

// A 32-bit engine has addresses in both tables, the 64-bit one offsets in the first and addresses in the second (D11).
void check_bases(const File& file, const Places& places, IssueReporter& reporter) {
    if (places.frames.empty() || places.models.empty()) return;
    const u64 models = model_load_base(file, places);
    const u64 frames = frame_load_base(file, places);
    if (models == frames || (file.is_wide() && models == 0)) return;
    reporter.report(issue::load_base, [&] { return Finding{"frame_pointers", text::hex(models), text::hex(frames)}; });
}

void check_linked(const File& file, IssueReporter& reporter) {
    if (!file.is_linked()) return;
    reporter.report(issue::linked, [&] {
        if (file.num_frames() == 0) return Finding{"num_frames", "frames in this file", "there are none"};
        return Finding{"frame_pointers", "frames in this file",
                       text::plural(file.num_frames(), "pointer") + " out of it, the first to " +
                           text::hex(file.frame_pointer(0))};
    });
}

void check_actions(const File& file, IssueReporter& reporter) {
    const std::vector<u16> first = first_frames_of(file);
    for (std::size_t a = 0; a < file.first_frames.size(); ++a) {
        const u16 found = file.first_frames[a];
        if (found != no_frame && found >= file.num_frames()) {
            reporter.report(issue::index_out_of_range, [&] {
                return Finding{field_path("first_frames", a), below(file.num_frames()), std::to_string(found)};
            });
        } else if (!file.is_linked() && found != first[a]) {
            reporter.report(issue::action_table, [&] {
                return Finding{field_path("first_frames", a), std::to_string(first[a]), std::to_string(found)};
            });
        }
    }
}

}  // namespace

void validate_tables(const File& file, IssueReporter& reporter) {
    const Places places = places_of(file);
    check_actions(file, reporter);
    check_models(file, places, reporter);
    check_linked(file, reporter);
    check_frames(file, places, reporter);
    check_bases(file, places, reporter);
}

}  // namespace thaw::rdy
