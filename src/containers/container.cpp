#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>

#include "archives/disc.hpp"
#include "archives/listed.hpp"
#include "archives/room.hpp"
#include "base/file_name.hpp"
#include "base/guard.hpp"
#include "base/text.hpp"
#include "containers/containers.hpp"
#include "containers/pass.hpp"
#include "containers/wide_disc.hpp"
#include "containers/zip_index.hpp"

namespace thaw::containers {

namespace {

using archives::about;
using archives::disc_sectors;
using archives::most_entries;
using archives::Room;
using Opened = Result<std::unique_ptr<Container>>;

// Files that were unpacked on the way to others.
class Kept {
public:
    static constexpr u64 most_bytes = u64{64} << 20;

    bool has_room_for(u64 bytes) const { return bytes <= most_bytes - bytes_; }
    const Blob* find(u64 number) const {
        const auto found = blobs_.find(number);
        return found == blobs_.end() ? nullptr : &found->second;
    }
    // In place of the oldest ones.
    void add(u64 number, const Blob& blob) {
        if (blob.size() > most_bytes || !blobs_.emplace(number, blob).second) return;
        order_.push_back(number);
        bytes_ += blob.size();
        while (bytes_ > most_bytes) {
            const auto oldest = blobs_.find(order_.front());
            bytes_ -= oldest->second.size();
            blobs_.erase(oldest);
            order_.pop_front();
        }
    }

private:
    std::map<u64, Blob> blobs_{};
    std::deque<u64> order_{};
    u64 bytes_ = 0;
};

// Where a listed file is in a pass.
struct Place {
    u64 number = 0;  // of the entry, where folders and the like count too
    u64 offset = 0;  // PassEntry::offset
    u64 bytes = 0;
    u64 room_taken = 0;
    bool bytes_known = false;
    bool encrypted = false;
    std::size_t same_as = 0;  // the listed file that has the data: itself, if it is no hard link
};

class ArchiveByLibarchive final : public Container {
public:
    ArchiveByLibarchive(const ArchiveCalls& calls, std::shared_ptr<Source> source, std::string_view kind,
                        std::string_view read_as, const Limits& limits, u64 container_bytes)
        : calls_(calls), source_(std::move(source)), kind_(kind), read_as_(read_as), room_(limits, container_bytes) {}

    const std::vector<ArchiveEntry>& entries() const override { return entries_; }
    std::string_view kind() const override { return kind_; }
    const Error* damage() const override { return damage_ ? &*damage_ : nullptr; }
    Result<Blob> load(std::size_t entry) override {
        return guarded([&] { return load_entry(entry); });
    }

    Status list(std::string_view name, const Context& context);

private:
    bool is_packed_whole() const {
        return read_as_ == "gzip" || read_as_ == "bzip2" || read_as_ == "xz" || read_as_ == "zstd";
    }
    // Files are unpacked one after the other: those before a wanted one have to be unpacked too.
    bool is_solid() const { return is_packed_whole() || read_as_ == "7z" || read_as_ == "rar"; }
    // In a damaged zip without a directory, what comes after a file depends on whether that file was read or passed
    // over.
    bool may_lead_astray() const { return read_as_ == "zip files"; }

    Result<std::unique_ptr<Pass>> begin_list();

    void name_packed(std::string_view name);
    Status list_entry(Pass& pass, PassEntry& entry);
    void resolve_links();
    Result<Blob> load_entry(std::size_t entry);
    bool is_far(u64 number) const;
    std::optional<u64> offset_of(const Place& place, const std::string& name);
    std::optional<Blob> jump_to(Place& place, const std::string& name);
    Status go_to(u64 number, PassEntry& entry);
    std::vector<Place>::iterator first_near(u64 number);
    void keep_passed(const PassEntry& entry, Place& place);
    Result<Blob> read_current(const PassEntry& entry, Place& place, const std::string& name);

