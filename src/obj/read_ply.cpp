#include <algorithm>
#include <bit>

#include "base/endian.hpp"
#include "base/numbers.hpp"
#include "base/text.hpp"
#include "obj/mesh_maker.hpp"
#include "obj/read.hpp"

namespace thaw::obj {

namespace {

enum class Type : u8 { i8_, u8_, i16_, u16_, i32_, u32_, f32_, f64_ };

struct TypeName {
    std::string_view name;
    Type type;
};
constexpr TypeName type_names[] = {
    {"char", Type::i8_},   {"int8", Type::i8_},     {"uchar", Type::u8_},   {"uint8", Type::u8_},
    {"short", Type::i16_}, {"int16", Type::i16_},   {"ushort", Type::u16_}, {"uint16", Type::u16_},
    {"int", Type::i32_},   {"int32", Type::i32_},   {"uint", Type::u32_},   {"uint32", Type::u32_},
    {"float", Type::f32_}, {"float32", Type::f32_}, {"double", Type::f64_}, {"float64", Type::f64_}};

std::optional<Type> type_of(std::string_view name) {
    for (const TypeName& known : type_names) {
        if (known.name == name) return known.type;
    }
    return std::nullopt;
}

std::size_t bytes_of(Type type) {
    constexpr std::size_t sizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
    return sizes[static_cast<std::size_t>(type)];
}

// What a property of a vertex means.
enum class Use : u8 { none, x, y, z, red, green, blue, u, v };
struct UseName {
    std::string_view name;
    Use use;
};
constexpr UseName use_names[] = {{"x", Use::x},
                                 {"y", Use::y},
                                 {"z", Use::z},
                                 {"red", Use::red},
                                 {"green", Use::green},
                                 {"blue", Use::blue},
                                 {"r", Use::red},
                                 {"g", Use::green},
                                 {"b", Use::blue},
                                 {"diffuse_red", Use::red},
                                 {"diffuse_green", Use::green},
                                 {"diffuse_blue", Use::blue},
                                 {"s", Use::u},
                                 {"t", Use::v},
                                 {"u", Use::u},
                                 {"v", Use::v},
                                 {"texture_u", Use::u},
                                 {"texture_v", Use::v}};

struct Property {
    std::string name{};
    Type type = Type::f32_;
    std::optional<Type> count{};  // of a list
    Use use = Use::none;
};

struct Element {
    std::string name{};
    u64 count = 0;
    std::vector<Property> properties{};
};

class PlyReader {
public:
    explicit PlyReader(Bytes file) : file_(file) {}

    Result<Scene> run() {
        header();
        for (const Element& element : elements_) {
            for (u64 i = 0; i < element.count && !error_; ++i) read(element);
        }
        if (error_) return *error_;
        return maker_.scene();
    }

private:
    enum class Encoding : u8 { text, little, big };

    void fail(Code code, std::string message) {
        if (!error_) error_ = Error{code, std::move(message), {}, place_, at_};
    }

    // --- the head

    std::vector<std::string> line_of_words() {
        const Bytes left = file_.subspan(at_);
        const auto end = std::find(left.begin(), left.end(), u8{'\n'});
        const auto length = static_cast<std::size_t>(end - left.begin());
        const std::string line = text::view_as_text(left.first(length));
        std::string_view rest = line;
        at_ += std::min(length + 1, left.size());
        std::vector<std::string> words;
        while (words.size() < 6) {
            rest.remove_prefix(std::min(rest.find_first_not_of(" \t\r"), rest.size()));
            if (rest.empty()) break;
            words.emplace_back(rest.substr(0, rest.find_first_of(" \t\r")));
            rest.remove_prefix(words.back().size());
        }
        return words;
    }

    void header() {
        place_ = "header";
        line_of_words();  // ply
        bool has_format = false;
        while (!error_) {
            if (at_ >= file_.size()) return fail(Code::truncated, "the file ends inside its header");
            const auto words = line_of_words();
            if (words.empty()) continue;
            if (words[0] == "end_header") break;
            if (words[0] == "format") {
                has_format = words.size() > 1 && take_format(words[1]);
            } else if (words[0] == "element") {
                take_element(words);
            } else if (words[0] == "property") {
                take_property(words);
            }
        }
        if (!has_format) fail(Code::bad_value, "no format that is known");
        for (const Element& element : elements_) {
            // Every row has a byte at least.
            if (element.count > 0 && (element.properties.empty() || element.count > file_.size() - at_)) {
                fail(Code::truncated, "the file ends early: " + text::plural(element.count, "row") + " of " +
                                          text::printable(element.name) + " declared");
            }
        }
    }

    bool take_format(std::string_view word) {
        encoding_ = word == "ascii"                  ? Encoding::text
                    : word == "binary_little_endian" ? Encoding::little
                                                     : Encoding::big;
        return encoding_ != Encoding::big || word == "binary_big_endian";
    }

    void take_element(const std::vector<std::string>& words) {
        constexpr std::size_t most = 64;
        const auto count = words.size() > 2 ? text::whole_integer<u64>(words[2]) : std::nullopt;
        if (!count || elements_.size() == most) return fail(Code::bad_value, "an element without a number");
        elements_.push_back({words[1], *count, {}});
    }

