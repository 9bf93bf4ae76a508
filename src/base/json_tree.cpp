#include "base/json_tree.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw::json {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    const char low = text::lower(c);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

}  // namespace

// One walk over the text, without recursion: what is open stands on a stack.
class TreeParser {
public:
    TreeParser(std::string_view text, const Tree::Limits& limits) : text_(text), limits_(limits) {}

    Result<Tree> run() {
        if (text_.size() >= std::numeric_limits<u32>::max()) return fail(Code::unsupported, "more JSON than 4 GB");
        tree_.text_ = text_;
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
        // Every value but the first follows one of these characters.
        const auto starts = std::count_if(text_.begin(), text_.end(),
                                          [](char c) { return c == ',' || c == ':' || c == '[' || c == '{'; });
        const u64 most = static_cast<u64>(starts) + 1;
        if (most > limits_.memory / sizeof(Tree::Cell)) {
            return fail(Code::over_budget, "more JSON values than the file's size justifies");
        }
        tree_.cells_.reserve(static_cast<std::size_t>(most));
        if (!values()) return std::move(error_);
        blanks();
        if (at_ != text_.size()) return fail(Code::bad_value, "text after the end of the JSON");
        return std::move(tree_);
    }

private:
    bool values() {
        // Each round takes one value, and then what closes or separates.
        for (;;) {
            blanks();
            if (!value()) return false;
            for (;;) {
                if (just_opened_) {
                    just_opened_ = false;
                    blanks();
                    if (take(closing())) {
                        close();
                        continue;
                    }
                    break;
                }
                if (open_.empty()) return true;
                blanks();
                if (take(',')) break;
                if (!take(closing())) return refuse("a comma or the end of the list is missing");
                close();
            }
            if (in_object() && !key()) return false;
        }
    }

    bool in_object() const { return tree_.cells_[open_.back()].kind == Kind::object; }
    char closing() const { return in_object() ? '}' : ']'; }

    bool value() {
        if (!open_.empty()) ++tree_.cells_[open_.back()].size;
        if (at_ == text_.size()) return refuse("the JSON ends where a value should be", Code::truncated);
        const char c = text_[at_];
        if (c == '{' || c == '[') return open(c == '{' ? Kind::object : Kind::array);
        if (c == '"') return string();
        if (c == '-' || is_digit(c)) return number();
        if (word("true")) return add_word(Kind::boolean, true, 4);
        if (word("false")) return add_word(Kind::boolean, false, 5);
        if (word("null")) return add_word(Kind::null, false, 4);
        return refuse("no JSON value");
    }

    bool key() {
        blanks();
        if (at_ == text_.size() || text_[at_] != '"') return refuse("a name in quotes is missing");
        if (!string()) return false;
        blanks();
        return take(':') || refuse("a colon is missing");
    }

    bool open(Kind kind) {
        if (open_.size() >= limits_.depth) return refuse("nested too deeply", Code::too_deep);
        open_.push_back(add(kind, at_++));
        just_opened_ = true;
        return true;
    }
    void close() {
        tree_.cells_[open_.back()].end = static_cast<u32>(tree_.cells_.size());
        open_.pop_back();
    }

    bool string() {
        const u32 cell = add(Kind::string, at_++);
        const std::size_t start = at_;
        bool plain = true;
        for (;; ++at_) {
            if (at_ == text_.size()) return refuse("the JSON ends inside a string", Code::truncated);
            const auto c = static_cast<u8>(text_[at_]);
            if (c == '"') break;
            if (c < 0x20) return refuse("a control character in a string");
            if (c >= 0x80) plain = false;
            if (c != '\\') continue;
            tree_.cells_[cell].flag = true;
            if (!escape()) return false;
        }
        const std::string_view body = text_.substr(start, at_ - start);
        tree_.cells_[cell].size = static_cast<u32>(body.size());
        ++at_;
        if (plain || text::is_utf8(body)) return true;
        at_ = start;
        return refuse("a string that is not UTF-8");
    }

