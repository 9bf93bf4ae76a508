// What differs between two models in lines for people.
#pragma once

#include <thaw/fields.hpp>

#include "cli/console.hpp"

namespace thaw::cli {

// "  scaling  100 -> 7" and so on, below the name of its file where the model has several.
void print_changes(Console& console, const Diff& diff, const Bundle& after);

}  // namespace thaw::cli
