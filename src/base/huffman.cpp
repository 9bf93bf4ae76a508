#include "base/huffman.hpp"

#include <algorithm>
#include <array>

namespace thaw {

namespace {

struct Tree {
    u64 weight;
    u32 left;   // of a leaf: its symbol
    u32 right;  // leaf: no node has this number
};
constexpr u32 leaf = 0xFFFFFFFF;

// Lengths without a limit. Leaves come sorted by weight; made nodes come out in the order of theirs, so that the two
// lightest trees are always in front of one of two queues.
std::vector<u8> lengths_of(std::vector<Tree> trees, std::size_t symbols) {
    const std::size_t leaves = trees.size();
    std::size_t next_leaf = 0;
    std::size_t next_made = leaves;
    const auto lightest = [&] {
        const bool take_leaf =
            next_leaf < leaves && (next_made >= trees.size() || trees[next_leaf].weight <= trees[next_made].weight);
        return static_cast<u32>(take_leaf ? next_leaf++ : next_made++);
    };
    while (trees.size() < 2 * leaves - 1) {
        const u32 a = lightest();
        const u32 b = lightest();
        trees.push_back({trees[a].weight + trees[b].weight, a, b});
    }
    std::vector<u8> depths(trees.size());
    std::vector<u8> lengths(symbols);
    for (std::size_t i = trees.size(); i-- > 0;) {  // parents lie behind their children
        if (trees[i].right == leaf) {
            lengths[trees[i].left] = depths[i];
        } else {
            depths[trees[i].left] = depths[trees[i].right] = static_cast<u8>(depths[i] + 1);
        }
    }
    return lengths;
}

}  // namespace

HuffmanCode huffman_code(std::span<const u32> frequencies, u32 longest) {
    std::vector<Tree> leaves;
    for (u32 symbol = 0; symbol < frequencies.size(); ++symbol) {
        if (frequencies[symbol] != 0) leaves.push_back({frequencies[symbol], symbol, leaf});
    }
    for (u32 symbol = 0; leaves.size() < 2; ++symbol) {
        if (frequencies[symbol] == 0) leaves.push_back({1, symbol, leaf});
    }
    for (;;) {
        std::sort(leaves.begin(), leaves.end(), [](const Tree& a, const Tree& b) {
            return a.weight != b.weight ? a.weight < b.weight : a.left < b.left;
        });
        auto lengths = lengths_of(leaves, frequencies.size());
        if (*std::max_element(lengths.begin(), lengths.end()) <= longest) return canonical_code(std::move(lengths));
        for (Tree& tree : leaves) tree.weight = (tree.weight + 1) / 2;  // flatter, until the tree is low enough
    }
}

HuffmanCode canonical_code(std::vector<u8> lengths) {
    constexpr std::size_t most_bits = 16;
    std::array<u32, most_bits + 1> counts{};
    for (const u8 length : lengths) ++counts[length];
    counts[0] = 0;
    std::array<u32, most_bits + 1> next{};
    for (std::size_t i = 1; i <= most_bits; ++i) next[i] = (next[i - 1] + counts[i - 1]) << 1;
    HuffmanCode code{std::move(lengths)};
    for (const u8 length : code.lengths) {
        u32 reversed = 0;
        if (length != 0) {
            const u32 word = next[length]++;
            for (u32 bit = 0; bit < length; ++bit) reversed |= (word >> bit & 1) << (length - 1 - bit);
        }
        code.words.push_back(static_cast<u16>(reversed));
    }
    return code;
}

}  // namespace thaw
