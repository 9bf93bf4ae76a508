// The RDY format record: what Thaw knows how to do with an RDY.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "formats/shared/parts.hpp"
#include "formats/shared/record.hpp"
#include "formats/soulfu/build/ddd.hpp"
#include "formats/soulfu/build/edit.hpp"
#include "formats/soulfu/build/from_scene.hpp"
#include "formats/soulfu/build/issues.hpp"
#include "formats/soulfu/build/rdy.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/soulfu/rdy/detect.hpp"
#include "formats/soulfu/rdy/document.hpp"
#include "formats/soulfu/rdy/elements.hpp"
#include "formats/soulfu/rdy/issues.hpp"
#include "formats/soulfu/rdy/layout.hpp"
#include "formats/soulfu/rdy/scene.hpp"
#include "formats/soulfu/rdy/source.hpp"
#include "formats/soulfu/rdy/summary.hpp"
#include "formats/soulfu/rdy/trial.hpp"
#include "formats/soulfu/rdy/validate.hpp"
#include "formats/soulfu/rdy/variant.hpp"
#include "formats/soulfu/scripts/body_parts.hpp"
#include "formats/soulfu/scripts/texture_names.hpp"
#include "formats/soulfu/shared/options.hpp"
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
    issues.add(thaw::issue::positions_rounded, "rdy", {}, {}, text::number(std::ceil(worst * 304800) / 1000) + " mm");
}

// Its pointers are those that the base has, if there is one.
Result<std::unique_ptr<thaw::Document>> made_ready(const ddd::Document& source, const File* base,
                                                   std::string_view variant, Issues& issues) {
    auto file = build_rdy(source, issues, base);
    if (!file) return file.error();
    if (!variant.empty()) {
        if (auto status = convert_variant(*file, variant); !status) return status.error();
    }
    if (base != nullptr) {
        const Places places = places_of(*base);
        set_tables(*file, model_load_base(*base, places), frame_load_base(*base, places));
    }
    auto out = std::make_unique<Document>();
    out->file = std::move(*file);
    return std::unique_ptr<thaw::Document>(std::move(out));
}

// The game makes an RDY of a DDD, and so does Thaw.
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    // Asked for in another variant, and not edited.
    if (input.edit != nullptr && input.edit->empty()) {
        if (auto status = convert_variant(file_of(*input.base->document), options.variant); !status)
            return status.error();
        return Built{.document = std::move(input.base->document)};
    }
    if (input.base != nullptr && file_of(*input.base->document).is_linked()) {
        issues.add(soulfu::issue::external_frames, "rdy", "flags");
    }
    const SceneInput scene{.scene = input.scene,
                           .source_points = input.source_points,
                           .base_scene = input.base_scene,
                           .edit = input.edit,
                           .context = input.context};
    auto built = ddd::from_scene(scene, options, issues);
    if (!built) return built;
    auto ready = made_ready(static_cast<const ddd::Document&>(*built->document), nullptr, options.variant, issues);
    if (!ready) return ready.error();
    built->document = std::move(*ready);
    return built;
}

bool is_same_file(const Format& kind, const thaw::Document& a, const thaw::Document& b) {
    const auto x = write_part(kind, a, kind.parts[0].role), y = write_part(kind, b, kind.parts[0].role);
    return x && y && *x == *y;
}

// What a DDD cannot have, and so what becomes another though nobody edited it.
void report_made_again(const File& base, const thaw::Document& again, Issues& rounding, Issues& issues) {
    for (Issue& issue : rounding.list()) issues.add(std::move(issue));
    report_rounding(base, static_cast<const Document&>(again).file, issues);
    issues.add(soulfu::issue::made_again, "rdy");
}

// As a DDD, of which it is made again.
Result<Built> apply_edit(const SceneInput& input, const BuildOptions& options, Issues& issues) {
    const auto beyond = [](const Error& error) { return Error{Code::unrepresentable, error.message}; };
    const File& base = file_of(*input.base->document);
    Issues rounding, known, made;
    auto file = build_ddd(base, rounding);
    if (!file) return beyond(file.error());
    ddd::Document source;
    source.file = std::move(*file);
    const auto before = made_ready(source, &base, base.variant(), known);
    if (!before) return beyond(before.error());
    auto built = ddd::apply_edit_to(source, input, options, issues);
    if (!built) return built;
    const auto& edited = static_cast<const ddd::Document&>(*built->document);
    if (is_same_file(ddd::format, source, edited)) {
        built->document = std::move(input.base->document);
        return built;
    }
    auto after = made_ready(edited, &base, base.variant(), made);
    if (!after) return after.error();
    for (Issue& issue : made.list()) {
        const auto is_it = [&](const Issue& other) { return other.kind == issue.kind; };
        if (std::none_of(known.list().begin(), known.list().end(), is_it)) issues.add(std::move(issue));
    }
    if (!is_same_file(format, *input.base->document, **before)) report_made_again(base, **before, rounding, issues);
    built->document = std::move(*after);
    constexpr std::string_view claim = "; all else byte-identical";
    if (const auto at = built->change_summary.find(claim); at != std::string::npos) {
        built->change_summary.replace(at, claim.size(), "; made again as the game makes it");
    }
    return built;
}

// The parts of a character.
bool keeps(const Bundle&, std::string_view role) { return role.starts_with("part:"); }

std::vector<Want> needs(const thaw::Document& document, const Bundle& bundle) {
    ddd::UsedSlots used{};
    for (const BaseModel& base : static_cast<const Document&>(document).file.bases) {
        for (std::size_t s = 0; s < used.slots.size(); ++s) {
            if (base.slots[s].mode != 0) used.add(s, base.slots[s].flags);
        }
    }
    std::vector<Want> wants = ddd::texture_needs(bundle, "rdy", used);
    for (Want& want : ddd::piece_needs(ddd::pieces_in(bundle))) wants.push_back(std::move(want));
    return wants;
}

constexpr const FormatOption* scene_options[] = {
    &thaw::option::texture, &thaw::option::fps,   &thaw::option::frame,    &thaw::option::loop,    &thaw::option::raw,
    &soulfu::option::part,  &soulfu::option::rig, &soulfu::option::smooth, &soulfu::option::lines, &thaw::option::lod};

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
    .element_map = element_map_as<Document>,
    .from_scene = from_scene,
    .apply_edit = apply_edit,
    .cuts_corners = true,
    .plain_scene = ddd::plain_scene,
    .keeps = keeps,
    .has_flat_names = true,
    .scene_options = scene_options,
    .option_ranges = option_ranges_as<Document>,
    .mime = "model/x-soulfu-rdy",
    .style = ddd::game_style,
};

}  // namespace thaw::rdy
