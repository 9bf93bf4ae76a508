// Findings that all archives share.
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "formats/shared/archive.hpp"
#include "formats/shared/archive_issues.hpp"

namespace thaw::archive {

namespace {

constexpr std::size_t a_table = ~std::size_t{0};

struct Placed {
    Extent extent;
    std::size_t file;  // or a_table
};

std::string words_of(std::size_t file) { return file == a_table ? "a table" : field_path("files", file); }

// Everything that has bytes, from the front to the back.
std::vector<Placed> in_order(const Places& places) {
    std::vector<Placed> out;
    for (const Extent& table : places.tables) {
        if (table.size > 0) out.push_back({table, a_table});
    }
    for (std::size_t i = 0; i < places.files.size(); ++i) {
        if (places.files[i].size > 0) out.push_back({places.files[i], i});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const Placed& a, const Placed& b) { return a.extent.start < b.extent.start; });
    return out;
}

class Unclaimed {
public:
    explicit Unclaimed(const Blob& image) : image_(image) {}

    void look_at(u64 start, u64 end) {
        for (u64 at = start; at < std::min<u64>(end, image_.size()); ++at) {
            bytes_.note_if(image_[static_cast<std::size_t>(at)] != 0, at);
        }
    }
    void report(IssueReporter& reporter) const {
        if (!bytes_) return;
        reporter.report(issue::archive_unclaimed, [&] {
            return Finding{{}, "zeros", text::plural(bytes_.count(), "byte") + " from " + text::hex(bytes_.first())};
        });
    }

private:
    const Blob& image_;
    Offenders bytes_;
};

}  // namespace

void check_places(IssueReporter& reporter, const Places& places) {
    for (std::size_t i = 0; i < places.files.size(); ++i) {
        const Extent& file = places.files[i];
        if (file.size == 0 || file.is_in(places.image)) continue;
        reporter.report(issue::archive_beyond_end, [&] {
            const bool starts_there = file.start > places.image.size();
            return Finding{
                starts_there ? places.offset_path(i) : places.size_path(i), text::hex(places.image.size()),
                (starts_there ? "starts at " : "ends at ") + text::hex(starts_there ? file.start : file.end())};
        });
    }
    Unclaimed unclaimed(places.image);
    const auto sorted = in_order(places);
    u64 end = 0;
    std::size_t last = a_table;
    for (const Placed& placed : sorted) {
        if (placed.extent.start < end) {
            const std::size_t file = placed.file == a_table ? last : placed.file;
            const std::size_t other = placed.file == a_table ? a_table : last;
            if (file != a_table) {
                reporter.report(issue::archive_overlap,
                                [&] { return Finding{places.offset_path(file), "", words_of(other)}; });
            }
        } else {
            unclaimed.look_at(end, placed.extent.start);
        }
        if (placed.extent.end() > end) {
            end = placed.extent.end();
            last = placed.file;
        }
    }
    unclaimed.look_at(end, places.image.size());
    unclaimed.report(reporter);
}

std::string hostile_name(std::string_view name) {
    if (name.empty()) return "it is empty";
    for (const char c : name) {
        if (static_cast<u8>(c) < 0x20 || static_cast<u8>(c) > 0x7E) return "a character that is not plain ASCII";
        if (c == '\\' || c == ':') return std::string("the character ") + c;
    }
    while (true) {
        const std::size_t end = name.find('/');
        const std::string_view step = name.substr(0, end);
        if (step.empty()) return "an empty name between folders";
        if (step == "." || step == "..") return "a step to another folder";
        if (end == std::string_view::npos) return {};
        name.remove_prefix(end + 1);
    }
}

void check_names(IssueReporter& reporter, std::span<const std::string> names, std::string (*name_path)(std::size_t i)) {
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (const std::string reason = hostile_name(names[i]); !reason.empty()) {
            reporter.report(issue::archive_name, [&] {
                return Finding{name_path(i), "",
                               names[i].empty() ? reason : text::printable(names[i]) + " has " + reason};
            });
        }
        const auto [place, is_new] = known.try_emplace(text::lower(names[i]), i);
        if (is_new || names[i].empty()) continue;
        reporter.report(issue::archive_same_name, [&] {
            return Finding{name_path(i), "", text::printable(names[i]) + ", as " + words_of(place->second)};
        });
    }
}

}  // namespace thaw::archive