    const ArchiveCalls& calls_;
    std::shared_ptr<Source> source_;
    std::string_view kind_;
    std::string_view read_as_;
    Room room_;
    std::vector<ArchiveEntry> entries_{};
    std::vector<Place> places_{};
    std::vector<std::pair<std::size_t, std::string>> links_{};  // listed files that are others
    std::optional<Error> damage_{};
    std::unique_ptr<Pass> pass_{};
    Kept kept_{};
    std::optional<std::vector<ZipPlace>> zip_index_{};
};

// A tar in a packed file is known by its content, any other by its name: "readme.txt.gz" has "readme.txt".
void ArchiveByLibarchive::name_packed(std::string_view name) {
    constexpr std::string_view unnamed = "data";  // libarchive's word for it
    if (entries_.size() == 1 && entries_[0].name == unnamed) {
        const auto stem = text::file_stem(name);
        if (!stem.empty()) entries_[0].name = text::to_utf8(stem);
    }
}

// A zip that has no directory, as when its end is lost, still has its files.
Result<std::unique_ptr<Pass>> ArchiveByLibarchive::begin_list() {
    auto begun = Pass::begin(calls_, source_, read_as_);
    if (begun || read_as_ != "zip") return begun;
    read_as_ = "zip files";
    return Pass::begin(calls_, source_, read_as_);
}

Status ArchiveByLibarchive::list(std::string_view name, const Context& context) {
    auto begun = begin_list();
    if (!begun) return begun.error();
    Pass& pass = **begun;
    PassEntry entry;
    while (true) {
        const auto more = pass.next(entry);
        if (!more) {
            damage_ = more.error();
            break;
        }
        if (!*more) break;
        if (context.cancelled()) return Error{Code::cancelled, "stopped"};
        if (pass.seen() > most_entries) return archives::too_many_entries();
        if (auto status = list_entry(pass, entry); !status) return status;
        if (is_packed_whole() && !pass.is_tar()) {
            name_packed(name);
            break;
        }
    }
    if (is_packed_whole() && pass.seen() > 0 && pass.is_tar()) {
        kind_ = read_as_ == "gzip"    ? "tar.gz"
                : read_as_ == "bzip2" ? "tar.bz2"
                : read_as_ == "xz"    ? "tar.xz"
                                      : "tar.zst";
    }
    resolve_links();
    if (damage_ && entries_.empty()) return *damage_;
    return Done{};
}

Status ArchiveByLibarchive::list_entry(Pass& pass, PassEntry& entry) {
    u64 name_taken = 0;
    if (auto status = room_.take(entry.name.size() + sizeof(ArchiveEntry), name_taken, "its list of files"); !status) {
        return status;
    }
    const bool tar = is_packed_whole() && pass.is_tar();
    if (!entry.file) {
        // Passing it over unpacks it as well.
        u64 taken = 0;
        return tar ? room_.take(entry.bytes, taken, entry.name) : Status(Done{});
    }
    Place place{.number = pass.seen() - 1,
                .offset = entry.offset,
                .bytes = entry.bytes,
                .bytes_known = entry.bytes_known,
                .encrypted = entry.encrypted,
                .same_as = entries_.size()};
    if (tar) {
        // To know what comes next, this one is unpacked anyhow.
        if (auto status = room_.take(entry.bytes, place.room_taken, entry.name); !status) return status;
        if (entry.link.empty() && kept_.has_room_for(entry.bytes)) {
            if (const auto blob = pass.read(entry, entry.bytes)) kept_.add(place.number, *blob);
        }
    }
    if (!entry.link.empty()) links_.emplace_back(entries_.size(), std::move(entry.link));
    places_.push_back(place);
    entries_.push_back({.name = std::move(entry.name), .bytes = entry.bytes});
    return Done{};
}

// A hard link is listed with the size and data of the file before it that it names. One that names none goes.
void ArchiveByLibarchive::resolve_links() {
    if (links_.empty()) return;
    std::unordered_map<std::string_view, std::size_t> by_name;
    std::vector<bool> lost(entries_.size());
    auto link = links_.begin();
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (link != links_.end() && link->first == i) {
            const auto target = by_name.find(link->second);
            ++link;
            if (target == by_name.end()) {
                lost[i] = true;
                continue;
            }
            places_[i].same_as = target->second;
            entries_[i].bytes = entries_[target->second].bytes;
        }
        by_name[entries_[i].name] = places_[i].same_as;
    }
    std::vector<std::size_t> moved(entries_.size());
    std::vector<ArchiveEntry> entries;
    std::vector<Place> places;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        if (lost[i]) continue;
        moved[i] = entries.size();
        places_[i].same_as = moved[places_[i].same_as];
        places.push_back(places_[i]);
        entries.push_back(std::move(entries_[i]));
    }
    entries_ = std::move(entries);
    places_ = std::move(places);
    links_.clear();
}

