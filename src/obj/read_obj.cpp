#include <algorithm>

#include "base/numbers.hpp"
#include "base/text.hpp"
#include "obj/lines.hpp"
#include "obj/mesh_maker.hpp"
#include "obj/read.hpp"

namespace thaw::obj {

namespace {

constexpr std::size_t most_material_files = 64;

class ObjReader {
public:
    explicit ObjReader(std::string text) : text_(std::move(text)), rest_(text_) {}

    std::vector<std::string> take_material_files() { return std::move(material_files_); }

    Result<Scene> run() {
        while (!rest_.empty() && !error_) {
            at_ = static_cast<u64>(rest_.data() - text_.data());
            ++number_;
            std::string_view line = take_line(rest_);
            read_line(line);
        }
        if (error_) return *error_;
        return maker_.scene();
    }

private:
    void fail(Code code, std::string message) {
        error_ = Error{code, std::move(message), {}, "line " + std::to_string(number_), at_};
    }

    void read_line(std::string_view line) {
        const std::string_view word = take_word(line);
        if (word == "v") return read_point(line);
        if (word == "vt") return read_uv(line);
        if (word == "f") return read_face(line);
        if (word == "o") return maker_.object(std::string(take_word(line)));
        if (word == "usemtl") return maker_.material(std::string(trimmed(line)));
        if (word == "mtllib") return read_material_files(line);
    }

    // Several names, or one that has blanks within.
    void read_material_files(std::string_view line) {
        constexpr std::string_view ending = ".mtl";
        std::string_view rest = line = trimmed(line);
        std::vector<std::string> names;
        bool all_end_so = true;
        for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest)) {
            all_end_so = all_end_so && text::ends_with_ignoring_case(word, ending);
            names.emplace_back(word);
        }
        if (!all_end_so) names.assign(1, std::string(line));
        for (std::string& name : names) {
            if (material_files_.size() < most_material_files) material_files_.push_back(std::move(name));
        }
    }

    // So many numbers at most; nothing if one of them is none.
    std::optional<std::vector<f32>> numbers(std::string_view line, std::size_t least, std::size_t most) {
        std::vector<f32> out;
        for (std::string_view word = take_word(line); !word.empty() && out.size() < most; word = take_word(line)) {
            const auto value = text::whole_number(word);
            if (!value || !is_number_of_scene(*value)) {
                fail(Code::bad_value, "a number expected, " + text::printable(word.substr(0, 40)) + " found");
                return std::nullopt;
            }
            out.push_back(static_cast<f32>(*value));
        }
        if (out.size() >= least) return out;
        fail(Code::truncated, std::to_string(least) + " numbers expected, " + std::to_string(out.size()) + " found");
        return std::nullopt;
    }

    // Three numbers are a place; with three more, or with a weight and three more, it has a colour.
    void read_point(std::string_view line) {
        const auto n = numbers(line, 3, 7);
        if (!n) return;
        maker_.point({(*n)[0], (*n)[1], (*n)[2]});
        const std::size_t first = n->size() == 7 ? 4 : 3;
        if (n->size() >= 6) maker_.color({(*n)[first], (*n)[first + 1], (*n)[first + 2], 1});
    }

    void read_uv(std::string_view line) {
        const auto n = numbers(line, 2, 3);
        if (n) maker_.uv({(*n)[0], 1 - (*n)[1]});  // from the lower left
    }

    // From 1 on, or backwards from the newest one.
    static std::optional<u32> index(std::string_view word, std::size_t count) {
        const auto number = text::whole_integer<i64>(word);
        if (!number || *number == 0) return std::nullopt;
        const i64 at = *number > 0 ? *number - 1 : static_cast<i64>(count) + *number;
        if (at < 0 || at >= static_cast<i64>(count)) return std::nullopt;
        return static_cast<u32>(at);
    }

    void read_face(std::string_view line) {
        std::vector<MeshMaker::Corner> corners;
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
            const std::string_view first = word.substr(0, word.find('/'));
            std::string_view second = word.substr(std::min(first.size() + 1, word.size()));
            second = second.substr(0, second.find('/'));
            const auto point = index(first, maker_.points());
            const auto uv = second.empty() ? std::optional(no_index) : index(second, maker_.uvs());
            if (!point || !uv) {
                return fail(Code::bad_index, "corner " + text::printable(word.substr(0, 40)) + " does not exist");
            }
            corners.push_back({*point, *uv});
        }
        if (corners.size() < 3) return fail(Code::truncated, "a face of " + text::plural(corners.size(), "corner"));
        maker_.polygon(corners);
    }

    std::string text_;
    std::string_view rest_;  // of the text
    u64 at_ = 0;
    u64 number_ = 0;
    MeshMaker maker_{};
    std::vector<std::string> material_files_{};
    std::optional<Error> error_{};
};

}  // namespace

bool is_obj(Bytes file) {
    constexpr std::size_t looked_at = 4096;
    const Bytes start = file.first(std::min(file.size(), looked_at));
    if (std::any_of(start.begin(), start.end(), [](u8 c) { return c < 0x20 && c != '\n' && c != '\r' && c != '\t'; })) {
        return false;
    }
    const std::string text = text::view_as_text(start);
    std::string_view rest = text;
    while (!rest.empty()) {
        std::string_view line = take_line(rest);
        if (take_word(line) != "v" || rest.empty()) continue;
        std::size_t numbers = 0;
        for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
            if (!text::whole_number(word)) return false;
            ++numbers;
        }
        return numbers >= 3;
    }
    return false;
}

Result<Scene> read_obj(Bytes file, std::vector<std::string>* material_files) {
    ObjReader reader(text::view_as_text(file));
    auto scene = reader.run();
    if (material_files != nullptr) *material_files = reader.take_material_files();
    return scene;
}

}  // namespace thaw::obj
