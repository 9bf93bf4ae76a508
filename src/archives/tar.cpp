#include <algorithm>
#include <unordered_map>

#include "archives/listed.hpp"
#include "archives/names.hpp"
#include "archives/readers.hpp"
#include "archives/tar_header.hpp"
#include "archives/window.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr u64 longest_extended = 1 << 20;  // of a header that only says more about the next one

bool is_extended(char type) { return type == 'x' || type == 'X' || type == 'L' || type == 'K'; }
// Of the whole archive, and its label: neither names a file.
bool is_passed_over(char type) { return type == 'g' || type == 'V'; }
// Folders, links and devices, whatever size they say.
bool has_never_data(char type) { return type >= '2' && type <= '6'; }
bool is_regular(char type) { return type < '1' || type > '6' || type == '1'; }

class Tar final : public Listed {
public:
    Tar(std::shared_ptr<Source> source, const Context& context, u64 bytes)
        : Listed(std::move(source), "tar", context, bytes), window_(Listed::source()) {}

    Status list() {
        for (u64 seen = 1; take_header(); ++seen) {
            if (auto status = may_go_on(seen); !status) return status;
            incomplete_ = is_extended(header_.type);
            if (incomplete_) {
                read_extended();
            } else if (!is_passed_over(header_.type)) {
                if (auto status = list_one(); !status) return status;
                overrides_ = {};
            }
            if (!pass_data()) break;
        }
        if (window_.refused()) end_early({Code::io, "cannot be read"});
        if (incomplete_) end_early({Code::truncated, "the archive ends behind an extended header"});
        return listed();
    }

private:
    struct Place {
        u64 offset = 0;
        bool sparse = false;
    };

    // The next header, and where its data are. Behind one that is damaged the next may still be found.
    bool take_header() {
        constexpr int most_tries = 3;
        for (int tries = 0; tries < most_tries; ++tries) {
            const Bytes block = window_.at(at_, tar_block_bytes);
            if (block.empty()) return false;
            if (block.size() < tar_block_bytes) {
                end_early({Code::truncated, "the archive ends within a header"});
                return false;
            }
            if (std::ranges::all_of(block, [](u8 byte) { return byte == 0; })) return false;
            at_ += tar_block_bytes;
            auto header = is_tar_header(block) ? read_tar_header(block) : std::nullopt;
            if (header) {
                header_ = std::move(*header);
                if (header_.type == 'S') read_sparse(block);
                return true;
            }
            Error damaged{Code::bad_value, "a header is damaged"};
            damaged.offset = at_ - tar_block_bytes;
            end_early(std::move(damaged));
        }
        return false;
    }

    void read_sparse(Bytes block) {
        overrides_.sparse = true;
        overrides_.real_bytes = real_bytes_of(block);
        for (bool more = header_.more_blocks; more; at_ += tar_block_bytes) {
            const Bytes next = window_.at(at_, tar_block_bytes);
            if (next.size() < tar_block_bytes) break;
            more = has_more_blocks(next);
        }
    }

    void read_extended() {
        const bool records = header_.type == 'x' || header_.type == 'X';
        const auto data = header_.bytes <= longest_extended ? source().slice(at_, header_.bytes) : std::nullopt;
        if (!data) {
            const bool cut = at_ > source().size() || header_.bytes > source().size() - at_;
            end_early({cut ? Code::truncated : Code::bad_value,
                       cut ? "the archive ends within a header" : "an extended header cannot be used"});
            return;
        }
        const auto text = text::view_as_text(data->bytes());
        if (records) {
            is_pax_ = true;
            if (!read_tar_records(text, overrides_)) end_early({Code::bad_value, "an extended header is damaged"});
        } else {
            (header_.type == 'L' ? overrides_.name : overrides_.link) = text::until_nul(std::string_view(text));
        }
    }

    Status list_one() {
        if (overrides_.bytes) header_.bytes = *overrides_.bytes;
        if (has_never_data(header_.type)) header_.bytes = 0;
        auto name = entry_name(overrides_.name ? *overrides_.name : header_.name, false);
        if (!is_regular(header_.type) || name.ends_with('/') || header_.type == 'D') return Done{};
        if (header_.type == '1') {
            const auto link = entry_name(overrides_.link ? *overrides_.link : header_.link, false);
            if (has_no_data()) return list_link(std::move(name), link);
        }
        const u64 bytes = overrides_.sparse ? overrides_.real_bytes.value_or(header_.bytes) : header_.bytes;
        places_.push_back({.offset = at_, .sparse = overrides_.sparse});
        if (overrides_.sparse) cannot_read(name, refusal(places_.size() - 1));
        if (by_name_) (*by_name_)[name] = entries_.size();
        return add({.name = std::move(name), .bytes = bytes, .stored_bytes = header_.bytes, .offset = at_});
    }

    // Links mostly say the size of what they lead to. Only pax gives them data, and not every pax has a header that
    // tells it: then what follows is data unless it is a header.
    bool has_no_data() {
        if (header_.bytes > 0 && !is_pax_ && is_tar_header(window_.at(at_, tar_block_bytes))) header_.bytes = 0;
        return header_.bytes == 0;
    }

    // A link to no file before it is none.
    Status list_link(std::string name, const std::string& target) {
        if (!by_name_) {
            by_name_.emplace();
            for (std::size_t i = 0; i < entries_.size(); ++i) (*by_name_)[entries_[i].name] = i;
        }
        const auto found = by_name_->find(target);
        if (found == by_name_->end()) return Done{};
        const std::size_t before = found->second;
        (*by_name_)[name] = entries_.size();
        ArchiveEntry entry = entries_[before];
        entry.name = std::move(name);
        places_.push_back(places_[before]);
        auto status = add(std::move(entry));
        if (status) is_same_as(before);
        return status;
    }

    // False where the archive ends.
    bool pass_data() {
        const u64 size = source().size();
        if (at_ > size || header_.bytes > size - at_) {
            end_early({Code::truncated, "the archive ends within a file"});
            return false;
        }
        at_ += (header_.bytes + tar_block_bytes - 1) / tar_block_bytes * tar_block_bytes;
        return true;
    }

    std::string refusal(std::size_t entry) const override {
        return places_[entry].sparse ? "is stored without its holes, which takes libarchive" : std::string();
    }

    Result<Blob> unpack(std::size_t entry) override {
        const u64 offset = places_[entry].offset;
        const u64 there = source().size() - std::min(offset, source().size());
        if (entries_[entry].bytes > there) {
            return Error{Code::truncated, "the archive ends " + text::plural(there, "byte") + " into its data"};
        }
        auto data = source().slice(offset, entries_[entry].bytes);
        if (!data) return Error{Code::io, "cannot be read"};
        return std::move(*data);
    }

    Window window_;
    u64 at_ = 0;
    TarHeader header_{};
    TarOverrides overrides_{};  // of the next file
    bool is_pax_ = false;
    bool incomplete_ = false;  // the last header was only an extended one
    std::vector<Place> places_{};
    std::optional<std::unordered_map<std::string, std::size_t>> by_name_{};  // once there are links
};

}  // namespace

Opened open_tar(std::shared_ptr<Source> source, const Context& context) {
    const u64 bytes = source->size();
    auto tar = std::make_unique<Tar>(std::move(source), context, bytes);
    if (auto status = tar->list(); !status) return status.error();
    return {std::move(tar)};
}

}  // namespace thaw::archives
