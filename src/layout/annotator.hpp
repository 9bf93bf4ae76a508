// Annotator: a Reader that also tells where every field lies. The document it yields is the one Reader yields.
#pragma once

#include "layout/reader.hpp"

namespace thaw {

// One field as it stands in the file: n scalars of a kind, or raw bytes.
struct Leaf {
    const char* name;  // null: the entered element itself is the scalar
    u64 offset;
    Bytes raw;
    Kind kind;
    u64 repeat;
    Meaning meaning;
    Order order;
    const Grid* grid;  // a view into raw bytes, or null
};

// Receives the leaves in the order of the description. Paths follow from enter and leave.
class LeafSink {
public:
    struct Range {
        u64 first;
        u64 last;  // exclusive
    };

    virtual ~LeafSink() = default;
    // First of all: how many bytes are described (after decompression, where there is any).
    virtual void begin(u64 /*size*/) {}
    // The document keeps all bytes; those that no leaf covers are slack, and leaves may overlap.
    virtual void image() {}
    virtual void enter(const char* /*name*/, u64 /*index*/, u64 /*offset*/) {}
    virtual void leave(u64 /*end*/) {}
    virtual void leaf(const Leaf& leaf) = 0;
    // n elements of varying size follow, each entered.
    virtual void array(const char* /*name*/, u64 /*n*/, u64 /*offset*/) {}
    // n elements of `element_bytes` each stand here: which of them shall be entered? The rest is folded.
    virtual Range open(const char* /*name*/, u64 n, u64 /*offset*/, u64 /*element_bytes*/) { return {0, n}; }
};

class Annotator final : public Reader {
public:
    Annotator(Blob input, const Context& context, LeafSink& sink) : Reader(std::move(input), context), sink_(sink) {}

protected:
    void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) override;
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override;
    void on_compact(const char* name, Compact& value, const Meaning& meaning) override;
    void on_magic(const char* name, std::string_view expected) override;
    void on_count(const char* name, Kind kind, u64& n) override;
    void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) override;
    void on_image(Blob& blob) override;
    void on_enter() override;
    void on_leave() override { sink_.leave(position()); }
    void on_array(const char* name, std::size_t n) override { sink_.array(name, n, position()); }

private:
    void emit(const char* name, u64 start, Kind kind, const Meaning& meaning, const Grid* grid = nullptr);

    LeafSink& sink_;
    bool in_compact_ = false;  // its bytes are one leaf
};

}  // namespace thaw
