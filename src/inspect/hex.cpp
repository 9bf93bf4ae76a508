// Sixteen bytes a line with a bar where a field begins, the characters, and the fields that begin in the line.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "inspect/part_dump.hpp"
#include "inspect/table.hpp"
#include "inspect/tree.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

constexpr u64 row_bytes = 16;
constexpr u64 rows_before_fold = 2;   // of one field
constexpr u64 least_rows_folded = 3;  // fewer are as short as the line that would stand for them
constexpr std::size_t label_width = 72;
constexpr std::size_t value_column_width = 24;

// Bytes that belong together.
struct Region {
    u64 offset;
    u64 end;
    Role role;
    std::string path;
    std::string value;
};

class HexRow {
public:
    HexRow(Output& out, Bytes file, bool colour) : out_(out), file_(file), colour_(colour) {}

    // Takes the byte at `offset`, which is in no earlier line than the last one taken.
    void take(u64 offset, Role role, bool begins) {
        const u64 start = offset - offset % row_bytes;
        if (start != start_) flush();
        start_ = start;
        cells_[offset % row_bytes] = {true, begins, role};
    }
    void label(const Region& region);
    void flush();
    bool is_taken(u64 offset) const { return offset - offset % row_bytes == start_ && cells_[offset % row_bytes].used; }

private:
    struct Cell {
        bool used = false;
        bool begins = false;
        Role role = Role::value;
    };

    std::string byte_text(u64 i) const;
    std::string character_text() const;

    Output& out_;
    Bytes file_;
    bool colour_;
    u64 start_ = no_offset;
    std::array<Cell, row_bytes> cells_{};
    std::string labels_;
    std::string last_path_;
    u64 unnamed_ = 0;  // fields that begin here and found no room
};

void HexRow::label(const Region& region) {
    if (labels_.size() >= label_width) {
        ++unnamed_;
        return;
    }
    // What it shares with the field before it need not be read twice.
    const std::string_view path = region.path;
    const auto differs = std::mismatch(path.begin(), path.end(), last_path_.begin(), last_path_.end()).first;
    const std::string_view common = path.substr(0, static_cast<std::size_t>(differs - path.begin()));
    const std::size_t dot = labels_.empty() ? std::string_view::npos : common.rfind('.');
    if (!labels_.empty()) labels_ += "  ";
    labels_ += path.substr(dot == std::string_view::npos ? 0 : dot + 1);
    if (!region.value.empty()) labels_ += " " + region.value;
    last_path_ = region.path;
}

std::string HexRow::byte_text(u64 i) const {
    const Cell& cell = cells_[static_cast<std::size_t>(i)];
    if (!cell.used) return "   ";
    const u8 byte = file_[static_cast<std::size_t>(start_ + i)];
    const std::string text = hex_text({&byte, 1});
    const std::string bar = cell.begins ? "|" : " ";
    const std::string_view tint = colour_of(cell.role);
    if (!colour_ || tint.empty()) return bar + text;
    return bar + std::string(tint) + text + std::string(plain);
}

std::string HexRow::character_text() const {
    std::string out;
    for (u64 i = 0; i < row_bytes; ++i) {
        const u8 byte =
            cells_[static_cast<std::size_t>(i)].used ? file_[static_cast<std::size_t>(start_ + i)] : u8{' '};
        out += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
    }
    return out;
}

void HexRow::flush() {
    if (start_ == no_offset) return;
    std::string line = offset_text(start_, file_.size()) + " ";
    for (u64 i = 0; i < row_bytes; ++i) line += byte_text(i);
    line += "  " + character_text();
    if (!labels_.empty()) line += "  " + labels_;
    if (unnamed_ > 0) line += "  +" + std::to_string(unnamed_);
    while (line.ends_with(' ')) line.pop_back();
    out_.put(line + "\n");
    start_ = no_offset;
    cells_ = {};
    labels_.clear();
    last_path_.clear();
    unnamed_ = 0;
}

class HexView final : public View {
public:
    explicit HexView(const PartDump& dump)
        : dump_(dump), row_(dump.out, dump.part.bytes.bytes(), dump.options.colour) {}

    void field(const Field& field) override {
        add({field.offset, field.end(), field.meaning.role, field.path, short_text(field, value_column_width)});
    }
    void folded(const Fold& fold) override {
        std::string path = fold.path + "[" + std::to_string(fold.first) + "]";
        if (fold.count > 1) path += " to [" + std::to_string(fold.first + fold.count - 1) + "]";
        std::string value;
        if (fold.element_bytes != 0) value = "of " + text::plural(fold.element_bytes, "byte");
        add({fold.offset, fold.end, Role::payload, std::move(path), std::move(value)});
    }
    // The bytes at which reading failed: what the reader did not understand, a person may.
    void unread(u64 offset) {
        const u64 end = std::min<u64>(dump_.part.bytes.size(), offset + row_bytes);
        add({offset, end, Role::slack, "(not read)", {}});
    }
    void finish() { row_.flush(); }
    bool listens() const override { return dump_.out.ok(); }

private:
    void add(const Region& region);
    // Whole lines of a long field that one line stands for; where to go on after them.
    u64 skip(const Region& region, u64 offset);

    const PartDump& dump_;
    HexRow row_;
    u64 last_ = 0;  // where the last region ended
};

void HexView::add(const Region& region) {
    // Fields that overlap or go back get a line of their own.
    if (row_.is_taken(region.offset) || region.offset < last_) row_.flush();
    u64 offset = region.offset;
    while (offset < region.end && listens()) {
        if (offset % row_bytes == 0) {
            const u64 next = skip(region, offset);
            if (next != offset) {
                offset = next;
                continue;
            }
        }
        row_.take(offset, region.role, offset == region.offset);
        if (offset == region.offset) row_.label(region);
        ++offset;
    }
    last_ = region.end;
}

u64 HexView::skip(const Region& region, u64 offset) {
    if (dump_.options.unfolded || offset < region.offset + rows_before_fold * row_bytes) return offset;
    const u64 rows = (region.end - offset) / row_bytes;
    if (rows < least_rows_folded) return offset;
    row_.flush();
    dump_.out.put("… " + text::plural(rows, "line") + " (" + text::plural(rows * row_bytes, "byte") + ") of " +
                  region.path + "\n");
    return offset + rows * row_bytes;
}

}  // namespace

void dump_hex(const PartDump& dump) {
    HexView view(dump);
    WalkOptions options = dump.walk_options();
    options.open_grids = !dump.is_whole();  // rows that overlap have no place among lines in file order
    dump.out.put(heading(dump) + "\n");
    Walker walker(view, options);
    (void)dump.annotate(walker);
    walker.finish(dump.end());
    if (dump.is_whole() && dump.end() < dump.part.bytes.size()) view.unread(dump.end());
    view.finish();
    if (!dump.is_whole()) return;
    if (!dump.status.ok()) dump.out.put(failure_text(dump) + "\n");
    dump.out.put(closing(dump) + "\n");
}

}  // namespace thaw::inspect
