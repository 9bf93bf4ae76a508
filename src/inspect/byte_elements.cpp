#include "inspect/byte_elements.hpp"

namespace thaw::inspect {

ByteElements elements_of_byte(const Format& format, const Bundle& bundle, std::string_view role, u64 byte, u64 most,
                              const Context& context) {
    ByteElements out;
    if (format.element_map == nullptr) return out;
    const auto model = read(format, bundle, context);
    if (!model) return out;
    const auto index = ElementIndex::make(*model, {}, context);
    if (!index) return out;
    auto found = index->at(role, byte, most);
    for (const Element& element : found.elements) out.list.push_back({element, index->in_words(element)});
    out.skipped = found.skipped;
    return out;
}

std::string in_words(const ByteElements& elements) {
    std::string out;
    for (const ByteElement& one : elements.list) out += (out.empty() ? "" : "; ") + one.words;
    if (elements.skipped > 0) out += "; and " + std::to_string(elements.skipped) + " more";
    return out;
}

}  // namespace thaw::inspect
