#include "formats/unreal/scripts/uc_text.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace thaw::unreal {

namespace {

// The next word, quotes included; blanks inside quotes belong to it.
std::string_view take_token(std::string_view& rest) {
    rest = trimmed(rest);
    bool quoted = false;
    std::size_t end = 0;
    for (; end < rest.size() && (quoted || !is_blank(rest[end])); ++end) {
        if (rest[end] == '"') quoted = !quoted;
    }
    const std::string_view token = rest.substr(0, end);
    rest.remove_prefix(end);
    return token;
}

std::string_view unquoted(std::string_view value) {
    if (!value.starts_with('"')) return value;
    value.remove_prefix(1);
    return value.substr(0, value.find('"'));
}

}  // namespace

ScriptLines::ScriptLines(Bytes bytes) : bytes_(bytes) {
    const auto starts = [&](std::initializer_list<u8> mark) {
        return bytes.size() >= mark.size() && std::equal(mark.begin(), mark.end(), bytes.begin());
    };
    if (starts({0xEF, 0xBB, 0xBF})) {
        position_ = 3;
    } else if (starts({0xFF, 0xFE})) {
        encoding_ = Encoding::utf16_little;
        position_ = 2;
    } else if (starts({0xFE, 0xFF})) {
        encoding_ = Encoding::utf16_big;
        position_ = 2;
    }
}

u32 ScriptLines::unit(std::size_t at) const {
    const u32 first = bytes_[at];
    const u32 second = at + 1 < bytes_.size() ? bytes_[at + 1] : 0;
    return encoding_ == Encoding::utf16_little ? first | second << 8 : first << 8 | second;
}

bool ScriptLines::next_raw(std::string& raw) {
    raw.clear();
    line_offset_ = position_;
    if (position_ >= bytes_.size()) return false;
    if (encoding_ == Encoding::bytes) {
        while (position_ < bytes_.size()) {
            const char c = static_cast<char>(bytes_[position_++]);
            if (c == '\n' || c == '\r') break;
            raw += c;
        }
        if (!text::is_utf8(raw)) raw = text::to_utf8(raw);
        return true;
    }
    while (position_ < bytes_.size()) {
        u32 point = unit(position_);
        position_ += 2;
        if (point == '\n' || point == '\r') break;
        const bool paired =
            (point & 0xFC00) == 0xD800 && position_ + 1 < bytes_.size() && (unit(position_) & 0xFC00) == 0xDC00;
        if (paired) {
            point = 0x10000 + ((point & 0x3FF) << 10 | (unit(position_) & 0x3FF));
            position_ += 2;
        }
        text::append_point(raw, (point & 0xFFFFF800) == 0xD800 ? 0xFFFD : point);
    }
    return true;
}

bool ScriptLines::next() {
    std::string raw;
    if (!next_raw(raw)) return false;
    line_ = without_comments(raw);
    return true;
}

std::string ScriptLines::without_comments(std::string_view raw) {
    // A path in a directive may hold "//"; there only one after a blank starts a comment.
    const bool directive = trimmed(raw).starts_with('#');
    std::string out;
    bool quoted = false;
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const char c = raw[i];
        const char following = i + 1 < raw.size() ? raw[i + 1] : '\0';
        if (in_comment_) {
            if (c != '*' || following != '/') continue;
            in_comment_ = false;
            out += ' ';
            ++i;
        } else if (quoted) {
            out += c;
            if (c == '\\' && !directive && i + 1 < raw.size()) out += raw[++i];
            if (c == '"') quoted = false;
        } else if (c == '/' && following == '*') {
            in_comment_ = true;
            ++i;
        } else if (c == '/' && following == '/' && (!directive || i == 0 || is_blank(raw[i - 1]))) {
            break;
        } else {
            out += c;
            quoted = c == '"';
        }
    }
    return out;
}

bool parse_directive(std::string_view line, Directive& directive) {
    std::string_view rest = trimmed(line);
    if (!rest.starts_with('#')) return false;
    rest.remove_prefix(1);
    const std::string_view word = take_token(rest);
    if (!text::equal_ignoring_case(word, "exec") && !text::equal_ignoring_case(word, "forceexec")) return false;
    directive.verb = take_token(rest);
    directive.subverb = take_token(rest);
    directive.keys.clear();
    while (directive.keys.size() < Directive::max_keys) {
        const std::string_view token = take_token(rest);
        if (token.empty()) break;
        const std::size_t equals = token.find('=');
        if (equals == std::string_view::npos) continue;
        directive.keys.emplace_back(token.substr(0, equals), unquoted(token.substr(equals + 1)));
    }
    return true;
}

bool Directive::is(std::string_view wanted_verb, std::string_view wanted_subverb) const {
    return text::equal_ignoring_case(verb, wanted_verb) && text::equal_ignoring_case(subverb, wanted_subverb);
}

bool Directive::has(std::string_view key) const {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const auto& k) { return text::equal_ignoring_case(k.first, key); });
}

std::string_view Directive::text(std::string_view key) const {
    for (const auto& [name, value] : keys) {
        if (text::equal_ignoring_case(name, key)) return value;
    }
    return {};
}

double Directive::number(std::string_view key, double otherwise) const {
    return has(key) ? leading_number(text(key)) : otherwise;
}

i64 Directive::integer(std::string_view key, i64 otherwise) const {
    return has(key) ? leading_integer(text(key)) : otherwise;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\f' || c == '\v'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

}  // namespace thaw::unreal
