#include "media/chafa_calls.hpp"

#include "media/library.hpp"

namespace thaw::media {

Result<Chafa> open_chafa() {
    auto library = Library::open("libchafa.so.0", "libchafa0");
    if (!library) return library.error();
    Chafa calls;
    library->get(calls.term_db_get_default, "chafa_term_db_get_default");
    library->get(calls.term_db_detect, "chafa_term_db_detect");
    library->get(calls.term_info_have_seq, "chafa_term_info_have_seq");
    library->get(calls.term_info_unref, "chafa_term_info_unref");
    library->get(calls.calc_canvas_geometry, "chafa_calc_canvas_geometry");
    library->get(calls.config_new, "chafa_canvas_config_new");
    library->get(calls.config_unref, "chafa_canvas_config_unref");
    library->get(calls.config_set_geometry, "chafa_canvas_config_set_geometry");
    library->get(calls.config_set_cell_geometry, "chafa_canvas_config_set_cell_geometry");
    library->get(calls.config_set_canvas_mode, "chafa_canvas_config_set_canvas_mode");
    library->get(calls.config_set_pixel_mode, "chafa_canvas_config_set_pixel_mode");
    library->get(calls.canvas_new, "chafa_canvas_new");
    library->get(calls.canvas_unref, "chafa_canvas_unref");
    library->get(calls.canvas_draw_all_pixels, "chafa_canvas_draw_all_pixels");
    library->get(calls.canvas_print, "chafa_canvas_print");
    library->get(calls.g_string_free, "g_string_free");  // GLib's, which comes with it
    if (auto status = library->status(); !status) return status.error();
    return calls;
}

}  // namespace thaw::media
