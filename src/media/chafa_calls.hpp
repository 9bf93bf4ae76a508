// The part of libchafa.so.0 that Thaw calls. Its own headers want those of GLib, whose package brings much else; what
// is here is settled by the library's number.
#pragma once

#include <cstddef>

#include <thaw/result.hpp>

namespace thaw::media {

struct ChafaTermDb;
struct ChafaTermInfo;
struct ChafaCanvasConfig;
struct ChafaCanvas;
struct GString {
    char* str;
    std::size_t len;
    std::size_t allocated_len;
};

// Sequences that a terminal may know.
enum class ChafaSequence : int {
    colors_direct = 33,  // CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT
    colors_256 = 36,     // ..._SET_COLOR_FGBG_256
    colors_16 = 39,      // ..._SET_COLOR_FGBG_16
    begin_sixels = 40,
    begin_kitty = 43,  // ..._BEGIN_KITTY_IMMEDIATE_IMAGE_V1
    begin_iterm2 = 47,
};
enum class ChafaCanvasMode : int { truecolor = 0, indexed_240 = 2, indexed_16 = 3, two_colors = 5 };
enum class ChafaPixelMode : int { symbols = 0, sixels = 1, kitty = 2, iterm2 = 3 };
enum class ChafaPixelType : int { rgba8_unassociated = 4 };

struct Chafa {
    ChafaTermDb* (*term_db_get_default)() = nullptr;
    ChafaTermInfo* (*term_db_detect)(ChafaTermDb*, char** environment) = nullptr;
    int (*term_info_have_seq)(const ChafaTermInfo*, ChafaSequence) = nullptr;
    void (*term_info_unref)(ChafaTermInfo*) = nullptr;
    void (*calc_canvas_geometry)(int source_width, int source_height, int* width, int* height, float font_ratio,
                                 int zoom, int stretch) = nullptr;
    ChafaCanvasConfig* (*config_new)() = nullptr;
    void (*config_unref)(ChafaCanvasConfig*) = nullptr;
    void (*config_set_geometry)(ChafaCanvasConfig*, int width, int height) = nullptr;
    void (*config_set_cell_geometry)(ChafaCanvasConfig*, int width, int height) = nullptr;
    void (*config_set_canvas_mode)(ChafaCanvasConfig*, ChafaCanvasMode) = nullptr;
    void (*config_set_pixel_mode)(ChafaCanvasConfig*, ChafaPixelMode) = nullptr;
    ChafaCanvas* (*canvas_new)(const ChafaCanvasConfig*) = nullptr;
    void (*canvas_unref)(ChafaCanvas*) = nullptr;
    void (*canvas_draw_all_pixels)(ChafaCanvas*, ChafaPixelType, const unsigned char*, int width, int height,
                                   int row_bytes) = nullptr;
    GString* (*canvas_print)(ChafaCanvas*, ChafaTermInfo*) = nullptr;
    char* (*g_string_free)(GString*, int free_text) = nullptr;
};

Result<Chafa> open_chafa();

}  // namespace thaw::media
