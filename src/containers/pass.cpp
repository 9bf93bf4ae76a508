#include "containers/pass.hpp"

#include <locale.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include "archives/names.hpp"
#include "base/text.hpp"

namespace thaw::containers {

namespace {

// What is read at once: little after a jump, where often only a header is wanted, and more from block to block.
constexpr std::size_t first_block_bytes = 4 << 10;
constexpr std::size_t block_bytes = 128 << 10;

// libarchive turns names into the encoding of the locale, and loses what that has no letters for. The program itself
// knows no locale; this gives the calling thread one for as long as a call takes.
class Utf8Names {
public:
    Utf8Names() {
        static const locale_t utf8 = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        if (utf8 != nullptr) before_ = ::uselocale(utf8);
    }
    Utf8Names(const Utf8Names&) = delete;
    Utf8Names& operator=(const Utf8Names&) = delete;
    ~Utf8Names() {
        if (before_ != nullptr) ::uselocale(before_);
    }

private:
    locale_t before_ = nullptr;
};

std::string_view either(const char* first, const char* second) {
    if (first != nullptr) return first;
    return second != nullptr ? std::string_view(second) : std::string_view();
}

Code code_of(std::string_view message, int number) {
    if (number == ENOMEM) return Code::out_of_memory;
    if (text::contains_ignoring_case(message, "truncated")) return Code::truncated;
    for (const auto* word : {"support", "unavailable", "encrypt", "passphrase"}) {
        if (text::contains_ignoring_case(message, word)) return Code::unsupported;
    }
    return Code::bad_value;
}

}  // namespace

Pass::Pass(const ArchiveCalls& calls, std::shared_ptr<Source> source, std::string_view kind)
    : calls_(calls),
      source_(std::move(source)),
      kind_(kind),
      block_(std::make_unique_for_overwrite<u8[]>(block_bytes)),
      next_block_bytes_(first_block_bytes) {}

Pass::~Pass() {
    if (archive_ != nullptr) calls_.read_free(archive_);
}

Result<std::unique_ptr<Pass>> Pass::begin(const ArchiveCalls& calls, std::shared_ptr<Source> source,
                                          std::string_view kind) {
    std::unique_ptr<Pass> pass(new Pass(calls, std::move(source), kind));
    if (auto status = pass->open(); !status) return status.error();
    return pass;
}

Status Pass::open() {
    struct SetUp {
        std::string_view kind;
        std::array<ArchiveSetUp, 3> steps;
    };
    const std::array kinds{
        SetUp{"zip", {calls_.format_zip_seekable}},
        SetUp{"zip files", {calls_.format_zip_streamable}},
        SetUp{"7z", {calls_.format_7zip}},
        SetUp{"rar", {calls_.format_rar, calls_.format_rar5}},
        SetUp{"tar", {calls_.format_tar}},
        SetUp{"iso", {calls_.format_iso9660}},
        SetUp{"gzip", {calls_.filter_gzip, calls_.format_tar, calls_.format_raw}},
        SetUp{"bzip2", {calls_.filter_bzip2, calls_.format_tar, calls_.format_raw}},
        SetUp{"xz", {calls_.filter_xz, calls_.format_tar, calls_.format_raw}},
        SetUp{"zstd", {calls_.filter_zstd, calls_.format_tar, calls_.format_raw}},
    };
    const auto known =
        std::find_if(kinds.begin(), kinds.end(), [&](const SetUp& set_up) { return set_up.kind == kind_; });
    if (known == kinds.end()) return Error{Code::not_recognised, "no archive that Thaw can open"};
    archive_ = calls_.read_new();
    if (archive_ == nullptr) return Error{Code::out_of_memory, "no memory for an archive"};
    for (const auto step : known->steps) {
        // A warning means that it would run another program for this: Thaw never does.
        if (step != nullptr && step(archive_) != archive_ok) {
            return Error{Code::unsupported, "this libarchive was made without " + std::string(kind_)};
        }
    }
    calls_.set_read(archive_, on_read);
    calls_.set_skip(archive_, on_skip);
    calls_.set_seek(archive_, on_seek);
    calls_.set_data(archive_, this);
    const Utf8Names names;
    if (calls_.open(archive_) != archive_ok) return failed();
    return Done{};
}

Result<bool> Pass::next(PassEntry& entry) {
    if (end_) return *end_;
    const Utf8Names names;
    archive_entry* header = nullptr;
    int result = archive_retry;
    for (int tries = 0; result == archive_retry && tries < 3; ++tries) result = calls_.next_header(archive_, &header);
    if (result == archive_eof) return false;
    if (result != archive_ok && result != archive_warn) return failed();
    ++seen_;
    using archives::entry_name;
    const bool zip = kind_.starts_with("zip");
    entry.name = entry_name(either(calls_.pathname(header), calls_.pathname_utf8(header)), zip);
    entry.link = entry_name(either(calls_.hardlink(header), calls_.hardlink_utf8(header)), zip);
    entry.offset = static_cast<u64>(std::max<i64>(calls_.header_position(archive_), 0));
    entry.bytes = static_cast<u64>(std::max<i64>(calls_.size(header), 0));
    entry.bytes_known = calls_.size_is_set(header) != 0;
    entry.file = calls_.filetype(header) == archive_regular_file || !entry.link.empty();
    entry.encrypted = calls_.is_encrypted(header) != 0;
    return true;
}

Result<Blob> Pass::read(const PassEntry& entry, u64 most) {
    constexpr u64 trusted_bytes = 16 << 20;  // a size of more has to be proved by data
    const Utf8Names names;
    std::vector<u8> out(static_cast<std::size_t>(std::min({entry.bytes, trusted_bytes, most})));
    std::array<u8, 1 << 14> more;  // also asks for the end, where checksums are compared
    std::size_t filled = 0;
    while (true) {
        const bool fits = filled < out.size();
        const auto to = fits ? std::span(out).subspan(filled) : std::span<u8>(more);
        const auto got = calls_.read_data(archive_, to.data(), to.size());
        if (got < 0) {
            auto error = failed();
            if (got == archive_fatal) end_ = error;
            return error;
        }
        if (got == 0) break;
        const auto count = static_cast<std::size_t>(got);
        if (filled + count > most) return Error{Code::over_budget, "more data than are allowed"};
        if (!fits) out.insert(out.end(), more.begin(), more.begin() + got);
        filled += count;
    }
    if (entry.bytes_known && filled < entry.bytes) {
        return Error{Code::truncated,
                     "its data end after " + text::plural(filled, "byte") + " of " + std::to_string(entry.bytes)};
    }
    out.resize(filled);
    return Blob::take(std::move(out));
}

ssize_t Pass::on_read(archive*, void* data, const void** block) {
    auto& pass = *static_cast<Pass*>(data);
    const u64 size = pass.source_->size();
    const auto count = static_cast<std::size_t>(std::min<u64>(size - std::min(pass.at_, size), pass.next_block_bytes_));
    pass.next_block_bytes_ = std::min(2 * pass.next_block_bytes_, block_bytes);
    *block = pass.block_.get();
    if (count == 0) return 0;
    if (!pass.source_->read(pass.at_, {pass.block_.get(), count})) {
        pass.refused_ = true;
        return -1;
    }
    pass.at_ += count;
    return static_cast<ssize_t>(count);
}

i64 Pass::on_skip(archive*, void* data, i64 bytes) {
    auto& pass = *static_cast<Pass*>(data);
    const u64 size = pass.source_->size();
    const u64 skipped = std::min(static_cast<u64>(std::max<i64>(bytes, 0)), size - std::min(pass.at_, size));
    pass.at_ += skipped;
    pass.next_block_bytes_ = first_block_bytes;
    return static_cast<i64>(skipped);
}

i64 Pass::on_seek(archive*, void* data, i64 offset, int whence) {
    auto& pass = *static_cast<Pass*>(data);
    const auto size = static_cast<i64>(pass.source_->size());
    i64 base = 0;
    if (whence == SEEK_CUR) base = static_cast<i64>(pass.at_);
    if (whence == SEEK_END) base = size;
    // Past the end is past the end, however far.
    if (offset > size - base) offset = size - base;
    if (offset < -base) return archive_fatal;
    pass.at_ = static_cast<u64>(base + offset);
    pass.next_block_bytes_ = first_block_bytes;
    return base + offset;
}

Error Pass::failed() const {
    if (refused_) return {Code::io, "cannot be read"};
    const auto message = text::printable(either(calls_.error_string(archive_), "damaged"));
    return {code_of(message, calls_.error_number(archive_)), message + " (libarchive)"};
}

}  // namespace thaw::containers