    void take_property(const std::vector<std::string>& words) {
        constexpr std::size_t most = 256;
        const bool list = words.size() > 4 && words[1] == "list";
        const auto type = words.size() > 2 ? type_of(words[list ? 3 : 1]) : std::nullopt;
        const auto count = list ? type_of(words[2]) : std::nullopt;
        const bool sound = type && (!list || count) && !elements_.empty() && elements_.back().properties.size() < most;
        if (!sound) return fail(Code::bad_value, "a property of no type that is known");
        Property out{words[list ? 4 : 2], *type, count};
        for (const UseName& known : use_names) {
            if (known.name == out.name && elements_.back().name == "vertex" && !list) out.use = known.use;
        }
        if (is_color(out.use)) full_ = *type == Type::u8_ ? 255 : *type == Type::u16_ ? 65535 : 1;
        elements_.back().properties.push_back(std::move(out));
    }

    static bool is_color(Use use) { return use == Use::red || use == Use::green || use == Use::blue; }

    // --- the rows

    double number(Type type) { return encoding_ == Encoding::text ? number_in_text() : number_in_bytes(type); }

    double number_in_text() {
        const auto blank = [](u8 c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
        while (at_ < file_.size() && blank(file_[at_])) ++at_;
        const std::size_t start = at_;
        while (at_ < file_.size() && !blank(file_[at_])) ++at_;
        const std::string word = text::view_as_text(file_.subspan(start, at_ - start));
        const auto value = text::whole_number(word);
        if (value) return *value;
        fail(word.empty() ? Code::truncated : Code::bad_value,
             word.empty() ? "the file ends early" : text::printable(word.substr(0, 40)) + " is no number");
        return 0;
    }

    template <class T>
    T loaded() {
        const T value = load<T>(file_.data() + at_, encoding_ == Encoding::little ? Order::little : Order::big);
        at_ += sizeof(T);
        return value;
    }

    double number_in_bytes(Type type) {
        if (bytes_of(type) > file_.size() - at_) {
            fail(Code::truncated, "the file ends early");
            return 0;
        }
        switch (type) {
            case Type::i8_: return static_cast<i8>(loaded<u8>());
            case Type::u8_: return loaded<u8>();
            case Type::i16_: return static_cast<i16>(loaded<u16>());
            case Type::u16_: return loaded<u16>();
            case Type::i32_: return static_cast<i32>(loaded<u32>());
            case Type::u32_: return loaded<u32>();
            case Type::f32_: return std::bit_cast<f32>(loaded<u32>());
            case Type::f64_: return std::bit_cast<double>(loaded<u64>());
        }
        return 0;
    }

    void read(const Element& element) {
        place_ = element.name;
        std::array<f32, 9> values{};
        bool has_place = false, has_color = false, has_uv = false;
        for (const Property& property : element.properties) {
            if (error_) return;
            if (property.count) {
                read_list(element, property);
                continue;
            }
            const double value = number(property.type);
            if (property.use == Use::none) continue;
            if (!is_number_of_scene(value)) return fail(Code::bad_value, "a place or colour that is no number");
            values[static_cast<std::size_t>(property.use)] = static_cast<f32>(value);
            has_place = has_place || property.use == Use::x;
            has_color = has_color || is_color(property.use);
            has_uv = has_uv || property.use == Use::u;
        }
        if (error_ || element.name != "vertex") return;
        if (!has_place) return fail(Code::bad_value, "vertices without a place");
        const auto at = [&](Use use) { return values[static_cast<std::size_t>(use)]; };
        maker_.point({at(Use::x), at(Use::y), at(Use::z)});
        if (has_color) maker_.color({at(Use::red) / full_, at(Use::green) / full_, at(Use::blue) / full_, 1});
        if (has_uv) maker_.uv({at(Use::u), 1 - at(Use::v)});  // from the lower left
    }

    void read_list(const Element& element, const Property& property) {
        const double count = number(*property.count);
        if (!(count >= 0) || count > static_cast<double>(file_.size() - at_)) {
            return fail(Code::truncated, "a list longer than the file");
        }
        const bool is_face =
            element.name == "face" && (property.name == "vertex_indices" || property.name == "vertex_index");
        std::vector<MeshMaker::Corner> corners;
        for (u64 i = 0; i < static_cast<u64>(count) && !error_; ++i) {
            const double index = number(property.type);
            if (!is_face) continue;
            if (!(index >= 0) || index >= static_cast<double>(maker_.points())) {
                return fail(Code::bad_index, "a face has a corner that does not exist");
            }
            const auto point = static_cast<u32>(index);
            corners.push_back({point, point < maker_.uvs() ? point : no_index});
        }
        if (!error_ && is_face && corners.size() >= 3) maker_.polygon(corners);
    }

    Bytes file_;
    std::size_t at_ = 0;
    std::string place_{};
    Encoding encoding_ = Encoding::text;
    std::vector<Element> elements_{};
    f32 full_ = 1;  // of a colour
    MeshMaker maker_{};
    std::optional<Error> error_{};
};

}  // namespace

bool is_ply(Bytes file) {
    const std::string start = text::view_as_text(file.first(std::min<std::size_t>(file.size(), 5)));
    return start.starts_with("ply\n") || start.starts_with("ply\r\n");
}

Result<Scene> read_ply(Bytes file) { return PlyReader(file).run(); }

}  // namespace thaw::obj
