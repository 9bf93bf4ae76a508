// A part of the work, for many runs side by side.
#pragma once

#include <optional>
#include <string>

#include "cli/command_line.hpp"
#include "io/inputs.hpp"

namespace thaw::cli {

struct Shard {
    u64 index = 1;  // from 1
    u64 count = 1;
};

// "3/8"; nothing if it makes no sense.
std::optional<Shard> parse_shard(const std::string& text);
ValueCheck shard_check();

// Which shard a model belongs to depends on its path below what was named and on its name without ending, so that it is
// the same on every machine, and models that would be called the same are in one.
void keep_shard(io::Inputs& inputs, const Shard& shard);

}  // namespace thaw::cli