Result<Blob> ArchiveByLibarchive::load_entry(std::size_t index) {
    if (index >= entries_.size()) return Error{Code::bad_index, "the archive has no such file"};
    const auto& name = entries_[index].name;
    auto& place = places_[places_[index].same_as];
    if (place.encrypted) return Error{Code::unsupported, text::printable(name) + " is encrypted"};
    if (const auto* kept = kept_.find(place.number)) return *kept;
    // What the archive says is believed as far as it forbids something: nothing is unpacked in vain.
    if (place.bytes_known) {
        if (auto status = room_.take(place.bytes, place.room_taken, name); !status) return status.error();
    }
    if (is_far(place.number)) {
        if (auto blob = jump_to(place, entries_[places_[index].same_as].name)) return std::move(*blob);
    }
    if (may_lead_astray()) pass_.reset();  // from the start and reading nothing on the way, as it was listed
    PassEntry entry;
    if (auto status = go_to(place.number, entry); !status) {
        pass_.reset();
        return about(name, status.error());
    }
    auto blob = read_current(entry, place, name);
    if (!blob) {
        pass_.reset();
        return blob.error();
    }
    if (is_solid()) kept_.add(place.number, *blob);
    return blob;
}

bool ArchiveByLibarchive::is_far(u64 number) const {
    if (may_lead_astray()) return true;
    constexpr u64 near_entries = 64;  // in less time than a jump takes these are passed
    const u64 at = pass_ == nullptr ? 0 : pass_->seen();
    return number < at || number - at > near_entries;
}

std::optional<u64> ArchiveByLibarchive::offset_of(const Place& place, const std::string& name) {
    if (read_as_ == "tar" || may_lead_astray()) return place.offset;
    if (read_as_ != "zip") return std::nullopt;
    if (!zip_index_) zip_index_ = zip_index(*source_);
    // The directory and the files themselves may disagree about names: then neither is believed.
    if (place.number >= zip_index_->size() || (*zip_index_)[place.number].name != name) return std::nullopt;
    return (*zip_index_)[place.number].offset;
}

// Straight to a file whose place is known. If anything there is not as it was listed, the long way decides.
std::optional<Blob> ArchiveByLibarchive::jump_to(Place& place, const std::string& name) {
    const auto offset = offset_of(place, name);
    if (!offset || (!place.bytes_known && !may_lead_astray())) return std::nullopt;
    auto begun = Pass::begin(calls_, tail_of(source_, *offset), read_as_ == "zip" ? "zip files" : read_as_);
    if (!begun) return std::nullopt;
    PassEntry entry;
    const auto there = (*begun)->next(entry);
    if (!there || !*there || entry.name != name || !entry.link.empty()) return std::nullopt;
    entry.bytes = place.bytes;
    entry.bytes_known = place.bytes_known;
    auto blob = (*begun)->read(entry, place.bytes_known ? place.bytes : room_.for_one(place.room_taken));
    if (!blob || !room_.take(blob->size(), place.room_taken, name)) return std::nullopt;
    return std::move(*blob);
}

Status ArchiveByLibarchive::go_to(u64 number, PassEntry& entry) {
    if (pass_ == nullptr || pass_->seen() > number) {
        auto begun = Pass::begin(calls_, source_, read_as_);
        if (!begun) return begun.error();
        pass_ = std::move(*begun);
    }
    auto near = is_solid() ? first_near(number) : places_.end();
    while (pass_->seen() <= number) {
        const auto more = pass_->next(entry);
        if (!more) return more.error();
        if (!*more) return Error{Code::truncated, "the archive ends before it"};
        const u64 current = pass_->seen() - 1;
        while (near != places_.end() && near->number < current) ++near;
        if (near != places_.end() && near->number == current && current < number) keep_passed(entry, *near);
    }
    return Done{};
}

