// Locator: from field paths to places. One walk over a document finds them all; validate() names fields, this adds
// offsets.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "layout/measure.hpp"

namespace thaw {

// What a path names: bytes in the file, and the scalars in the document if it is a leaf.
struct Place {
    u64 offset;
    u64 size;                // 0 for a struct or list of structs
    void* values = nullptr;  // of `kind`, `count` of them; null unless the path ends at scalars
    Kind kind = Kind::unsigned8;
    u64 count = 0;
};

class Locator final : public Measure {
public:
    explicit Locator(const std::vector<std::string>& paths);

    // In the order of the paths; empty where the document has no such field.
    const std::vector<std::optional<Place>>& places() const { return places_; }

protected:
    void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) override;
    void on_compact(const char* name, Compact& value, const Meaning& meaning) override;
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override;
    void on_magic(const char* name, std::string_view expected) override;
    void on_count(const char* name, Kind kind, u64& n) override;
    void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) override;
    void on_enter() override;
    void on_leave() override { live_.pop_back(); }
    void on_array(const char* name, std::size_t n) override;

private:
    struct Segment {
        std::string name;
        u64 index = no_index;
    };
    using Target = std::vector<Segment>;

    static Target parse(std::string_view path);
    void leaf(const char* name, Kind kind, void* values, u64 n, std::span<const BitPart> parts);
    void found(std::size_t target, const Place& place);

    std::vector<Target> targets_;
    std::vector<std::optional<Place>> places_;
    std::vector<std::vector<std::size_t>> live_;  // by depth: targets whose first segments are the current path
};

}  // namespace thaw
