// What of the scene a byte of a model's file belongs to.
#pragma once

#include <string>
#include <vector>

#include <thaw/elements.hpp>

namespace thaw::inspect {

struct ByteElement {
    Element element;
    std::string words;
};
struct ByteElements {
    std::vector<ByteElement> list{};  // at most `most`
    u64 skipped = 0;
};

// None where the model has no scene, or cannot be read.
ByteElements elements_of_byte(const Format& format, const Bundle& bundle, std::string_view role, u64 byte, u64 most,
                              const Context& context);

// "vertex 12 of mesh body, frame 3 (WALK); triangle 7 of mesh body; and 3 more"
std::string in_words(const ByteElements& elements);

}  // namespace thaw::inspect
