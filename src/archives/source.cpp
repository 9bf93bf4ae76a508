#include <algorithm>

#include <thaw/archives.hpp>

namespace thaw::archives {

namespace {

class BlobSource final : public Source {
public:
    explicit BlobSource(Blob bytes) : bytes_(std::move(bytes)) {}

    u64 size() const override { return bytes_.size(); }

    bool read(u64 offset, std::span<u8> to) override {
        if (!has(offset, to.size())) return false;
        std::copy_n(bytes_.data() + offset, to.size(), to.data());
        return true;
    }

    std::optional<Blob> slice(u64 offset, u64 bytes) override {
        return has(offset, bytes) ? std::optional(bytes_.slice(offset, bytes)) : std::nullopt;
    }

private:
    bool has(u64 offset, u64 bytes) const { return offset <= bytes_.size() && bytes <= bytes_.size() - offset; }

    Blob bytes_;
};

}  // namespace

std::optional<Blob> Source::slice(u64 offset, u64 bytes) {
    // Nothing is allocated for bytes that cannot be there.
    if (offset > size() || bytes > size() - offset) return std::nullopt;
    std::vector<u8> out(static_cast<std::size_t>(bytes));
    if (!read(offset, out)) return std::nullopt;
    return Blob::take(std::move(out));
}

std::shared_ptr<Source> blob_source(Blob bytes) { return std::make_shared<BlobSource>(std::move(bytes)); }

}  // namespace thaw::archives
