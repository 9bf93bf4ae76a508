// What the numbered files of a BIG are called. Nothing in the archive says so.
#include <array>
#include <optional>

#include "base/endian.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/ctr/family.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/ctr/model/kind.hpp"

namespace thaw::big {

namespace {

constexpr std::size_t american_entries = 608;  // the Japanese release has as many
constexpr std::size_t tracks = 25;             // 18 to race on, 7 to fight in
constexpr std::size_t files_a_track = 8;

struct Range {
    std::size_t first;
    std::size_t last;
    const char* word;
    std::string_view kind;  // only a file that is one is called so
};
constexpr Range american[] = {
    {242, 257, "driver_hi", "ctr"},   {258, 258, "shared", "vrm"},     {259, 259, "shared", "mpk"},
    {260, 307, "pack", "mpk"},        {308, 323, "driver_med", "ctr"}, {332, 347, "driver_low", "ctr"},
    {364, 365, "cutscene", "vrm"},    {366, 397, "win_dance", "ctr"},  {398, 429, "lose_dance", "ctr"},
    {430, 437, "trophy_girl", "ctr"}, {438, 449, "misc", "ctr"},       {450, 479, "boss", "ctr"},
};

std::string american_word(std::size_t entry, std::string_view kind) {
    if (entry < tracks * files_a_track) {
        constexpr std::array<const char*, 4> views{"1p", "2p", "4p", "relic"};
        if (kind != (entry % 2 == 0 ? "vrm" : "lev")) return {};
        const std::size_t track = entry / files_a_track;
        return "track" + std::string(track < 10 ? "0" : "") + std::to_string(track) + "_" +
               views[entry % files_a_track / 2];
    }
    for (const Range& range : american) {
        if (entry >= range.first && entry <= range.last && kind == range.kind) return range.word;
    }
    return {};
}

}  // namespace

std::string_view content_kind(const Blob& bytes) {
    if (bytes.empty()) return "empty";
    const u32 mark = bytes.size() < 4 ? 0 : load<u32>(bytes.data(), Order::little);
    if ((mark == vrm::stream_mark || mark == vrm::tim_mark) &&
        vrm::format.sniff("", bytes, {}).confidence >= Confidence::likely) {
        return "vrm";
    }
    const auto kind = ctr::kind_of(bytes);
    if (!kind || !kind->sure || !kind->wrapped) return "bin";
    switch (kind->kind) {
        case ctr::Kind::model: return "ctr";
        case ctr::Kind::pack: return "mpk";
        case ctr::Kind::level: return "lev";
    }
    return "bin";
}

std::string entry_name(std::size_t entry, std::size_t entries, std::string_view kind) {
    std::string name = std::to_string(entry);
    name.insert(0, name.size() < 4 ? 4 - name.size() : 0, '0');
    if (const std::string word = entries == american_entries ? american_word(entry, kind) : std::string();
        !word.empty()) {
        name += "_" + word;
    }
    return name + "." + std::string(kind == "empty" ? "bin" : kind);
}

}  // namespace thaw::big
