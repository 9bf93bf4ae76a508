#include "inspect/field_info.hpp"

#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "inspect/grid.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

bool is_float(const Field& field) { return field.kind == Kind::float32 || field.kind == Kind::float64; }

json::Value number_value(const Field& field, u64 i) {
    const u64 word = field.kind == Kind::compact ? 0 : word_at(field, i);
    if (is_float(field) && field.part == nullptr) {
        const std::string text = float_text(field.kind, word);
        return is_finite(field.kind, word) ? json::Value(text::exact_number(text)) : json::Value(text);
    }
    Field bare = field;  // flags and offsets are numbers, too
    bare.meaning = {};
    std::string text = number_text(bare, i);
    if (const auto number = text::whole_integer<i64>(text)) return *number;
    return text;
}

std::string text_of(const Field& field) {
    std::string text = text::view_as_text(field.raw);
    while (text.ends_with('\0')) text.pop_back();
    return text::to_utf8(text);
}

std::string type_of(const Field& field) {
    if (field.part != nullptr) return "bits";
    if (field.grid != nullptr) return "array";
    if (field.is_blob) return "bytes";
    std::string out(kind_name(field.kind));
    if (field.repeat != 1 && field.kind != Kind::text) out += "[" + std::to_string(field.repeat) + "]";
    return out;
}

}  // namespace

json::Value value_of(const Field& field, u64 most) {
    if (field.grid != nullptr || (field.kind != Kind::text && field.repeat > most)) return {};
    if (field.kind == Kind::text) return text_of(field);
    if (field.is_blob) return hex_text(field.raw);
    if (field.repeat == 1) return number_value(field, 0);
    json::Array out;
    for (u64 i = 0; i < field.repeat; ++i) out.push_back(number_value(field, i));
    return out;
}

FieldInfo info_of(const Field& field, std::string_view part, u64 values) {
    FieldInfo info;
    info.part = part;
    info.path = field.path;
    info.offset = field.offset;
    info.size = field.size();
    if (field.part != nullptr) {
        info.first_bit = field.part->shift;
        info.bits = field.part->width;
    }
    info.type = type_of(field);
    info.purpose = role_name(field.meaning.role);
    info.count = field.grid != nullptr ? GridView(*field.grid, field.size()).rows() : field.repeat;
    info.value = value_of(field, values);
    if (field.repeat == 1) info.meaning = meaning_text(field, 0);
    return info;
}

FieldInfo info_of(const Outline& outline, const Item& item, std::string_view part, u64 values) {
    FieldInfo info;
    if (item.what == Item::What::leaf) {
        info = info_of(item.field, part, values);
    } else {
        info.part = part;
        info.path = item.path;
        info.offset = offset_of(outline, item);
        info.size = size_of(outline, item);
        info.type = is_array(outline, item) ? "array" : "struct";
        if (is_array(outline, item)) info.count = children(outline, item);
    }
    info.has_children = has_children(outline, item);
    return info;
}

}  // namespace thaw::inspect
