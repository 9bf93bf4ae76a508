// The CTR format record: what Thaw knows how to do with models, packs and levels of Crash Team Racing.
#include "formats/ctr/family.hpp"

#include "formats/ctr/build/edit.hpp"
#include "formats/ctr/build/from_scene.hpp"
#include "formats/ctr/memory/document.hpp"
#include "formats/ctr/model/companions.hpp"
#include "formats/ctr/model/detect.hpp"
#include "formats/ctr/model/document.hpp"
#include "formats/ctr/model/elements.hpp"
#include "formats/ctr/model/entries.hpp"
#include "formats/ctr/model/issues.hpp"
#include "formats/ctr/model/kind.hpp"
#include "formats/ctr/model/layout.hpp"
#include "formats/ctr/model/options.hpp"
#include "formats/ctr/model/scene.hpp"
#include "formats/ctr/model/summary.hpp"
#include "formats/ctr/model/validate.hpp"
#include "formats/shared/record.hpp"

namespace thaw::ctr {

namespace {

constexpr PartRole parts[] = {{"ctr", ".ctr"}, {"ptr", ".ptr"}};
constexpr std::string_view extensions[] = {".ctr", ".mpk", ".lev", ".ptr"};

const Document& as_ctr(const thaw::Document& document) { return static_cast<const Document&>(document); }

bool has_part(const thaw::Document& document, std::string_view role) {
    return role == "ptr" ? as_ctr(document).map_file.has_value() : as_ctr(document).file.has_value();
}

void describe_part(Codec& io, thaw::Document& document, std::string_view role) {
    auto& d = static_cast<Document&>(document);
    if (role == "ptr") {
        if (!d.map_file) d.map_file.emplace();
        io.order(Order::little);
        return describe(io, *d.map_file);
    }
    if (!d.file) d.file.emplace();
    describe(io, *d.file);
}

// Nothing is packed; but which layout holds must be known before the first field.
Result<Blob> settle_kind(thaw::Document& document, const Part& part, const Context&) {
    if (part.role != "ctr") return part.bytes;
    const auto kind = kind_of(part.bytes, part.name);
    if (!kind) return kind.error();
    File& file = static_cast<Document&>(document).file.emplace();
    file.kind = kind->kind;
    file.wrapped = kind->wrapped;
    return part.bytes;
}

std::string_view ending_of(const thaw::Document& document) {
    const auto& file = as_ctr(document).file;
    if (!file || file->kind == Kind::model) return ".ctr";
    return file->kind == Kind::pack ? ".mpk" : ".lev";
}

// The texels are the model's look, and painting on them needs all of the memory they lie in.
bool keeps(const Bundle&, std::string_view role) { return role == "vrm"; }

}  // namespace

namespace {

// Taken off its disc, the game has its images in another folder than its models.
constexpr std::string_view game_marks[] = {"packs/*.vrm"};
// A video memory: one image, or a stream of them.
bool is_mark(Bytes head) {
    return head.size() >= 4 && (head[0] == 0x10 || head[0] == 0x20) && head[1] == 0 && head[2] == 0 && head[3] == 0;
}
constexpr GameRoot roots[] = {{.marks = game_marks, .is_mark = is_mark}};
constexpr const FormatOption* scene_options[] = {&thaw::option::texture, &thaw::option::fps,  &thaw::option::frame,
                                                 &thaw::option::lod,     &thaw::option::loop, &thaw::option::raw,
                                                 &option::vrm,           &option::shared_vrm};
constexpr const FormatOption* build_options[] = {&thaw::option::fps, &option::vrm_out};

}  // namespace

const Format format{
    .id = "ctr",
    .title = "Crash Team Racing model",
    .game = "Crash Team Racing",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .blank = blank_as<Document>,
    .has_part = has_part,
    .describe = describe_part,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .unpack = settle_kind,
    .to_scene = to_scene_as<Document>,
    .element_map = element_map_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .cuts_corners = true,
    .keeps = keeps,
    .ending_of = ending_of,
    .roots = roots,
    .scene_options = scene_options,
    .build_options = build_options,
    .option_ranges = option_ranges_as<Document>,
    .mime = "model/x-crash-team-racing-ctr",
    .style = vrm::playstation,
    .entries = entries_as<Document>,
    .unpack_entry = unpack_entry_as<Document>,
    .replace_entry = replace_entry_as<Document>,
};

}  // namespace thaw::ctr
