// The words of a MODELDEF.
#pragma once

#include <string>
#include <string_view>

#include "formats/unreal/scripts/uc_text.hpp"

namespace thaw::unreal {

// Words in quotes, bare words and braces, without comments; a line's end ends a quote.
class ModeldefWords {
public:
    explicit ModeldefWords(Bytes bytes) : lines_(bytes) { take(); }
    ModeldefWords(const ModeldefWords&) = delete;  // its views point into it
    ModeldefWords& operator=(const ModeldefWords&) = delete;

    bool at_end() const { return at_end_; }
    bool is(char brace) const { return !at_end_ && !quoted_ && word_.size() == 1 && word_[0] == brace; }
    std::string_view word() const { return word_; }
    u64 offset() const { return lines_.offset(); }  // of the line that the word is on
    void take();                                    // on to the next one

    // What a keyword is followed by. Braces are no value, so that a forgotten one does not cost the block.
    std::string value();
    double number() { return leading_number(value()); }
    i64 integer() { return leading_integer(value()); }

private:
    ScriptLines lines_;
    std::string_view rest_{};  // of the line
    std::string_view word_{};
    bool quoted_ = false;
    bool at_end_ = false;
};

}  // namespace thaw::unreal
