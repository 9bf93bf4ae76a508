// Where bytes come from: the binary chunk, data URIs, files next to the glTF, packed views.
#include <algorithm>

#include "base/base64.hpp"
#include "base/text.hpp"
#include "gltf/input.hpp"

namespace thaw::gltf {

namespace {

constexpr u64 largest_stride = 252;  // as glTF has it
// The codec needs at least two bits for sixteen equal bytes.
constexpr u64 most_unpacked_per_byte = 64;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char low = text::lower(c);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// The part of that name, or else one of that name in some folder.
const Part* part_called(const Bundle& bundle, std::string_view name) {
    const Part* out = nullptr;
    for (const Part& part : bundle.parts) {
        if (part.name == name) return &part;
        if (out != nullptr || !text::ends_with_ignoring_case(part.name, name)) continue;
        const std::size_t before = part.name.size() - name.size();
        if (before == 0 || part.name[before - 1] == '/') out = &part;
    }
    return out;
}

}  // namespace

bool is_data_uri(std::string_view uri) { return text::equal_ignoring_case(uri.substr(0, 5), "data:"); }

RelativeName relative_name(std::string_view uri) {
    RelativeName out;
    const auto wrong = [&](const char* why) {
        out.wrong = why;
        return out;
    };
    for (std::size_t i = 0; i < uri.size(); ++i) {
        if (uri[i] != '%') {
            out.name += uri[i];
            continue;
        }
        const int high = i + 1 < uri.size() ? hex_digit(uri[i + 1]) : -1;
        const int low = i + 2 < uri.size() ? hex_digit(uri[i + 2]) : -1;
        if (high < 0 || low < 0) return wrong("a percent sign without two hexadecimal digits");
        out.name += static_cast<char>(high * 16 + low);
        i += 2;
    }
    if (out.name.empty()) return wrong("an empty name");
    for (const char c : out.name) {
        if (static_cast<u8>(c) < 0x20 || c == 0x7F) return wrong("a control character");
        if (c == ':') return wrong("a name with a scheme or a drive");
        if (c == '\\') return wrong("a backslash");
    }
    if (!text::is_utf8(out.name)) return wrong("a name that is not UTF-8");
    if (out.name.front() == '/') return wrong("an absolute path");
    for (std::string_view rest = out.name;;) {
        const std::size_t slash = rest.find('/');
        if (rest.substr(0, slash) == "..") return wrong("a path that leads upwards");
        if (slash == std::string_view::npos) break;
        rest.remove_prefix(slash + 1);
    }
    return out;
}

Input::Found Input::resource(Ref uri, Blob& bytes, std::string& file, std::string& why) {
    const std::string text = uri.string().value_or("");
    if (is_data_uri(text)) {
        const std::size_t comma = text.find(',');
        const std::string_view head = std::string_view(text).substr(0, comma);
        if (comma == std::string::npos || !text::ends_with_ignoring_case(head, ";base64")) {
            why = "a data URI that is not base64";
            return Found::refused;
        }
        auto decoded = from_base64(std::string_view(text).substr(comma + 1));
        if (!decoded) {
            why = "a data URI that is damaged";
            return Found::refused;
        }
        if (!charge(uri, 2 * u64{text.size()})) return Found::refused;
        bytes = Blob::take(std::move(*decoded));
        return Found::yes;
    }
    RelativeName name = relative_name(text);
    if (!name.wrong.empty()) {
        why = name.wrong + " (" + text::printable(text) + ")";
        return Found::refused;
    }
    const Part* part = part_called(companions_, name.name);
    if (part == nullptr) {
        why = "'" + text::printable(name.name) + "' is not there";
        return Found::missing;
    }
    bytes = part->bytes;
    file = name.name;
    return Found::yes;
}

bool Input::read_buffer(u32 index, Buffer& out) {
    const Ref json = list("buffers")[index];
    const u64 length = whole(json, "byteLength", 0);
    const Ref uri = member(json, "uri", Kind::string);
    if (!ok()) return false;
    if (uri) {
        std::string why;
        const Found found = resource(uri, out.bytes, out.file, why);
        if (found != Found::yes) {
            return fail(found == Found::missing ? Code::missing_part : Code::bad_value, uri, std::move(why));
        }
        if (!out.file.empty()) out.offset = 0;
    } else if (index == 0 && container_.has_binary) {
        out.bytes = container_.binary;
        out.offset = container_.binary_offset;
    } else {
        return true;
    }
    out.known = true;
    if (out.bytes.size() < length) {
        return fail(Code::truncated, json,
                    "has " + std::to_string(out.bytes.size()) + " of " + std::to_string(length) + " bytes");
    }
    out.bytes = out.bytes.slice(0, length);
    return true;
}

const Buffer* Input::buffer(u32 index) {
    if (buffers_.empty()) buffers_.resize(list("buffers").size());
    if (!ok()) return nullptr;
    auto& out = buffers_[index];
    if (!out) {
        out.emplace();
        if (!read_buffer(index, *out)) return nullptr;
    }
    return &*out;
}

namespace {

// In divide form, so that no sum overflows.
bool fits(u64 offset, u64 length, u64 size) { return length <= size && offset <= size - length; }

}  // namespace

bool Input::read_view(u32 index, View& out) {
    const Ref json = list("bufferViews")[index];
    out.json = json;
    out.stride = whole(json, "byteStride", 0);
    if (ok() && out.stride > largest_stride) {
        return fail(Code::bad_value, json.find("byteStride"), "more than " + std::to_string(largest_stride));
    }
    const Ref packed = extension(json, "EXT_meshopt_compression");
    if (packed && context_.meshopt != nullptr) return unpack_view(packed, out);
    const Buffer* from = nullptr;
    if (const u32 at = required_index(json, "buffer", list("buffers").size()); ok()) from = buffer(at);
    if (from == nullptr) return false;
    if (!from->known) {
        return packed ? fail(Code::unsupported, packed, "packed by meshoptimizer, which this build cannot unpack")
                      : fail(Code::missing_part, json.find("buffer"), "a buffer without bytes");
    }
    const u64 offset = whole(json, "byteOffset", 0);
    const u64 length = whole(json, "byteLength", 0);
    if (!ok()) return false;
    if (!fits(offset, length, from->bytes.size())) {
        return fail(Code::truncated, json,
                    "reaches past the " + std::to_string(from->bytes.size()) + " bytes of its buffer");
    }
    out.bytes = from->bytes.slice(offset, length);
    out.readable = from->bytes.size() - offset;
    out.file = from->file;
    if (from->offset != no_offset) out.offset = from->offset + offset;
    return true;
}

bool Input::unpack_view(Ref json, View& out) {
    const Buffer* from = nullptr;
    if (const u32 at = required_index(json, "buffer", list("buffers").size()); ok()) from = buffer(at);
    if (from == nullptr) return false;
    if (!from->known) return fail(Code::missing_part, json.find("buffer"), "a buffer without bytes");
    MeshoptView view;
    const u64 offset = whole(json, "byteOffset", 0);
    const u64 length = whole(json, "byteLength", 0);
    view.stride = whole(json, "byteStride", 0);
    view.count = whole(json, "count", 0);
    const std::string mode = text(json, "mode");
    const std::string filter = text(json, "filter");
    if (!ok()) return false;
    if (!fits(offset, length, from->bytes.size())) {
        return fail(Code::truncated, json,
                    "reaches past the " + std::to_string(from->bytes.size()) + " bytes of its buffer");
    }
    using Mode = MeshoptView::Mode;
    using Filter = MeshoptView::Filter;
    view.mode = mode == "TRIANGLES" ? Mode::triangles : mode == "INDICES" ? Mode::indices : Mode::attributes;
    if (mode != "ATTRIBUTES" && mode != "TRIANGLES" && mode != "INDICES") {
        return fail(Code::unsupported, json, "an unknown mode of meshoptimizer: " + text::printable(mode));
    }
    const bool plain = filter.empty() || filter == "NONE";
    view.filter = filter == "OCTAHEDRAL"    ? Filter::octahedral
                  : filter == "QUATERNION"  ? Filter::quaternion
                  : filter == "EXPONENTIAL" ? Filter::exponential
                                            : Filter::none;
    if (!plain && view.filter == Filter::none) {
        return fail(Code::unsupported, json, "an unknown filter of meshoptimizer: " + text::printable(filter));
    }
    const u64 s = view.stride;
    const bool stride_fits = view.mode != Mode::attributes       ? (s == 2 || s == 4) && plain
                             : view.filter == Filter::octahedral ? s == 4 || s == 8
                             : view.filter == Filter::quaternion ? s == 8
                                                                 : s > 0 && s <= 256 && s % 4 == 0;
    if (!stride_fits || (view.mode == Mode::triangles && view.count % 3 != 0)) {
        return fail(Code::bad_value, json, "a stride or count that meshoptimizer does not have");
    }
    if (view.count > (length * most_unpacked_per_byte + 4096) / s) {
        return fail(Code::over_budget, json, "more than its packed bytes can hold");
    }
    const u64 size = view.count * s;
    grow(size);
    if (!charge(json, size)) return false;
    std::vector<u8> bytes(static_cast<std::size_t>(size));
    if (!context_.meshopt(view, from->bytes.slice(offset, length).bytes(), bytes)) {
        return fail(Code::bad_value, json,
                    "packed bytes that are damaged, or libmeshoptimizer2d, which unpacks them, is not there");
    }
    out.bytes = Blob::take(std::move(bytes));
    out.readable = size;
    return true;
}

const View* Input::view(u32 index) {
    if (views_.empty()) views_.resize(list("bufferViews").size());
    if (!ok()) return nullptr;
    auto& out = views_[index];
    if (!out) {
        out.emplace();
        if (!read_view(index, *out)) return nullptr;
    }
    return &*out;
}

}  // namespace thaw::gltf
