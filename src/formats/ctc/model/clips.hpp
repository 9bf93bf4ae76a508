// Which frames belong to which animation. The two numbers of an animation are in no program we know put to use, so
// their meaning is taken from what fits the number of frames exactly (C6).
#pragma once

#include <string>

#include "formats/ctc/model/document.hpp"

namespace thaw::ctc {

enum class Reading : u8 {
    start_and_count,  // H1: a is the first frame, b how many
    first_and_last,   // H2: a is the first frame, b the last
    count_in_b,       // H3: b frames each, one after the other
    count_in_a,       // H4: a frames each, one after the other
    count_with_rest,  // H5: as H3, with frames left over
    none,             // nothing fits: all frames are one clip
};

std::string_view reading_name(Reading reading);  // "H1: first frame and count"

struct Clip {
    std::string name;  // as bytes of the file, up to the first NUL
    u64 first = 0;
    u64 count = 0;
};

struct Clips {
    Reading reading = Reading::none;
    std::vector<Clip> list{};  // none if there are no frames
};

Clips clips_of(const Document& document);

}  // namespace thaw::ctc
