// The formats Thaw knows. Adding one is a folder and a line here.
#include <thaw/format.hpp>

#include <array>

#include "formats/ctc/family.hpp"
#include "formats/ctr/family.hpp"
#include "formats/gltf/family.hpp"
#include "formats/soulfu/family.hpp"
#include "formats/twm/family.hpp"
#include "formats/unreal/family.hpp"

namespace thaw {

std::span<const Format* const> formats() {
    static constexpr std::array<const Format*, 13> all{
        &ctc::format, &adat::format, &unreal::format, &upackage::format, &ctr::format, &vrm::format,      &big::format,
        &twm::format, &ddd::format,  &rdy::format,    &til::format,      &sdf::format, &gltf_file::format};
    return all;
}

}  // namespace thaw
