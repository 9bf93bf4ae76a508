#include <algorithm>
#include <deque>
#include <unordered_set>

#include "archives/iso_records.hpp"
#include "archives/listed.hpp"
#include "archives/readers.hpp"
#include "archives/sectors.hpp"
#include "base/text.hpp"

namespace thaw::archives {

namespace {

constexpr std::size_t longest_path = 4096;
constexpr std::size_t deepest_folder = 64;

struct DiscExtent {
    u64 offset = 0;
    u64 bytes = 0;
};

struct DiscFile {
    std::string name{};
    u64 bytes = 0;
    std::size_t first_extent = 0;
    std::size_t extents = 0;
    u64 offset = 0;  // of the first
    bool packed = false;
    bool interleaved = false;
};

struct DiscFolder {
    std::string path{};  // ends with '/', but for the root
    u64 offset = 0;
    u64 bytes = 0;
    std::size_t depth = 0;
};

class Iso final : public Listed {
public:
    Iso(std::shared_ptr<Source> source, std::string_view kind, const Context& context, u64 bytes)
        : Listed(std::move(source), kind, context, bytes),
          folders_at_(Listed::source()),
          elsewhere_(Listed::source()) {}

    Status list() {
        const auto volume = find_iso_volume(folders_at_);
        if (!volume) return volume.error();
        volume_ = *volume;
        // More than this are read only if folders lie over each other.
        left_to_read_ = source().size() + (u64{1} << 20);
        enter({.offset = volume_.root_offset, .bytes = volume_.root_bytes});
        while (!waiting_.empty()) {
            const DiscFolder folder = std::move(waiting_.front());
            waiting_.pop_front();
            if (auto status = list_folder(folder); !status) return status;
        }
        if (folders_at_.refused() || elsewhere_.refused()) end_early({Code::io, "cannot be read"});
        if (auto status = list_files(); !status) return status;
        return listed();
    }

private:
    void enter(DiscFolder folder) {
        if (folder.depth > deepest_folder || folder.path.size() > longest_path) {
            end_early({Code::too_deep, text::printable(folder.path.substr(0, 100)) + "... is a folder too deep"});
        } else if (!entered_.insert(folder.offset).second) {
            end_early({Code::bad_value, text::printable(folder.path) + " is a folder that was listed before"});
        } else {
            waiting_.push_back(std::move(folder));
        }
    }

    Status list_folder(const DiscFolder& folder) {
        const u64 size = source().size();
        const u64 there = std::min(folder.bytes, size - std::min(folder.offset, size));
        if (there < folder.bytes) {
            end_early({Code::truncated, "the disc ends within the folder " + text::printable(folder.path)});
        }
        if (there > left_to_read_) return Error{Code::over_budget, "the folders of this disc lie over each other"};
        left_to_read_ -= there;
        for (u64 at = 0; at < there;) {
            // No record goes over the end of a sector; what is left of it is empty.
            const u64 sector_end = std::min(there, (at / data_sector_bytes + 1) * data_sector_bytes);
            const Bytes rest = folders_at_.at(folder.offset + at, static_cast<std::size_t>(sector_end - at));
            if (rest.empty()) break;
            if (rest[0] == 0) {
                at = (at / volume_.block_bytes + 1) * volume_.block_bytes;
                continue;
            }
            const auto record = read_iso_record(rest, volume_.block_bytes);
            if (!record) {
                damaged_record(folder, folder.offset + at);
                at = sector_end;
                continue;
            }
            at += record->bytes;
            if (is_dot_or_dots(*record)) continue;
            if (auto status = list_record(folder, *record); !status) return status;
        }
        unfinished_ = false;
        return Done{};
    }

    void damaged_record(const DiscFolder& folder, u64 offset) {
        Error error{Code::bad_value, "a record of the folder " + text::printable(folder.path) + " is damaged"};
        error.offset = offset;
        end_early(std::move(error));
    }

    Status list_record(const DiscFolder& folder, const IsoRecord& record) {
        if (auto status = may_go_on(++seen_); !status) return status;
        const auto extras = read_iso_extras(record.system_use, volume_, elsewhere_);
        if (extras.read_bytes > left_to_read_) {
            return Error{Code::over_budget, "the names of this disc lie over each other"};
        }
        left_to_read_ -= extras.read_bytes;
        if (extras.special || extras.moved) return Done{};
        std::string name = folder.path + (extras.has_name ? extras.name : iso_name(record.name, volume_.joliet));
        if (auto status = take_for_list(name); !status) return status;
        if (extras.folder) return enter_moved(std::move(name), *extras.folder, folder.depth + 1);
        if (record.is_folder) {
            enter({std::move(name) + '/', record.offset, record.data_bytes, folder.depth + 1});
            return Done{};
        }
        add_extent(std::move(name), record, extras);
        return Done{};
    }

