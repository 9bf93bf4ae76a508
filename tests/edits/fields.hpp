// Which fields of a model's own files an edit has changed, by the layout that Thaw dumps them with.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <thaw/format.hpp>

#include "edits/convert.hpp"
#include "edits/edits.hpp"

namespace edits {

// Paths without indices ("frames[].joints[]"), and how many leaves of it differ.
std::map<std::string, std::size_t> changed_fields(const thaw::Format& format, const thaw::Bundle& before,
                                                  const std::vector<thaw::Part>& after);

// Those that an edit of this kind has no business with.
std::vector<std::string> implausible(const std::map<std::string, std::size_t>& changed, Edit edit);

}  // namespace edits
