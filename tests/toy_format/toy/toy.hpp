// What the files of this folder need of each other.
#pragma once

#include "formats/shared/options.hpp"
#include "formats/toy/document.hpp"

namespace thaw {
class Codec;
}

namespace thaw::toy {

inline constexpr std::string_view magic = "TOY1";
inline constexpr double millimetre = 0.001;

namespace option {

// One of its own; the image of a slot is an option that it shares with other formats.
inline constexpr FormatOption toy_unit{.name = "toy-unit",
                                       .type = OptionType::number,
                                       .help = "millimetres per unit",
                                       .placeholder = "MM",
                                       .preset = "1",
                                       .least = 0.001,
                                       .most = 1000};

}  // namespace option

namespace issue {

inline constexpr IssueKind point_out_of_range{
    "TOY_POINT", Severity::error, "A triangle uses a point that the file does not have.",
    "{found} triangles with points that do not exist, expected points {expected}"};
inline constexpr IssueKind trailing_bytes{"TOY_TRAILING", Severity::warning, "There are bytes after the last triangle.",
                                          "{found} after the last triangle"};
inline constexpr IssueKind image_missing{"TOY_IMAGE", Severity::warning, "The image that the file names was not found.",
                                         "image {found} not found"};
inline constexpr const IssueKind* all[] = {&point_out_of_range, &trailing_bytes, &image_missing};

}  // namespace issue

bool is_whole(const Document& document, const Triangle& triangle);

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context);
void describe(Codec& io, Document& document);
void validate(const Document& document, Profile profile, Issues& issues);
Summary summarise(const Document& document, const Bundle& bundle);
std::vector<Want> needs(const Document& document, const Bundle& bundle);
std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions& options);
Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues);
Result<Built> from_scene(const SceneInput& input, const BuildOptions& options, Issues& issues);

}  // namespace thaw::toy
