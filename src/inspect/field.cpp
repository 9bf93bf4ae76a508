#include "inspect/field.hpp"

#include "base/field_path.hpp"

namespace thaw::inspect {

Field field_of(const Leaf& leaf, std::string path) {
    Field field;
    field.path = std::move(path);
    field.name = leaf.name;
    field.offset = leaf.offset;
    field.raw = leaf.raw;
    field.kind = leaf.kind;
    field.repeat = leaf.repeat;
    field.meaning = leaf.meaning;
    field.order = leaf.order;
    field.grid = leaf.grid;
    field.is_blob = leaf.meaning.role == Role::payload || leaf.meaning.role == Role::slack;
    return field;
}

Field element_of(const Field& field, u64 i) {
    Field element = field;
    const u64 width = width_of(field.kind);
    detail::append_segment(element.path, i);
    element.index = i;
    element.offset += i * width;
    element.raw = field.raw.subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width));
    element.repeat = 1;
    element.grid = nullptr;
    return element;
}

bool select_part(Field& field, std::string_view name) {
    for (std::size_t i = 0; i < field.words.size() && i < field.repeat; ++i) {
        if (name != field.words[i]) continue;
        std::string path = field.path;
        const char* word = field.words[i];
        const auto parts = field.meaning.parts;
        field = element_of(field, i);
        detail::append_segment(path, std::string_view(word));
        field.path = std::move(path);
        field.name = word;
        field.index = no_index;
        field.words = {};
        field.meaning.parts = parts;
        return true;
    }
    if (field.repeat != 1 || field.part != nullptr) return false;
    for (const BitPart& part : field.meaning.parts) {
        if (name != part.name) continue;
        field.part = &part;
        field.name = part.name;
        field.index = no_index;
        detail::append_segment(field.path, std::string_view(part.name));
        return true;
    }
    return false;
}

}  // namespace thaw::inspect
