// The core opens no file: it says what would help, and the shell looks for it.
#include "base/text.hpp"
#include "formats/shared/textures.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

std::vector<Want> needs(const Document& d, const Bundle& bundle) {
    const std::string name = text::to_utf8(d.image_name());
    // A name with a folder or a pattern in it would select what the file has no business with.
    const bool is_name = !name.empty() && name.find_first_of("/\\*") == std::string::npos;
    if (!is_name || find_texture(bundle, "0", name) != nullptr) return {};
    return {{.role = "texture", .names = {name}}};
}

}  // namespace thaw::toy
