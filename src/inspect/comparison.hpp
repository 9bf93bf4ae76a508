// What differs between two outlines of files of one format, field by field.
#pragma once

#include <thaw/fields.hpp>

#include "inspect/outline.hpp"

namespace thaw::inspect {

// Adds what differs in one file to `out`. All of them have to stay.
class Comparison {
public:
    Comparison(const Outline& a, const Outline& b, std::string_view part, const DiffOptions& options, Diff& out)
        : a_(a), b_(b), part_(part), options_(options), out_(out) {}

    // What is below the two.
    void items(const Item& a, const Item& b);
    // Bytes that no field holds, of files that are kept as a whole.
    void unexplained();
    // Where all fields are equal and the bytes are not: the same things in other places.
    void whole_bytes();
    u64 changes() const { return changes_; }  // found, listed or not

private:
    void scopes(const Item& a, const Item& b);
    void records(const Item& a, const Item& b);
    void leaves(const Field& a, const Field& b);
    void scalars(const Field& a, const Field& b);
    void elements(const Field& a, const Field& b);
    void grids(const Field& a, const Field& b);
    void unequal(const Item& a, const Item& b, u32 before, u32 after);
    void surplus(const Item& a, const Item& b, u32 before, u32 after);
    void surplus_from(const Item& a, const Item& b, u64 first);
    void single(const Field& a, const Field& b, u64 count = 1);  // elements that it is the first of
    void run(const Field& a, const Field& b, u64 first, u64 last);
    void only_in(ChangeKind kind, const Outline& outline, const Item& item, u64 count);
    void extra(ChangeKind kind, const Field& field, u64 first, u64 count);
    void bytes(u64 offset_a, u64 offset_b, Bytes a, Bytes b);
    void add(FieldChange change);

    const Outline& a_;
    const Outline& b_;
    std::string part_;
    const DiffOptions& options_;
    Diff& out_;
    u64 changes_ = 0;
};

}  // namespace thaw::inspect
