#include "archives/zip_walk.hpp"

#include <algorithm>

#include "archives/listed.hpp"
#include "archives/little.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr u64 unknown_bytes = ~u64{0};

u64 size_at(Bytes from, std::size_t at, bool wide) { return wide ? eight(from, at) : four(from, at); }

// Calls `use(offset, bytes)` at each "PK" from `offset` on, with at least `least` bytes unless fewer follow, until it
// is true. Each byte is looked at once.
template <class Use>
bool find_mark(Window& window, u64 offset, std::size_t least, const Use& use) {
    constexpr std::size_t step = 32 << 10;
    while (true) {
        const Bytes bytes = window.at(offset, step + least);
        const bool last = bytes.size() < step + least;
        const std::size_t count = last ? bytes.size() : step;
        for (std::size_t i = 0; i + 4 <= bytes.size() && i < count; ++i) {
            if (bytes[i] == 'P' && bytes[i + 1] == 'K' && use(offset + i, bytes.subspan(i))) return true;
        }
        if (last) return false;
        offset += count;
    }
}

class Walk {
public:
    Walk(Source& source, const Context& context)
        : source_(source), window_(source), behind_(source), context_(context) {}

    Result<ZipDirectory> run() {
        out_.offset = source_.size();
        u64 at = 0;
        while (find_header(at)) {
            if (context_.cancelled()) return Error{Code::cancelled, "stopped"};
            if (out_.entries.size() == most_entries) return too_many_entries();
            auto header = read_zip_header(window_, at);
            if (!header) break;
            const bool known = !header->entry.sizes_follow || find_sizes(*header) || header->entry.packed_bytes > 0;
            if (!known) header->entry.packed_bytes = unknown_bytes;
            const auto& entry = out_.entries.emplace_back(std::move(header->entry));
            if (entry.packed_bytes > source_.size() - header->data_offset) break;
            at = header->data_offset + entry.packed_bytes;
        }
        out_.damage =
            Error{window_.refused() ? Code::io : Code::truncated, "it is cut off: the directory at its end is missing"};
        return std::move(out_);
    }

private:
    bool find_header(u64& at) {
        bool found = false;
        find_mark(window_, at, 4, [&](u64 offset, Bytes bytes) {
            const u32 mark = four(bytes, 0);
            found = mark == zip_header_mark;
            at = offset;
            return found || mark == zip_entry_mark || mark == zip_end_mark || mark == zip_wide_end_mark;
        });
        return found;
    }

    // Where the data end is only said behind them: there stand as many bytes as were passed.
    bool find_sizes(ZipHeader& header) {
        constexpr std::size_t sizes_bytes = 24;  // with 64 bits and a mark
        const u64 start = header.data_offset;
        return find_mark(window_, start, sizes_bytes, [&](u64 offset, Bytes bytes) {
            const u32 mark = four(bytes, 0);
            if (mark == zip_sizes_mark) return take_sizes(header.entry, bytes.subspan(4), offset - start);
            if (mark != zip_header_mark && mark != zip_entry_mark) return false;
            // Without a mark they are the twelve or twenty bytes in front of the next header.
            const u64 before = std::min<u64>(offset - start, 20);
            const Bytes sizes = behind_.at(offset - before, static_cast<std::size_t>(before));
            return (sizes.size() >= 20 && take_sizes(header.entry, sizes, offset - start - 20, true)) ||
                   (sizes.size() >= 12 && take_sizes(header.entry, sizes.last(12), offset - start - 12, false));
        });
    }

    static bool take_sizes(ZipEntry& entry, Bytes sizes, u64 passed) {
        return take_sizes(entry, sizes, passed, true) || take_sizes(entry, sizes, passed, false);
    }
    static bool take_sizes(ZipEntry& entry, Bytes sizes, u64 passed, bool wide) {
        if (sizes.size() < (wide ? 20u : 12u) || size_at(sizes, 4, wide) != passed) return false;
        entry.crc = four(sizes, 0);
        entry.packed_bytes = passed;
        entry.bytes = size_at(sizes, wide ? 12 : 8, wide);
        return true;
    }

    Source& source_;
    Window window_;
    Window behind_;  // a second place to look at, while the first one is searched
    const Context& context_;
    ZipDirectory out_{};
};

}  // namespace

Result<ZipDirectory> walk_zip(Source& source, const Context& context) { return Walk(source, context).run(); }

}  // namespace thaw::archives
