// The formats Thaw knows. Adding one is a folder and a line here.
#include <thaw/format.hpp>

#include <array>

#include "formats/ctc/format.hpp"
#include "formats/ctr/format.hpp"
#include "formats/gltf/format.hpp"
#include "formats/soulfu/format.hpp"
#include "formats/twm/format.hpp"
#include "formats/unreal/format.hpp"

namespace thaw {

std::span<const Format* const> formats() {
    static constexpr std::array<const Format*, 9> all{&ctc::format, &unreal::format, &ctr::format,
                                                      &vrm::format, &twm::format,    &ddd::format,
                                                      &rdy::format, &til::format,    &gltf_file::format};
    return all;
}

}  // namespace thaw
