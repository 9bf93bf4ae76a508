#include "inspect/field_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "inspect/values.hpp"

namespace thaw::inspect {

namespace {

Error wrong(const Field& field, std::string message, Code code = Code::bad_value) {
    return {.code = code, .message = std::move(message), .path = field.path, .offset = field.offset};
}

std::string shown(const json::Value& value) {
    if (const auto* text = value.get_if<std::string>()) return "'" + text::shortened(text::printable(*text), 60) + "'";
    return text::shortened(text::printable(json::to_text(value)), 60);
}

std::string_view trimmed(std::string_view text) {
    const auto from = text.find_first_not_of(' ');
    return from == std::string_view::npos ? std::string_view{}
                                          : text.substr(from, text.find_last_not_of(' ') - from + 1);
}

std::vector<std::string_view> split(std::string_view text, char at) {
    std::vector<std::string_view> out;
    while (true) {
        const auto end = text.find(at);
        if (const auto piece = trimmed(text.substr(0, end)); !piece.empty()) out.push_back(piece);
        if (end == std::string_view::npos) return out;
        text.remove_prefix(end + 1);
    }
}

// "2 (WALK)" is how a dump shows it.
std::string_view without_meaning(std::string_view text) {
    const auto open = text.find(" (");
    return open != std::string_view::npos && text.ends_with(')') ? text.substr(0, open) : text;
}

// A whole number wider than any field's.
struct Integer {
    bool negative = false;
    bool is_hex = false;  // of which a signed field may be given the bits
    u64 magnitude = 0;
};

std::optional<Integer> integer_of(std::string_view text) {
    Integer out;
    out.negative = text.starts_with('-');
    if (out.negative) text.remove_prefix(1);
    out.is_hex = text.starts_with("0x") || text.starts_with("0X");
    if (out.is_hex) text.remove_prefix(2);
    const auto magnitude = text::whole_integer<u64>(text, out.is_hex ? 16 : 10);
    if (!magnitude) return std::nullopt;
    out.magnitude = *magnitude;
    return out;
}

std::optional<Integer> integer_of(const json::Value& value) {
    if (const auto* number = value.get_if<i64>()) {
        const auto bits = static_cast<u64>(*number);
        return Integer{*number < 0, false, *number < 0 ? 0 - bits : bits};
    }
    if (const auto* number = value.get_if<double>()) {
        constexpr double most = 18446744073709551616.0;
        if (std::floor(*number) != *number || std::abs(*number) >= most) return std::nullopt;
        return Integer{*number < 0, false, static_cast<u64>(std::abs(*number))};
    }
    if (const auto* text = value.get_if<std::string>()) return integer_of(without_meaning(trimmed(*text)));
    return std::nullopt;
}

struct Range {
    u64 bits;
    bool is_signed;

