#include "inspect/outline.hpp"

#include <algorithm>

#include "base/field_path.hpp"
#include "inspect/grid.hpp"

namespace thaw::inspect {

namespace {

constexpr std::size_t spare_nodes = 1 << 14;

bool same_name(const char* a, const char* b) {
    return a == b || std::string_view(a == nullptr ? "" : a) == (b == nullptr ? "" : b);
}

bool same_grid(const Grid& a, const Grid& b) {
    return a.rows == b.rows && a.stride == b.stride && a.cells == b.cells && a.cell_kind == b.cell_kind &&
           a.cell_repeat == b.cell_repeat;
}

}  // namespace

// A field takes a byte at least; what is more than that lies over others.
Outline::Outline(Bytes bytes)
    : bytes_(bytes), most_nodes_(std::min<std::size_t>(bytes.size() + spare_nodes, none - 1)) {
    nodes_.push_back({.size = bytes.size()});
    open_.push_back(root);
}

u32 Outline::add(u32 parent, Node node) {
    if (nodes_.size() >= most_nodes_) {
        is_complete_ = false;
        return none;
    }
    const u32 added = static_cast<u32>(nodes_.size());
    nodes_.push_back(node);
    Node& above = nodes_[parent];
    (above.first == none ? above.first : nodes_[above.last].next) = added;
    nodes_[parent].last = added;
    return added;
}

void Outline::array(const char* name, u64 n, u64 offset) {
    if (is_complete_ && n > 0) add(open_.back(), {.name = name, .offset = offset, .count = n, .shape = Shape::array});
}

LeafSink::Range Outline::open(const char* name, u64 n, u64 offset, u64 element_bytes) {
    if (!is_complete_ || n == 0) return {0, 0};
    add(open_.back(), {.name = name,
                       .offset = offset,
                       .size = n * element_bytes,
                       .count = n,
                       .element_bytes = element_bytes,
                       .shape = Shape::records});
    return {0, is_complete_ ? 1u : 0u};
}

// A list that ends with a terminator announces itself with its first element.
u32 Outline::array_for(const char* name, u64 offset) {
    const u32 last = nodes_[open_.back()].last;
    if (last != none && nodes_[last].shape != Shape::leaf && nodes_[last].index == no_index &&
        nodes_[last].shape != Shape::scope && same_name(nodes_[last].name, name)) {
        return last;
    }
    return add(open_.back(), {.name = name, .offset = offset, .shape = Shape::array});
}

void Outline::enter(const char* name, u64 index, u64 offset) {
    u32 node = none;
    if (is_complete_) {
        const u32 parent = index == no_index ? open_.back() : array_for(name, offset);
        if (parent != none) node = add(parent, {.name = name, .index = index, .offset = offset});
        if (node != none && index != no_index && nodes_[parent].shape == Shape::array) {
            nodes_[parent].count = std::max(nodes_[parent].count, index + 1);
            nodes_[parent].offset = std::min(nodes_[parent].offset, offset);
        }
    }
    node == none ? static_cast<void>(++skipped_) : open_.push_back(node);
}

void Outline::leave(u64 end) {
    if (skipped_ > 0) {
        --skipped_;
        return;
    }
    Node& node = nodes_[open_.back()];
    if (node.shape == Shape::scope) node.size = end > node.offset ? end - node.offset : 0;
    open_.pop_back();
    Node& above = nodes_[open_.back()];
    if (node.index == no_index || above.last == none) return;
    Node& list = nodes_[above.last];
    if (list.shape == Shape::array && end > list.offset) list.size = std::max(list.size, end - list.offset);
}

void Outline::leaf(const Leaf& leaf) {
    if (!is_complete_) return;
    const u32 type = type_of(leaf);
    if (leaf.name != nullptr) {
        add(open_.back(), {.name = leaf.name,
                           .offset = leaf.offset,
                           .size = leaf.raw.size(),
                           .count = leaf.repeat,
                           .type = type,
                           .shape = Shape::leaf});
        return;
    }
    Node& element = nodes_[open_.back()];  // which is the scalar itself
    element.shape = Shape::leaf;
    element.offset = leaf.offset;
    element.size = leaf.raw.size();
    element.count = leaf.repeat;
    element.type = type;
}

u32 Outline::type_of(const Leaf& leaf) {
    const auto fits = [&](const LeafType& type) {
        return type.grid == none && leaf.grid == nullptr && type.kind == leaf.kind && type.order == leaf.order &&
               type.meaning.role == leaf.meaning.role && type.meaning.names.data() == leaf.meaning.names.data() &&
               type.meaning.parts.data() == leaf.meaning.parts.data() && type.meaning.limit == leaf.meaning.limit &&
               type.meaning.nowhere == leaf.meaning.nowhere;
    };
    constexpr std::ptrdiff_t looked_at = 64;  // the newest; what was last seen longer ago is kept twice
    const auto from = types_.size() > looked_at ? types_.end() - looked_at : types_.begin();
    if (const auto known = std::find_if(from, types_.end(), fits); known != types_.end()) {
        return static_cast<u32>(known - types_.begin());
    }
    u32 grid = none;
    if (leaf.grid != nullptr) {
        grid = static_cast<u32>(grids_.size());
        grids_.push_back(*leaf.grid);
    }
    types_.push_back({leaf.kind, leaf.order, leaf.meaning, grid});
    return static_cast<u32>(types_.size() - 1);
}

Leaf Outline::leaf_at(u32 node, u64 shift) const {
    const Node& one = nodes_[node];
    const LeafType& type = types_[one.type];
    const Bytes raw = bytes_.subspan(static_cast<std::size_t>(one.offset + shift), static_cast<std::size_t>(one.size));
    return {one.name,  one.offset + shift, raw,        type.kind,
            one.count, type.meaning,       type.order, type.grid == none ? nullptr : &grids_[type.grid]};
}

std::vector<Outline::Run> Outline::covered() const {
    std::vector<Run> all;
    std::vector<u32> nodes{root};
    while (!nodes.empty()) {
        const Node& node = nodes_[nodes.back()];
        nodes.pop_back();
        if (node.shape == Shape::leaf || node.shape == Shape::records) {
            if (node.size > 0) all.push_back({node.offset, node.offset + node.size});
            continue;
        }
        for (u32 child = node.first; child != none; child = nodes_[child].next) nodes.push_back(child);
    }
    std::sort(all.begin(), all.end(), [](const Run& a, const Run& b) { return a.first < b.first; });
    std::vector<Run> out;
    for (const Run& run : all) {
        if (!out.empty() && run.first <= out.back().last) {
            out.back().last = std::max(out.back().last, run.last);
        } else {
            out.push_back(run);
        }
    }
    return out;
}

bool Outline::same_type(u32 type, const Outline& other, u32 other_type) const {
    if (type == none || other_type == none) return type == other_type;
    const LeafType& a = types_[type];
    const LeafType& b = other.types_[other_type];
    if (a.kind != b.kind || a.order != b.order || (a.grid == none) != (b.grid == none)) return false;
    return a.grid == none || same_grid(grids_[a.grid], other.grids_[b.grid]);
}

// Fills `path` from the inside out where they do.
bool Outline::differs(u32 node, const Outline& other, u32 other_node, std::string& path) const {
    const Node& a = nodes_[node];
    const Node& b = other.nodes_[other_node];
    if (!same_name(a.name, b.name) || a.index != b.index || a.offset != b.offset || a.size != b.size ||
        a.count != b.count || a.element_bytes != b.element_bytes || a.shape != b.shape ||
        !same_type(a.type, other, b.type)) {
        return true;
    }
    u32 mine = a.first;
    u32 others = b.first;
    for (; mine != none && others != none; mine = nodes_[mine].next, others = other.nodes_[others].next) {
        if (!differs(mine, other, others, path)) continue;
        std::string segment;
        if (nodes_[mine].index != no_index) {
            detail::append_segment(segment, nodes_[mine].index);  // the array above has given the name
        } else if (nodes_[mine].name != nullptr) {
            segment = nodes_[mine].name;
        }
        path = segment + (path.empty() || path.starts_with('[') ? "" : ".") + path;
        return true;
    }
    if (mine == none && others == none) return false;
    const Node& extra = mine != none ? nodes_[mine] : other.nodes_[others];
    if (extra.name != nullptr && extra.index == no_index) path = extra.name;
    return true;
}

std::optional<std::string> Outline::first_difference(const Outline& other) const {
    std::string path;
    if (bytes_.size() != other.bytes_.size() || differs(root, other, root, path)) return path;
    return std::nullopt;
}

Item root_of(const Outline&) { return {}; }

Item item_of(const Outline& outline, u32 node, u64 shift, std::string path) {
    Item item{.node = node, .shift = shift, .path = std::move(path)};
    switch (outline[node].shape) {
        case Outline::Shape::scope: item.what = Item::What::scope; break;
        case Outline::Shape::array: item.what = Item::What::array; break;
        case Outline::Shape::records: item.what = Item::What::records; break;
        case Outline::Shape::leaf:
            item.what = Item::What::leaf;
            item.field = field_of(outline.leaf_at(node, shift), item.path);
            break;
    }
    return item;
}

namespace {

enum class Pieces : u8 { none, rows, words, elements, bits };

Pieces pieces_of(const Field& field) {
    if (field.grid != nullptr) return GridView(*field.grid, field.size()).rows() > 0 ? Pieces::rows : Pieces::none;
    if (field.kind == Kind::text || field.part != nullptr) return Pieces::none;
    if (!field.words.empty() && field.repeat > 1) return Pieces::words;
    if (field.repeat > 1) return Pieces::elements;
    return field.meaning.parts.empty() || field.is_blob ? Pieces::none : Pieces::bits;
}

u64 number_of_pieces(const Field& field) {
    switch (pieces_of(field)) {
        case Pieces::none: return 0;
        case Pieces::rows: return GridView(*field.grid, field.size()).rows();
        case Pieces::words: return std::min<u64>(field.words.size(), field.repeat);
        case Pieces::elements: return field.repeat;
        case Pieces::bits: return field.meaning.parts.size();
    }
    return 0;
}

Item leaf_item(Field field) { return {.what = Item::What::leaf, .path = field.path, .field = std::move(field)}; }

Item row_item(const Field& grid, u64 row) {
    Item item{.what = Item::What::row, .path = grid.path, .field = grid, .row = row};
    detail::append_segment(item.path, row);
    return item;
}

Item piece(const Field& field, u64 i) {
    switch (pieces_of(field)) {
        case Pieces::rows: return row_item(field, i);
        case Pieces::elements: return leaf_item(element_of(field, i));
        case Pieces::none:
        case Pieces::words:
        case Pieces::bits: break;
    }
    Field out = field;
    const auto at = static_cast<std::size_t>(i);
    (void)select_part(out, field.words.empty() ? field.meaning.parts[at].name : field.words[at]);
    return leaf_item(std::move(out));
}

std::string below(const std::string& path, const Outline::Node& node) {
    std::string out = path;
    if (node.index != no_index) {
        detail::append_segment(out, node.index);  // the array's path has the name
    } else if (node.name != nullptr) {
        detail::append_segment(out, std::string_view(node.name));
    }
    return out;
}

}  // namespace

Item child_item(const Outline& outline, const Item& item, u32 node) {
    return item_of(outline, node, item.shift, below(item.path, outline[node]));
}

namespace {

u32 child_at(const Outline& outline, u32 node, u64 i) {
    u32 child = outline[node].first;
    while (child != Outline::none && i-- > 0) child = outline[child].next;
    return child;
}

Item record_at(const Outline& outline, const Item& item, u64 i) {
    const auto& records = outline[item.node];
    std::string path = item.path;
    detail::append_segment(path, i);
    return item_of(outline, records.first, item.shift + i * records.element_bytes, std::move(path));
}

}  // namespace

std::string_view name_of(const Outline::Node& node) { return node.name == nullptr ? "" : node.name; }

bool same_name(const Outline::Node& a, const Outline::Node& b) {
    return a.index == b.index && name_of(a) == name_of(b);
}

bool has_children(const Outline& outline, const Item& item) { return children(outline, item) > 0; }

bool is_array(const Outline&, const Item& item) {
    switch (item.what) {
        case Item::What::scope: return false;
        case Item::What::array:
        case Item::What::records:
        case Item::What::row: return true;
        case Item::What::leaf: break;
    }
    const Pieces pieces = pieces_of(item.field);
    return pieces == Pieces::rows || pieces == Pieces::elements;
}

u64 children(const Outline& outline, const Item& item) {
    switch (item.what) {
        case Item::What::records: return outline[item.node].first == Outline::none ? 0 : outline[item.node].count;
        case Item::What::leaf: return number_of_pieces(item.field);
        case Item::What::row: return GridView(*item.field.grid, item.field.size()).cells(item.row);
        case Item::What::array:
        case Item::What::scope: break;
    }
    u64 n = 0;
    for (u32 child = outline[item.node].first; child != Outline::none; child = outline[child].next) ++n;
    return n;
}

void each_child(const Outline& outline, const Item& item, u64 first, const std::function<bool(Item&&)>& visit) {
    if (item.what == Item::What::scope || item.what == Item::What::array) {
        for (u32 child = child_at(outline, item.node, first); child != Outline::none; child = outline[child].next) {
            if (!visit(child_item(outline, item, child))) return;
        }
        return;
    }
    const u64 n = children(outline, item);
    for (u64 i = first; i < n; ++i) {
        if (item.what == Item::What::records) {
            if (!visit(record_at(outline, item, i))) return;
        } else if (item.what == Item::What::row) {
            if (!visit(leaf_item(cell_of(item.field, item.row, i)))) return;
        } else if (!visit(piece(item.field, i))) {
            return;
        }
    }
}

namespace {

std::optional<Item> follow(const Outline& outline, const Item& from, std::span<const Segment> path);

// `item` has the name of the first segment.
std::optional<Item> go_into(const Outline& outline, Item item, std::span<const Segment> path) {
    const u64 index = path[0].index;
    if (item.what == Item::What::leaf) {
        std::string own = item.path;
        auto found = piece_of(outline.leaf_at(item.node, item.shift), std::move(own), path);
        if (!found) return std::nullopt;
        if (found->is_row) return row_item(found->field, found->row);
        return leaf_item(std::move(found->field));
    }
    if (index != no_index) {
        if (item.what == Item::What::scope || index >= outline[item.node].count) return std::nullopt;
        if (item.what == Item::What::records) {
            item = record_at(outline, item, index);
        } else {
            u32 child = outline[item.node].first;
            while (child != Outline::none && outline[child].index != index) child = outline[child].next;
            if (child == Outline::none) return std::nullopt;
            item = child_item(outline, item, child);
        }
    } else if (item.what != Item::What::scope && path.size() > 1) {
        return std::nullopt;
    }
    return path.size() == 1 ? std::optional<Item>(std::move(item)) : follow(outline, item, path.subspan(1));
}

std::optional<Item> follow(const Outline& outline, const Item& from, std::span<const Segment> path) {
    if (from.what == Item::What::leaf) {  // an element that is the scalar: only its bits are below it
        Item out = from;
        if (path.size() > 1 || path[0].index != no_index || !select_part(out.field, path[0].name)) return std::nullopt;
        return leaf_item(std::move(out.field));
    }
    for (u32 child = outline[from.node].first; child != Outline::none; child = outline[child].next) {
        const auto& node = outline[child];
        if (node.name == nullptr || node.name != path[0].name || node.index != no_index) continue;
        auto found = go_into(outline, child_item(outline, from, child), path);
        if (found) return found;
    }
    return std::nullopt;
}

}  // namespace

std::optional<Item> find_item(const Outline& outline, std::span<const Segment> path) {
    if (path.empty()) return root_of(outline);
    return follow(outline, root_of(outline), path);
}

u64 offset_of(const Outline& outline, const Item& item) {
    if (item.what == Item::What::leaf) return item.field.offset;
    if (item.what == Item::What::row) {
        return item.field.offset + GridView(*item.field.grid, item.field.size()).start(item.row);
    }
    return outline[item.node].offset + item.shift;
}

u64 size_of(const Outline& outline, const Item& item) {
    if (item.what == Item::What::leaf) return item.field.size();
    if (item.what == Item::What::row) return GridView(*item.field.grid, item.field.size()).present(item.row);
    return outline[item.node].size;
}

}  // namespace thaw::inspect
