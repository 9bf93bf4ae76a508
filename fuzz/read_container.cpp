// Any bytes as an archive or a disc: refused, or files that are the same when they are loaded again, within the limits.
// libarchive itself is not instrumented; its memory is watched all the same.
#include <algorithm>
#include <optional>

#include "containers/containers.hpp"
#include "target.hpp"

namespace {

using namespace thaw;

constexpr std::size_t sector_bytes = 2048;

std::vector<u8> with_first_sectors(Bytes disc) {
    std::vector<u8> out(16 * sector_bytes);
    out.insert(out.end(), disc.begin(), disc.end());
    out.resize(std::max(out.size(), 24 * sector_bytes));
    return out;
}

std::vector<u8> as_raw_sectors(Bytes disc) {
    constexpr u8 header[24] = {0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 2, 0, 2};
    std::vector<u8> out;
    for (; !disc.empty(); disc = disc.subspan(std::min(disc.size(), sector_bytes))) {
        const auto sector = disc.first(std::min(disc.size(), sector_bytes));
        const auto start = out.size();
        out.insert(out.end(), header, header + sizeof header);
        out.insert(out.end(), sector.begin(), sector.end());
        out.resize(start + 2352);
    }
    return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const u8* data, std::size_t size) {
    if (size == 0) return 0;
    // The last byte chooses, so that a seed is a container's own file with one byte more.
    const u8 choice = data[size - 1] % 4;
    std::vector<u8> file(data, data + size - 1);
    if (choice == 1 || choice == 2) file = with_first_sectors(file);
    if (choice == 2) file = as_raw_sectors(file);
    const auto source = containers::blob_source(Blob::take(std::move(file)));
    Context context;
    context.limits.input_bytes = 1 << 20;
    const bool cue = choice == 3;
    auto opened = containers::open(cue ? "a.cue" : "a", source, context, cue ? source : nullptr);
    if (!opened) {
        fuzz::require(!opened.error().message.empty(), "an error without words");
        return 0;
    }
    const auto count = std::min<std::size_t>((*opened)->entries().size(), 8);
    std::vector<std::optional<Blob>> loaded;
    for (std::size_t i = 0; i < count; ++i) {
        auto blob = (*opened)->load(i);
        fuzz::require(!blob || blob->size() <= context.limits.input_bytes, "more than was allowed");
        loaded.push_back(blob ? std::optional(*blob) : std::nullopt);
    }
    for (std::size_t i = count; i-- > 0;) {
        const auto again = (*opened)->load(i);
        fuzz::require(!loaded[i] || (again.ok() && *again == *loaded[i]), "another file the second time");
    }
    return 0;
}