    u64 most() const { return ~u64{0} >> (64 - bits + (is_signed ? 1 : 0)); }
    u64 mask() const { return ~u64{0} >> (64 - bits); }
    std::string words() const {
        const std::string top = std::to_string(most());
        return is_signed ? "-" + std::to_string(most() + 1) + " to " + top : "0 to " + top;
    }
    std::optional<u64> word(const Integer& number) const {
        const u64 least = is_signed ? most() + 1 : 0;
        if (number.is_hex && !number.negative && number.magnitude <= mask()) return number.magnitude;
        if (number.magnitude > (number.negative ? least : most())) return std::nullopt;
        return (number.negative ? 0 - number.magnitude : number.magnitude) & mask();
    }
};

std::string names_text(const Field& field) {
    constexpr std::size_t most_named = 12;
    std::string out;
    std::size_t named = 0;
    for (const char* name : field.meaning.names) {
        if (name == nullptr || *name == '\0') continue;
        if (named++ == most_named) return out + " and more";
        out += (out.empty() ? "" : ", ") + std::string(name);
    }
    return out;
}

std::optional<u64> named_word(const Field& field, std::string_view name) {
    if (field.meaning.nowhere != nullptr && name == field.meaning.nowhere) {
        return ~u64{0} >> (64 - 8 * width_of(field.kind));
    }
    for (std::size_t i = 0; i < field.meaning.names.size(); ++i) {
        if (field.meaning.names[i] != nullptr && !name.empty() && name == field.meaning.names[i]) return i;
    }
    return std::nullopt;
}

Result<u64> integer_word(const Field& field, const json::Value& value, const Range& range, const std::string& type) {
    if (const auto* text = value.get_if<std::string>()) {
        if (const auto word = named_word(field, without_meaning(trimmed(*text)))) return *word;
    }
    const auto number = integer_of(value);
    if (!number) {
        const std::string names = names_text(field);
        std::string expected = "; " + type + " holds a whole number, " + range.words();
        if (!names.empty()) expected += ", or one of " + names;
        return wrong(field, shown(value) + " is no value of it" + expected);
    }
    const auto word = range.word(*number);
    if (!word) return wrong(field, shown(value) + " is out of range; " + type + " holds " + range.words());
    return *word;
}

Result<u64> float_word(const Field& field, const json::Value& value) {
    double number = 0;
    const bool is_single = field.kind == Kind::float32;
    const auto as_word = [&](double d) {
        return is_single ? u64{std::bit_cast<u32>(static_cast<f32>(d))} : std::bit_cast<u64>(d);
    };
    if (const auto* whole = value.get_if<i64>()) {
        number = static_cast<double>(*whole);
    } else if (const auto* real = value.get_if<double>()) {
        number = *real;
    } else if (const auto* given = value.get_if<std::string>()) {
        const std::string_view text = trimmed(*given);
        if (text.starts_with("nan:")) {  // its bits may carry something
            const auto word = integer_of(text.substr(4));
            if (word && word->is_hex && (!is_single || word->magnitude <= 0xFFFFFFFF)) {
                if (float_text(field.kind, word->magnitude).starts_with("nan:")) return word->magnitude;
            }
            return wrong(field, shown(value) + " is no NaN of " + std::string(kind_name(field.kind)));
        }
        constexpr double infinity = std::numeric_limits<double>::infinity();
        if (text == "nan") return as_word(std::numeric_limits<double>::quiet_NaN());
        if (text == "inf" || text == "-inf") return as_word(text == "inf" ? infinity : -infinity);
        const auto parsed = text::whole_number(text);
        if (!parsed) return wrong(field, shown(value) + " is no number");
        number = *parsed;
    } else {
        return wrong(field, shown(value) + " is no number");
    }
    if (is_single && std::isfinite(number) && !std::isfinite(static_cast<f32>(number))) {
        return wrong(field, shown(value) + " is out of range; f32 holds numbers up to 3.4028235e+38");
    }
    return as_word(number);
}

u64 merged(const BitPart& part, u64 word, u64 bits) {
    const u64 mask = (~u64{0} >> (64 - part.width)) << part.shift;
    return (word & ~mask) | ((bits << part.shift) & mask);
}

Result<u64> part_word(const Field& field, const BitPart& part, const json::Value& value, u64 word) {
    Field alone = field;
    alone.meaning = {};
    if (alone.part == nullptr) alone.path += "." + std::string(part.name);
    if (const auto* flag = value.get_if<bool>(); flag != nullptr && part.width == 1) {
        return merged(part, word, *flag ? 1 : 0);
    }
    const Range range{part.width, part.is_signed};
    const auto bits = integer_word(alone, value, range, part.width == 1 ? "a bit" : text::plural(part.width, "bit"));
    if (!bits) return bits.error();
    return merged(part, word, *bits);
}

const BitPart* part_called(const Field& field, std::string_view name) {
    for (const BitPart& part : field.meaning.parts) {
        if (name == part.name) return &part;
    }
    return nullptr;
}

Error no_such_part(const Field& field, std::string_view name) {
    std::string all;
    for (const BitPart& part : field.meaning.parts) {
        all += (all.empty() ? "" : ", ") + std::string(part.name) + (part.width == 1 ? "" : "=NUMBER");
    }
    return wrong(field, "'" + text::printable(name) + "' is no part of it; it has " + all);
}

// Those of width one that are not named are not set; all others stay.
Result<u64> flags_word(const Field& field, std::span<const std::string_view> names, u64 word) {
    for (const BitPart& part : field.meaning.parts) {
        if (part.width == 1) word = merged(part, word, 0);
    }
    for (const std::string_view one : names) {
        const auto equals = one.find('=');
        const BitPart* part = part_called(field, trimmed(one.substr(0, equals)));
        const bool has_value = equals != std::string_view::npos;
        if (part == nullptr || (part->width > 1 && !has_value)) return no_such_part(field, one);
        const auto set =
            part_word(field, *part, has_value ? json::Value(trimmed(one.substr(equals + 1))) : json::Value(true), word);
        if (!set) return set.error();
        word = *set;
    }
    return word;
}

// A word with named bits. `word` is what it is now.
Result<u64> packed_word(const Field& field, const json::Value& value, u64 word) {
    if (const auto* members = value.get_if<json::Object>()) {
        for (const auto& [name, of_part] : *members) {
            const BitPart* part = part_called(field, name);
            if (part == nullptr) return no_such_part(field, name);
            const auto set = part_word(field, *part, of_part, word);
            if (!set) return set.error();
            word = *set;
        }
        return word;
    }
    std::vector<std::string_view> names;
    if (const auto* list = value.get_if<json::Array>()) {
        for (const json::Value& name : *list) {
            if (const auto* text = name.get_if<std::string>()) {
                names.push_back(*text);
            } else {
                return wrong(field, shown(name) + " is no name of a bit");
            }
        }
        return flags_word(field, names, word);
    }
    if (const auto* text = value.get_if<std::string>(); text != nullptr && !integer_of(value)) {
        if (*text != "none") names = split(*text, ',');
        return flags_word(field, names, word);
    }
    return integer_word(field, value, {8 * width_of(field.kind), false}, std::string(kind_name(field.kind)));
}

// One scalar that is not compact. `word` is what it is now.
Result<u64> scalar_word(const Field& field, const json::Value& value, u64 word) {
    if (field.part != nullptr) return part_word(field, *field.part, value, word);
    if (!field.meaning.parts.empty()) return packed_word(field, value, word);
    if (field.kind == Kind::float32 || field.kind == Kind::float64) return float_word(field, value);
    return integer_word(field, value, {8 * width_of(field.kind), is_signed(field.kind)},
                        std::string(kind_name(field.kind)));
}

void store_word(const Field& field, u64 word, std::span<u8> to) {
    switch (to.size()) {
        case 1: to[0] = static_cast<u8>(word); break;
        case 2: store(to.data(), static_cast<u16>(word), field.order); break;
        case 4: store(to.data(), static_cast<u32>(word), field.order); break;
        default: store(to.data(), word, field.order); break;
    }
}

Status put_compact(const Field& field, const json::Value& value, std::span<u8> bytes) {
    const auto word = integer_word(field, value, {32, true}, "a compact number");
    if (!word) return word.error();
    Compact old;
    std::copy_n(bytes.begin(), std::min(bytes.size(), old.bytes.size()), old.bytes.begin());
    const auto number = static_cast<i32>(static_cast<u32>(*word));
    if (number == old.value()) return Done{};
    Compact now = Compact::of(number);
    const std::size_t needed = now.size();
    if (needed > bytes.size()) {
        return wrong(field,
                     shown(value) + " takes " + text::plural(needed, "byte") + " where the file has " +
                         text::plural(bytes.size(), "byte") + " for it",
                     Code::unrepresentable);
    }
    // A number may take more bytes than it needs, so that nothing behind it moves.
    for (std::size_t i = 0; i + 1 < bytes.size(); ++i) now.bytes[i] |= i == 0 ? 0x40 : 0x80;
    std::copy_n(now.bytes.begin(), bytes.size(), bytes.begin());
    return Done{};
}

std::optional<std::string> as_latin1(std::string_view utf8) {
    std::string out;
    while (!utf8.empty()) {
        const char32_t point = text::take_point(utf8);
        if (point > 0xFF) return std::nullopt;
        out += static_cast<char>(static_cast<u8>(point));
    }
    return out;
}

// In the encoding that the field has now, if it says, and so that it reads back as the same.
std::string encoded(const std::string& wanted, std::string_view now, std::size_t room) {
    const bool fits = wanted.size() <= room;
    const auto latin = fits && text::is_utf8(now) ? std::nullopt : as_latin1(wanted);
    return latin && text::to_utf8(*latin) == wanted ? *latin : wanted;
}

Status put_text(const Field& field, const json::Value& value, std::span<u8> bytes) {
    const auto* given = value.get_if<std::string>();
    if (given == nullptr) return wrong(field, shown(value) + " is no text");
    std::string now = text::view_as_text(bytes);
    while (now.ends_with('\0')) now.pop_back();
    const std::string wanted = text::to_utf8(*given);
    if (wanted == text::to_utf8(now)) return Done{};
    const std::string text = encoded(wanted, now, bytes.size());
    if (text.size() > bytes.size()) {
        return wrong(field, shown(value) + " has " + text::plural(text.size(), "byte") + "; there is room for " +
                                std::to_string(bytes.size()));
    }
    // With a NUL inside it says all that is in the field. Without, what stands behind the end stays.
    const bool says_all = text.find('\0') != std::string::npos;
    const std::size_t old_end = says_all ? bytes.size() : text::until_nul(now).size();
    const std::size_t blank_to = std::min(bytes.size(), std::max(old_end, text.size() + 1));
    std::copy(text.begin(), text.end(), bytes.begin());
    std::fill(bytes.data() + text.size(), bytes.data() + blank_to, u8{0});
    return Done{};
}

std::optional<std::vector<u8>> bytes_of_hex(std::string_view text) {
    std::vector<u8> out;
    while (!(text = trimmed(text)).empty()) {
        const auto byte = text.size() < 2 ? std::nullopt : text::whole_integer<u8>(text.substr(0, 2), 16);
        if (!byte || text[0] == '-') return std::nullopt;
        out.push_back(*byte);
        text.remove_prefix(2);
    }
    return out;
}

Status put_bytes(const Field& field, const json::Value& value, std::span<u8> bytes) {
    std::optional<std::vector<u8>> wanted;
    if (const auto* text = value.get_if<std::string>()) {
        std::string_view digits = trimmed(*text);
        if (digits.starts_with("0x")) digits.remove_prefix(2);
        wanted = bytes_of_hex(digits);
    } else if (const auto* list = value.get_if<json::Array>()) {
        wanted.emplace();
        for (const json::Value& one : *list) {
            const auto byte = integer_word(field, one, {8, false}, "a byte");
            if (!byte) return byte.error();
            wanted->push_back(static_cast<u8>(*byte));
        }
    } else if (bytes.size() == 1) {
        const auto byte = integer_word(field, value, {8, false}, "a byte");
        if (!byte) return byte.error();
        wanted = std::vector<u8>{static_cast<u8>(*byte)};
    }
    if (!wanted) return wrong(field, shown(value) + " is no row of bytes; write them in hexadecimal, 00 7f ff");
    if (wanted->size() != bytes.size()) {
        return wrong(field,
                     text::plural(wanted->size(), "byte") + " given, but it has " + text::plural(bytes.size(), "byte"),
                     Code::unrepresentable);
    }
    std::copy(wanted->begin(), wanted->end(), bytes.begin());
    return Done{};
}

Status put_scalar(const Field& field, const json::Value& value, std::span<u8> bytes) {
    if (field.kind == Kind::compact) return put_compact(field, value, bytes);
    const auto word = scalar_word(field, value, word_at(field, 0));
    if (!word) return word.error();
    store_word(field, *word, bytes);
    return Done{};
}

Status put_element(const Field& field, u64 i, const json::Value& value, std::span<u8> bytes) {
    const u64 width = width_of(field.kind);
    return put_scalar(element_of(field, i), value,
                      bytes.subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width)));
}

