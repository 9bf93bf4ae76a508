// Dumps of one file of a model, one function per style. dump() chooses the files and puts them together.
#pragma once

#include <thaw/format.hpp>

#include "inspect/byte_elements.hpp"
#include "inspect/dump.hpp"
#include "inspect/find.hpp"
#include "inspect/output.hpp"
#include "inspect/survey.hpp"
#include "inspect/walker.hpp"

namespace thaw::inspect {

struct PartDump {
    const Format& format;
    Document& document;  // holds the parts read before this one
    const Part& part;    // the bytes that are described: unpacked, if the format packs them
    u64 file_bytes;      // of the file itself
    const Context& context;
    const DumpOptions& options;
    std::span<const Segment> target;  // of options.field
    const Survey& survey;
    const Status& status;  // of the survey's walk
    bool is_walkable;      // false: the file could not be unpacked, there is nothing to walk over
    Output& out;

    bool is_whole() const { return target.empty(); }
    WalkOptions walk_options() const;
    Status annotate(LeafSink& leaves) const;
    // Where reading stopped, or the end of the file.
    u64 end() const;
};

// Header, fields and closing line. A failure to read is shown at its place.
void dump_tree(const PartDump& dump);
void dump_hex(const PartDump& dump);
void dump_json(const PartDump& dump);

// The answer to "which field is this byte?".
void show_byte(const PartDump& dump, const ByteProbe& probe, const ByteElements& elements);
void show_byte_json(const PartDump& dump, const ByteProbe& probe, const ByteElements& elements);

// "rat.ddd (ddd), 1234 bytes"
std::string heading(const PartDump& dump);
// "1180 of 1234 bytes explained, 54 slack"
std::string closing(const PartDump& dump);
// "0x0042  error: bases[0].vertices: the file ends early: ..."; only after a failure.
std::string failure_text(const PartDump& dump);

}  // namespace thaw::inspect
