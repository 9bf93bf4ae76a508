#include "layout/writer.hpp"

#include <cstring>

namespace thaw {

u8* Writer::room(const char* name, u64 bytes) {
    if (!ok()) return nullptr;
    if (position_ > output_.size() || bytes > output_.size() - position_) {
        fail_at(position_, name, Code::internal, "the document is larger than it was measured");
        return nullptr;
    }
    u8* to = output_.data() + position_;
    position_ += bytes;
    return to;
}

void Writer::put(const char* name, Bytes bytes) {
    u8* to = room(name, bytes.size());
    if (to != nullptr && !bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
}

void Writer::on_scalars(const char* name, Kind kind, void* values, std::size_t n, const Meaning&) {
    u8* to = room(name, u64{width_of(kind)} * n);
    if (to != nullptr) write_scalars(to, values, width_of(kind), n, byte_order());
}

void Writer::on_records(const char* name, const ElementType& type, void* first, std::size_t n) {
    const Plan& plan = plans_.of(type, first);
    u8* to = room(name, u64{type.disk_bytes} * n);
    if (to == nullptr) return;
    if (!plan.valid()) {
        fail_at(position_, name, Code::internal, "a record's description is not of its declared size");
        return;
    }
    plan.write(to, first, n, byte_order());
}

void Writer::on_magic(const char* name, std::string_view expected) {
    put(name, Bytes(static_cast<const u8*>(static_cast<const void*>(expected.data())), expected.size()));
}

void Writer::on_count(const char* name, Kind kind, u64& n) {
    const std::size_t width = width_of(kind);
    const std::size_t bits = 8 * width - (is_signed(kind) ? 1 : 0);
    const u64 most = bits == 64 ? ~u64{0} : (u64{1} << bits) - 1;
    if (n > most) {
        fail_at(position_, name, Code::unrepresentable,
                std::to_string(n) + " elements, but the format counts to " + std::to_string(most));
        return;
    }
    u8* to = room(name, width);
    if (to == nullptr) return;
    switch (width) {
        case 1: store(to, static_cast<u8>(n), byte_order()); break;
        case 2: store(to, static_cast<u16>(n), byte_order()); break;
        case 4: store(to, static_cast<u32>(n), byte_order()); break;
        default: store(to, n, byte_order()); break;
    }
}

std::size_t Writer::on_admit(const char* name, u64 described, std::size_t present, ElementSize, Fit fit) {
    const bool fits = fit == Fit::what_is_there ? present <= described : present == described;
    if (ok() && !fits) {
        fail_at(position_, name, Code::unrepresentable,
                std::to_string(present) + " elements where the layout has room for " + std::to_string(described));
    }
    return present;
}

void Writer::on_blob(const char* name, Blob& blob, u64 n, Fit fit, Role, const Grid*) {
    const bool fits = fit == Fit::what_is_there ? blob.size() <= n : blob.size() == n;
    if (ok() && !fits) {
        fail_at(position_, name, Code::unrepresentable,
                std::to_string(blob.size()) + " bytes where the layout has room for " + std::to_string(n));
        return;
    }
    put(name, blob.bytes());
}

void Writer::on_image(Blob& blob) {
    const u64 back = std::exchange(position_, 0);
    put(nullptr, blob.bytes());
    position_ = back;
}

}  // namespace thaw
