// Immutable, reference-counted bytes. Copies and slices share the memory; no slice outlives it.
#pragma once

#include <memory>
#include <vector>

#include <thaw/bytes.hpp>

namespace thaw {

class Blob {
public:
    Blob() = default;

    static Blob copy_of(Bytes bytes);
    static Blob take(std::vector<u8> bytes);
    // Bytes that somebody else owns, for example a mapped file: `owner` keeps them alive.
    static Blob wrap(std::shared_ptr<const void> owner, Bytes bytes);

    const u8* data() const { return view_.data(); }
    std::size_t size() const { return view_.size(); }
    bool empty() const { return view_.empty(); }
    Bytes bytes() const { return view_; }
    u8 operator[](std::size_t i) const { return view_[i]; }

    // The part of [offset, offset + count) that exists.
    Blob slice(u64 offset, u64 count = ~u64{0}) const;

    // Equal bytes, wherever they live.
    friend bool operator==(const Blob& a, const Blob& b);

private:
    Blob(std::shared_ptr<const void> owner, Bytes view) : owner_(std::move(owner)), view_(view) {}

    std::shared_ptr<const void> owner_;
    Bytes view_;
};

}  // namespace thaw
