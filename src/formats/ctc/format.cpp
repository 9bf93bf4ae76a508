// The CTC format record: what Thaw knows how to do with a CTC.
#include "formats/ctc/format.hpp"

#include "formats/ctc/companions.hpp"
#include "formats/ctc/document.hpp"
#include "formats/ctc/edit.hpp"
#include "formats/ctc/entity_scale.hpp"
#include "formats/ctc/from_scene.hpp"
#include "formats/ctc/issues.hpp"
#include "formats/ctc/layout.hpp"
#include "formats/ctc/scene.hpp"
#include "formats/ctc/sniff.hpp"
#include "formats/ctc/summarise.hpp"
#include "formats/ctc/validate.hpp"
#include "formats/record.hpp"

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
