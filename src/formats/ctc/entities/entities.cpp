#include "formats/ctc/entities/entities.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw::ctc {

namespace {

constexpr std::string_view blanks = " \t\v\f";
constexpr std::size_t description_field = entity_fields - 1;
constexpr std::size_t scale_field = 2;
constexpr std::size_t profile_length = 5;  // "!" and four letters

std::string_view without_blanks(std::string_view field) {
    const std::size_t first = std::min(field.find_first_not_of(blanks), field.size());
    field.remove_prefix(first);
    return field.substr(0, field.find_last_not_of(blanks) + 1);
}

// A comment starts the line, or follows a blank: "//" is found in paths too, and ";" in descriptions.
std::string_view without_comment(std::string_view line) {
    line = without_blanks(line);
    if (line.starts_with(';') || line.starts_with("//")) return {};
    for (std::size_t at = line.find("//"); at != std::string_view::npos; at = line.find("//", at + 1)) {
        if (blanks.find(line[at - 1]) != std::string_view::npos) return without_blanks(line.substr(0, at));
    }
    return line;
}

std::vector<std::string_view> fields_of(std::string_view line) {
    std::vector<std::string_view> out;
    for (;;) {
        const std::size_t end = line.find('|');
        out.push_back(without_blanks(line.substr(0, end)));
        if (end == std::string_view::npos) return out;
        line.remove_prefix(end + 1);
    }
}

std::string_view without_profile(std::string_view path) {
    const std::size_t mark = path.size() < profile_length ? path.size() : path.size() - profile_length;
    return mark < path.size() && path[mark] == '!' ? path.substr(0, mark) : path;
}

bool is_plain_number(std::string_view field) {
    constexpr std::string_view digits = "0123456789";
    if (field.starts_with('-') || field.starts_with('+')) field.remove_prefix(1);
    return field.find_first_of(digits) != std::string_view::npos && std::count(field.begin(), field.end(), '.') <= 1 &&
           std::all_of(field.begin(), field.end(), [&](char c) { return c == '.' || digits.find(c) < digits.size(); });
}

// Rows of 18 or 20 fields lack some before the last two; the description is still the last one.
std::string_view description_in(const std::vector<std::string_view>& fields) {
    if (fields.size() > description_field) return fields[description_field];
    constexpr std::size_t fields_of_the_shape = 12;  // up to the bounds
    return fields.size() > fields_of_the_shape ? fields.back() : std::string_view{};
}

Entity entity_in(const std::vector<std::string_view>& fields) {
    Entity out;
    out.fields = fields.size();
    out.class_name = fields[0];
    out.model = without_profile(fields[1]);
    out.plain_scale = fields.size() >= scale_field + out.scale.size();
    for (std::size_t i = 0; i < out.scale.size() && scale_field + i < fields.size(); ++i) {
        const std::string_view field = fields[scale_field + i];
        out.scale[i] = text::leading_number(field);
        out.plain_scale = out.plain_scale && is_plain_number(field);
    }
    out.description = description_in(fields);
    return out;
}

}  // namespace

bool Entity::is_visible() const {
    return std::all_of(scale.begin(), scale.end(), [](double s) { return s >= 1e-6 && s <= 1e6; });
}

bool is_entity_list(Bytes bytes) {
    constexpr std::size_t most = 1 << 20;
    constexpr std::string_view archive = "ADAT";
    if (bytes.size() > most) return false;
    return text::view_as_text(bytes.first(std::min(bytes.size(), archive.size()))) != archive;
}

bool has_entity(Bytes head) {
    constexpr std::size_t fewest_fields = 18;  // the game's own list has rows that lack some
    const std::string text = text::view_as_text(head);
    EntityRows rows(text);
    for (Entity entity; rows.next(entity);) {
        if (entity.fields >= fewest_fields && entity.plain_scale) return true;
    }
    return false;
}

bool EntityRows::next(Entity& out) {
    while (!rest_.empty()) {
        const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
        const auto fields = fields_of(without_comment(rest_.substr(0, end)));
        const bool is_row = fields.size() > 1;
        if (is_row) {
            out = entity_in(fields);
            out.line = line_;
            out.offset = offset_;
        }
        const std::size_t taken = std::min(end + (rest_.substr(end).starts_with("\r\n") ? 2 : 1), rest_.size());
        rest_.remove_prefix(taken);
        offset_ += taken;
        ++line_;
        if (is_row) return true;
    }
    return false;
}

}  // namespace thaw::ctc
