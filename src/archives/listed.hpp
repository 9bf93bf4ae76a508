// What the readers of all kinds have in common: a list of files, and the room that they may take.
#pragma once

#include "archives/room.hpp"

#include <thaw/archives.hpp>

namespace thaw::archives {

// "a.txt: why not"
Error about(const std::string& name, Error error);
Error too_many_entries();

class Listed : public Archive {
public:
    const std::vector<ArchiveEntry>& entries() const final { return entries_; }
    std::string_view kind() const final { return kind_; }
    const Error* damage() const final { return damage_ ? &*damage_ : nullptr; }
    std::string_view unsupported() const final { return unsupported_; }
    Result<Blob> load(std::size_t entry) final;

protected:
    Listed(std::shared_ptr<Source> source, std::string_view kind, const Context& context, u64 archive_bytes)
        : source_(std::move(source)), context_(context), room_(context.limits, archive_bytes), kind_(kind) {}

    // Why the entry cannot be read whatever its bytes are: "is encrypted". Empty if it can be.
    virtual std::string refusal(std::size_t entry) const = 0;
    // Its bytes; `bytes` of its ArchiveEntry were granted and no more are.
    virtual Result<Blob> unpack(std::size_t entry) = 0;

    // One more in the list: room for it is taken first, an error if there is none.
    Status add(ArchiveEntry entry);
    Status take_for_list(std::string_view name);
    void append(ArchiveEntry entry);  // after that
    // The last one has the same bytes as one before it, which are counted once.
    void is_same_as(std::size_t before) { takers_.back() = takers_[before]; }
    // An error if so many are too many, or the caller wants no more.
    Status may_go_on(u64 seen) const;
    void end_early(Error error) {
        if (!damage_) damage_ = std::move(error);
    }
    void cannot_read(const std::string& name, std::string_view why);
    // After all was listed: an error if there is nothing but damage.
    Status listed() const;

    Source& source() const { return *source_; }

    std::vector<ArchiveEntry> entries_{};

private:
    Result<Blob> load_entry(std::size_t entry);

    std::shared_ptr<Source> source_;
    Context context_;
    Room room_;
    std::string_view kind_;
    std::vector<std::size_t> takers_{};  // for each entry, which one stands for its bytes
    std::vector<u64> taken_{};           // the room that it took
    std::optional<Error> damage_{};
    std::string unsupported_{};
};

}  // namespace thaw::archives
