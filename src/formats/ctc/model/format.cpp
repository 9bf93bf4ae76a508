// The CTC format record: what Thaw knows how to do with a CTC.
#include "formats/ctc/family.hpp"

#include "formats/ctc/model/companions.hpp"
#include "formats/ctc/model/document.hpp"
#include "formats/ctc/build/edit.hpp"
#include "formats/ctc/entities/entity_scale.hpp"
#include "formats/ctc/build/from_scene.hpp"
#include "formats/ctc/model/issues.hpp"
#include "formats/ctc/model/layout.hpp"
#include "formats/ctc/model/scene.hpp"
#include "formats/ctc/model/detect.hpp"
#include "formats/ctc/model/summary.hpp"
#include "formats/ctc/model/validate.hpp"
#include "formats/shared/record.hpp"

namespace thaw::ctc {

namespace {

constexpr PartRole parts[] = {{"ctc", ".ctc"}};
constexpr std::string_view extensions[] = {".ctc"};

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
    .blank = blank_as<Document>,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs_as<Document>,
    .summarise = summarise_as<Document>,
    .to_scene = to_scene_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .cuts_corners = true,
    .plain_scene = plain_scene,
};

}  // namespace thaw::ctc
