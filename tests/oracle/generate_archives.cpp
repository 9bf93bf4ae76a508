#include "oracle/generate_archives.hpp"

#include "formats/ctc/archive/document.hpp"
#include "formats/ctr/archive/document.hpp"
#include "formats/soulfu/sdf/document.hpp"

namespace thaw::test {

namespace {

// Some that can be packed and some that cannot.
Blob some_bytes(Entropy& entropy) {
    std::vector<u8> bytes(entropy.below(entropy.one_in(4) ? 300 : 40));
    const u64 range = entropy.one_in(2) ? 3 : 256;
    for (u8& byte : bytes) byte = static_cast<u8>(entropy.below(range));
    return Blob::take(std::move(bytes));
}

std::vector<ArchiveFile> some_files(Entropy& entropy, std::span<const std::string_view> endings) {
    std::vector<ArchiveFile> files;
    for (u64 n = entropy.below(6); n > 0; --n) {
        std::string name;
        for (u64 letters = 1 + entropy.below(8); letters > 0; --letters) {
            name += static_cast<char>('A' + entropy.below(26));
        }
        const std::string_view ending = endings[entropy.below(endings.size())];
        if (!ending.empty()) name += "." + std::string(ending);
        files.push_back({.name = std::move(name), .bytes = some_bytes(entropy)});
    }
    return files;
}

// A number that leads nowhere in particular.
u32 odd(Entropy& entropy, u32 usual) {
    switch (entropy.below(4)) {
        case 0: return static_cast<u32>(entropy.below(600));
        case 1: return usual + static_cast<u32>(entropy.below(5)) - 2;
        case 2: return ~u32{0} >> entropy.below(32);
        default: return usual;
    }
}

// Bytes that belong to no file, at the end.
void add_slack(Blob& image, Entropy& entropy) {
    if (!entropy.one_in(4)) return;
    std::vector<u8> bytes(image.bytes().begin(), image.bytes().end());
    bytes.insert(bytes.end(), entropy.below(20), static_cast<u8>(entropy.next()));
    image = Blob::take(std::move(bytes));
}

template <class Document, class Disturb>
std::optional<Bundle> finished(const Format& format, Result<Document> built, Entropy& entropy, Disturb&& disturb) {
    if (!built) return std::nullopt;
    auto document = std::make_unique<Document>(std::move(*built));
    add_slack(document->image, entropy);
    const bool odd_one = entropy.one_in(2);
    for (auto& entry : document->entries) {
        if (odd_one && entropy.one_in(3)) disturb(entry);
    }
    auto written = write({&format, {}, std::move(document)});
    if (!written) return std::nullopt;
    return std::move(*written);
}

}  // namespace

std::optional<Bundle> generate_archive(const Format& format, Entropy& entropy) {
    constexpr std::string_view plain[] = {"ctc", "tga", ""};
    if (format.id == "big") {
        return finished(format, big::build(some_files(entropy, plain)), entropy, [&](big::Entry& entry) {
            entry.sector = odd(entropy, entry.sector);
            entry.size = odd(entropy, entry.size);
        });
    }
    if (format.id == "sdf") {
        return finished(format, sdf::build(some_files(entropy, sdf::type_names)), entropy, [&](sdf::Entry& entry) {
            entry.offset = odd(entropy, entry.offset);
            entry.word = odd(entropy, entry.word);
            entry.name[entropy.below(8)] = static_cast<char>(entropy.next());
        });
    }
    return finished(format, adat::build(some_files(entropy, plain)), entropy, [&](adat::Entry& entry) {
        entry.offset = odd(entropy, entry.offset);
        entry.size = odd(entropy, entry.size);
        entry.packed_size = odd(entropy, entry.packed_size);
        entry.path[entropy.below(128)] = static_cast<char>(entropy.next());
    });
}

}  // namespace thaw::test
