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
    runs_.push_back(
        {&file, field, indices, 8 * place->offset + first_bit, std::min(bit_count, 8 * place->size - first_bit)});
}

void ElementBits::add_each(const MappedFile& file, std::size_t field, std::initializer_list<u64> at, u64 count,
                           u64 first_bit, u64 bit_count) {
    const std::size_t before = runs_.size();
    if (count > 0) add(file, field, at, first_bit, bit_count);
    if (count < 2 || runs_.size() == before) return;
    Run& run = runs_.back();
    run.counted = at.size() - 1;
    FieldPlaces::Indices next = run.at;
    ++next[run.counted];
    const auto second = file.places.find(field, next);
    if (!second) return;
    run.stride = 8 * second->offset + first_bit - run.first_bit;
    run.count = count;
}

bool ElementBits::Run::overlaps(u64 first, u64 end) const {
    if (count < 2 || stride == 0) return first_bit < end && first < first_bit + bit_count;
    // The first of them that does not end before it.
    const u64 skipped = first < first_bit + bit_count ? 0 : (first - first_bit - bit_count) / stride + 1;
    return skipped < count && first_bit + skipped * stride < end;
}

}  // namespace thaw
