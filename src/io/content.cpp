#include "io/content.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <vector>

#include "base/endian.hpp"
#include "io/files.hpp"

namespace thaw::io {

namespace {

// The round of XXH64. It can be taken back, so that one word that differs always tells.
u64 mixed(u64 hash, u64 word) { return std::rotl(hash + word * 0xc2b2ae3d27d4eb4f, 31) * 0x9e3779b185ebca87; }

}  // namespace

void ContentHash::mix(Bytes blocks) {
    auto [a, b, c, d] = lanes_;  // in registers: bytes that are read could be these
    for (; blocks.size() >= block_bytes; blocks = blocks.subspan(block_bytes)) {
        a = mixed(a, load<u64>(blocks.data(), Order::little));
        b = mixed(b, load<u64>(blocks.data() + 8, Order::little));
        c = mixed(c, load<u64>(blocks.data() + 16, Order::little));
        d = mixed(d, load<u64>(blocks.data() + 24, Order::little));
    }
    lanes_ = {a, b, c, d};
}

void ContentHash::add(Bytes bytes) {
    const std::size_t held = size_ % block_bytes;
    size_ += bytes.size();
    if (held > 0) {
        const std::size_t n = std::min(block_bytes - held, bytes.size());
        std::copy_n(bytes.begin(), n, held_.begin() + static_cast<std::ptrdiff_t>(held));
        bytes = bytes.subspan(n);
        if (held + n < block_bytes) return;
        mix(held_);
    }
    mix(bytes);
    const Bytes rest = bytes.last(bytes.size() % block_bytes);
    std::copy(rest.begin(), rest.end(), held_.begin());
}

u64 ContentHash::value() const {
    ContentHash last = *this;
    const std::size_t held = size_ % block_bytes;
    std::fill(last.held_.begin() + static_cast<std::ptrdiff_t>(held), last.held_.end(), u8{0});
    if (held > 0) last.mix(last.held_);
    u64 hash = size_;
    for (const u64 lane : last.lanes_) hash = mixed(hash, lane);
    return hash ^ (hash >> 32);
}

Content content_of(Bytes bytes) {
    ContentHash hash;
    hash.add(bytes);
    return content_of(hash);
}

bool has_content(const std::string& path, const Content& content) {
    const Handle file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    struct stat status{};
    if (!file.ok() || ::fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
    if (static_cast<u64>(status.st_size) != content.bytes) return false;
    ContentHash hash;
    std::vector<u8> block(std::size_t{1} << 18);
    while (true) {
        const ssize_t got = ::read(file.get(), block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) return content_of(hash) == content;
        hash.add({block.data(), static_cast<std::size_t>(got)});
    }
}

}  // namespace thaw::io
