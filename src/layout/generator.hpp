// Generator: fills a document with arbitrary but layable values. Property tests and fuzzers start from it.
#pragma once

#include "layout/codec.hpp"

namespace thaw {

// Where the choices come from: a seed, which never ends, or bytes that a fuzzer supplies. Once those are used up every
// choice is 0, the least there is, so that a short input makes a small document and is quick.
class Entropy {
public:
    explicit Entropy(u64 seed) : state_(seed) {}
    explicit Entropy(Bytes bytes) : bytes_(bytes), supplied_(true) {}

    u64 next();
    u64 below(u64 bound) { return bound == 0 ? 0 : next() % bound; }
    bool one_in(u64 n) { return below(n) == 0; }
    bool used_up() const { return supplied_ && bytes_.empty(); }

private:
    Bytes bytes_;
    bool supplied_ = false;
    u64 state_ = 0;
};

class Generator final : public Codec {
public:
    // `budget` bounds the scalars of the whole document, so that nested arrays stay small.
    explicit Generator(Entropy& entropy, u64 budget = 4096) : entropy_(entropy), budget_(budget) {}

    u64 position() const override { return 0; }

protected:
    void on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning& meaning) override;
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override;
    void on_magic(const char*, std::string_view) override {}
    void on_count(const char* name, Kind kind, u64& n) override;
    std::size_t on_admit(const char* name, u64 described, std::size_t present, ElementSize size, Fit fit) override;
    bool on_more(const char* name, std::size_t i, std::size_t present, ElementSize size) override;
    void on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role role, const Grid* grid) override;
    void on_image(Blob&) override {}
    void on_within(const char* name, u64 start, i64& value, i64 lowest, i64 highest, const Refusal& refusal) override;
    u64 on_seek(u64) override { return 0; }
    void on_return(u64) override {}

private:
    u64 small_number(u64 most);
    u64 scalar(std::size_t width, const Meaning& meaning);
    void spend(u64 n) { budget_ -= budget_ < n ? budget_ : n; }

    Entropy& entropy_;
    u64 budget_;
};

}  // namespace thaw
