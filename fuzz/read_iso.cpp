// A disc without its first sixteen sectors, which say nothing. The last byte chooses whether they are raw.
#include <algorithm>

#include "archives/sectors.hpp"
#include "read_archive.hpp"

namespace {

using namespace thaw;

constexpr std::size_t sector_bytes = 2048;

archives::Opened open_plain(std::shared_ptr<archives::Source> source, const Context& context) {
    const u64 bytes = source->size();
    return archives::open_iso(std::move(source), "iso", context, bytes);
}

archives::Opened open_raw(std::shared_ptr<archives::Source> source, const Context& context) {
    const u64 bytes = source->size();
    const auto layout = archives::find_layout(*source, 0, 0);
    if (!layout) return Error{Code::bad_value, "no sectors of a disc"};
    return archives::open_iso(archives::raw_sectors(std::move(source), *layout), "bin", context, bytes);
}

std::vector<u8> as_raw_sectors(Bytes disc, u8 mode) {
    constexpr u8 sync[12] = {0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0};
    std::vector<u8> out;
    for (; !disc.empty(); disc = disc.subspan(std::min(disc.size(), sector_bytes))) {
        const auto sector = disc.first(std::min(disc.size(), sector_bytes));
        const auto start = out.size();
        out.insert(out.end(), sync, sync + sizeof sync);
        out.insert(out.end(), {0, 2, 0, mode});
        out.resize(out.size() + (mode == 2 ? 8 : 0));
        out.insert(out.end(), sector.begin(), sector.end());
        out.resize(start + 2352);
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
    if (size == 0) return 0;
    std::vector<u8> disc(16 * sector_bytes);
    disc.insert(disc.end(), data, data + size - 1);
    const u8 mode = data[size - 1] % 4;
    if (mode == 0) fuzz::read_archive(open_plain, disc);
    if (mode == 1 || mode == 2) fuzz::read_archive(open_raw, as_raw_sectors(disc, mode));
    if (mode == 3) fuzz::read_archive(open_raw, Bytes(data, size));
    return 0;
}
