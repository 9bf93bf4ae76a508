// Where a format stores what its scene shows: one function from an element to the fields that hold it. Which elements a
// byte belongs to is found from that alone (src/formats/elements.cpp).
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/elements.hpp>

#include "layout/field_places.hpp"

namespace thaw {

// One of the model's files, and where the fields are in it that elements are stored in.
struct MappedFile {
    // `paths` are those of FieldPlaces. A file that is not in the document has no fields.
    MappedFile(const Format& format, const Document& document, std::string_view role,
               std::span<const std::string_view> paths, bool is_packed = false);

    std::string_view role;
    FieldPlaces places;
    bool is_packed;
};

// The bits of one element.
class ElementBits {
public:
    struct Run {
        const MappedFile* file;
        std::size_t field;
        FieldPlaces::Indices at;
        u64 first_bit;
        u64 bit_count;
        // As many elements of a list, from the one that the last of the indices names on: the same bits of each.
        u64 count = 1;
        u64 stride = 0;           // bits
        std::size_t counted = 0;  // which of the indices

        u64 end_bit() const { return first_bit + (count - 1) * stride + bit_count; }
        bool overlaps(u64 first, u64 end) const;
    };

    // All of the field, or bits of it: `first_bit` counts from the lowest bit of its first byte. A field that the
    // document does not have has none.
    void add(const MappedFile& file, std::size_t field, std::initializer_list<u64> at, u64 first_bit = 0,
             u64 bit_count = ~u64{0});
    // The same bits of several elements of a list, which the last of the indices counts.
    void add_each(const MappedFile& file, std::size_t field, std::initializer_list<u64> at, u64 count, u64 first_bit,
                  u64 bit_count);
    void clear() { runs_.clear(); }
    const std::vector<Run>& runs() const { return runs_; }

private:
    std::vector<Run> runs_;
};

// Made for one document and the scene that came of it, which outlive it.
class ElementMap {
public:
    virtual ~ElementMap() = default;
    // Of an element that the scene has.
    virtual void bits_of(const Element& element, ElementBits& out) const = 0;
};

}  // namespace thaw
