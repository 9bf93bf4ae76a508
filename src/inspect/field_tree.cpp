#include "inspect/field_tree.hpp"

#include <algorithm>

namespace thaw::inspect {

u32 FieldTree::find(u32 node, std::string_view name) {
    const auto& children = nodes_[node].children;
    std::size_t at = nodes_[node].next;
    if (at >= children.size() || nodes_[children[at]].name.data() != name.data()) {
        at = search(node, name);
        if (at == children.size()) {
            nodes_[node].children.push_back(static_cast<u32>(nodes_.size()));
            nodes_.push_back({.parent = node, .name = name});
        }
    }
    Node& parent = nodes_[node];
    parent.next = at + 1 == parent.children.size() ? 0 : at + 1;
    return parent.children[at];
}

std::size_t FieldTree::search(u32 node, std::string_view name) const {
    const auto& children = nodes_[node].children;
    const auto found =
        std::find_if(children.begin(), children.end(), [&](u32 child) { return name == nodes_[child].name; });
    return static_cast<std::size_t>(found - children.begin());
}

std::string FieldTree::path(u32 node) const {
    if (node == root) return {};
    const Node& one = nodes_[node];
    std::string out = path(one.parent);
    if (one.name != all_elements) out += '.';
    return out += one.name;
}

std::vector<u32> FieldTree::add(const FieldTree& other) {
    std::vector<u32> out(other.nodes_.size(), root);
    for (std::size_t i = 1; i < other.nodes_.size(); ++i) {
        out[i] = find(out[other.nodes_[i].parent], other.nodes_[i].name);
    }
    return out;
}

}  // namespace thaw::inspect
