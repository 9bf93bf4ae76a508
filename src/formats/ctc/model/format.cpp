// The CTC format record: what Thaw knows how to do with a CTC.
#include "formats/ctc/family.hpp"

#include "base/text.hpp"
#include "formats/ctc/build/edit.hpp"
#include "formats/ctc/build/from_scene.hpp"
#include "formats/ctc/entities/entities.hpp"
#include "formats/ctc/entities/entity_scale.hpp"
#include "formats/ctc/model/companions.hpp"
#include "formats/ctc/model/detect.hpp"
#include "formats/ctc/model/document.hpp"
#include "formats/ctc/model/elements.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/layout.hpp"
#include "formats/ctc/model/options.hpp"
#include "formats/ctc/model/scene.hpp"
#include "formats/ctc/model/summary.hpp"
#include "formats/ctc/model/validate.hpp"
#include "formats/shared/record.hpp"

namespace thaw::ctc {

namespace {

constexpr PartRole parts[] = {{"ctc", ".ctc"}};
constexpr std::string_view extensions[] = {".ctc", ".mdl"};

}  // namespace

namespace {

// The data folder has the DATs, or all that was in them in folders; loose files hide those of the patches, anox9.zip to
// anox0.zip, and these those of the DATs. Among the models there is a text of the same ending. Else: the models alone,
// in a folder of any name.
constexpr std::string_view archive_marks[] = {"*.dat"};
constexpr std::string_view data_marks[] = {"models/entity.dat"};
constexpr std::string_view model_marks[] = {"entity.dat"};
bool is_archive(Bytes head) { return text::view_as_text(head).starts_with("ADAT"); }
constexpr GameRoot roots[] = {{.marks = archive_marks, .is_mark = is_archive, .overlays = "anox*.zip"},
                              {.marks = data_marks, .is_mark = has_entity, .fallback = true, .overlays = "anox*.zip"},
                              {.marks = model_marks, .is_mark = has_entity, .fallback = true}};
constexpr const FormatOption* scene_options[] = {&thaw::option::texture, &thaw::option::fps,  &thaw::option::frame,
                                                 &thaw::option::lod,     &thaw::option::loop, &thaw::option::raw,
                                                 &option::all_weights};
constexpr const FormatOption* build_options[] = {&thaw::option::fps};

}  // namespace

const Format format{
    .id = "ctc",
    .title = "Anachronox model",
    .game = "Anachronox",
    .parts = parts,
    .extensions = extensions,
    .variants = {},
    .issue_kinds = issue::all,
    .sniff = sniff,
    .magic = "SMDL",
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .to_scene = to_scene_as<Document>,
    .element_map = element_map_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .cuts_corners = true,
    .plain_scene = plain_scene,
    .roots = roots,
    .mount_ending = ".dat",
    .scene_options = scene_options,
    .build_options = build_options,
    .option_ranges = option_ranges_as<Document>,
    .mime = "model/x-anachronox-ctc",
    .style = {.full_bright = true},  // models are lit through the colours of their vertices alone
};

}  // namespace thaw::ctc
