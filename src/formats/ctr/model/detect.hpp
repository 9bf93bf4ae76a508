#pragma once

#include <thaw/format.hpp>

namespace thaw::ctr {

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context);

}  // namespace thaw::ctr
