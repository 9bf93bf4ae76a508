#include "formats/shared/element_map.hpp"

#include <algorithm>

#include "formats/shared/parts.hpp"

namespace thaw {

MappedFile::MappedFile(const Format& format, const Document& document, std::string_view part,
                       std::span<const std::string_view> paths, bool packed)
    : role(part), places(paths), is_packed(packed) {
    // A description takes a document it may change; measuring does not change it.
    if (has_part(format, document, part)) format.describe(places, const_cast<Document&>(document), part);
}

void ElementBits::add(const MappedFile& file, std::size_t field, std::initializer_list<u64> at, u64 first_bit,
                      u64 bit_count) {
    FieldPlaces::Indices indices{};
    std::copy_n(at.begin(), std::min(at.size(), indices.size()), indices.begin());
    const auto place = file.places.find(field, indices);
    if (!place || first_bit >= 8 * place->size) return;
    const Run run{&file, field, indices, 8 * place->offset + first_bit,
                  std::min(bit_count, 8 * place->size - first_bit)};
    const auto is_same = [&](const Run& other) {
        return other.file == run.file && other.first_bit == run.first_bit && other.bit_count == run.bit_count;
    };
    if (std::none_of(runs_.begin(), runs_.end(), is_same)) runs_.push_back(run);
}

}  // namespace thaw
