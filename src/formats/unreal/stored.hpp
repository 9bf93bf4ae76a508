// What packages and archives of Unreal store alike.
#pragma once

#include <string>
#include <vector>

#include "base/compact.hpp"

namespace thaw {
class Codec;
}

namespace thaw::unreal {

// How many elements follow a count; a negative one is refused.
u64 elements_of(Codec& io, const Compact& count, const char* field = "count");

// The name of a file: how long it is with its NUL, and its letters.
struct StoredName {
    Compact length{};
    std::vector<char> letters{};

    std::string file_name() const;  // '/' between folders, UTF-8
};
// As the fields "name_length" and "name".
void describe(Codec& io, StoredName& name);

}  // namespace thaw::unreal
