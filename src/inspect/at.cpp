// The answer to "which field is byte 0x4f2?", in words and lines.
#include "base/text.hpp"
#include "inspect/part_dump.hpp"
#include "inspect/table.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

std::string answer(const PartDump& dump, const ByteProbe& probe) {
    const u64 byte = *dump.options.at;
    const Field& field = probe.fields().front();
    std::string out = "byte " + text::hex(byte) + " is in " + field.path;
    if (field.size() > 1) {
        out += " (byte " + std::to_string(byte - field.offset + 1) + " of " + std::to_string(field.size()) + ")";
    }
    if (!probe.remark().empty()) out += ", " + probe.remark();
    if (field.meaning.role == Role::slack) out += ", which no field explains";
    for (std::size_t i = 1; i < probe.fields().size(); ++i) out += " and in " + probe.fields()[i].path;
    if (probe.total() > probe.fields().size()) {
        out += " and in " + std::to_string(probe.total() - probe.fields().size()) + " more";
    }
    return out;
}

struct Line {
    u64 offset;
    u64 size;
    std::string path;
    std::string type;
    Role role;
    std::string value;
};

Line line_of(const Field& field) {
    return {field.offset,     field.size(),       field.path,
            type_text(field), field.meaning.role, short_text(field, value_width)};
}

Line line_of(const Holder& holder) {
    if (!holder.field.raw.empty() && holder.words.empty()) return line_of(holder.field);
    Line line{holder.field.offset, holder.size, holder.field.path, {}, Role::value, holder.words};
    if (holder.is_open) line.value = "reading stops inside";
    return line;
}

}  // namespace

void show_byte(const PartDump& dump, const ByteProbe& probe, const ByteElements& elements) {
    std::vector<Line> lines;
    for (const Field& field : probe.fields()) lines.push_back(line_of(field));
    for (const Holder& parent : probe.parents()) lines.push_back(line_of(parent));
    Table table(dump.out, dump.part.bytes.size(), dump.options.colour);
    for (const Line& line : lines) table.measure(line.size, line.path, line.type);
    dump.out.put(heading(dump) + "\n" + answer(dump, probe) + "\n");
    if (!elements.list.empty()) dump.out.put("it is part of " + in_words(elements) + "\n");
    for (const Line& line : lines) table.row(line.offset, line.size, line.path, line.type, line.role, line.value);
}

}  // namespace thaw::inspect
