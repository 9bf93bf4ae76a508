// What validate() may say about a CTR file, besides the findings shared with other formats.
#pragma once

#include <array>

#include "formats/shared/common_issues.hpp"

namespace thaw::ctr::issue {

using thaw::issue::degenerate_triangle;
using thaw::issue::game_limit;
using thaw::issue::missing_companion;
using thaw::issue::tables_overlap;
using thaw::issue::texture_missing;
using thaw::issue::trailing_bytes;

// The file and its pointer map.
inline constexpr IssueKind map_entry{
    "CTR_MAP_ENTRY", Severity::error,
    "An entry of the pointer map is not a place of a pointer in the body. The game would change other memory.",
    "entry of the pointer map is {found}, expected {expected}"};
inline constexpr IssueKind map_duplicate{"CTR_MAP_DUPLICATE", Severity::error,
                                         "The pointer map lists a place twice, so the game adds its address twice.",
                                         "the pointer map lists {found} twice"};
inline constexpr IssueKind map_missing{
    "CTR_MAP_MISSING", Severity::warning,
    "A pointer is not in the pointer map, so the game does not turn it into an address.",
    "the pointer is not in the pointer map"};
inline constexpr IssueKind map_null{
    "CTR_MAP_NULL", Severity::warning,
    "An empty pointer is in the pointer map: in the game it leads to the start of the body instead of nowhere.",
    "the pointer is empty, but in the pointer map"};
inline constexpr IssueKind map_extra{"CTR_MAP_EXTRA", Severity::info,
                                     "The pointer map lists a place that no known structure has a pointer at.",
                                     "the pointer map lists {found}, where no pointer is known"};
inline constexpr IssueKind map_short{
    "CTR_MAP_SHORT", Severity::error,
    "The pointer map says it is longer than its file, or is not made of whole entries.",
    "the pointer map says {expected}, but has {found}"};
inline constexpr IssueKind two_maps{
    "CTR_TWO_MAPS", Severity::warning,
    "There is a pointer map in the file and one next to it. The game takes the one in the file.",
    "a second pointer map lies next to the file"};
inline constexpr IssueKind unwrapped{
    "CTR_UNWRAPPED", Severity::info,
    "The file is a body without size and pointer map, as in early demos. The released game cannot load it.",
    "the file is {found}, expected {expected}"};
inline constexpr IssueKind no_models{"CTR_NO_MODELS", Severity::info, "The pack or level holds no model.",
                                     "the file holds no model"};

// Pointers and tables.
inline constexpr IssueKind pointer{
    "CTR_POINTER", Severity::error,
    "A pointer leads outside the body. It is kept as it is; what it should lead to is left out.",
    "pointer leads to {found}, expected {expected}"};
inline constexpr IssueKind null_pointer{"CTR_NULL_POINTER", Severity::error,
                                        "A pointer that the game follows is empty.", "the pointer is empty"};
inline constexpr IssueKind unaligned{"CTR_UNALIGNED", Severity::warning,
                                     "A pointer is not a multiple of 4, which the game's processor cannot load from.",
                                     "pointer is {found}, expected {expected}"};
inline constexpr IssueKind table_short{"CTR_TABLE_SHORT", Severity::error,
                                       "A table runs past the end of the body. What is there is kept.",
                                       "the table has {found}, expected {expected}"};

// Models and meshes.
inline constexpr IssueKind name{
    "CTR_NAME", Severity::info,
    "A name has unusual characters, or something after its end. The game compares all 16 bytes.",
    "name {found} has unusual characters, or something after its end"};
inline constexpr IssueKind no_meshes{"CTR_NO_MESHES", Severity::error, "A model has no mesh.", "the model has no mesh"};
inline constexpr IssueKind model_id{"CTR_MODEL_ID", Severity::warning,
                                    "The id of a model is outside the game's table of models.",
                                    "id is {found}, expected {expected}"};
inline constexpr IssueKind lod_order{
    "CTR_LOD_ORDER", Severity::warning,
    "The levels of detail are not ordered by distance: a later one that reaches no farther is never drawn.",
    "distance is {found}, expected {expected}"};
inline constexpr IssueKind scale{"CTR_SCALE", Severity::error, "The scale of a mesh is not between 1 and 32767.",
                                 "scale is {found}, expected {expected}"};
inline constexpr IssueKind flags{"CTR_FLAGS", Severity::info, "A mesh has flags that nothing is known to use.",
                                 "flags are {found}, expected {expected}"};
inline constexpr IssueKind reserved{"CTR_RESERVED", Severity::info,
                                    "A field that the game never reads is not 0. It is kept.",
                                    "unused field is {found}, expected {expected}"};
inline constexpr IssueKind no_frame{"CTR_NO_FRAME", Severity::error,
                                    "A mesh has neither a frame of its own nor animations, so it has no vertices.",
                                    "the mesh has neither a frame nor animations"};
inline constexpr IssueKind animation_count{
    "CTR_ANIMATION_COUNT", Severity::warning,
    "The number of animations and the pointer to them contradict each other. The game relies on the pointer.",
    "the mesh has {found} animations, expected {expected}"};
inline constexpr IssueKind driver_animations{
    "CTR_DRIVER_ANIMATIONS", Severity::warning,
    "A driver needs the animations turn, reverse, bump and jump in this order; with fewer it gets stuck.",
    "animation {expected} is missing"};

// Commands.
inline constexpr IssueKind no_faces{"CTR_NO_FACES", Severity::info, "A command list draws no triangle.",
                                    "the command list draws no triangle"};
inline constexpr IssueKind strip_short{
    "CTR_STRIP_SHORT", Severity::error,
    "A strip ends before its third command. The game would take the end mark for a vertex.",
    "the strip ends before its third command"};
inline constexpr IssueKind strip_restart{
    "CTR_STRIP_RESTART", Severity::warning,
    "The second or third command of a strip asks for a new strip, which the game ignores and other tools do not.",
    "a new strip is asked for within the first three commands of one"};
inline constexpr IssueKind slot_range{"CTR_SLOT_RANGE", Severity::warning,
                                      "A vertex slot beyond 87 lies outside the game's fast memory.",
                                      "{found} commands with slots out of range, expected {expected}"};
inline constexpr IssueKind slot_zero{"CTR_SLOT_ZERO", Severity::warning,
                                     "A vertex command without flags and with slot 0 looks like a change of colours.",
                                     "{found} commands look like a change of colours"};
inline constexpr IssueKind slot_unwritten{
    "CTR_SLOT_UNWRITTEN", Severity::error,
    "A command takes a vertex from a slot that holds none yet. The triangle is left out.",
    "slot {found} holds no vertex yet"};
inline constexpr IssueKind slot_in_cache{"CTR_SLOT_IN_CACHE", Severity::warning,
                                         "A vertex slot overwrites cached colours that the list reads.",
                                         "{found} commands overwrite cached colours, expected {expected}"};
inline constexpr IssueKind cache_index{"CTR_CACHE_INDEX", Severity::error,
                                       "A command reads a cached colour that was not copied to the cache.",
                                       "cached colour {found} was not copied, expected {expected}"};
inline constexpr IssueKind cache_count{"CTR_CACHE_COUNT", Severity::info,
                                       "More colours are copied to the cache than the mesh uses.",
                                       "{found} copied to the cache, but the mesh uses {expected}"};
inline constexpr IssueKind unknown_bit{"CTR_UNKNOWN_BIT", Severity::info,
                                       "A command has bit 24 set. Nothing is known to use it.",
                                       "{found} commands with bit 24 set"};

// Colours and textures.
inline constexpr IssueKind colour_weight{
    "CTR_COLOUR_WEIGHT", Severity::warning,
    "The fourth byte of a colour is neither 0 nor 2, which breaks the drawing command it becomes part of.",
    "{found} colours with a fourth byte other than {expected}"};
inline constexpr IssueKind null_layout{"CTR_NULL_LAYOUT", Severity::info,
                                       "A triangle has a texture whose layout is empty. The game draws it without one.",
                                       "{found} layouts empty"};
inline constexpr IssueKind texture_page{"CTR_TEXTURE_PAGE", Severity::warning,
                                        "A texture page has a colour depth or bits that the hardware does not know.",
                                        "texture page is {found}, expected {expected}"};
inline constexpr IssueKind anim_texture{"CTR_ANIM_TEXTURE", Severity::warning,
                                        "An animated texture replaces no texture of the mesh, or has no images.",
                                        "the animated texture has {found} images, expected {expected}"};

// Frames and animations.
inline constexpr IssueKind frame_data{"CTR_FRAME_DATA", Severity::error,
                                      "The vertices of a frame are not all in the body.",
                                      "frame data has {found}, expected {expected}"};
inline constexpr IssueKind frame_guard{
    "CTR_FRAME_GUARD", Severity::info,
    "No byte follows the last vertex of a raw frame. The game reads four bytes for every vertex.",
    "no byte follows the last vertex of the frame"};
inline constexpr IssueKind frame_size{
    "CTR_FRAME_SIZE", Severity::error,
    "The frame size of an animation is not a multiple of 4, or too small, so frames run into each other.",
    "frame size is {found}, expected {expected}"};
inline constexpr IssueKind data_offset{"CTR_DATA_OFFSET", Severity::warning,
                                       "The vertex data of a frame starts in its header, off a multiple of 4, or "
                                       "elsewhere than in the animation's first frame.",
                                       "data offset is {found}, expected {expected}"};
inline constexpr IssueKind half_rate_start{
    "CTR_HALF_RATE_START", Severity::warning,
    "The first vertex of a half-rate animation is not stored whole; the game garbles every second frame.",
    "the first vertex of the half-rate animation is not stored whole"};
inline constexpr IssueKind delta_base{"CTR_DELTA_BASE", Severity::info,
                                      "A whole coordinate has a base too. The game ignores it, other tools add it.",
                                      "{found} whole coordinates with a base other than 0"};
inline constexpr IssueKind odd_height{"CTR_ODD_HEIGHT", Severity::info,
                                      "Some heights are odd; the game rounds them down to even steps.",
                                      "{found} heights odd"};
inline constexpr IssueKind origin{"CTR_ORIGIN", Severity::error, "The origin of a frame is not between -8192 and 7936.",
                                  "origin is {found}, expected {expected}"};

// Scenes.
inline constexpr IssueKind too_much{"CTR_TOO_MUCH", Severity::warning,
                                    "Meshes share their tables so often that showing all of them would take more than "
                                    "the file's size justifies. Some are left out.",
                                    "{found} left out: the file is too small to justify that many"};

// Levels.
inline constexpr IssueKind instance_model{"CTR_INSTANCE_MODEL", Severity::warning,
                                          "An instance uses a model that the level does not list.",
                                          "model {found} of the instance is not in the level"};

// The same in other words.
inline constexpr IssueKind degenerate_triangles = degenerate_triangle.saying("{found} without area");
inline constexpr IssueKind slots_unwritten = slot_unwritten.saying("{found} with a slot that holds no vertex yet");
inline constexpr IssueKind triangles_without_layout = null_layout.saying("{found} with an empty layout");
inline constexpr IssueKind layouts_lost = pointer.saying("{found} with a layout outside the file");
inline constexpr IssueKind animation_lost = pointer.saying("no animation at {found}");
inline constexpr IssueKind frame_lost = no_frame.saying("no frame at {found}");
inline constexpr IssueKind commands_lost = no_faces.saying("no command list at {found}");
inline constexpr IssueKind no_visible_faces = no_faces.saying("no triangle can be shown");
inline constexpr IssueKind colour_lost = table_short.saying("colour {expected} does not exist, the table has {found}");
inline constexpr IssueKind animation_cut = frame_data.saying("the animation has {found}, expected {expected}");
inline constexpr IssueKind frames_cut = frame_data.saying("{found} frames with fewer than {expected}");
inline constexpr IssueKind commands_without_end = table_short.saying("the command list has no end mark in the body");
inline constexpr IssueKind anim_texture_slot = anim_texture.saying("slot {found} is not {expected}");
inline constexpr IssueKind brightness{
    "CTR_BRIGHTNESS", Severity::info,
    "Colours above neutral make an image brighter than white; a viewer shows it a little darker.",
    "bright faces off by at most {found}"};
inline constexpr IssueKind memory_choice{"CTR_MEMORY_CHOICE", Severity::info,
                                         "The game does not say which video memory a boss is shown with. Several have "
                                         "all of its texels, and the first one is "
                                         "taken; --vrm takes another.",
                                         "video memory is {expected}; {found} would do as well"};
inline constexpr IssueKind memory_unreadable =
    texture_missing.saying("video memory {expected} cannot be read: {found}");
inline constexpr IssueKind texels_missing = texture_missing.saying("no texels at {expected} in the video memory");
inline constexpr IssueKind no_video_memory =
    texture_missing.saying("texels at {expected} missing: no video memory (.vrm) found");
inline constexpr IssueKind model_missing = missing_companion.saying("{expected} not found next to its pointer map");
inline constexpr IssueKind map_not_found = missing_companion.saying("no {expected} file found next to the model");

inline constexpr std::array<const IssueKind*, 55> all{&trailing_bytes,
                                                      &missing_companion,
                                                      &degenerate_triangle,
                                                      &game_limit,
                                                      &map_entry,
                                                      &map_duplicate,
                                                      &map_missing,
                                                      &map_null,
                                                      &map_extra,
                                                      &map_short,
                                                      &two_maps,
                                                      &unwrapped,
                                                      &no_models,
                                                      &pointer,
                                                      &null_pointer,
                                                      &unaligned,
                                                      &table_short,
                                                      &tables_overlap,
                                                      &name,
                                                      &no_meshes,
                                                      &model_id,
                                                      &lod_order,
                                                      &scale,
                                                      &flags,
                                                      &reserved,
                                                      &no_frame,
                                                      &animation_count,
                                                      &driver_animations,
                                                      &no_faces,
                                                      &strip_short,
                                                      &strip_restart,
                                                      &slot_range,
                                                      &slot_zero,
                                                      &slot_unwritten,
                                                      &slot_in_cache,
                                                      &cache_index,
                                                      &cache_count,
                                                      &unknown_bit,
                                                      &colour_weight,
                                                      &null_layout,
                                                      &texture_page,
                                                      &anim_texture,
                                                      &frame_data,
                                                      &frame_guard,
                                                      &frame_size,
                                                      &data_offset,
                                                      &half_rate_start,
                                                      &delta_base,
                                                      &odd_height,
                                                      &origin,
                                                      &instance_model,
                                                      &texture_missing,
                                                      &brightness,
                                                      &memory_choice,
                                                      &too_much};

}  // namespace thaw::ctr::issue
