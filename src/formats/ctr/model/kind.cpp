#include "formats/ctr/model/kind.hpp"

#include <algorithm>
#include <vector>

#include "base/endian.hpp"
#include "base/text.hpp"

namespace thaw::ctr {

namespace {

constexpr u64 most_meshes = 32;  // the game's own models have up to four
constexpr u64 most_models = 4096;
constexpr u64 most_level_models = 999;
constexpr u64 visible_lists = 36;  // four players, nine lists of bits each
constexpr u64 visible_lists_at = 0x190;

// A body, looked at without reading it as a document.
class Peek {
public:
    explicit Peek(const Blob& body) : body_(body) {}
    // With the places of its pointers, sorted.
    Peek(const Blob& body, const std::vector<u32>& places) : body_(body), places_(&places) {}

    u64 size() const { return body_.size(); }
    bool has(u64 offset, u64 bytes) const { return offset <= size() && bytes <= size() - offset; }
    u32 word(u64 offset) const { return has(offset, 4) ? load<u32>(body_.data() + offset, Order::little) : 0; }
    u16 half(u64 offset) const { return has(offset, 2) ? load<u16>(body_.data() + offset, Order::little) : u16{0}; }

    std::optional<Kind> kind(std::string_view name) const {
        if (is_model(0) && !is_known_pointer(0)) return Kind::model;
        // Only where there is no map may the name decide between two that would do.
        const bool pack_first = places_ == nullptr && text::ends_with_ignoring_case(name, ".mpk");
        if (pack_first && is_pack()) return Kind::pack;
        if (has_landscape() || lists_models() || has_level_tables()) return Kind::level;
        if (is_pack()) return Kind::pack;
        return std::nullopt;
    }

private:
    // What the map says; without one, any number that could be a pointer may be one, and may be none.
    bool is_known_pointer(u64 offset) const {
        return places_ != nullptr && std::binary_search(places_->begin(), places_->end(), offset);
    }
    bool is_number(u64 offset) const { return !is_known_pointer(offset); }
    bool is_null(u64 offset) const { return word(offset) == 0 && is_number(offset); }

    bool leads_to(u64 offset, u64 bytes) const {
        const u32 target = word(offset);
        if (places_ != nullptr && !is_known_pointer(offset)) return false;
        return target != 0 && target % 4 == 0 && has(target, bytes);
    }

    // Something readable, then nothing but zeros. What a map lists may have anything behind the name's end.
    bool is_name(u64 offset) const {
        if (!has(offset, name_bytes)) return false;
        const auto start = static_cast<std::size_t>(offset);
        if (body_[start] == 0) return false;
        bool ended = false;
        for (std::size_t i = start; i < start + name_bytes; ++i) {
            const u8 c = body_[i];
            ended = ended || c == 0;
            if (ended && places_ != nullptr) return true;
            if (ended ? c != 0 : c < 0x20 || c > 0x7E) return false;
        }
        return true;
    }

    bool is_model(u64 offset) const {
        const u16 meshes = half(offset + 0x12);
        return has(offset, Model::disk_bytes) && is_name(offset) && meshes >= 1 && meshes <= most_meshes &&
               leads_to(offset + 0x14, Mesh::disk_bytes * u64{meshes});
    }

    bool is_icon_table(u64 offset) const {
        const u64 icons = word(offset), groups = word(offset + 8);
        return icons > 0 && is_number(offset) && is_number(offset + 8) &&
               leads_to(offset + 4, Icon::disk_bytes * icons) && (groups == 0 || leads_to(offset + 12, 4 * groups));
    }

    // One model or more, or icons alone.
    bool is_pack() const {
        const bool icons = leads_to(0, icon_table_bytes) && is_icon_table(word(0));
        if (!icons && !is_null(0)) return false;
        u64 models = 0;
        for (u64 at = 4; models < most_models && has(at, 4); at += 4, ++models) {
            if (is_null(at)) return models > 0 || icons;
            if (!leads_to(at, Model::disk_bytes) || !is_model(word(at))) return false;
        }
        return false;
    }

    // Its first pointer leads to what its landscape is made of: numbers and pointers in an order that no table of icons
    // has.
    bool has_landscape() const {
        if (!has(0, least_level_bytes) || !leads_to(0, mesh_info_bytes) || word(0) < least_level_bytes) return false;
        const u64 info = word(0);
        const bool pointers = leads_to(info + 0x0C, 4) && leads_to(info + 0x10, 4) && leads_to(info + 0x18, 4);
        const bool numbers = is_number(info) && is_number(info + 4) && is_number(info + 8) && is_null(info + 0x14) &&
                             is_number(info + 0x1C);
        return pointers && numbers;
    }

