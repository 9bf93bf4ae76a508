// JSON as it was found: a flat list of values over the text, each of which knows where it stands.
// Numbers and strings are checked at once and turned into values only when somebody asks.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/json.hpp>
#include <thaw/result.hpp>

namespace thaw::json {

enum class Kind : u8 { null, boolean, number, string, array, object };

class Tree;

// One value of a tree, or nothing at all: every question may be asked of nothing. The tree has to stay.
class Ref {
public:
    Ref() = default;

    explicit operator bool() const { return tree_ != nullptr; }
    Kind kind() const;
    bool is(Kind kind) const { return tree_ != nullptr && this->kind() == kind; }
    u64 offset() const;  // in the text: of the first character; a string's quote

    std::size_t values() const;            // itself and all that it holds, names included
    std::size_t size() const;              // elements of an array, members of an object; else 0
    Ref find(std::string_view key) const;  // the first member of that name
    std::vector<Ref> items() const;        // the elements of an array

    std::optional<bool> boolean() const;
    std::optional<double> number() const;  // the nearest double; a number past the largest is infinite
    std::optional<i64> integer() const;    // a number without fraction, "3" or "3.0"
    std::optional<std::string> string() const;

    // Calls visit(key, value) for each member of an object, or visit({}, element) for each element of an array.
    template <class Visit>
    void each(Visit&& visit) const;

    std::string pointer() const;  // RFC 6901: "/meshes/0/primitives/1/indices"
    Value value() const;          // a copy that does not need the tree

    friend bool operator==(const Ref&, const Ref&) = default;

private:
    friend class Tree;
    Ref(const Tree* tree, u32 at) : tree_(tree), at_(at) {}

    const Tree* tree_ = nullptr;
    u32 at_ = 0;
};

class Tree {
public:
    struct Limits {
        u32 depth = 128;
        u64 memory = ~u64{0};  // bytes
    };

    // `text` has to stay. Errors carry offsets into it.
    static Result<Tree> parse(std::string_view text, const Limits& limits);
    static Result<Tree> parse(std::string_view text) { return parse(text, Limits{}); }

    Ref root() const { return {this, 0}; }
    u64 memory() const { return cells_.capacity() * sizeof(Cell); }

private:
    friend class Ref;
    friend class TreeParser;

    // In the order of the text. A member is its key, a string, and its value after it.
    struct Cell {
        u32 offset;
        u32 size;  // characters of a number, or of a string between its quotes; elements; members
        u32 end;   // the cell after this value
        Kind kind;
        bool flag;  // true; a string with escapes
    };

    std::string string_of(const Cell& cell) const;
    Value value_of(u32 at) const;

    std::string_view text_;
    std::vector<Cell> cells_;
};

template <class Visit>
void Ref::each(Visit&& visit) const {
    if (tree_ == nullptr) return;
    const auto& cells = tree_->cells_;
    const Kind container = cells[at_].kind;
    if (container != Kind::array && container != Kind::object) return;
    for (u32 at = at_ + 1; at < cells[at_].end; at = cells[at].end) {
        std::string key;
        if (container == Kind::object) key = tree_->string_of(cells[at++]);
        visit(std::string_view(key), Ref(tree_, at));
    }
}

}  // namespace thaw::json
