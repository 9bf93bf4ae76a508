// Options that formats of several games have in common, and what is reported for values that do not apply to a model.
#pragma once

#include <thaw/options.hpp>
#include <thaw/scene.hpp>

namespace thaw {

namespace option {

inline constexpr FormatOption texture{.name = "texture",
                                      .type = OptionType::keyed_files,
                                      .help = "take this image for that slot; may be given several times",
                                      .placeholder = "SLOT=FILE",
                                      .role = "texture:",
                                      .example = "0=skin.png"};
inline constexpr FormatOption fps{.name = "fps",
                                  .type = OptionType::number,
                                  .help = "frames per second",
                                  .placeholder = "RATE",
                                  .preset = "the model's own",
                                  .least = 0.001,
                                  .most = 100'000};
inline constexpr FormatOption frame{
    .name = "frame", .type = OptionType::integer, .help = "a still: this frame, and no clips", .placeholder = "N"};
inline constexpr std::string_view lod_words[] = {"all"};
inline constexpr FormatOption lod{.name = "lod",
                                  .type = OptionType::number,
                                  .help = "level of detail, from 0 on; or the share of detail to keep, 0 to 1",
                                  .placeholder = "LEVEL|SHARE|all",
                                  .values = lod_words,
                                  .preset = "the finest"};
inline constexpr std::string_view loop_words[] = {"auto", "close", "hold"};
inline constexpr FormatOption loop{.name = "loop",
                                   .type = OptionType::word,
                                   .help = "how clips end: back at their start, or with the last pose",
                                   .values = loop_words};
inline constexpr std::string_view split_words[] = {"none", "clips"};
inline constexpr FormatOption split{.name = "split",
                                    .type = OptionType::word,
                                    .help = "clips: a mesh of its own for each clip of vertex frames",
                                    .values = split_words};
inline constexpr FormatOption raw{.name = "raw", .help = "keep the format's own numbers, under one scaled node"};

}  // namespace option

// Options by name as the fields of SceneOptions; what has no field is among its `own`.
SceneOptions scene_options_from(const OptionValues& values);

// --- ranges: what a model has, in words
// --------------------------------------------------------------------------------
OptionRange frame_range(u64 frames);
OptionRange level_range(u64 levels);
OptionRange slot_range(std::vector<std::string> slots);
OptionRange slot_range(std::size_t slots);  // numbered from 0 on

}  // namespace thaw
