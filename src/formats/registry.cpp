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
    static constexpr std::array<const Format*, 13> all{
        &ctc::format, &adat::format, &unreal::format, &upackage::format, &ctr::format, &vrm::format,      &big::format,
        &twm::format, &ddd::format,  &rdy::format,    &til::format,      &sdf::format, &gltf_file::format};
    return all;
}

}  // namespace thaw
