#include <algorithm>
#include <array>

#include <thaw/archives.hpp>
#include "archives/cue.hpp"
#include "archives/sectors.hpp"
#include "archives/tar_header.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

using namespace std::string_view_literals;

struct Mark {
    std::string_view bytes;
    std::string_view kind;
};

constexpr std::array marks{
    Mark{"PK\3\4"sv, "zip"},
    Mark{"PK\5\6"sv, "zip"},          // without a file
    Mark{"PK\7\x08PK\3\4"sv, "zip"},  // once meant for several disks
    Mark{"7z\xBC\xAF\x27\x1C"sv, "7z"},
    Mark{"Rar!\x1A\7\0"sv, "rar"},
    Mark{"Rar!\x1A\7\1\0"sv, "rar"},
    Mark{"\x1F\x8B\x08"sv, "gzip"},
    Mark{"\xFD"
         "7zXZ\0"sv,
         "xz"},
    Mark{"\x28\xB5\x2F\xFD"sv, "zstd"},
};

// "BZh", how large its blocks are, and the first digits of pi (or, of an empty file, of its square root).
bool is_bzip2(std::string_view start) {
    if (start.size() < 10 || !start.starts_with("BZh") || start[3] < '1' || start[3] > '9') return false;
    const auto digits = start.substr(4, 6);
    return digits == "\x31\x41\x59\x26\x53\x59" || digits == "\x17\x72\x45\x38\x50\x90";
}

bool is_iso(Source& source) {
    constexpr u64 descriptor_offset = 16 * data_sector_bytes;
    std::array<u8, 6> found;
    // A file system may begin with the descriptor of something to start the machine from.
    return source.read(descriptor_offset, found) && found[0] <= 3 &&
           std::equal(found.begin() + 1, found.end(), "CD001");
}

bool is_cue(std::string_view name, Source& source) {
    if (!text::ends_with_ignoring_case(name, ".cue") || source.size() > largest_cue_bytes) return false;
    std::vector<u8> whole(static_cast<std::size_t>(source.size()));
    return source.read(0, whole) && !files_of_cue(whole).empty();
}

}  // namespace

std::span<const KnownKind> known_kinds() {
    using Endings = std::string_view[];
    static constexpr Endings zip{".zip", ".pk3", ".pk4", ".pke"}, seven{".7z"}, rar{".rar"}, tar{".tar"};
    static constexpr Endings gzip{".gz", ".tgz"}, bzip2{".bz2", ".tbz2"}, xz{".xz", ".txz"}, zstd{".zst"};
    static constexpr Endings iso{".iso"}, bin{".bin"}, cue{".cue"};
    static constexpr KnownKind kinds[] = {{"zip", "zip archive", zip},
                                          {"7z", "7-Zip archive", seven},
                                          {"rar", "RAR archive", rar},
                                          {"tar", "tar archive", tar},
                                          {"gzip", "gzip file, or tar packed with it", gzip},
                                          {"bzip2", "bzip2 file, or tar packed with it", bzip2},
                                          {"xz", "xz file, or tar packed with it", xz},
                                          {"zstd", "Zstandard file, or tar packed with it", zstd},
                                          {"iso", "ISO 9660 disc image", iso},
                                          {"bin", "raw disc image", bin},
                                          {"cue", "cue sheet of a disc image", cue}};
    return kinds;
}

std::string_view kind_of(std::string_view name, Source& source) {
    std::array<u8, tar_block_bytes> block{};
    const auto there = static_cast<std::size_t>(std::min<u64>(source.size(), block.size()));
    if (!source.read(0, std::span(block).first(there))) return {};
    const auto characters = text::view_as_text(Bytes(block).first(there));
    const std::string_view start = characters;
    for (const auto& mark : marks) {
        if (start.starts_with(mark.bytes)) return mark.kind;
    }
    if (is_bzip2(start)) return "bzip2";
    if (block[0] != 0 && is_tar_header(Bytes(block).first(there))) return "tar";
    if (is_iso(source)) return "iso";
    if (find_layout(source, 0, 0)) return "bin";
    if (is_cue(name, source)) return "cue";
    return {};
}

}  // namespace thaw::archives
