// Four letters are enough to tell.
#include "base/text.hpp"
#include "formats/toy/toy.hpp"

namespace thaw::toy {

Sniffed sniff(std::string_view name, const Blob& bytes, const Context&) {
    const bool starts = bytes.size() >= magic.size() && text::view_as_text(bytes.bytes().first(magic.size())) == magic;
    if (starts) return {Confidence::certain, "toy", "starts with TOY1"};
    const bool named = text::ends_with_ignoring_case(name, ".toy");
    return {named && !bytes.empty() ? Confidence::weak : Confidence::no, "toy",
            named ? "does not start with TOY1" : ""};
}

}  // namespace thaw::toy
