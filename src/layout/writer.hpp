// Writer: values to bytes, exactly as they are. Measure says how many; the buffer is made once.
#pragma once

#include "layout/codec.hpp"
#include "layout/plan.hpp"

namespace thaw {

class Writer final : public Codec {
public:
    // `output` has the size that Measure found and is zero where nothing is written.
    explicit Writer(std::span<u8> output) : output_(output) {}

    u64 position() const override { return position_; }

protected:
    void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) override;
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override;
    void on_magic(const char* name, std::string_view expected) override;
    void on_count(const char* name, Kind kind, u64& n) override;
    std::size_t on_admit(const char* name, u64 described, std::size_t present, ElementSize size, Fit fit) override;
    bool on_more(const char*, std::size_t i, std::size_t present, ElementSize) override { return i < present; }
    void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) override;
    void on_image(Blob& blob) override;
    u64 on_seek(u64 offset) override { return std::exchange(position_, offset); }
    void on_return(u64 position) override { position_ = position; }

private:
    u8* room(const char* name, u64 bytes);
    void put(const char* name, Bytes bytes);

    std::span<u8> output_;
    Plans plans_;
    u64 position_ = 0;
};

}  // namespace thaw
