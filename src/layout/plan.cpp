#include "layout/plan.hpp"

#include <cstring>

#include "layout/measure.hpp"

namespace thaw {

namespace {

// One direction serves both: a byte swap is its own inverse. Strides are in bytes; `count` neighbours per element.
template <std::size_t Width, bool Swap>
void move(const u8* from, std::size_t from_stride, u8* to, std::size_t to_stride, std::size_t count, std::size_t n) {
    using Word = WordOf<Width>;
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < count; ++k) {
            Word word;
            std::memcpy(&word, from + k * Width, Width);
            if constexpr (Swap) word = swap_bytes(word);
            std::memcpy(to + k * Width, &word, Width);
        }
        from += from_stride;
        to += to_stride;
    }
}

void move_any(const u8* from, std::size_t from_stride, u8* to, std::size_t to_stride, std::size_t width,
              std::size_t count, std::size_t n, Order order) {
    if (from_stride == width * count && to_stride == from_stride) {  // no gaps on either side: one long run
        count *= n;
        n = 1;
    }
    const bool swap = order != native_order && width > 1;
    if (n == 1 && !swap) {
        std::memcpy(to, from, width * count);
        return;
    }
    switch (width) {
        case 1: return move<1, false>(from, from_stride, to, to_stride, count, n);
        case 2:
            return swap ? move<2, true>(from, from_stride, to, to_stride, count, n)
                        : move<2, false>(from, from_stride, to, to_stride, count, n);
        case 4:
            return swap ? move<4, true>(from, from_stride, to, to_stride, count, n)
                        : move<4, false>(from, from_stride, to, to_stride, count, n);
        default:
            return swap ? move<8, true>(from, from_stride, to, to_stride, count, n)
                        : move<8, false>(from, from_stride, to, to_stride, count, n);
    }
}

}  // namespace

void read_scalars(const u8* from, void* values, std::size_t width, std::size_t n, Order order) {
    move_any(from, width * n, static_cast<u8*>(values), width * n, width, n, 1, order);
}

void write_scalars(u8* to, const void* values, std::size_t width, std::size_t n, Order order) {
    move_any(static_cast<const u8*>(values), width * n, to, width * n, width, n, 1, order);
}

class Plan::Recorder final : public Measure {
public:
    Recorder(Plan& plan, void* element, std::size_t memory_bytes)
        : plan_(plan), base_(static_cast<u8*>(element)), memory_bytes_(memory_bytes) {}

protected:
    void on_scalars(const char*, Kind kind, void* values, std::size_t n, const Meaning&) override {
        const auto memory = static_cast<std::size_t>(static_cast<u8*>(values) - base_);
        if (memory >= memory_bytes_) plan_.valid_ = false;  // a scalar that is not part of the element
        plan_.add(static_cast<u32>(position()), static_cast<u32>(memory), static_cast<u32>(n),
                  static_cast<u32>(width_of(kind)));
        advance(width_of(kind) * n);
    }
    void on_records(const char* name, const ElementType& type, void* first, std::size_t n) override {
        for (std::size_t i = 0; i < n; ++i) {
            const Scope scope(*this, name, i);
            type.describe(*this, static_cast<u8*>(first) + i * type.memory_bytes);
        }
    }
    void on_magic(const char*, std::string_view) override { plan_.valid_ = false; }
    void on_count(const char*, Kind, u64&) override { plan_.valid_ = false; }
    void on_blob(const char*, Blob&, u64, Fit, Role, const Grid*) override { plan_.valid_ = false; }
    u64 on_seek(u64) override {
        plan_.valid_ = false;
        return 0;
    }

private:
    Plan& plan_;
    u8* base_;
    std::size_t memory_bytes_;
};

Plan::Plan(const ElementType& type, void* element) : disk_bytes_(type.disk_bytes), memory_bytes_(type.memory_bytes) {
    Recorder recorder(*this, element, type.memory_bytes);
    type.describe(recorder, element);
    if (!recorder.ok() || recorder.size() != disk_bytes_) valid_ = false;
}

void Plan::add(u32 disk, u32 memory, u32 count, u32 width) {
    if (size_ > 0) {
        Move& last = moves_[size_ - 1];
        const u32 bytes = last.count * last.width;
        if (last.width == width && last.disk + bytes == disk && last.memory + bytes == memory) {
            last.count += count;
            return;
        }
    }
    if (size_ == max_moves) {
        valid_ = false;
        return;
    }
    moves_[size_++] = {disk, memory, count, width};
}

const Plan& Plans::of(const ElementType& type, void* element) {
    for (const Made& made : made_) {
        if (made.type == &type) return *made.plan;
    }
    Made& made = made_[next_];
    next_ = (next_ + 1) % made_.size();
    made.type = &type;
    return made.plan.emplace(type, element);
}

void Plan::read(const u8* from, void* first, std::size_t n, Order order) const {
    for (std::size_t i = 0; i < size_; ++i) {
        const Move& m = moves_[i];
        move_any(from + m.disk, disk_bytes_, static_cast<u8*>(first) + m.memory, memory_bytes_, m.width, m.count, n,
                 order);
    }
}

void Plan::write(u8* to, const void* first, std::size_t n, Order order) const {
    for (std::size_t i = 0; i < size_; ++i) {
        const Move& m = moves_[i];
        move_any(static_cast<const u8*>(first) + m.memory, memory_bytes_, to + m.disk, disk_bytes_, m.width, m.count, n,
                 order);
    }
}

}  // namespace thaw
