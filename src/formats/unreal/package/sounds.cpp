// Sounds, music and texts, which a package holds as they are.
#include <algorithm>

#include "base/text.hpp"
#include "formats/unreal/package/sources.hpp"

namespace thaw::upackage {

namespace {

struct Mark {
    u64 at;
    std::string_view bytes;
    std::string_view ending;
};
constexpr Mark marks[] = {
    {0, "RIFF", ".wav"},    {0, "OggS", ".ogg"},      {0, "IMPM", ".it"},     {44, "SCRM", ".s3m"},
    {0, "ID3", ".mp3"},     {0, "Extended M", ".xm"}, {1080, "M.K.", ".mod"}, {1080, "M!K!", ".mod"},
    {1080, "4CHN", ".mod"}, {1080, "6CHN", ".mod"},   {1080, "8CHN", ".mod"}, {1080, "FLT4", ".mod"},
};
// Endings that a package may ask for where the bytes do not tell. No others: what a package calls a sound may be a
// program.
constexpr std::string_view known_endings[] = {"wav", "mp3", "ogg", "it", "s3m", "xm", "mod", "mid"};

bool is_program(const Blob& bytes) {
    return text::view_as_text(bytes.slice(0, 2).bytes()) == "MZ" || text::view_as_text(bytes.slice(0, 4).bytes()) ==
                                                                        "\x7F"
                                                                        "ELF";
}

}  // namespace

std::string sound_ending(const Document& package, const SoundBody& sound) {
    for (const Mark& mark : marks) {
        if (text::view_as_text(sound.bytes.slice(mark.at, mark.bytes.size()).bytes()) == mark.bytes) {
            return std::string(mark.ending);
        }
    }
    const std::string format = text::lower(package.name_of(sound.format));
    const bool known = std::find(std::begin(known_endings), std::end(known_endings), format) != std::end(known_endings);
    return known && !is_program(sound.bytes) ? "." + format : ".bin";
}

Blob text_of(const TextBody& text) {
    const bool wide = text.length.value() < 0;
    const std::size_t unit = wide ? 2 : 1;
    std::size_t n = text.text.size() - text.text.size() % unit;
    const auto is_zero = [&](std::size_t at) {
        return text.text.data()[at] == 0 && text.text.data()[at + unit - 1] == 0;
    };
    while (n > 0 && is_zero(n - unit)) n -= unit;
    if (!wide || n == 0) return text.text.slice(0, n);
    std::vector<u8> out{0xFF, 0xFE};  // says that characters have 16 bits
    out.insert(out.end(), text.text.data(), text.text.data() + n);
    return Blob::take(std::move(out));
}

}  // namespace thaw::upackage
