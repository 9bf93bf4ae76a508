// Measure: how many bytes a document takes, without writing them.
#pragma once

#include <algorithm>

#include "layout/codec.hpp"

namespace thaw {

class Measure : public Codec {
public:
    u64 position() const override { return position_; }
    // The farthest byte any field reaches.
    u64 size() const { return size_; }

protected:
    void on_scalars(const char*, Kind kind, void*, std::size_t n, const Meaning&) override {
        advance(width_of(kind) * n);
    }
    void on_records(const char*, const ElementType& type, void*, std::size_t n) override {
        advance(type.disk_bytes * n);
    }
    void on_magic(const char*, std::string_view expected) override { advance(expected.size()); }
    void on_count(const char*, Kind kind, u64&) override { advance(width_of(kind)); }
    std::size_t on_admit(const char*, u64, std::size_t present, ElementSize, Fit) override { return present; }
    bool on_more(const char*, std::size_t i, std::size_t present, ElementSize) override { return i < present; }
    void on_blob(const char*, Blob& blob, u64, Fit, Role, const Grid*) override { advance(blob.size()); }
    void on_image(Blob& blob) override { size_ = std::max<u64>(size_, blob.size()); }
    u64 on_seek(u64 offset) override { return std::exchange(position_, offset); }
    void on_return(u64 position) override { position_ = position; }

    void advance(u64 n) {
        position_ += n;
        size_ = std::max(size_, position_);
    }
    void move_to(u64 position) { position_ = position; }

private:
    u64 position_ = 0;
    u64 size_ = 0;
};

}  // namespace thaw
