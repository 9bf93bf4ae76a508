// An RDY has no magic number. What tells it apart is that one of its layouts explains every byte and that both tables
// point where the parts are: hardly a file does that by chance.
#include "formats/soulfu/rdy/detect.hpp"

#include "base/text.hpp"
#include "formats/soulfu/rdy/layout.hpp"
#include "formats/soulfu/rdy/trial.hpp"
#include "formats/soulfu/rdy/validate.hpp"
#include "layout/reader.hpp"

namespace thaw::rdy {

namespace {

constexpr std::size_t least_bytes = 138;  // a header without anything in it
constexpr std::size_t levels_offset = 2;
constexpr std::size_t bases_offset = 3;

std::string doubt_about(const File& file, const Trial& trial) {
    if (!trial.addressed) return "its tables do not point at the parts";
    if (has_bad_index(file)) return "an index leads nowhere";
    if (!trial.exact) return text::plural(file.trailing.size(), "byte") + " left over";
    return {};
}

Confidence judge(const File& file, const Trial& trial, bool named, bool doubtful) {
    const bool usual = (file.flags | external_frames) == (usual_flags | external_frames);
    if (!doubtful) return usual || named ? Confidence::certain : Confidence::likely;
    if (trial.addressed && (usual || named)) return Confidence::likely;
    return named ? Confidence::weak : Confidence::no;
}

}  // namespace

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.empty()) return {Confidence::no, "rdy", {}};
    const bool named = text::ends_with_ignoring_case(name, ".rdy");
    // The name alone is a weak claim: enough for read() to say where and how the file is broken.
    const Confidence by_name = named ? Confidence::weak : Confidence::no;
    if (bytes.size() < least_bytes) return {by_name, "rdy", "shorter than a header"};
    if (bytes[bases_offset] == 0) return {by_name, "rdy", "no base models"};
    if (bytes[levels_offset] == 0) return {by_name, "rdy", "no level of detail"};

    Trial trial = find_layout(bytes, context);
    auto document = std::make_unique<Document>();
    File& file = document->file;
    if (trial.file) {
        file = std::move(*trial.file);
    } else {
        file.layout = trial.layout;
        Reader reader(bytes, context);
        describe(reader, file);
        if (!reader.ok()) return {by_name, "rdy", reader.error()->message};
    }
    // Not by read_part(), which would look for the layout again.
    document->sources.push_back({"rdy", {}, bytes});
    const std::string doubt = doubt_about(file, trial);
    return {judge(file, trial, named, !doubt.empty()), "rdy",
            doubt.empty() ? "every byte has a meaning" : "parses, but " + doubt, std::move(document)};
}

}  // namespace thaw::rdy
