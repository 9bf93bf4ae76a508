// Outline: where every field of a file lies, as a tree that any path can be followed in. Arrays of fixed records have
// one element that stands for all, so that it takes little memory however large the file is.
#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <thaw/limits.hpp>

#include "inspect/path.hpp"

namespace thaw::inspect {

class Outline final : public LeafSink {
public:
    enum class Shape : u8 { scope, array, records, leaf };
    static constexpr u32 none = ~u32{0};
    static constexpr u32 root = 0;

    struct Node {
        const char* name = nullptr;  // of an element: the array's
        u64 index = no_index;
        u64 offset = 0;
        u64 size = 0;
        u64 count = 0;          // elements; of a leaf, scalars
        u64 element_bytes = 0;  // records
        u32 first = none;       // child
        u32 last = none;
        u32 next = none;  // sibling
        u32 type = none;  // leaf
        Shape shape = Shape::scope;
    };

    // Of these bytes, which have to stay.
    explicit Outline(Bytes bytes);

    void image() override { is_image_ = true; }
    void enter(const char* name, u64 index, u64 offset) override;
    void leave(u64 end) override;
    void leaf(const Leaf& leaf) override;
    void array(const char* name, u64 n, u64 offset) override;
    Range open(const char* name, u64 n, u64 offset, u64 element_bytes) override;

    const Node& operator[](u32 node) const { return nodes_[node]; }
    Bytes bytes() const { return bytes_; }
    bool is_image() const { return is_image_; }
    bool is_complete() const { return is_complete_; }  // false: more memory than allowed
    // A leaf as it was seen, `shift` bytes farther on.
    Leaf leaf_at(u32 node, u64 shift) const;
    // Bytes of fields, in order and without overlaps.
    struct Run {
        u64 first;
        u64 last;  // exclusive
        friend bool operator==(const Run&, const Run&) = default;
    };
    std::vector<Run> covered() const;

    // Where the other one has other fields, or the same ones elsewhere: the path of the first; empty if they are alike.
    std::optional<std::string> first_difference(const Outline& other) const;

private:
    struct LeafType {
        Kind kind;
        Order order;
        Meaning meaning;
        u32 grid;
    };

    u32 add(u32 parent, Node node);
    u32 array_for(const char* name, u64 offset);
    u32 type_of(const Leaf& leaf);
    bool same_type(u32 type, const Outline& other, u32 other_type) const;
    bool differs(u32 node, const Outline& other, u32 other_node, std::string& path) const;

    Bytes bytes_;
    std::size_t most_nodes_;
    std::vector<Node> nodes_;
    std::vector<u32> open_;  // scopes entered and not left
    std::vector<LeafType> types_;
    std::deque<Grid> grids_;
    std::size_t skipped_ = 0;  // scopes entered after the memory was used up
    bool is_image_ = false;
    bool is_complete_ = true;
};

// A field of an outline: a struct, an array, an element, a leaf or a piece of one.
struct Item {
    enum class What : u8 { scope, array, records, leaf, row };
    What what = What::scope;
    u32 node = Outline::root;
    u64 shift = 0;  // bytes, inside an element of an array of records
    std::string path{};
    Field field{};  // leaf and row
    u64 row = 0;
};

Item root_of(const Outline& outline);
Item item_of(const Outline& outline, u32 node, u64 shift, std::string path);
// Of a scope or an array: the one that is `node`.
Item child_item(const Outline& outline, const Item& item, u32 node);
std::string_view name_of(const Outline::Node& node);
bool same_name(const Outline::Node& a, const Outline::Node& b);
bool has_children(const Outline& outline, const Item& item);
// Whether its children are elements of equal rank, and how many there are.
bool is_array(const Outline& outline, const Item& item);
u64 children(const Outline& outline, const Item& item);
// Calls visit for each child from `first` on, until it returns false.
void each_child(const Outline& outline, const Item& item, u64 first, const std::function<bool(Item&&)>& visit);
// Nothing if there is no such field.
std::optional<Item> find_item(const Outline& outline, std::span<const Segment> path);
u64 offset_of(const Outline& outline, const Item& item);
u64 size_of(const Outline& outline, const Item& item);

}  // namespace thaw::inspect
