// The steps of unpacking a .uz, each the inverse of what packed it.
#include <algorithm>

#include "base/endian.hpp"
#include "formats/unreal/archives/document.hpp"

namespace thaw::uz {

namespace {

constexpr u32 most_block_bytes = 0x40000;
constexpr u32 run_before_count = 5;
constexpr u32 deepest_tree = 256;  // of 256 leaves at most

Error damaged(std::string why) { return {Code::bad_value, std::move(why)}; }
Error too_large() { return {Code::over_budget, "more than a file of this size justifies"}; }

// The lowest bit of each byte first.
class Bits {
public:
    explicit Bits(Bytes bytes) : bytes_(bytes) {}

    bool ended() const { return at_ > 8 * u64{bytes_.size()}; }
    u32 next() {
        const u64 at = at_++;
        if (at >= 8 * u64{bytes_.size()}) return 0;
        return bytes_[static_cast<std::size_t>(at / 8)] >> (at % 8) & 1u;
    }
    u32 byte() {
        u32 out = 0;
        for (u32 i = 0; i < 8; ++i) out |= next() << i;
        return out;
    }

private:
    Bytes bytes_;
    u64 at_ = 0;
};

struct Node {
    std::array<u16, 2> next{};
    u8 value = 0;
    bool is_leaf = false;
};

class Tree {
public:
    // False if the bits are no tree.
    bool read(Bits& bits) { return add(bits, 0); }
    u8 value(Bits& bits) const {
        const Node* node = nodes_.data();
        while (!node->is_leaf) node = &nodes_[node->next[bits.next()]];
        return node->value;
    }
    // One value, which takes no bits.
    bool is_leaf() const { return nodes_[0].is_leaf; }

private:
    bool add(Bits& bits, u32 depth) {
        constexpr std::size_t most_nodes = 1023;  // twice what 256 bytes take, so that one may have two codes
        if (depth > deepest_tree || nodes_.size() >= most_nodes || bits.ended()) return false;
        const std::size_t own = nodes_.size();
        nodes_.emplace_back();
        if (bits.next() == 0) {
            nodes_[own].value = static_cast<u8>(bits.byte());
            nodes_[own].is_leaf = true;
            return true;
        }
        for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
            nodes_[own].next[side] = static_cast<u16>(nodes_.size());
            if (!add(bits, depth + 1)) return false;
        }
        return true;
    }

    std::vector<Node> nodes_{};
};

using Step = Result<std::vector<u8>>;

Step huffman(Bytes in, u64 most_bytes) {
    if (in.size() < 4) return damaged("it ends before the number of its bytes");
    const u64 n = load<u32>(in.data(), Order::little);
    Bits bits(in.subspan(4));
    Tree tree;
    if (n == 0) return std::vector<u8>();
    if (!tree.read(bits)) return damaged("its tree of codes is none");
    if (n > most_bytes || (!tree.is_leaf() && n > 8 * u64{in.size()})) return too_large();
    std::vector<u8> out;
    for (u64 i = 0; i < n && !bits.ended(); ++i) out.push_back(tree.value(bits));
    if (bits.ended()) return damaged("it ends early");
    return out;
}

Step move_to_front(std::vector<u8> bytes) {
    std::array<u8, 256> order{};
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<u8>(i);
    for (u8& byte : bytes) {
        const auto place = order.begin() + byte;
        byte = *place;
        std::rotate(order.begin(), place, place + 1);
    }
    return bytes;
}

// One block: the last column of its sorted turns, where the turn at `last` begins with the end of the text.
bool sorted_block(Bytes column, u32 first, u32 last, std::vector<u8>& out) {
    const auto n = static_cast<u32>(column.size() - 1);
    if (first > n || last > n) return false;
    std::array<u32, 258> start{};
    for (u32 i = 0; i <= n; ++i) ++start[(i == last ? 256u : column[i]) + 1];
    for (std::size_t i = 1; i < start.size(); ++i) start[i] += start[i - 1];
    std::vector<u32> next(column.size());
    for (u32 i = 0; i <= n; ++i) next[start[i == last ? 256u : column[i]]++] = i;
    u32 at = first;
    for (u32 i = 0; i < n; ++i) {
        out.push_back(column[at]);
        at = next[at];
    }
    return true;
}

Step burrows_wheeler(const std::vector<u8>& in) {
    constexpr std::size_t header = 12;
    std::vector<u8> out;
    for (std::size_t at = 0; at < in.size();) {
        if (in.size() - at < header) return damaged("a block ends inside its header");
        const u32 n = load<u32>(in.data() + at, Order::little);
        const u32 first = load<u32>(in.data() + at + 4, Order::little);
        const u32 last = load<u32>(in.data() + at + 8, Order::little);
        at += header;
        if (n > 4 * most_block_bytes || n + std::size_t{1} > in.size() - at) return damaged("a block ends early");
        if (!sorted_block(Bytes(in).subspan(at, n + std::size_t{1}), first, last, out)) {
            return damaged("a block begins or ends outside of itself");
        }
        at += n + std::size_t{1};
    }
    return out;
}

// Five equal bytes in a row are followed by how many there are.
Step runs(const std::vector<u8>& in, u64 most_bytes) {
    std::vector<u8> out;
    u8 previous = 0;
    u32 equal = 0;
    for (std::size_t i = 0; i < in.size(); ++i) {
        equal = in[i] == previous ? equal + 1 : 1;
        previous = in[i];
        out.push_back(previous);
        if (equal < run_before_count || i + 1 == in.size()) continue;
        const u32 count = in[++i];
        if (count < 2) return damaged("a run is too short");
        if (count > run_before_count) out.insert(out.end(), count - run_before_count, previous);
        if (out.size() > most_bytes) return too_large();
        equal = 0;
    }
    return out;
}

}  // namespace

Result<Blob> unpack(const Document& document, u64 most_bytes) {
    Step step = huffman(document.packed.bytes(), most_bytes);
    if (step && document.signature == newer_signature) step = runs(*step, most_bytes);
    if (step) step = move_to_front(std::move(*step));
    if (step) step = burrows_wheeler(*step);
    if (step) step = runs(*step, most_bytes);
    if (!step) return step.error();
    return Blob::take(std::move(*step));
}

}  // namespace thaw::uz
