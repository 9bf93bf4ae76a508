// A Plan is a fixed record's description flattened to "these bytes on disk are those bytes in memory", so that whole
// arrays move without a call per field. It is made by running the description once, on one element.
#pragma once

#include <array>
#include <optional>

#include "base/endian.hpp"
#include "layout/field.hpp"

namespace thaw {

class Plan {
public:
    Plan(const ElementType& type, void* element);

    // False if the description did more than name scalars, or its size is not the declared one.
    bool valid() const { return valid_; }
    void read(const u8* from, void* first, std::size_t n, Order order) const;
    void write(u8* to, const void* first, std::size_t n, Order order) const;

private:
    class Recorder;

    // `count` neighbouring scalars of one width.
    struct Move {
        u32 disk;
        u32 memory;
        u32 count;
        u32 width;
    };
    static constexpr std::size_t max_moves = 40;

    void add(u32 disk, u32 memory, u32 count, u32 width);

    std::array<Move, max_moves> moves_;
    std::size_t size_ = 0;
    std::size_t disk_bytes_;
    std::size_t memory_bytes_;
    bool valid_ = true;
};

// The plans last used. Many short lists of the same few records are common, and making a plan costs more than moving a
// short list.
class Plans {
public:
    // `element` is what a plan is made from if there is none yet.
    const Plan& of(const ElementType& type, void* element);

private:
    struct Made {
        const ElementType* type = nullptr;  // one object for each type of record
        std::optional<Plan> plan{};
    };
    std::array<Made, 4> made_{};
    std::size_t next_ = 0;
};

// Moves n scalars of a kind between disk order and memory.
void read_scalars(const u8* from, void* values, std::size_t width, std::size_t n, Order order);
void write_scalars(u8* to, const void* values, std::size_t width, std::size_t n, Order order);

}  // namespace thaw
