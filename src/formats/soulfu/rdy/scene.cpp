#include "formats/soulfu/rdy/scene.hpp"

#include "formats/soulfu/rdy/source.hpp"
#include "formats/soulfu/scene/scene.hpp"

namespace thaw::rdy {

std::vector<OptionRange> option_ranges(const Document& document, const Bundle& bundle, const SceneOptions&) {
    Issues known;
    return ddd::ranges_of(RdySource(document.file, known), bundle);
}

Result<Scene> to_scene(const Document& document, const Bundle& bundle, const SceneOptions& options, Issues& issues) {
    return ddd::build_scene(RdySource(document.file, issues), bundle, options, issues);
}

}  // namespace thaw::rdy
