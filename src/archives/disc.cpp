#include "archives/disc.hpp"

#include <algorithm>

#include "archives/cue.hpp"
#include "archives/sectors.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

Result<std::shared_ptr<Source>> data_track(Source& cue, std::shared_ptr<Source> companion) {
    std::vector<u8> text(static_cast<std::size_t>(std::min<u64>(cue.size(), largest_cue_bytes)));
    if (!cue.read(0, text)) return Error{Code::io, "cannot be read"};
    const auto sheet = read_cue(text);
    const auto extent = data_extent(sheet);
    if (!extent) return Error{Code::unsupported, "this cue sheet names no data, only music"};
    const auto name = text::printable(sheet.files[extent->file]);
    if (companion == nullptr) return Error{Code::missing_part, "the file with its data is missing: " + name};
    const auto layout = find_layout(*companion, extent->offset, extent->sector_bytes);
    if (!layout) {
        return Error{Code::bad_value, name + " has no data in sectors of " + std::to_string(extent->sector_bytes) +
                                          " bytes where the cue sheet says"};
    }
    return raw_sectors(std::move(companion), *layout, extent->offset, extent->bytes);
}

}  // namespace

Result<std::shared_ptr<Source>> disc_sectors(std::string_view kind, std::shared_ptr<Source> source,
                                             std::shared_ptr<Source> companion) {
    if (kind == "cue") {
        auto track = data_track(*source, std::move(companion));
        if (!track) return track.error();
        source = std::move(*track);
    } else if (kind == "bin") {
        const auto layout = find_layout(*source, 0, 0);
        if (!layout) return Error{Code::bad_value, "no sectors of a disc"};
        source = raw_sectors(std::move(source), *layout);
    }
    return source;
}

}  // namespace thaw::archives
