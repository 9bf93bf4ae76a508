#include <thaw/blob.hpp>

#include <algorithm>
#include <cstring>

namespace thaw {

Blob Blob::copy_of(Bytes bytes) { return take(std::vector<u8>(bytes.begin(), bytes.end())); }

Blob Blob::take(std::vector<u8> bytes) {
    auto owner = std::make_shared<const std::vector<u8>>(std::move(bytes));
    const Bytes view(*owner);
    return Blob(std::move(owner), view);
}

Blob Blob::wrap(std::shared_ptr<const void> owner, Bytes bytes) { return Blob(std::move(owner), bytes); }

Blob Blob::slice(u64 offset, u64 count) const {
    const u64 start = std::min<u64>(offset, size());
    const u64 length = std::min<u64>(count, size() - start);
    return Blob(owner_, view_.subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(length)));
}

bool operator==(const Blob& a, const Blob& b) {
    return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size()) == 0);
}

}  // namespace thaw
