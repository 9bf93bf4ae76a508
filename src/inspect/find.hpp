// From a path to whether it exists, and from a byte to the field that holds it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "inspect/path.hpp"

namespace thaw::inspect {

// Follows a path as far as it goes and remembers what it could have gone on to.
class PathProbe final : public LeafSink {
public:
    explicit PathProbe(std::span<const Segment> target) : target_(target) { collect(0, {}); }

    void enter(const char* name, u64 index, u64 offset) override;
    void leave(u64 end) override;
    void leaf(const Leaf& leaf) override;
    void array(const char* name, u64 n, u64 offset) override;
    Range open(const char* name, u64 n, u64 offset, u64 element_bytes) override;

    bool found() const { return found_; }
    std::size_t depth() const { return best_; }  // segments of the path that exist
    // "there is no bones[9] in bases[0], which has num_vertices, ..., bones[0] to bones[3]"
    std::string explain() const;

private:
    bool on_the_way() const { return depth_ == matched_; }
    void collect(std::size_t depth, std::string path);
    void candidate(std::string name);
    bool elements(const char* name, u64 n);
    void look_into(const Leaf& leaf);

    std::span<const Segment> target_;
    std::string path_;                  // of the matched scopes
    std::vector<std::size_t> lengths_;  // of path_ before each matched scope
    std::size_t depth_ = 0;             // scopes entered
    std::size_t matched_ = 0;           // of them, from the outermost: those the path names
    std::size_t best_ = 0;
    std::string best_path_;
    std::vector<std::string> candidates_;
    bool found_ = false;
};

// Something that holds the byte: the field itself, then what that is part of.
struct Holder {
    Field field;  // its path, offset and, where it is a leaf, its value
    u64 size = 0;
    bool is_open = false;  // reading stopped inside: how far it goes is not known
    std::string words{};   // for arrays and grids
    u64 count = 0;         // elements of an array, rows of a grid
};

class ByteProbe final : public LeafSink {
public:
    explicit ByteProbe(u64 byte) : byte_(byte) {}

    void enter(const char* name, u64 index, u64 offset) override;
    void leave(u64 end) override;
    void leaf(const Leaf& leaf) override;
    Range open(const char* name, u64 n, u64 offset, u64 element_bytes) override;

    bool found() const { return !fields_.empty(); }
    // The field; more than one where fields or rows of a grid overlap. The first few of `total()`.
    const std::vector<Field>& fields() const { return fields_; }
    u64 total() const { return total_; }
    // What the first field is part of, from the inside out.
    std::vector<Holder> parents() const { return {parents_.rbegin(), parents_.rend()}; }
    // Where the byte is no field's: between the rows of a grid, after its last whole cell.
    const std::string& remark() const { return remark_; }

private:
    struct Level {
        Holder scope;
        std::optional<Holder> array;  // of fixed records, of which the scope is one
        std::size_t path_length;      // of what is outside
    };

    bool holds(u64 offset, u64 size) const { return byte_ >= offset && byte_ - offset < size; }
    void look_into(const Field& field);
    void look_into_grid(const Field& field);
    void take(const Field& field);

    u64 byte_;
    std::string path_;
    std::vector<Level> levels_;            // entered and not left
    std::optional<Holder> array_{};        // whose element is entered next
    std::vector<Holder> parents_;          // of the field found, outermost first
    std::vector<std::size_t> unfinished_;  // those of them that are entered and not left
    std::vector<Field> fields_;
    u64 total_ = 0;
    std::string remark_;
};

}  // namespace thaw::inspect
