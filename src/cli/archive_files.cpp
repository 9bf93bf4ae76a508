#include "cli/archive_files.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cli/models.hpp"
#include "images/image.hpp"
#include "io/path.hpp"

namespace thaw::cli {

Result<ArchiveFiles> find_archive(const std::string& typed, io::Folders& folders) {
    const auto kind = folders.kind_of(typed);
    if (!kind) return kind.error();
    std::string name = typed;
    while (name.size() > 1 && name.ends_with('/')) name.pop_back();
    auto whole = folders.archive_at(name);
    if (whole) return ArchiveFiles{name, std::move(*whole), {}};
    const std::string path = folders.archive_of(name);
    if (path.empty()) {
        const bool folder = *kind == io::EntryKind::folder;
        if (!folder && whole.error().code != Code::not_recognised) return whole.error();  // a damaged one
        return Error{Code::not_recognised, folder ? "is a folder, not an archive" : "is not an archive that Thaw knows",
                     name};
    }
    auto archive = folders.archive_at(path);
    if (!archive) return archive.error();
    return ArchiveFiles{path, std::move(*archive), name.substr(std::min(path.size() + 1, name.size()))};
}

bool is_selected(const ArchiveFiles& files, std::size_t entry, const io::NameFilter& filter) {
    const std::string& place = files.archive->path_of(entry);
    const std::string& path = place.empty() ? files.archive->entries()[entry].name : place;
    const std::string& inside = files.inside;
    if (!inside.empty()) {
        const std::string_view start = std::string_view(path).substr(0, inside.size());
        if (!text::equal_ignoring_case(start, inside)) return false;
        if (path.size() > inside.size() && path[inside.size()] != '/') return false;
    }
    return filter.takes(path);
}

bool is_text(Bytes bytes) {
    constexpr std::size_t looked_at = 4096;
    const Bytes start = bytes.first(std::min(bytes.size(), looked_at));
    return std::all_of(start.begin(), start.end(),
                       [](u8 c) { return c >= 0x20 || c == '\n' || c == '\r' || c == '\t'; });
}

std::string content_kind(std::string_view name, const Blob& bytes) {
    if (bytes.empty()) return "empty";
    if (const auto detection = detect(name, bytes); detection && detection->sniffed.confidence > Confidence::weak) {
        return std::string(detection->format->id);
    }
    if (const std::string_view image = image_kind(bytes.bytes()); !image.empty()) return std::string(image);
    return is_text(bytes.bytes()) ? "text" : std::string();
}

void FileFailures::add(const std::string& file, Error error) {
    for (Failure& known : failures_) {
        if (known.error.code != error.code || known.error.message != error.message) continue;
        ++known.others;
        return;
    }
    failures_.push_back({std::move(error), file});
}

void FileFailures::tell(Console& console, Tally& tally) {
    for (Failure& failure : failures_) {
        if (failure.others > 0) failure.error.message += "; the same for " + text::plural(failure.others, "other file");
        report_failure(console, tally, failure.first, failure.error);
        for (u64 i = 0; i < failure.others; ++i) tally.add(failure.error);
    }
    failures_.clear();
}

}  // namespace thaw::cli
