#include "read_archive.hpp"

#include <algorithm>

#include "target.hpp"

namespace thaw::fuzz {

namespace {

// Copies what is asked for, so that looking past it is noticed, and counts it.
class CopyingSource final : public archives::Source {
public:
    explicit CopyingSource(Bytes bytes) : bytes_(bytes) {}
    u64 size() const override { return bytes_.size(); }
    bool read(u64 offset, std::span<u8> to) override {
        if (offset > bytes_.size() || to.size() > bytes_.size() - offset) return false;
        std::copy_n(bytes_.data() + offset, to.size(), to.data());
        given += to.size();
        return true;
    }

    u64 given = 0;

private:
    Bytes bytes_;
};

void judge_file(archives::Archive& archive, archives::Archive& copied, std::size_t i, const Limits& limits) {
    const auto blob = archive.load(i);
    const auto again = copied.load(i);
    require(blob.ok() == again.ok(), "another answer from another source");
    if (!blob) {
        require(!blob.error().message.empty() && blob.error().code != Code::internal, "an error without words");
        return;
    }
    require(blob->size() == archive.entries()[i].bytes, "not as large as listed");
    require(blob->size() <= limits.input_bytes, "more than was allowed");
    require(*blob == *again, "other bytes from another source");
}

}  // namespace

void read_archive(OpenArchive open, Bytes input) {
    Context context;
    context.limits.input_bytes = 1 << 20;
    auto opened = open(archives::blob_source(Blob::copy_of(input)), context);
    const auto source = std::make_shared<CopyingSource>(input);
    auto copied = open(source, context);
    require(opened.ok() == copied.ok(), "another answer from another source");
    // Each header is asked for with what follows it.
    require(source->given <= 128 * u64{input.size()} + (64 << 20), "too much was read for a list");
    if (!opened) {
        require(!opened.error().message.empty() && opened.error().code != Code::internal, "an error without words");
        return;
    }
    archives::Archive& archive = **opened;
    require(archive.entries().size() == (*copied)->entries().size(), "another list from another source");
    const auto count = std::min<std::size_t>(archive.entries().size(), 8);
    for (std::size_t i = 0; i < count; ++i) judge_file(archive, **copied, i, context.limits);
    for (std::size_t i = count; i-- > 0;) judge_file(archive, **copied, i, context.limits);
    require(archive.load(archive.entries().size()).error().code == Code::bad_index, "a file that is not listed");
}

}  // namespace thaw::fuzz
