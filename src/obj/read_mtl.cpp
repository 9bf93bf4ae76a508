#include <algorithm>
#include <array>
#include <cmath>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "obj/lines.hpp"
#include "obj/read.hpp"
#include "scene/maths.hpp"

namespace thaw::obj {

namespace {

constexpr std::size_t most_materials = 1024;  // as many as an OBJ has

std::optional<f32> share(std::string_view word) {
    const auto value = text::whole_number(word);
    if (!value) return std::nullopt;
    return static_cast<f32>(std::clamp(*value, 0.0, 1.0));
}

class MtlReader {
public:
    explicit MtlReader(std::string text) : text_(std::move(text)) {}

    Mtl run() {
        std::string_view rest = text_;
        while (!rest.empty()) {
            std::string_view line = take_line(rest);
            const std::string_view word = take_word(line);
            if (word == "newmtl") {
                begin(trimmed(line));
            } else if (is_open_ && !read(word, line)) {
                ++out_.unread;
            }
        }
        finish();
        return std::move(out_);
    }

private:
    void begin(std::string_view name) {
        finish();
        is_open_ = out_.materials.size() < most_materials;
        if (!is_open_) return;
        out_.materials.emplace_back();
        out_.materials.back().name = text::to_utf8(name);
        opaqueness_ = transparency_ = std::nullopt;
        shown_ = {1, 1, 1};
    }

    // Programs of the past wrote one of the two the wrong way round, and nobody wants what cannot be seen at all.
    void finish() {
        if (!is_open_) return;
        MtlMaterial& m = out_.materials.back();
        const f32 alpha = opaqueness_ ? *opaqueness_ : transparency_ ? 1 - *transparency_ : 1;
        // Many write black where there is an image.
        const bool black = shown_ == std::array<f32, 3>{};
        const auto linear = [&](f32 value) { return black && !m.image.empty() ? 1 : srgb_to_linear(value); };
        m.color = {linear(shown_[0]), linear(shown_[1]), linear(shown_[2]), alpha > 0 ? alpha : 1};
    }

    // False if a number is none.
    bool read(std::string_view word, std::string_view line) {
        if (word == "Kd") return read_color(line);
        if (word == "d") return read_share(line, opaqueness_);
        if (word == "Tr") return read_share(line, transparency_);
        if (word == "map_Kd") {
            out_.materials.back().image = image_in(line);
        } else if (word == "map_d") {
            out_.materials.back().has_holes = !image_in(line).empty();
        }
        return true;
    }

    // One number alone is a grey.
    bool read_color(std::string_view line) {
        std::array<f32, 3> shown{};
        for (std::size_t i = 0; i < 3; ++i) {
            const std::string_view word = take_word(line);
            const auto value = word.empty() && i > 0 ? std::optional(shown[0]) : share(word);
            if (!value) return false;
            shown[i] = *value;
        }
        shown_ = shown;
        return true;
    }

    static bool read_share(std::string_view line, std::optional<f32>& to) {
        std::string_view word = take_word(line);
        if (word == "-halo") word = take_word(line);
        const auto value = share(word);
        if (value) to = value;
        return value.has_value();
    }

    // The name comes after options with their values, some of which may be left out if they are numbers.
    std::string image_in(std::string_view line) {
        while (trimmed(line).starts_with('-')) {
            const std::string_view option = take_word(line);
            const bool has_numbers = option == "-o" || option == "-s" || option == "-t" || option == "-mm";
            if (!has_numbers) {
                const std::string_view value = take_word(line);
                if (option == "-clamp") out_.materials.back().clamp = value == "on";
            }
            for (std::size_t i = 0; has_numbers && i < 3; ++i) {
                std::string_view after = line;
                if (!text::whole_number(take_word(after))) break;
                line = after;
            }
        }
        return std::string(trimmed(line));
    }

    std::string text_;
    Mtl out_{};
    bool is_open_ = false;
    std::array<f32, 3> shown_{};
    std::optional<f32> opaqueness_{}, transparency_{};
};

}  // namespace

Mtl read_mtl(Bytes file) { return MtlReader(text::view_as_text(file)).run(); }

}  // namespace thaw::obj
