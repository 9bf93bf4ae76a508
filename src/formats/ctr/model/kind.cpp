#include "formats/ctr/model/kind.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "base/text.hpp"

namespace thaw::ctr {

namespace {

constexpr u64 most_meshes = 32;  // the game's own models have up to four
constexpr u64 most_models = 4096;

// A body, looked at without reading it as a document.
class Peek {
public:
    explicit Peek(const Blob& body) : body_(body) {}

    u64 size() const { return body_.size(); }
    bool has(u64 offset, u64 bytes) const { return offset <= size() && bytes <= size() - offset; }
    u32 word(u64 offset) const { return has(offset, 4) ? load<u32>(body_.data() + offset, Order::little) : 0; }
    u16 half(u64 offset) const { return has(offset, 2) ? load<u16>(body_.data() + offset, Order::little) : u16{0}; }

    bool leads_to(u64 offset, u64 bytes) const {
        const u32 target = word(offset);
        return target != 0 && target % 4 == 0 && has(target, bytes);
    }

    // Something readable, then nothing but zeros.
    bool is_name(u64 offset) const {
        if (!has(offset, 16)) return false;
        const auto start = static_cast<std::size_t>(offset);
        if (body_[start] == 0) return false;
        bool ended = false;
        for (std::size_t i = start; i < start + 16; ++i) {
            const u8 c = body_[i];
            ended = ended || c == 0;
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
        return icons > 0 && leads_to(offset + 4, Icon::disk_bytes * icons) &&
               (groups == 0 || leads_to(offset + 12, 4 * groups));
    }

    bool is_pack() const {
        if (word(0) != 0 && !leads_to(0, 0x10)) return false;
        u64 models = 0;
        for (u64 at = 4; models < most_models && has(at, 4); at += 4, ++models) {
            if (word(at) == 0) return models > 0 || (word(0) != 0 && is_icon_table(word(0)));
            if (!leads_to(at, Model::disk_bytes) || !is_model(word(at))) return false;
        }
        return false;
    }

    bool is_level() const {
        if (!has(0, level_header_bytes) || !leads_to(0, 4)) return false;
        const u64 instances = word(0x0C), models = word(0x14);
        if (instances > 0 && !leads_to(0x10, Instance::disk_bytes * instances)) return false;
        if (models == 0) return true;
        return models <= most_models && leads_to(0x18, 4 * models) && is_model(word(word(0x18)));
    }

private:
    const Blob& body_;
};

std::optional<Kind> body_kind(const Blob& body) {
    const Peek peek(body);
    if (peek.is_model(0)) return Kind::model;
    if (peek.is_pack()) return Kind::pack;
    if (peek.is_level()) return Kind::level;
    return std::nullopt;
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

Result<FileKind> kind_of(const Blob& bytes) {
    const auto body = wrapped_body_bytes(bytes);
    if (body) {
        if (const auto kind = body_kind(bytes.slice(4, *body))) return FileKind{*kind, true, true};
    }
    if (const auto kind = body_kind(bytes)) return FileKind{*kind, false, true};
    if (!body) return body.error();
    if (*body < Model::disk_bytes) {
        return error_at(0, "wrapper", Code::bad_value,
                        "a body of " + text::plural(*body, "byte") + " has no room for a model");
    }
    // A sound wrapper round a model that is broken in a way validate() can tell.
    return FileKind{Kind::model, true, false};
}

}  // namespace thaw::ctr