// The files just before a wanted one often belong to it, and in a solid archive are unpacked on the way to it.
std::vector<Place>::iterator ArchiveByLibarchive::first_near(u64 number) {
    const auto by_number = [](const Place& place, u64 at) { return place.number < at; };
    auto first = std::lower_bound(places_.begin(), places_.end(), number, by_number);
    for (u64 bytes = 0; first != places_.begin(); --first) {
        bytes += std::prev(first)->bytes;
        if (bytes > Kept::most_bytes) break;
    }
    return first;
}

void ArchiveByLibarchive::keep_passed(const PassEntry& entry, Place& place) {
    if (!entry.link.empty() || !entry.bytes_known || entry.encrypted || kept_.find(place.number) != nullptr) return;
    if (!room_.take(entry.bytes, place.room_taken, entry.name)) return;
    if (const auto blob = pass_->read(entry, entry.bytes)) kept_.add(place.number, *blob);
}

Result<Blob> ArchiveByLibarchive::read_current(const PassEntry& entry, Place& place, const std::string& name) {
    auto blob = pass_->read(entry, room_.for_one(place.room_taken));
    if (!blob && blob.error().code == Code::over_budget) {
        auto status = room_.take(room_.for_one(place.room_taken) + 1, place.room_taken, name);
        return status ? blob : Result<Blob>(status.error());
    }
    if (!blob) return about(name, blob.error());
    if (auto status = room_.take(blob->size(), place.room_taken, name); !status) return status.error();
    return blob;
}

bool is_disc(std::string_view kind) { return kind == "iso" || kind == "bin" || kind == "cue"; }

Opened open_by_libarchive(std::string_view name, std::string_view kind, std::shared_ptr<Source> source,
                          const Context& context, std::shared_ptr<Source> companion) {
    const u64 bytes = source->size() + (companion == nullptr ? 0 : companion->size());
    if (is_disc(kind)) {
        auto sectors = disc_sectors(kind, std::move(source), std::move(companion));
        if (!sectors) return sectors.error();
        source = wide_disc(std::move(*sectors));
    }
    const auto& calls = archive_calls();
    if (!calls) return calls.error();
    auto archive = std::make_unique<ArchiveByLibarchive>(*calls, std::move(source), kind, is_disc(kind) ? "iso" : kind,
                                                         context.limits, bytes);
    if (auto status = archive->list(name, context); !status) return status.error();
    return {std::move(archive)};
}

// What the own readers read they read, with the files that they refuse if there is no libarchive to ask.
Opened open_by_either(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                      std::shared_ptr<Source> companion) {
    const auto kind = kind_of(name, *source);
    if (kind.empty()) return Error{Code::not_recognised, "no archive or disc that Thaw can open"};
    if (kind != "zip" && kind != "tar" && !is_disc(kind))
        return open_by_libarchive(name, kind, std::move(source), context, std::move(companion));
    auto own = archives::open(name, source, context, companion);
    if (!own || (*own)->unsupported().empty() || !archive_calls()) return own;
    return open_by_libarchive(name, kind, std::move(source), context, std::move(companion));
}

}  // namespace

Opened open(std::string_view name, std::shared_ptr<Source> source, const Context& context,
            std::shared_ptr<Source> companion) {
    return guarded([&] { return open_by_either(name, std::move(source), context, std::move(companion)); });
}

Opened open_with_libarchive(std::string_view name, std::shared_ptr<Source> source, const Context& context,
                            std::shared_ptr<Source> companion) {
    return guarded([&] {
        const auto kind = kind_of(name, *source);
        return open_by_libarchive(name, kind, std::move(source), context, std::move(companion));
    });
}

}  // namespace thaw::containers
