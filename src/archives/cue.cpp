#include "archives/cue.hpp"

#include <array>
#include <charconv>

#include <thaw/archives.hpp>
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr std::size_t most_tracks = 99;  // what a disc can have, and more than any sheet has files

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

std::string_view take_line(std::string_view& rest) {
    const auto end = rest.find('\n');
    const auto line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    return line;
}

// A word, or what stands between quotation marks.
std::string_view take_word(std::string_view& line) {
    while (!line.empty() && is_blank(line.front())) line.remove_prefix(1);
    if (!line.empty() && line.front() == '"') {
        line.remove_prefix(1);
        const auto end = line.find('"');
        const auto word = line.substr(0, end);
        line = end == std::string_view::npos ? std::string_view() : line.substr(end + 1);
        return word;
    }
    std::size_t length = 0;
    while (length < line.size() && !is_blank(line[length])) ++length;
    const auto word = line.substr(0, length);
    line.remove_prefix(length);
    return word;
}

// Without quotation marks a name may still have spaces: all but the last word, which is the file's kind.
std::string_view take_name(std::string_view line) {
    auto rest = line;
    while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
    if (!rest.empty() && rest.front() == '"') return take_word(rest);
    while (!rest.empty() && is_blank(rest.back())) rest.remove_suffix(1);
    const auto last_blank = rest.find_last_of(" \t");
    auto name = last_blank == std::string_view::npos ? rest : rest.substr(0, last_blank);
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    return name;
}

std::optional<u64> whole_number(std::string_view digits) {
    u32 value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

// "MM:SS:FF", 75 frames a second, each of one sector.
std::optional<u64> frame_of(std::string_view time) {
    std::array<u64, 3> parts{};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto colon = i < 2 ? time.find(':') : time.size();
        if (colon == std::string_view::npos) return std::nullopt;
        const auto number = whole_number(time.substr(0, colon));
        if (!number) return std::nullopt;
        parts[i] = *number;
        if (i < 2) time.remove_prefix(colon + 1);
    }
    return (parts[0] * 60 + parts[1]) * 75 + parts[2];
}

// "MODE2/2352", "CDI/2336", "AUDIO", "CDG": the latter has the lyrics along with the music.
void set_mode(CueTrack& track, std::string_view mode) {
    const auto slash = mode.find('/');
    if (slash == std::string_view::npos) {
        if (text::equal_ignoring_case(mode, "CDG")) track.sector_bytes = 2448;
        return;
    }
    track.data = true;
    track.sector_bytes = whole_number(mode.substr(slash + 1)).value_or(0);
}

u64 start_of(const CueTrack& track) { return track.first_frame.value_or(track.gap_frame.value_or(0)); }

}  // namespace

CueSheet read_cue(Bytes text) {
    CueSheet sheet;
    if (text.size() > largest_cue_bytes) return sheet;
    const auto characters = text::view_as_text(text);
    std::string_view rest = characters;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    while (!rest.empty()) {
        auto line = take_line(rest);
        const auto word = take_word(line);
        if (text::equal_ignoring_case(word, "FILE") && sheet.files.size() < most_tracks) {
            sheet.files.push_back(text::to_utf8(take_name(line)));
        } else if (text::equal_ignoring_case(word, "TRACK") && !sheet.files.empty() &&
                   sheet.tracks.size() < most_tracks) {
            take_word(line);  // its number
            CueTrack track{.file = sheet.files.size() - 1};
            set_mode(track, take_word(line));
            sheet.tracks.push_back(track);
        } else if (text::equal_ignoring_case(word, "INDEX") && !sheet.tracks.empty()) {
            const auto index = whole_number(take_word(line));
            const auto frame = frame_of(take_word(line));
            auto& track = sheet.tracks.back();
            // Some sheets name the next file between the two: the track is where it begins.
            if (index == u64{1}) track.file = sheet.files.size() - 1;
            if (index == u64{0}) track.gap_frame = frame;
            if (index == u64{1}) track.first_frame = frame;
        }
    }
    return sheet;
}

std::optional<CueExtent> data_extent(const CueSheet& sheet) {
    // Frames count from the file's beginning, and a file may have tracks with sectors of several sizes.
    u64 at = 0;
    u64 offset = 0;
    for (std::size_t i = 0; i < sheet.tracks.size(); ++i) {
        const auto& track = sheet.tracks[i];
        const bool first_in_file = i == 0 || sheet.tracks[i - 1].file != track.file;
        const auto start = start_of(track);
        const u64 bytes_before = first_in_file ? track.sector_bytes : sheet.tracks[i - 1].sector_bytes;
        if (first_in_file) at = offset = 0;
        if (start < at) return std::nullopt;
        offset += (start - at) * bytes_before;
        at = start;
        if (!track.data) continue;
        CueExtent extent{.file = track.file, .sector_bytes = track.sector_bytes, .offset = offset};
        if (i + 1 < sheet.tracks.size() && sheet.tracks[i + 1].file == track.file) {
            const auto& next = sheet.tracks[i + 1];
            const auto end = next.gap_frame.value_or(start_of(next));
            if (end > start) extent.bytes = (end - start) * track.sector_bytes;
        }
        return extent;
    }
    return std::nullopt;
}

std::vector<std::string> files_of_cue(Bytes text) { return read_cue(text).files; }

std::string data_file_of_cue(Bytes text) {
    auto sheet = read_cue(text);
    const auto extent = data_extent(sheet);
    return extent ? std::move(sheet.files[extent->file]) : std::string();
}

}  // namespace thaw::archives
