// What can be done with models and archives of a format.
#pragma once

#include <span>

#include <thaw/format.hpp>

namespace thaw {

struct Ability {
    const char* word;
    bool (*has)(const Format& format);
};
extern const std::span<const Ability> all_abilities;

}  // namespace thaw