    // Leaves the place at its last character.
    bool escape() {
        ++at_;
        const char c = at_ < text_.size() ? text_[at_] : '\0';
        if (c != 'u')
            return (c != '\0' && std::string_view("\"\\/bfnrt").find(c) != std::string_view::npos) ||
                   refuse("an escape that JSON does not have");
        for (int i = 0; i < 4; ++i) {
            ++at_;
            if (at_ >= text_.size() || hex_digit(text_[at_]) < 0) return refuse("four hexadecimal digits are missing");
        }
        return true;
    }

    bool number() {
        const std::size_t start = at_;
        const u32 cell = add(Kind::number, at_);
        take('-');
        if (!take('0') && !digits()) return refuse("a number without digits");
        if (take('.') && !digits()) return refuse("a number without digits after its point");
        if (take('e') || take('E')) {
            if (!take('+')) take('-');
            if (!digits()) return refuse("a number without digits in its exponent");
        }
        tree_.cells_[cell].size = static_cast<u32>(at_ - start);
        return true;
    }
    bool digits() {
        const std::size_t start = at_;
        while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
        return at_ > start;
    }

    bool word(std::string_view expected) const { return text_.substr(at_, expected.size()) == expected; }
    bool add_word(Kind kind, bool flag, std::size_t length) {
        tree_.cells_[add(kind, at_)].flag = flag;
        at_ += length;
        return true;
    }

    u32 add(Kind kind, std::size_t offset) {
        const auto at = static_cast<u32>(tree_.cells_.size());
        tree_.cells_.push_back({static_cast<u32>(offset), 0, at + 1, kind, false});
        return at;
    }
    void blanks() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
            ++at_;
    }
    bool take(char c) {
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    Error fail(Code code, std::string message) const { return Error{code, std::move(message), {}, {}, at_}; }
    bool refuse(std::string message, Code code = Code::bad_value) {
        error_ = fail(code, std::move(message));
        return false;
    }

    std::string_view text_;
    Tree::Limits limits_;
    Tree tree_;
    std::vector<u32> open_;
    std::size_t at_ = 0;
    bool just_opened_ = false;
    Error error_;
};

Result<Tree> Tree::parse(std::string_view text, const Limits& limits) { return TreeParser(text, limits).run(); }

namespace {

u32 four_digits(std::string_view text) {
    u32 out = 0;
    for (const char c : text.substr(0, 4)) out = out * 16 + static_cast<u32>(hex_digit(c));
    return out;
}

// The escapes were checked when the text was read. Half of a surrogate pair becomes U+FFFD.
std::string unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        const char c = text[++i];
        if (c != 'u') {
            constexpr std::string_view names = "bfnrt", meanings = "\b\f\n\r\t";
            const std::size_t at = names.find(c);
            out += at == std::string_view::npos ? c : meanings[at];
            continue;
        }
        u32 point = four_digits(text.substr(i + 1));
        i += 4;
        if (point >= 0xD800 && point < 0xDC00 && text.substr(i + 1, 2) == "\\u") {
            const u32 low = four_digits(text.substr(i + 3));
            if (low >= 0xDC00 && low < 0xE000) {
                point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
                i += 6;
            }
        }
        text::append_point(out, point >= 0xD800 && point < 0xE000 ? 0xFFFD : point);
    }
    return out;
}

}  // namespace

std::string Tree::string_of(const Cell& cell) const {
    const std::string_view body = text_.substr(cell.offset + 1, cell.size);
    return cell.flag ? unescaped(body) : std::string(body);
}

Kind Ref::kind() const { return tree_ == nullptr ? Kind::null : tree_->cells_[at_].kind; }
u64 Ref::offset() const { return tree_ == nullptr ? no_offset : tree_->cells_[at_].offset; }

std::size_t Ref::values() const { return tree_ == nullptr ? 0 : tree_->cells_[at_].end - at_; }

