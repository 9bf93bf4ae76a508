// The formats Thaw knows, in the order in which they are listed. Adding a family is a folder and a line here.
#include <thaw/format.hpp>

#include <array>

#include "formats/families.hpp"  // every family.hpp, put together by CMake

namespace thaw {

std::span<const Format* const> formats() {
    // clang-format off
    static constexpr std::array all{
        &ctc::format, &adat::format,
        &unreal::format, &upackage::format, &uz::format, &umod::format,
        &ctr::format, &vrm::format, &big::format,
        &twm::format,
        &ddd::format, &rdy::format, &til::format, &sdf::format,
        &gltf_file::format,
        &exchange::obj, &exchange::ply,
    };
    // clang-format on
    return all;
}

}  // namespace thaw
