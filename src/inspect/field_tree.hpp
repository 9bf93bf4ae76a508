// The fields of a format by number: below each struct its fields, below each array its elements as one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw::inspect {

class FieldTree {
public:
    static constexpr u32 root = 0;

    FieldTree() : nodes_(1) {}

    // Made if it is new. Names are literals of the description: the same one mostly comes after the same one.
    u32 child(u32 node, std::string_view name) { return name.empty() ? node : find(node, name); }
    u32 element(u32 node) { return find(node, all_elements); }

    // As it would be written: ".bones[].parent".
    std::string path(u32 node) const;
    std::size_t size() const { return nodes_.size(); }

    // The same nodes as in another tree, which get their numbers in this one.
    std::vector<u32> add(const FieldTree& other);

private:
    static constexpr std::string_view all_elements = "[]";

    struct Node {
        u32 parent = 0;
        std::string_view name{};
        std::vector<u32> children{};
        std::size_t next = 0;  // of the children: which is likely asked for
    };

    u32 find(u32 node, std::string_view name);
    std::size_t search(u32 node, std::string_view name) const;

    std::vector<Node> nodes_;
};

}  // namespace thaw::inspect