// {"x": 12}, or the words "x=12".
Status put_named(const Field& field, std::string_view name, const json::Value& value, std::span<u8> bytes) {
    for (std::size_t i = 0; i < field.words.size() && i < field.repeat; ++i) {
        if (name == field.words[i]) return put_element(field, i, value, bytes);
    }
    std::string all;
    for (const char* word : field.words) all += (all.empty() ? "" : ", ") + std::string(word);
    return wrong(field, "it has no '" + text::printable(name) + "'" + (all.empty() ? "" : "; it has " + all));
}

// "1 2 3", "1, 2, 3", "(1, 2, 3)"
std::vector<std::string_view> elements_of_text(std::string_view text) {
    text = trimmed(text);
    const bool bracketed =
        (text.starts_with('(') && text.ends_with(')')) || (text.starts_with('[') && text.ends_with(']'));
    if (bracketed && text.size() >= 2) text = text.substr(1, text.size() - 2);
    return split(text, text.find(',') == std::string_view::npos ? ' ' : ',');
}

Status put_array(const Field& field, const json::Value& value, std::span<u8> bytes) {
    if (const auto* members = value.get_if<json::Object>()) {
        for (const auto& [name, of_part] : *members) {
            if (auto status = put_named(field, name, of_part, bytes); !status) return status;
        }
        return Done{};
    }
    json::Array elements;
    if (const auto* list = value.get_if<json::Array>()) {
        elements = *list;
    } else if (const auto* text = value.get_if<std::string>()) {
        for (const std::string_view one : elements_of_text(*text)) elements.emplace_back(one);
    } else {
        return wrong(field, shown(value) + " is one value; it has " + std::to_string(field.repeat));
    }
    if (elements.size() != field.repeat) {
        return wrong(field, text::plural(elements.size(), "value") + " given; it has " + std::to_string(field.repeat));
    }
    for (u64 i = 0; i < field.repeat; ++i) {
        json::Value& one = elements[static_cast<std::size_t>(i)];
        const auto* text = one.get_if<std::string>();
        const auto equals = text == nullptr ? std::string::npos : text->find('=');
        const bool is_named = equals != std::string::npos && !field.words.empty();
        auto status = is_named ? put_named(field, std::string_view(*text).substr(0, equals),
                                           json::Value(text->substr(equals + 1)), bytes)
                               : put_element(field, i, one, bytes);
        if (!status) return status;
    }
    return Done{};
}

}  // namespace

Status put_value(const Field& field, const json::Value& value, std::span<u8> bytes) {
    if (field.grid != nullptr) return wrong(field, "has no value of its own; set the fields below it");
    if (field.kind == Kind::text) return put_text(field, value, bytes);
    if (field.is_blob) return put_bytes(field, value, bytes);
    if (field.repeat == 1) return put_scalar(field, value, bytes);
    return put_array(field, value, bytes);
}

}  // namespace thaw::inspect
