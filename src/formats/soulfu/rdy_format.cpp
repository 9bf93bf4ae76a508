// The RDY format record: what Thaw knows how to do with an RDY.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "build/issues.hpp"
#include "formats/record.hpp"
#include "formats/soulfu/build_ddd.hpp"
#include "formats/soulfu/build_rdy.hpp"
#include "formats/soulfu/edit.hpp"
#include "formats/soulfu/format.hpp"
#include "formats/soulfu/from_scene.hpp"
#include "formats/soulfu/pieces.hpp"
#include "formats/soulfu/rdy.hpp"
#include "formats/soulfu/rdy_issues.hpp"
#include "formats/soulfu/rdy_layout.hpp"
#include "formats/soulfu/rdy_scene.hpp"
#include "formats/soulfu/rdy_sniff.hpp"
#include "formats/soulfu/rdy_source.hpp"
#include "formats/soulfu/rdy_summarise.hpp"
#include "formats/soulfu/rdy_trial.hpp"
#include "formats/soulfu/rdy_validate.hpp"
#include "formats/soulfu/rdy_variant.hpp"
#include "formats/soulfu/texture_names.hpp"
#include "scene/edit/edit.hpp"

namespace thaw::rdy {

namespace {

constexpr PartRole parts[] = {{"rdy", ".rdy"}};
constexpr std::string_view extensions[] = {".rdy"};

File& file_of(thaw::Document& document) { return static_cast<Document&>(document).file; }

std::unique_ptr<thaw::Document> blank() {
    auto document = std::make_unique<Document>();
    document->file.first_frames = first_frames_of(document->file);
    return document;
}

Status convert_document(thaw::Document& document, std::string_view variant, Issues&) {
    return convert_variant(file_of(document), variant);
}

// The bytes are the file's own; what has to be settled first is which layout they have.
Result<Blob> unpack(thaw::Document& document, const Part& part, const Context& context) {
    file_of(document).layout = find_layout(part.bytes, context).layout;
    return part.bytes;
}

Result<std::unique_ptr<thaw::Document>> convert_from(const Format& source, const thaw::Document& document,
                                                     Issues& issues) {
    if (&source != &ddd::format) return cannot_convert(source, format);
    auto file = build_rdy(static_cast<const ddd::Document&>(document), issues);
    if (!file) return file.error();
    auto made = std::make_unique<Document>();
    made->file = std::move(*file);
    return std::unique_ptr<thaw::Document>(std::move(made));
}

// How far the base's own numbers moved, for it was not made of a DDD as it is.
void report_rounding(const File& base, const File& again, Issues& issues) {
    double worst = 0;
    const auto compare = [&](double a, double b) {
        if (std::isfinite(a)) worst = std::max(worst, std::abs(a - b));
    };
    Issues known;
    const RdySource before(base, known), now(again, known);
    for (std::size_t i = 0; i < std::min(before.bases(), now.bases()); ++i) {
        const auto was = before.shape(i, 0, false).vertices, is = now.shape(i, 0, false).vertices;
        for (std::size_t v = 0; v < std::min(was.size(), is.size()); ++v) {
            for (std::size_t k = 0; k < 3; ++k) compare(was[v].position[k], is[v].position[k]);
        }
    }
    for (std::size_t f = 0; f < std::min(base.frames.size(), again.frames.size()); ++f) {
        const auto &was = base.frames[f].joints, &is = again.frames[f].joints;
        for (std::size_t j = 0; j < std::min(was.size(), is.size()); ++j) {
            compare(was[j].x, is[j].x);
            compare(was[j].y, is[j].y);
            compare(was[j].z, is[j].z);
        }
    }
    if (worst == 0) return;
    issues.add(thaw::issue::positions_rounded, "rdy", {}, "steps of a DDD",
               text::number(std::ceil(worst * 304800) / 1000) + " mm at most");
}

Result<Built> made_ready(Result<Built> built, const std::string& variant, Issues& issues) {
    if (!built) return built;
    auto file = build_rdy(static_cast<const ddd::Document&>(*built->document), issues);
    if (!file) return file.error();
    if (!variant.empty()) {
        if (auto status = convert_variant(*file, variant); !status) return status.error();
    }
    auto document = std::make_unique<Document>();
    document->file = std::move(*file);
    built->document = std::move(document);
    return built;
}

// The game makes an RDY of a DDD, and so does the way back.
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    // Asked for in another variant, and not edited.
    if (input.edit != nullptr && input.edit->empty()) {
        if (auto status = convert_variant(file_of(*input.base->document), options.variant); !status) return status.error();
        return Built{.document = std::move(input.base->document)};
    }
    if (input.base != nullptr && file_of(*input.base->document).is_linked()) {
        issues.add(thaw::issue::not_kept, "rdy", "flags", "frames of its own",
                   "bones that frames in another model's memory moved");
    }
    const SceneInput scene{.scene = input.scene,
                           .source_points = input.source_points,
                           .base_scene = input.base_scene,
                           .edit = input.edit};
    return made_ready(ddd::from_scene(scene, options, issues), options.variant, issues);
}

// As a DDD, of which it is made again.
Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    Issues rounding;
    const File& base = file_of(*input.base->document);
    auto file = build_ddd(base, rounding);
    if (!file) return Error{Code::unrepresentable, file.error().message};
    ddd::Document document;
    document.file = std::move(*file);
    Issues made;
    const auto before = build_rdy(document, made);
    if (!before) return Error{Code::unrepresentable, before.error().message};
    const std::string variant = options.variant.empty() ? std::string(base.variant()) : options.variant;
    auto built = made_ready(ddd::apply_edit_to(std::move(document), input, options, issues), variant, made);
    if (!built) return built;
    for (Issue& issue : rounding.list()) issues.add(std::move(issue));
    report_rounding(base, *before, issues);
    issues.add(thaw::issue::base_rebuilt, "rdy", {}, {}, "the whole file: an RDY is what the game makes of a DDD");
    return built;
}

std::vector<Want> needs(const thaw::Document& document, const Bundle& bundle) {
    ddd::UsedSlots used{};
    for (const BaseModel& base : static_cast<const Document&>(document).file.bases) {
        for (std::size_t s = 0; s < used.slots.size(); ++s) {
            if (base.slots[s].mode != 0) used.add(s, base.slots[s].flags);
        }
    }
    std::vector<Want> wants = ddd::texture_needs(bundle, "rdy", used);
    for (Want& want : ddd::piece_needs(bundle)) wants.push_back(std::move(want));
    return wants;
}

}  // namespace

const Format format{
    .id = "rdy",
    .title = "SoulFu model in the game's memory",
    .game = "Secret of Ultimate Legendary Fantasy: Unleashed",
    .parts = parts,
    .extensions = extensions,
    .variants = variants,
    .issue_kinds = issue::kinds,
    .sniff = sniff,
    .blank = blank,
    .describe = describe_as<Document>,
    .validate = validate_as<Document>,
    .needs = needs,
    .summarise = summarise_as<Document>,
    .convert_variant = convert_document,
    .convert_from = convert_from,
    .unpack = unpack,
    .to_scene = to_scene_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .plain_scene = ddd::plain_scene,
};

}  // namespace thaw::rdy
