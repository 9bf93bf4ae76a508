// FieldPlaces: where every field of a few kinds lies, out of one walk over a document. A kind is a path without
// numbers, "frames[].vertices[]"; asking for one of them by its numbers costs a search, not a walk. What has a fixed
// size takes no memory, so that a table of a million records is one entry.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "layout/measure.hpp"

namespace thaw {

class FieldPlaces final : public Measure {
public:
    static constexpr std::size_t most_indices = 5;  // in one path
    using Indices = std::array<u64, most_indices>;

    struct Place {
        u64 offset = 0;
        u64 size = 0;  // in bytes; 0 for a struct or a list whose elements have to be asked for
    };

    // The walk comes next: describe(places, document). `paths` have brackets wherever an element is meant.
    explicit FieldPlaces(std::span<const std::string_view> paths);

    // `kind` counts in the paths given. Empty where the document has no such field. Only as many of `at` as the path
    // has brackets are looked at.
    std::optional<Place> find(std::size_t kind, const Indices& at) const;
    // "frames[3].vertices[12]"
    std::string path(std::size_t kind, const Indices& at) const;

protected:
    void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) override;
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override;
    void on_compact(const char* name, Compact& value, const Meaning& meaning) override;
    void on_count(const char* name, Kind kind, u64& n) override;
    void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) override;
    void on_enter() override;
    void on_leave() override { live_.pop_back(); }

private:
    struct Segment {
        std::string_view name;
        bool has_index = false;
    };
    // What the last indices of a path are multiplied with.
    struct Step {
        u64 stride = 0;
        u64 count = 0;
        friend bool operator==(const Step&, const Step&) = default;
    };
    struct Shape {
        u64 size = 0;
        std::vector<Step> steps{};
        friend bool operator==(const Shape&, const Shape&) = default;
    };
    // Fields that differ in their last indices alone.
    struct Run {
        std::array<u32, most_indices> outer{};
        u32 shape = 0;
        u64 offset = 0;
    };
    struct KindOfField {
        std::vector<Segment> segments{};
        std::size_t indices = 0;
        std::size_t outer = 0;  // of the indices: those that runs tell apart
        std::vector<Run> runs{};
        std::vector<Shape> shapes{};
        bool is_sorted = true;
    };

    void leaf(const char* name, u64 width, u64 n);
    // The kind's field with the current path and these steps more.
    void found(std::size_t kind, u64 size, std::initializer_list<Step> more);
    bool is_at(const KindOfField& kind, std::size_t depth, const char* name) const;

    std::vector<KindOfField> kinds_;
    std::vector<std::vector<std::size_t>> live_;  // by depth: kinds whose first segments are the current path
    std::vector<std::size_t> record_depths_;      // of the path, where a table of records was entered
    std::vector<Step> record_steps_;              // of those tables
};

}  // namespace thaw
