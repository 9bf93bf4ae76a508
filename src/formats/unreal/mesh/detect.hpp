#pragma once

#include <string_view>

#include <thaw/format.hpp>

namespace thaw::unreal {

// Neither file has a magic number: what counts is how well the numbers fit each other; the name only tips the balance.
Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context);

}  // namespace thaw::unreal
