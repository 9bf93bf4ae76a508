#include "inspect/part_dump.hpp"

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "inspect/table.hpp"

namespace thaw::inspect {

WalkOptions PartDump::walk_options() const {
    WalkOptions walk;
    walk.unfolded = options.unfolded;
    walk.target = target;
    walk.broken = survey.broken();
    // Twice what rows that do not overlap could ever hold; overlapping rows fold when it is used up.
    walk.cell_budget = 2 * u64{part.bytes.size()} + 1024;
    return walk;
}

Status PartDump::annotate(LeafSink& leaves) const {
    return is_walkable ? annotate_part(format, document, part, context, leaves) : status;
}

u64 PartDump::end() const {
    if (status.ok() || status.error().offset == no_offset) return part.bytes.size();
    return status.error().offset;
}

std::string heading(const PartDump& dump) {
    const u64 described = dump.part.bytes.size();
    std::string out = text::printable(dump.part.name) + " (" + dump.part.role + "), ";
    out += text::plural(dump.file_bytes, "byte");
    return dump.file_bytes == described ? out : out + ", " + std::to_string(described) + " unpacked";
}

std::string failure_text(const PartDump& dump) {
    const Error& error = dump.status.error();
    std::string out;
    if (error.offset != no_offset) out += offset_text(error.offset, dump.part.bytes.size()) + "  ";
    out += "error: ";
    if (!error.path.empty()) out += error.path + ": ";
    out += error.message;
    if (!dump.options.colour) return out;
    return std::string(colour_of(Role::slack)) + out + std::string(plain);
}

std::string closing(const PartDump& dump) {
    const u64 bytes = dump.part.bytes.size();
    const auto report = dump.survey.coverage().report(bytes);
    if (!dump.status.ok()) {
        return std::to_string(report.explained) + " of " + text::plural(bytes, "byte") +
               " explained before reading failed";
    }
    std::string out = report.slack == 0 ? "all" : std::to_string(report.explained) + " of";
    out += " " + text::plural(bytes, "byte") + " explained, ";
    if (report.between_rows > 0) out += std::to_string(report.between_rows) + " of them between rows, ";
    return out + (report.slack == 0 ? "no" : std::to_string(report.slack)) + " slack";
}

}  // namespace thaw::inspect
