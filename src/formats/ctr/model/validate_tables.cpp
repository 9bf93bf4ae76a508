// Findings about the tables that pointers lead to: all in the body, none in another.
#include <algorithm>

#include "base/text.hpp"
#include "formats/ctr/model/validate_parts.hpp"

namespace thaw::ctr {

namespace {

constexpr std::size_t alone = ~std::size_t{0};  // index of what there is only one of

struct TableExtent {
    u64 start;
    u64 end;
    std::string_view list;
    std::size_t index;

    auto operator<=>(const TableExtent&) const = default;
    std::string path() const { return index == alone ? std::string(list) : field_path(list, index); }
};

class TableChecker {
public:
    TableChecker(const File& file, IssueReporter& reporter)
        : file_(file), reporter_(reporter), body_end_(file.base() + file.body_bytes()) {}

    void run() {
        add_start();
        singles("models", file_.models, Model::disk_bytes);
        arrays("mesh_lists", file_.mesh_lists);
        command_lists();
        arrays("texture_tables", file_.texture_tables);
        anim_textures();
        singles("layouts", file_.layouts, TextureLayout::disk_bytes);
        arrays("colour_tables", file_.colour_tables);
        arrays("animation_tables", file_.animation_tables);
        singles("animations", file_.animations, Animation::disk_bytes);
        arrays("delta_arrays", file_.delta_arrays);
        singles("frames", file_.frames, frame_header_bytes);
        report_overlaps();
    }

private:
    void add_start() {
        if (file_.kind == Kind::pack) add(file_.base(), 4 + 4 * file_.pack.models.size(), "pack", alone);
        if (file_.kind == Kind::level) add(file_.base(), level_header_bytes, "level", alone);
    }

    void add(u64 start, u64 bytes, const char* list, std::size_t index) {
        if (bytes > 0) extents_.push_back({start, start + bytes, list, index});
    }

    template <class Value>
    void singles(const char* list, const Regions<Value>& regions, u64 bytes) {
        for (std::size_t i = 0; i < regions.size(); ++i) add(regions[i].offset, bytes, list, i);
    }

    template <class Element>
    void arrays(const char* list, const Regions<std::vector<Element>>& regions) {
        for (std::size_t i = 0; i < regions.size(); ++i) {
            const auto& region = regions[i];
            add(region.offset, region.value.size() * Element::disk_bytes, list, i);
            const u64 room = (body_end_ - std::min(body_end_, region.offset)) / Element::disk_bytes;
            if (region.wanted <= room) continue;
            reporter_.report(issue::table_short, [&] {
                return Finding{field_path(list, i), text::plural(region.wanted, "element"),
                               text::plural(room, "element")};
            });
        }
    }

    void command_lists() {
        for (std::size_t i = 0; i < file_.command_lists.size(); ++i) {
            const auto& region = file_.command_lists[i];
            const u64 bytes = 4 + region.value.commands.size() * Command::disk_bytes;
            add(region.offset, bytes, "command_lists", i);
            if (region.offset + bytes <= body_end_) continue;
            reporter_.report(issue::commands_without_end, [&] { return Finding{field_path("command_lists", i)}; });
        }
    }

    void anim_textures() {
        for (std::size_t i = 0; i < file_.anim_textures.size(); ++i) {
            u64 bytes = 4;
            const auto& entries = file_.anim_textures[i].value.entries;
            for (std::size_t e = 0; e + 1 < entries.size(); ++e) bytes += 0xC + 4 * entries[e].layouts.size();
            add(file_.anim_textures[i].offset, bytes, "anim_textures", i);
        }
    }

    void report_overlaps() {
        std::sort(extents_.begin(), extents_.end());
        const TableExtent* farthest = nullptr;
        for (const TableExtent& extent : extents_) {
            if (farthest != nullptr && extent.start < farthest->end) {
                reporter_.report(issue::tables_overlap,
                                 [&] { return Finding{extent.path(), text::hex(farthest->end), farthest->path()}; });
            }
            if (farthest == nullptr || extent.end > farthest->end) farthest = &extent;
        }
    }

    const File& file_;
    IssueReporter& reporter_;
    u64 body_end_;
    std::vector<TableExtent> extents_{};
};

}  // namespace

void validate_tables(const File& file, IssueReporter& reporter) { TableChecker(file, reporter).run(); }

}  // namespace thaw::ctr
