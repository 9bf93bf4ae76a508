#include "formats/unreal/scripts/modeldef_text.hpp"

#include <algorithm>

namespace thaw::unreal {

namespace {

bool ends_word(char c) { return is_blank(c) || c == '{' || c == '}' || c == '"' || c == ','; }

std::string_view without_blanks(std::string_view text) {
    const auto start = std::find_if(text.begin(), text.end(), [](char c) { return !is_blank(c) && c != ','; });
    text.remove_prefix(static_cast<std::size_t>(start - text.begin()));
    return text;
}

}  // namespace

void ModeldefWords::take() {
    rest_ = without_blanks(rest_);
    while (rest_.empty()) {
        if (!lines_.next()) {
            at_end_ = true;
            word_ = {};
            return;
        }
        rest_ = without_blanks(lines_.line());
    }
    quoted_ = rest_.front() == '"';
    if (quoted_) {
        rest_.remove_prefix(1);
        const std::size_t end = std::min(rest_.find('"'), rest_.size());
        word_ = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        return;
    }
    const bool brace = rest_.front() == '{' || rest_.front() == '}';
    const auto end = std::find_if(rest_.begin(), rest_.end(), ends_word);
    const std::size_t length = brace ? 1 : static_cast<std::size_t>(end - rest_.begin());
    word_ = rest_.substr(0, length);
    rest_.remove_prefix(length);
}

std::string ModeldefWords::value() {
    if (at_end_ || is('{') || is('}')) return {};
    std::string out(word_);
    take();
    return out;
}

}  // namespace thaw::unreal
