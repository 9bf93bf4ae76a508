// Coverage: does every byte of a file belong to a field? The test behind "each byte is explained", as a LeafSink.
#pragma once

#include <optional>
#include <vector>

#include "layout/annotator.hpp"

namespace thaw::inspect {

class Coverage final : public LeafSink {
public:
    enum class Depth : u8 {
        arrays,  // an array of fixed records counts as one run of bytes
        leaves,  // every field of every record is looked at
    };
    explicit Coverage(Depth depth = Depth::arrays) : depth_(depth) {}

    void begin(u64 size) override { size_ = size; }
    void image() override { is_image_ = true; }
    void leaf(const Leaf& leaf) override;
    Range open(const char* name, u64 n, u64 offset, u64 element_bytes) override;

    struct Run {
        u64 first;
        u64 last;  // exclusive
        friend bool operator==(const Run&, const Run&) = default;
    };
    struct Report {
        u64 explained = 0;             // bytes of fields
        u64 between_rows = 0;          // of them: bytes of a grid that are in none of its rows
        u64 slack = 0;                 // bytes no field explains: recorded as such, or in no leaf at all
        std::optional<Run> gap{};      // first bytes in no leaf at all
        std::optional<Run> overlap{};  // first bytes in more than one leaf
        bool is_image = false;         // the document keeps all bytes: gaps are slack, fields may overlap
        bool exact() const { return is_image || (!gap && !overlap); }
    };
    // Of a file of n bytes. A leaf past its end is an overlap with nothing and shows as such.
    Report report(u64 n) const;
    // Of the bytes that were described: those of the file, or what it unpacks to.
    Report report() const { return report(size_); }
    u64 size() const { return size_; }

private:
    void add(std::vector<Run>& runs, u64 offset, u64 size);

    Depth depth_;
    // Neighbours are joined as they come, so that a file read from front to back is one run.
    std::vector<Run> fields_;
    std::vector<Run> slack_;
    u64 between_rows_ = 0;
    u64 size_ = 0;
    bool is_image_ = false;
};

}  // namespace thaw::inspect
