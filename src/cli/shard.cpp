#include "cli/shard.hpp"

#include <charconv>

#include "base/text.hpp"
#include "cli/target.hpp"
#include "io/path.hpp"

namespace thaw::cli {

namespace {

u64 spread(std::string_view text) {
    u64 hash = 0xcbf29ce484222325;  // FNV-1a
    for (const char c : text) hash = (hash ^ static_cast<u8>(c)) * 0x100000001b3;
    return hash ^ (hash >> 32);
}

}  // namespace

std::optional<Shard> parse_shard(const std::string& text) {
    Shard shard;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, shard.index);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, end, shard.count);
    if (second.ec != std::errc() || second.ptr != end) return std::nullopt;
    if (shard.index < 1 || shard.index > shard.count) return std::nullopt;
    return shard;
}

ValueCheck shard_check() {
    return [](const std::string& text) {
        return parse_shard(text) ? std::string() : text + " is not like 3/8, the third of eight parts";
    };
}

void keep_shard(io::Inputs& inputs, const Shard& shard) {
    std::erase_if(inputs.models, [&](const io::Input& input) {
        return spread(text::lower(io::join(input.below, stem_of(input)))) % shard.count != shard.index - 1;
    });
}

}  // namespace thaw::cli
