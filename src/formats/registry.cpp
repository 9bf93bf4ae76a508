// The formats Thaw knows. Adding one is a folder and a line here.
#include <thaw/format.hpp>

#include <array>

#include "formats/ctr/format.hpp"
#include "formats/soulfu/format.hpp"
#include "formats/unreal/format.hpp"

namespace thaw {

std::span<const Format* const> formats() {
    static constexpr std::array<const Format*, 5> all{&unreal::format, &ddd::format, &til::format, &ctr::format,
                                                      &vrm::format};
    return all;
}

}  // namespace thaw
