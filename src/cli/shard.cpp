#include "cli/shard.hpp"

#include <charconv>

#include "base/checksums.hpp"
#include "base/text.hpp"
#include "cli/target.hpp"
#include "io/path.hpp"

namespace thaw::cli {

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
        const u64 hash = fnv1a(text::lower(io::join(input.below, stem_of(input))));
        return (hash ^ (hash >> 32)) % shard.count != shard.index - 1;
    });
}

}  // namespace thaw::cli
