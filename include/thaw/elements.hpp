// Elements: which vertex, triangle, key, bone or material a byte of a model's files is of, and the reverse.
//
// An element is a thing of the scene that to_scene() makes of the model with the same options, and is numbered as
// there. What it is stored as is a list of runs of bits in the model's own files; each has the path of the field it is
// in, as `thaw dump` prints it. One run may be of many elements (a texture coordinate that corners share, a frame that
// two clips show), and an element may have several, or none: a normal that was computed, a clip that a script makes.
// Numbers that are about all elements of a kind alike (how many there are, the scale of all) belong to none.
//
// Everything here only reads the model. It may be used from several threads at once.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <thaw/format.hpp>
#include <thaw/json.hpp>

namespace thaw {

enum class ElementKind : u8 {
    point,     // where a point of a mesh is: at rest, or in a frame
    normal,    // of a point
    weights,   // on which joints a point hangs, and how much
    triangle,  // which points it joins, and its material; or a line, of a primitive of lines
    uv,        // of a corner of a triangle
    color,     // of a corner of a triangle
    bone,      // a node: its parent, where it rests, and how meshes are bound to it
    key,       // of a channel of a clip
    clip,      // its name and length
    material,
};

struct Element {
    ElementKind kind = ElementKind::point;
    u32 mesh = 0;       // of a point, normal, weights, triangle, uv, color
    u32 primitive = 0;  // of a triangle, uv, color: which of the mesh
    // Which one: the point; the triangle (or line) of its primitive; the corner, counted in Primitive::indices, so that
    // triangle t has 3 t, 3 t + 1 and 3 t + 2; the node; the key of its channel; the clip; the material.
    u32 index = 0;
    // Of a point: which of the mesh's frames, or 1 + the number of one of its targets. 0 is the mesh's own shape.
    u32 frame = 0;
    u32 clip = 0;     // of a key
    u32 channel = 0;  // of a key: which of the clip

    friend bool operator==(const Element&, const Element&) = default;
};

struct BitRange {
    std::string part;  // role of the file: "ddd", "aniv"
    std::string path;  // of the field that the bits are in, or all of: "frames[3].vertices[12]"
    // Counted from the start of the file, eight a byte, the least significant bit of a byte first.
    u64 first_bit = 0;
    u64 bit_count = 0;  // at least 1
    // The file is packed as a whole: bits count in what it unpacks to (described_bytes() in <thaw/fields.hpp>).
    bool is_packed = false;

    u64 first_byte() const { return first_bit / 8; }
    u64 end_byte() const { return (first_bit + bit_count + 7) / 8; }
};

class ElementMap;  // what a format knows; src/formats/shared/element_map.hpp

// All elements of one model. To make it takes about as long as to_scene(); what it takes in memory, besides the scene,
// is at most a few megabytes, however large the model.
class ElementIndex {
public:
    // The model has to outlive it. `options` as for to_scene(), whose errors are those of this. A format that cannot
    // tell gives an index in which nothing is stored anywhere.
    static Result<ElementIndex> make(const Model& model, const SceneOptions& options = {}, const Context& context = {});

    ElementIndex(ElementIndex&&) noexcept;
    ElementIndex& operator=(ElementIndex&&) noexcept;
    ~ElementIndex();

    // The scene that the numbers are of.
    const Scene& scene() const;
    // False if the scene has no such element.
    bool has(const Element& element) const;

    // What the element is stored as, in the order in which the format has it, without repetitions. Empty if it is
    // stored nowhere, or does not exist.
    std::vector<BitRange> bytes_of(const Element& element) const;

    struct Found {
        std::vector<Element> elements{};  // by kind, then in the scene's order
        u64 skipped = 0;                  // more than were asked for
    };
    // The elements that have a bit of these. `part`: role of the file; empty: the model's first. Bits as in BitRange.
    Found at_bits(std::string_view part, u64 first_bit, u64 bit_count, u64 most = 1000) const;
    // The same for one byte of the file (of what it unpacks to, if it is packed).
    Found at(std::string_view part, u64 offset, u64 most = 1000) const;

    // "vertex 12 of mesh body, frame 3 (WALK)"
    std::string in_words(const Element& element) const;

private:
    struct Inside;
    explicit ElementIndex(std::unique_ptr<Inside> inside);
    std::unique_ptr<Inside> inside_;
};

// For one question; who has several makes an ElementIndex.
Result<std::vector<BitRange>> bytes_of(const Model& model, const Element& element, const SceneOptions& options = {},
                                       const Context& context = {});
Result<ElementIndex::Found> elements_at(const Model& model, std::string_view part, u64 offset,
                                        const SceneOptions& options = {}, const Context& context = {});

std::string_view element_kind_name(ElementKind kind);  // "point", "uv", "key"

// {"kind": "point", "mesh": 0, "index": 12, "frame": 3}: the members that the kind has.
json::Value element_json(const Element& element);
// The reverse, of an object; an error with Code::bad_value says what is wrong with it.
Result<Element> element_from_json(const json::Value& value);
json::Value bit_range_json(const BitRange& range);

}  // namespace thaw
