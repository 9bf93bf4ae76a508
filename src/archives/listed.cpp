#include "archives/listed.hpp"

#include "base/guard.hpp"
#include "base/text.hpp"

namespace thaw::archives {

Error about(const std::string& name, Error error) {
    error.message = text::printable(name) + ": " + error.message;
    return error;
}

Error too_many_entries() { return {Code::over_budget, "more than " + std::to_string(most_entries) + " files"}; }

Status Listed::may_go_on(u64 seen) const {
    if (context_.cancelled()) return Error{Code::cancelled, "stopped"};
    if (seen > most_entries) return too_many_entries();
    return Done{};
}

Status Listed::take_for_list(std::string_view name) {
    u64 taken = 0;
    return room_.take(name.size() + sizeof(ArchiveEntry), taken, "its list of files");
}

void Listed::append(ArchiveEntry entry) {
    takers_.push_back(taken_.size());
    taken_.push_back(0);
    entries_.push_back(std::move(entry));
}

Status Listed::add(ArchiveEntry entry) {
    auto status = take_for_list(entry.name);
    if (status) append(std::move(entry));
    return status;
}

void Listed::cannot_read(const std::string& name, std::string_view why) {
    if (unsupported_.empty()) unsupported_ = text::printable(name) + " " + std::string(why);
}

Status Listed::listed() const {
    if (damage_ && entries_.empty()) return *damage_;
    return Done{};
}

Result<Blob> Listed::load(std::size_t entry) {
    return guarded([&] { return load_entry(entry); });
}

Result<Blob> Listed::load_entry(std::size_t entry) {
    if (entry >= entries_.size()) return Error{Code::bad_index, "the archive has no such file"};
    const auto& name = entries_[entry].name;
    if (const auto why = refusal(entry); !why.empty()) {
        return Error{Code::unsupported, text::printable(name) + " " + why};
    }
    // What the archive says is believed as far as it forbids something: nothing is unpacked in vain.
    if (auto status = room_.take(entries_[entry].bytes, taken_[takers_[entry]], name); !status) return status.error();
    auto blob = unpack(entry);
    if (!blob) return about(name, blob.error());
    return blob;
}

}  // namespace thaw::archives
