// Words between blanks: `key = value` pairs, first of the texture itself, then of each `!bitmap` and `!frame`. Line
// ends mean nothing but the end of a comment.
#include "formats/ctc/model/atd.hpp"

#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"

namespace thaw::ctc {

namespace {

constexpr std::string_view magic = "ATD1";

bool is_blank(char c) { return static_cast<u8>(c) <= ' '; }

class Words {
public:
    explicit Words(std::string_view text) : rest_(text) {}

    // False at the end. `=` is a word of its own, and so is what stands between quotes.
    bool next() {
        skip_blanks_and_comments();
        if (rest_.empty()) return false;
        if (rest_.front() == '"') {
            const std::size_t end = std::min(rest_.find_first_of("\"\n", 1), rest_.size());
            word_ = rest_.substr(1, end - 1);
            rest_.remove_prefix(std::min(end + 1, rest_.size()));
            return true;
        }
        std::size_t n = 1;
        if (rest_.front() != '=') {
            while (n < rest_.size() && !is_blank(rest_[n]) && rest_[n] != '=') ++n;
        }
        word_ = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return true;
    }
    std::string_view word() const { return word_; }

private:
    void skip_blanks_and_comments() {
        while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '#')) {
            const std::size_t n = rest_.front() == '#' ? rest_.find('\n') : 1;
            rest_.remove_prefix(std::min(n, rest_.size()));
        }
    }

    std::string_view rest_;
    std::string_view word_{};
};

void set_header(Atd& atd, std::string_view key, std::string_view value) {
    if (key == "type") atd.type = text::lower(value);
    if (key == "bilinear") atd.bilinear = text::leading_integer(value) != 0;
    if (key == "clamp") atd.clamp = text::leading_integer(value) != 0;
}

void set_frame(AtdFrame& frame, std::string_view key, std::string_view value) {
    if (key == "bitmap") frame.bitmap = text::leading_integer(value);
    if (key == "next") frame.next = text::leading_integer(value);
    if (key == "wait") frame.wait = text::leading_number(value);
    if (key == "x") frame.x = text::leading_integer(value);
    if (key == "y") frame.y = text::leading_integer(value);
}

bool is_one_of(i64 index, std::size_t n) { return index >= 0 && static_cast<u64>(index) < n; }

}  // namespace

bool is_atd(Bytes bytes) {
    return bytes.size() >= magic.size() && text::view_as_text(bytes.first(magic.size())) == magic;
}

Atd parse_atd(Bytes bytes) {
    enum class Item : u8 { header, bitmap, frame, unknown };
    Atd atd;
    const std::string content = text::view_as_text(bytes);
    Words words(content);
    Item item = Item::header;
    std::string key;
    while (words.next()) {
        const std::string word = text::lower(words.word());
        if (word == "!bitmap") {
            item = Item::bitmap;
            atd.bitmaps.emplace_back();
        } else if (word == "!frame") {
            item = Item::frame;
            atd.frames.emplace_back();
        } else if (word.starts_with('!')) {
            item = Item::unknown;
        } else if (word != "=") {
            key = word;
        } else if (words.next()) {
            if (item == Item::header) set_header(atd, key, words.word());
            if (item == Item::bitmap && key == "file") atd.bitmaps.back() = words.word();
            if (item == Item::frame) set_frame(atd.frames.back(), key, words.word());
            key.clear();
        }
    }
    return atd;
}

std::string_view first_image(const Atd& atd) {
    if (!atd.is_animation()) return {};
    std::string_view patch, whole;
    // The game starts with frame 0 and goes on while a frame is not waited for. Every frame is passed once at most:
    // some never wait and lead back.
    i64 at = 0;
    for (std::size_t passed = 0; passed < atd.frames.size() && is_one_of(at, atd.frames.size()); ++passed) {
        const AtdFrame& frame = atd.frames[static_cast<std::size_t>(at)];
        if (is_one_of(frame.bitmap, atd.bitmaps.size())) {
            // What does not start in the corner covers a part of the texture only.
            std::string_view& layer = frame.x == 0 && frame.y == 0 ? whole : patch;
            const std::string& path = atd.bitmaps[static_cast<std::size_t>(frame.bitmap)];
            if (!path.empty()) layer = path;
        }
        if (frame.wait >= 0) break;
        at = frame.next;
    }
    return whole.empty() ? patch : whole;
}

}  // namespace thaw::ctc
