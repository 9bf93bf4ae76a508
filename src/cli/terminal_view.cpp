#include "cli/terminal_view.hpp"

#include "io/terminal.hpp"
#include "media/terminal_image.hpp"

namespace thaw::cli {

Result<std::string> for_terminal(const Pixels& image) {
    constexpr int standard_output = 1;
    media::TerminalOptions options;
    options.symbols = !io::is_terminal(standard_output);
    if (const auto size = io::terminal_size(standard_output); size && size->columns > 0 && size->rows > 1) {
        options.columns = size->columns;
        options.rows = size->rows - 1;  // the prompt comes back
        options.cell_width = size->width / size->columns;
        options.cell_height = size->height / size->rows;
    }
    return media::terminal_image(image, options, io::environment());
}

}  // namespace thaw::cli
