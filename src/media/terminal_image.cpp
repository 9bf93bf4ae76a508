#include "media/terminal_image.hpp"

#include <algorithm>
#include <memory>

#include "base/guard.hpp"
#include "media/chafa_calls.hpp"

namespace thaw::media {

namespace {

constexpr u32 most_cells = 4096;      // on a side; wider terminals are not drawn in full
constexpr u32 usual_cell_width = 10;  // where the terminal does not tell
constexpr u32 usual_cell_height = 20;

ChafaPixelMode pixel_mode(const Chafa& chafa, const ChafaTermInfo* terminal) {
    const auto knows = [&](ChafaSequence sequence) { return chafa.term_info_have_seq(terminal, sequence) != 0; };
    if (knows(ChafaSequence::begin_kitty)) return ChafaPixelMode::kitty;
    if (knows(ChafaSequence::begin_sixels)) return ChafaPixelMode::sixels;
    if (knows(ChafaSequence::begin_iterm2)) return ChafaPixelMode::iterm2;
    return ChafaPixelMode::symbols;
}

ChafaCanvasMode canvas_mode(const Chafa& chafa, const ChafaTermInfo* terminal) {
    const auto knows = [&](ChafaSequence sequence) { return chafa.term_info_have_seq(terminal, sequence) != 0; };
    if (knows(ChafaSequence::colors_direct)) return ChafaCanvasMode::truecolor;
    if (knows(ChafaSequence::colors_256)) return ChafaCanvasMode::indexed_240;
    if (knows(ChafaSequence::colors_16)) return ChafaCanvasMode::indexed_16;
    return ChafaCanvasMode::two_colors;
}

// What a call of the library gave, and how it is given back.
template <class T, class Release>
auto owned(T* object, Release release) {
    return std::unique_ptr<T, Release>(object, release);
}

}  // namespace

Result<std::string> terminal_image(const Pixels& image, const TerminalOptions& options, char** environment) {
    return guarded([&]() -> Result<std::string> {
        if (image.width == 0 || image.height == 0) return Error{Code::bad_value, "an image without pixels"};
        static const Result<Chafa> opened = open_chafa();
        if (!opened) return opened.error();
        const Chafa& chafa = *opened;

        const bool known = options.cell_width > 0 && options.cell_height > 0;
        const u32 cell_width = known ? options.cell_width : usual_cell_width;
        const u32 cell_height = known ? options.cell_height : usual_cell_height;
        const auto source_width = static_cast<int>(image.width);
        const auto source_height = static_cast<int>(image.height);
        int width = static_cast<int>(std::clamp(options.columns, 1u, most_cells));
        int height = static_cast<int>(std::clamp(options.rows, 1u, most_cells));
        const float ratio = static_cast<float>(cell_width) / static_cast<float>(cell_height);
        chafa.calc_canvas_geometry(source_width, source_height, &width, &height, ratio, 1, 0);

        const auto terminal =
            owned(chafa.term_db_detect(chafa.term_db_get_default(), environment), chafa.term_info_unref);
        const auto config = owned(chafa.config_new(), chafa.config_unref);
        chafa.config_set_geometry(config.get(), std::max(width, 1), std::max(height, 1));
        chafa.config_set_cell_geometry(config.get(), static_cast<int>(cell_width), static_cast<int>(cell_height));
        chafa.config_set_canvas_mode(config.get(), canvas_mode(chafa, terminal.get()));
        const auto pixels = options.symbols ? ChafaPixelMode::symbols : pixel_mode(chafa, terminal.get());
        chafa.config_set_pixel_mode(config.get(), pixels);
        const auto canvas = owned(chafa.canvas_new(config.get()), chafa.canvas_unref);
        chafa.canvas_draw_all_pixels(canvas.get(), ChafaPixelType::rgba8_unassociated, image.rgba.data(), source_width,
                                     source_height, 4 * source_width);
        const auto release = [&](GString* text) { chafa.g_string_free(text, 1); };
        const auto printed = owned(chafa.canvas_print(canvas.get(), terminal.get()), release);
        std::string text(printed->str, printed->len);
        if (text.empty() || text.back() != '\n') text += '\n';
        return text;
    });
}

}  // namespace thaw::media
