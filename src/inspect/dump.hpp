// The annotated dump of a model's files: what every byte is. Also of a broken file, up to the failing field.
#pragma once

#include <optional>
#include <string>

#include <thaw/format.hpp>
#include <thaw/sink.hpp>

namespace thaw::inspect {

enum class DumpStyle : u8 { tree, hex, json };

struct DumpOptions {
    DumpStyle style = DumpStyle::tree;
    bool colour = false;      // ANSI colours by the role of a field
    bool unfolded = false;    // every element of every array
    std::string field{};      // only this path and what is below it, for example "bases[0].bones[3]"
    std::optional<u64> at{};  // only the field that holds this byte
    std::string role{};       // only this part of the model; empty: all
};

// An error is that of the first file that could not be read to its end; what stands before it was written.
Status dump(const Format& format, const Bundle& bundle, const DumpOptions& options, const Context& context, Sink& out);

}  // namespace thaw::inspect
