// Accessors: any type of number at any distance, with or without replacements, as plain lists.
#pragma once

#include <set>
#include <span>
#include <vector>

#include "gltf/accessors.hpp"
#include "gltf/input.hpp"

namespace thaw::gltf {

struct Numbers {
    Ref json{};
    Component component = Component::f32;
    u32 width = 1;  // numbers of an element
    bool normalized = false;
    u64 count = 0;
    u64 stride = 0;
    const View* view = nullptr;  // null: zeros
    const u8* data = nullptr;    // of the first element; all of them lie within the view
    u64 offset = 0;              // in the view

    // Replaced elements.
    u64 replaced = 0;
    Component place_component = Component::u32;
    const u8* places = nullptr;
    const u8* replacements = nullptr;

    // Could be read as floats from where it lies.
    bool is_plain_floats() const { return component == Component::f32 && data != nullptr && replaced == 0; }
};

class AccessorReader {
public:
    explicit AccessorReader(Input& input) : input_(input) {}

    // Null after an error. `widths`: which numbers of components will do.
    const Numbers* find(u32 index);
    const Numbers* find(Ref value, std::initializer_list<u32> widths);  // `value`: the number of an accessor

    // count * width numbers; normalized integers from 0 or -1 to 1. What is not finite becomes 0, with an issue.
    bool floats(const Numbers& numbers, std::vector<f32>& out);
    // The same as vectors of so many floats. Plain floats are copied and looked at in one go.
    template <class Vector>
    bool vectors(const Numbers& numbers, std::vector<Vector>& out);
    // Unsigned integers.
    bool integers(const Numbers& numbers, std::vector<u32>& out);
    // An error that points to one element.
    bool fail(Code code, const Numbers& numbers, u64 element, std::string message);

private:
    template <class T, class Copy>
    bool elements(const Numbers& numbers, std::vector<T>& out, const Copy& copy);
    bool read(u32 index, Numbers& out);
    bool read_type(Ref json, Numbers& out);
    bool read_sparse(Ref json, Numbers& out);
    bool place(Ref at, u32 view_index, u64 offset, u64 count, u64 element_bytes, bool packed, Numbers& out,
               const u8*& data);

    Input& input_;
    std::vector<std::optional<Numbers>> known_;
    std::set<u64> reported_;  // accessors with numbers that are not finite
};

}  // namespace thaw::gltf
