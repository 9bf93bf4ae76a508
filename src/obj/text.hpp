// Lines of numbers and names, kept until they are worth writing.
#pragma once

#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include <thaw/sink.hpp>

namespace thaw::obj {

class TextWriter {
public:
    explicit TextWriter(Sink& sink) : sink_(sink) {}

    TextWriter& operator<<(std::string_view text) {
        text_ += text;
        return *this;
    }
    TextWriter& operator<<(f32 value) { return number(value == 0 ? 0.0f : value); }  // no -0
    TextWriter& operator<<(u64 value) { return number(value); }

    void end_line() {
        text_ += '\n';
        if (text_.size() >= enough) flush();
    }
    // False once the sink has refused.
    bool flush() {
        if (!text_.empty()) accepted_ = accepted_ && sink_.write(text_);
        text_.clear();
        return accepted_;
    }
    bool accepted() const { return accepted_; }

private:
    static constexpr std::size_t enough = 1 << 16;

    template <class Number>
    TextWriter& number(Number value) {
        std::array<char, 32> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        text_.append(digits.data(), end);
        return *this;
    }

    Sink& sink_;
    std::string text_{};
    bool accepted_ = true;
};

}  // namespace thaw::obj
