#include "layout/reader.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw {

Reader::Reader(Blob input, const Context& context)
    : input_(std::move(input)),
      context_(context),
      memory_left_(context.limits.memory_for(input_.size())),
      work_left_(context.limits.work_for(input_.size())) {}

bool Reader::need(const char* name, u64 bytes) {
    if (!ok()) return false;
    if (bytes <= remaining()) return true;
    fail_at(
        position_, name, Code::truncated,
        "the file ends early: " + text::plural(bytes, "byte") + " needed, " + std::to_string(remaining()) + " left");
    return false;
}

bool Reader::charge(const char* name, u64 memory, u64 work) {
    if (memory > memory_left_ || work > work_left_) {
        fail_at(position_, name, Code::over_budget,
                std::string("more ") + (memory > memory_left_ ? "memory" : "work") +
                    " than a file of this size justifies; it is damaged or hostile");
        return false;
    }
    memory_left_ -= memory;
    work_left_ -= work;
    if (work < work_until_check_) {
        work_until_check_ -= work;
        return true;
    }
    work_until_check_ = work_between_checks;
    context_.progress(position_, input_.size());
    if (context_.cancelled()) fail_at(position_, name, Code::cancelled, "stopped on request");
    return ok();
}

void Reader::on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning&) {
    // A container was admitted with its bounds checked, an array in a struct is small: the product cannot overflow.
    const u64 bytes = u64{width_of(kind)} * n;
    if (!need(name, bytes) || !charge(name, 0, 1)) return;
    read_scalars(input_.data() + position_, values, width_of(kind), n, byte_order());
    position_ += bytes;
}

void Reader::on_records(const char* name, const ElementType& type, void* first, std::size_t n) {
    const u64 bytes = u64{type.disk_bytes} * n;
    if (!need(name, bytes) || !charge(name, 0, n)) return;
    const Plan& plan = plans_.of(type, first);
    if (!plan.valid()) {
        fail_at(position_, name, Code::internal, "a record's description is not of its declared size");
        return;
    }
    plan.read(input_.data() + position_, first, n, byte_order());
    position_ += bytes;
}

void Reader::on_magic(const char* name, std::string_view expected) {
    if (!need(name, expected.size())) return;
    const Blob found = input_.slice(position_, expected.size());
    if (text::view_as_text(found.bytes()) != expected) {
        fail_at(position_, name, Code::bad_magic,
                "'" + text::printable(expected) + "' expected, '" + text::printable(text::view_as_text(found.bytes())) +
                    "' found");
        return;
    }
    position_ += expected.size();
}

void Reader::on_count(const char* name, Kind kind, u64& n) {
    n = 0;  // a count that cannot be read sizes nothing
    if (!need(name, width_of(kind)) || !charge(name, 0, 1)) return;
    const u8* from = input_.data() + position_;
    switch (width_of(kind)) {
        case 1: n = load<u8>(from, byte_order()); break;
        case 2: n = load<u16>(from, byte_order()); break;
        case 4: n = load<u32>(from, byte_order()); break;
        default: n = load<u64>(from, byte_order()); break;
    }
    if (const u64 sign_bit = u64{1} << (8 * width_of(kind) - 1); is_signed(kind) && n >= sign_bit) {
        n = 0;
        fail_at(position_, name, Code::bad_value, "a negative number of elements");
        return;
    }
    position_ += width_of(kind);
}

std::size_t Reader::on_admit(const char* name, u64 described, std::size_t, ElementSize size, Fit fit) {
    if (!ok()) return 0;
    if (size.disk_bytes == 0) {
        fail_at(position_, name, Code::internal, "an element that takes no bytes cannot be counted");
        return 0;
    }
    u64 n = described;
    if (fit != Fit::pointed_at && n > remaining() / size.disk_bytes) {
        if (fit == Fit::exact) {
            fail_at(position_, name, Code::truncated,
                    "the file ends early: " + std::to_string(n) + " elements of at least " +
                        text::plural(size.disk_bytes, "byte") + " declared, " + text::plural(remaining(), "byte") +
                        " left");
            return 0;
        }
        n = remaining() / size.disk_bytes;
    }
    if (n > memory_left_ / size.memory_bytes) {
        fail_at(position_, name, Code::over_budget,
                std::to_string(n) + " elements take more memory than a file of this size justifies");
        return 0;
    }
    if (!charge(name, n * size.memory_bytes, 1)) return 0;
    return static_cast<std::size_t>(n);
}

bool Reader::on_more(const char* name, std::size_t, std::size_t, ElementSize size) {
    // A vector doubles as it grows: old and new storage together are at most three times what is in use.
    return need(name, std::max<u64>(size.disk_bytes, 1)) && charge(name, 3 * size.memory_bytes, 1);
}

void Reader::on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role, const Grid*) {
    if (!ok()) return;
    if (fit == Fit::exact) {
        if (!need(name, n)) return;
    } else {
        n = std::min(n, remaining());
    }
    blob = input_.slice(position_, n);
    position_ += n;
}

void Reader::on_image(Blob& blob) {
    blob = input_;
    has_image_ = true;
}

void Reader::on_offset(const char* name, u64 start, u64 target) {
    if (target <= input_.size()) return;
    fail_at(start, name, Code::bad_value,
            "points to byte " + text::hex(target) + ", past the end at " + text::hex(input_.size()));
}

u64 Reader::on_seek(u64 offset) {
    const u64 back = position_;
    if (offset > input_.size()) {
        fail_at(position_, "pointer", Code::bad_value,
                "points to byte " + text::hex(offset) + ", past the end at " + text::hex(input_.size()));
        return back;
    }
    if (charge("pointer", 0, 1)) position_ = offset;  // an error needs a field, and there may be none yet
    return back;
}

}  // namespace thaw