    // Without landscape, models and, it may be, a sky it begins like a pack; the tables behind tell.
    bool has_level_tables() const {
        if (places_ == nullptr) return false;  // any numbers would do
        if (!has(0, least_level_bytes) || !is_null(0)) return false;
        if (leads_to(4, Model::disk_bytes) && is_model(word(4))) return false;  // the first model of a pack
        const u64 instances = word(0x0C);
        if (instances > 0 && is_number(0x0C) && leads_to(0x10, Instance::disk_bytes * instances)) return true;
        if (!leads_to(visible_lists_at, 4 * visible_lists)) return false;
        for (u64 i = 0; i < visible_lists; ++i) {
            const u64 at = word(visible_lists_at) + 4 * i;
            if (!is_null(at) && !leads_to(at, 4)) return false;
        }
        return true;
    }

    // A number of models, and a table of them. In a pack the place of the number has a pointer, its end, or a name.
    bool lists_models() const {
        if (!has(0, least_level_bytes)) return false;
        const u64 models = word(0x14);
        if (models == 0 || models > most_level_models || !is_number(0x14) || !leads_to(0x18, 4 * models)) return false;
        for (u64 i = 0; i < models; ++i) {
            const u64 at = word(0x18) + 4 * i;
            if (!leads_to(at, Model::disk_bytes) || !is_model(word(at))) return false;
        }
        return true;
    }

    const Blob& body_;
    const std::vector<u32>* places_ = nullptr;
};

// The places that a map lists; nothing if it is empty, as of files that were taken apart.
std::vector<u32> places_in(const Blob& entries) {
    std::vector<u32> out;
    for (std::size_t at = 0; at + 4 <= entries.size(); at += 4) {
        out.push_back(load<u32>(entries.data() + at, Order::little) & ~3u);  // as the game does
    }
    std::sort(out.begin(), out.end());
    return out;
}

Error error_at(u64 offset, const char* path, Code code, std::string message) {
    return {code, std::move(message), {}, path, offset};
}

// Does the wrapper's arithmetic hold? The size of the body if so.
Result<u64> wrapped_body_bytes(const Blob& bytes) {
    const Peek peek(bytes);
    if (!peek.has(0, 4)) {
        return error_at(bytes.size(), "wrapper", Code::truncated,
                        "the file ends early: 4 bytes needed, " + std::to_string(bytes.size()) + " left");
    }
    const u64 body = peek.word(0) & ~external_map_bit;
    if (!peek.has(4, body)) {
        return error_at(0, "wrapper", Code::truncated,
                        "the file ends early: the body has " + text::plural(body, "byte") + ", " +
                            std::to_string(bytes.size() - 4) + " left");
    }
    if ((peek.word(0) & external_map_bit) != 0) return body;
    if (!peek.has(4 + body, 4)) {
        return error_at(4 + body, "map.bytes", Code::truncated, "the file ends before its pointer map");
    }
    const u64 map = peek.word(4 + body);
    if (map % 4 != 0) {
        return error_at(4 + body, "map.bytes", Code::bad_value,
                        "a pointer map of " + text::plural(map, "byte") + " has no whole entries");
    }
    if (!peek.has(8 + body, map)) {
        return error_at(4 + body, "map.bytes", Code::truncated,
                        "the file ends early: the pointer map has " + text::plural(map, "byte") + ", " +
                            std::to_string(bytes.size() - 8 - body) + " left");
    }
    return body;
}

}  // namespace

Result<FileKind> kind_of(const Blob& bytes, std::string_view name, const Blob& map) {
    const auto body = wrapped_body_bytes(bytes);
    if (body) {
        const Blob inside = bytes.slice(4, *body);
        const bool external = (Peek(bytes).word(0) & external_map_bit) != 0;
        const Blob entries = external ? map.slice(4, map.size()) : bytes.slice(8 + *body, Peek(bytes).word(4 + *body));
        if (const auto places = places_in(entries); !places.empty()) {
            if (const auto kind = Peek(inside, places).kind(name)) return FileKind{*kind, true, true, true};
        }
        if (const auto kind = Peek(inside).kind(name)) return FileKind{*kind, true, true, false};
    }
    if (const auto kind = Peek(bytes).kind(name)) return FileKind{*kind, false, true, false};
    if (!body) return body.error();
    if (*body < Model::disk_bytes) {
        return error_at(0, "wrapper", Code::bad_value,
                        "a body of " + text::plural(*body, "byte") + " has no room for a model");
    }
    // A sound wrapper round something that is broken in a way validate() can tell.
    const bool level = *body >= least_level_bytes && text::ends_with_ignoring_case(name, ".lev");
    return FileKind{level ? Kind::level : Kind::model, true, false, false};
}

}  // namespace thaw::ctr
