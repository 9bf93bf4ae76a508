// Reader: bytes to values. The only code in Thaw that looks at untrusted bytes by offset; every bound is checked here.
#pragma once

#include <thaw/limits.hpp>

#include "layout/codec.hpp"
#include "layout/plan.hpp"

namespace thaw {

class Reader : public Codec {
public:
    // `context` must outlive the reader.
    Reader(Blob input, const Context& context);

    u64 position() const override { return position_; }
    u64 remaining() const { return input_.size() - position_; }
    // Bytes at the end that the document would lose: none if it keeps the whole image.
    u64 unexplained() const { return has_image_ ? 0 : remaining(); }

protected:
    void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) override;
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override;
    void on_magic(const char* name, std::string_view expected) override;
    void on_count(const char* name, Kind kind, u64& n) override;
    std::size_t on_admit(const char* name, u64 described, std::size_t present, ElementSize size, Fit fit) override;
    bool on_more(const char* name, std::size_t i, std::size_t present, ElementSize size) override;
    void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) override;
    void on_image(Blob& blob) override;
    bool on_want(const char* name, u64 memory_bytes) override { return charge(name, memory_bytes, work_of_a_search); }
    u64 on_seek(u64 offset) override;
    void on_offset(const char* name, u64 start, u64 target) override;
    void on_return(u64 position) override { position_ = position; }
    void on_enter() override { charge(nullptr, 0, 1); }  // bounds loops whose rounds take no bytes

    const Blob& input() const { return input_; }
    void move_to(u64 position) { position_ = position; }

private:
    bool need(const char* name, u64 bytes);
    bool charge(const char* name, u64 memory, u64 work);

    Blob input_;
    Plans plans_;
    const Context& context_;
    u64 position_ = 0;
    bool has_image_ = false;
    u64 memory_left_;
    u64 work_left_;
    u64 work_until_check_ = work_between_checks;
    static constexpr u64 work_between_checks = 1 << 16;
    static constexpr u64 work_of_a_search = 8;
};

}  // namespace thaw