    // Too deep for the disc's own rules, it lies elsewhere; how large it is only its own record says.
    Status enter_moved(std::string name, u64 offset, std::size_t depth) {
        const auto self = read_iso_record(elsewhere_.at(offset, 255), volume_.block_bytes);
        if (!self || !self->is_folder) {
            end_early({Code::bad_value, text::printable(name) + " leads to no folder"});
            return Done{};
        }
        enter({std::move(name) + '/', offset, self->data_bytes, depth});
        return Done{};
    }

    // One extent, or one more of the file before it.
    void add_extent(std::string name, const IsoRecord& record, const IsoExtras& extras) {
        if (!unfinished_ || files_.back().name != name) {
            files_.push_back({.name = std::move(name),
                              .first_extent = extents_.size(),
                              .offset = record.offset,
                              .packed = extras.packed});
        }
        unfinished_ = record.continues;
        extents_.push_back({record.offset, record.data_bytes});
        DiscFile& file = files_.back();
        file.extents += 1;
        file.bytes += extras.packed && extras.real_bytes ? *extras.real_bytes : record.data_bytes;
        file.interleaved |= record.interleaved;
    }

    // In the order of their places, so that all of them are read in one pass.
    Status list_files() {
        std::ranges::stable_sort(files_, {}, &DiscFile::offset);
        std::erase_if(files_, [&](const DiscFile& file) {
            const bool outside = file.bytes > 0 && file.offset > source().size();
            if (outside) {
                end_early({Code::truncated, text::printable(file.name) + " lies behind the end of the disc"});
            }
            return outside;
        });
        for (std::size_t i = 0; i < files_.size(); ++i) {
            DiscFile& file = files_[i];
            u64 stored = 0;
            for (const auto& extent : extents_of(file)) stored += extent.bytes;
            const bool same = i > 0 && file.bytes > 0 && files_[i - 1].offset == file.offset &&
                              files_[i - 1].bytes == file.bytes && file.extents == 1 && files_[i - 1].extents == 1;
            if (file.packed) cannot_read(file.name, refusal(i));
            append({.name = std::move(file.name),
                    .bytes = file.bytes,
                    .stored_bytes = stored,
                    .offset = kind() == "iso" ? file.offset : no_offset});
            if (same) is_same_as(i - 1);
        }
        return Done{};
    }

    std::span<const DiscExtent> extents_of(const DiscFile& file) const {
        return std::span(extents_).subspan(file.first_extent, file.extents);
    }

    std::string refusal(std::size_t entry) const override {
        if (files_[entry].packed) return "is packed with zisofs, which takes libarchive";
        return files_[entry].interleaved ? "is interleaved with other files, which Thaw cannot read" : std::string();
    }

    Result<Blob> unpack(std::size_t entry) override {
        const auto extents = extents_of(files_[entry]);
        u64 there = 0;
        for (const auto& extent : extents) {
            const u64 size = source().size();
            const u64 here = size - std::min(extent.offset, size);
            there += std::min(here, extent.bytes);
            if (here >= extent.bytes) continue;
            return Error{Code::truncated, "the disc ends " + text::plural(there, "byte") + " into its data"};
        }
        if (extents.size() == 1) {
            auto data = source().slice(extents[0].offset, extents[0].bytes);
            if (!data) return Error{Code::io, "cannot be read"};
            return std::move(*data);
        }
        std::vector<u8> out(static_cast<std::size_t>(there));
        auto rest = std::span(out);
        for (const auto& extent : extents) {
            const auto bytes = static_cast<std::size_t>(extent.bytes);
            if (!source().read(extent.offset, rest.first(bytes))) return Error{Code::io, "cannot be read"};
            rest = rest.subspan(bytes);
        }
        return Blob::take(std::move(out));
    }

    IsoVolume volume_{};
    Window folders_at_;
    Window elsewhere_;  // what records lead to, so that the folder at hand stays where it is
    u64 left_to_read_ = 0;
    u64 seen_ = 0;
    std::deque<DiscFolder> waiting_{};
    std::unordered_set<u64> entered_{};  // offsets of folders
    std::vector<DiscFile> files_{};
    std::vector<DiscExtent> extents_{};
    bool unfinished_ = false;  // the next record goes on with the last file
};

}  // namespace

Opened open_iso(std::shared_ptr<Source> source, std::string_view kind, const Context& context, u64 archive_bytes) {
    auto iso = std::make_unique<Iso>(std::move(source), kind, context, archive_bytes);
    if (auto status = iso->list(); !status) return status.error();
    return {std::move(iso)};
}

}  // namespace thaw::archives
