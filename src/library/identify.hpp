// Which format files are of, and what each is to the model.
#pragma once

#include <thaw/format.hpp>

namespace thaw {

struct Identified {
    const Format* format = nullptr;
    Sniffed sniffed{};  // of the part that decided
};

// Gives every part of the bundle its role. `forced`: the caller says which format it is; null: the bytes do.
Result<Identified> identify(Bundle& bundle, const Format* forced, const Context& context);

}  // namespace thaw
