#pragma once

#include <thaw/format.hpp>

namespace thaw::twm {

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context);

}  // namespace thaw::twm