std::size_t Ref::size() const { return is(Kind::array) || is(Kind::object) ? tree_->cells_[at_].size : std::size_t{0}; }

Ref Ref::find(std::string_view key) const {
    if (!is(Kind::object)) return {};
    const auto& cells = tree_->cells_;
    for (u32 at = at_ + 1; at < cells[at_].end; at = cells[at + 1].end) {
        const auto& cell = cells[at];
        const bool same =
            cell.flag ? tree_->string_of(cell) == key : tree_->text_.substr(cell.offset + 1, cell.size) == key;
        if (same) return {tree_, at + 1};
    }
    return {};
}

std::vector<Ref> Ref::items() const {
    std::vector<Ref> out;
    if (!is(Kind::array)) return out;
    out.reserve(size());
    for (u32 at = at_ + 1; at < tree_->cells_[at_].end; at = tree_->cells_[at].end) out.push_back({tree_, at});
    return out;
}

std::optional<bool> Ref::boolean() const {
    if (!is(Kind::boolean)) return {};
    return tree_->cells_[at_].flag;
}

std::optional<double> Ref::number() const {
    if (!is(Kind::number)) return {};
    return text::exact_number(tree_->text_.substr(tree_->cells_[at_].offset, tree_->cells_[at_].size));
}

std::optional<i64> Ref::integer() const {
    if (!is(Kind::number)) return {};
    const std::string_view digits = tree_->text_.substr(tree_->cells_[at_].offset, tree_->cells_[at_].size);
    i64 value = 0;
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (wrong == std::errc() && end == digits.data() + digits.size()) return value;
    const double n = text::exact_number(digits);
    constexpr double limit = 9007199254740992.0;
    if (n != std::floor(n) || n < -limit || n > limit) return {};
    return static_cast<i64>(n);
}

std::optional<std::string> Ref::string() const {
    if (!is(Kind::string)) return {};
    return tree_->string_of(tree_->cells_[at_]);
}

std::string Ref::pointer() const {
    std::string out;
    if (tree_ == nullptr) return out;
    const auto& cells = tree_->cells_;
    for (u32 inside = 0; inside != at_;) {
        const bool object = cells[inside].kind == Kind::object;
        u32 number = 0;
        u32 at = inside + 1;
        for (;; ++number) {
            const u32 value = object ? at + 1 : at;
            if (at_ < cells[value].end) {
                out += '/';
                if (!object) out += std::to_string(number);
                for (const char c : object ? tree_->string_of(cells[at]) : std::string()) {
                    c == '~' ? out += "~0" : c == '/' ? out += "~1" : out += c;
                }
                inside = at_ == at ? at_ : value;  // a key is where its value is
                break;
            }
            at = cells[value].end;
        }
    }
    return out;
}

Value Tree::value_of(u32 at) const {
    const Cell& cell = cells_[at];
    const Ref ref(this, at);
    switch (cell.kind) {
        case Kind::null: break;
        case Kind::boolean: return cell.flag;
        case Kind::string: return string_of(cell);
        case Kind::number: {
            const std::string_view digits = text_.substr(cell.offset, cell.size);
            const bool whole = digits.find_first_of(".eE") == std::string_view::npos;
            if (const auto integer = ref.integer(); integer && whole) return *integer;
            return *ref.number();
        }
        case Kind::array: {
            Array out;
            out.reserve(cell.size);
            for (u32 i = at + 1; i < cell.end; i = cells_[i].end) out.push_back(value_of(i));
            return out;
        }
        case Kind::object: {
            Object out;
            out.reserve(cell.size);
            for (u32 i = at + 1; i < cell.end; i = cells_[i + 1].end)
                out.emplace_back(string_of(cells_[i]), value_of(i + 1));
            return out;
        }
    }
    return {};
}

Value Ref::value() const { return tree_ == nullptr ? Value() : tree_->value_of(at_); }

}  // namespace thaw::json
