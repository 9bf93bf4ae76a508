#include "gltf/read_accessors.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/endian.hpp"
#include "base/text.hpp"

namespace thaw::gltf {

namespace {

u64 bytes_of(Component component) {
    switch (component) {
        case Component::i8:
        case Component::u8: return 1;
        case Component::i16:
        case Component::u16: return 2;
        case Component::u32:
        case Component::f32: return 4;
    }
    return 4;
}

bool is_component(u64 number) { return (number >= 5120 && number <= 5123) || number == 5125 || number == 5126; }

// Integers that stand for fractions.
template <class T>
f32 fraction(T value) {
    constexpr auto most = static_cast<f32>(std::numeric_limits<T>::max());
    return std::max(static_cast<f32>(value) / most, -1.0f);
}

template <class T, bool normalized>
void copy_floats(const u8* from, u64 stride, u64 count, u32 width, f32* out) {
    for (u64 i = 0; i < count; ++i, from += stride) {
        for (u32 k = 0; k < width; ++k) {
            const T value = load<T>(from + k * sizeof(T), Order::little);
            if constexpr (normalized) {
                *out++ = fraction(value);
            } else {
                *out++ = static_cast<f32>(value);
            }
        }
    }
}

template <class T>
void copy_floats(const Numbers& n, const u8* from, u64 stride, u64 count, f32* out) {
    n.normalized ? copy_floats<T, true>(from, stride, count, n.width, out)
                 : copy_floats<T, false>(from, stride, count, n.width, out);
}

void copy_floats(const Numbers& n, const u8* from, u64 stride, u64 count, f32* out) {
    if (n.component == Component::f32 && stride == u64{4} * n.width && native_order == Order::little) {
        if (count > 0) std::memcpy(out, from, static_cast<std::size_t>(count * stride));
        return;
    }
    switch (n.component) {
        case Component::i8: return copy_floats<i8>(n, from, stride, count, out);
        case Component::u8: return copy_floats<u8>(n, from, stride, count, out);
        case Component::i16: return copy_floats<i16>(n, from, stride, count, out);
        case Component::u16: return copy_floats<u16>(n, from, stride, count, out);
        case Component::u32: return copy_floats<u32, false>(from, stride, count, n.width, out);
        case Component::f32: return copy_floats<f32, false>(from, stride, count, n.width, out);
    }
}

template <class T>
void copy_integers(const u8* from, u64 stride, u64 count, u32 width, u32* out) {
    for (u64 i = 0; i < count; ++i, from += stride) {
        for (u32 k = 0; k < width; ++k) *out++ = load<T>(from + k * sizeof(T), Order::little);
    }
}

void copy_integers(Component component, const u8* from, u64 stride, u64 count, u32 width, u32* out) {
    if (component == Component::u32 && stride == u64{4} * width && native_order == Order::little) {
        if (count > 0) std::memcpy(out, from, static_cast<std::size_t>(count * stride));
        return;
    }
    switch (component) {
        case Component::u8: return copy_integers<u8>(from, stride, count, width, out);
        case Component::u16: return copy_integers<u16>(from, stride, count, width, out);
        default: return copy_integers<u32>(from, stride, count, width, out);
    }
}

// Not 0 if one of the floats is no finite number.
u32 any_not_finite(const u8* from, u64 count) {
    u32 wrong = 0;
    for (u64 i = 0; i < count; ++i) {
        wrong |= static_cast<u32>((load<u32>(from + 4 * i, Order::little) & 0x7F800000u) == 0x7F800000u);
    }
    return wrong;
}

}  // namespace

const Numbers* AccessorReader::find(u32 index) {
    const auto& all = input_.list("accessors");
    if (known_.empty() && input_.charge({}, all.size() * sizeof(known_[0]))) known_.resize(all.size());
    if (!input_.ok()) return nullptr;
    auto& out = known_[index];
    if (!out) {
        out.emplace();
        if (!read(index, *out)) return nullptr;
    }
    return &*out;
}

const Numbers* AccessorReader::find(Ref value, std::initializer_list<u32> widths) {
    const u32 index = input_.index_of(value, input_.list("accessors").size());
    if (!input_.ok()) return nullptr;
    const Numbers* out = find(index);
    if (out == nullptr) return nullptr;
    if (std::find(widths.begin(), widths.end(), out->width) == widths.end()) {
        input_.fail(Code::bad_value, value, "an accessor of " + std::to_string(out->width) + " numbers an element");
        return nullptr;
    }
    return out;
}

bool AccessorReader::read(u32 index, Numbers& out) {
    const Ref json = input_.list("accessors")[index];
    out.json = json;
    if (!read_type(json, out)) return false;
    out.count = input_.whole(json, "count", 0);
    out.normalized = input_.flag(json, "normalized");
    const u64 element_bytes = bytes_of(out.component) * out.width;
    out.stride = element_bytes;
    const u32 view = input_.index(json, "bufferView", input_.list("bufferViews").size());
    const u64 offset = input_.whole(json, "byteOffset", 0);
    if (!input_.ok()) return false;
    if (out.count == 0 || out.count > 0xFFFFFFFF) {
        return input_.fail(Code::bad_value, json, "from 1 to 4294967295 elements");
    }
    if (view != no_index && !place(json, view, offset, out.count, element_bytes, false, out, out.data)) return false;
    return read_sparse(json, out);
}

bool AccessorReader::read_type(Ref json, Numbers& out) {
    const u64 component = input_.whole(json, "componentType", 0);
    const std::string type = input_.text(json, "type");
    if (!input_.ok()) return false;
    if (!is_component(component)) {
        return input_.fail(Code::bad_value, json, "an unknown componentType: " + std::to_string(component));
    }
    out.component = static_cast<Component>(component);
    if (type == "SCALAR") {
        out.width = 1;
    } else if (type.size() == 4 && type.starts_with("VEC") && type[3] >= '2' && type[3] <= '4') {
        out.width = static_cast<u32>(type[3] - '0');
    } else if (type == "MAT4") {
        out.width = 16;
    } else if (type == "MAT2" || type == "MAT3") {  // nothing that Thaw reads has these
        return input_.fail(Code::unsupported, json, "an accessor of type " + type);
    } else {
        return input_.fail(Code::bad_value, json, "an unknown type: '" + text::printable(type) + "'");
    }
    return true;
}

// Sets `data` to the first of `count` elements that all lie within the view.
bool AccessorReader::place(Ref at, u32 view_index, u64 offset, u64 count, u64 element_bytes, bool packed, Numbers& out,
                           const u8*& data) {
    const View* view = input_.view(view_index);
    if (view == nullptr) return false;
    u64 stride = element_bytes;
    if (!packed && view->stride != 0) {
        if (view->stride < element_bytes) {
            return input_.fail(Code::bad_value, view->json, "elements lie nearer to each other than they are long");
        }
        stride = view->stride;
    }
    const u64 size = view->bytes.size();
    const bool fits = element_bytes <= size && offset <= size - element_bytes &&
                      count - 1 <= (size - element_bytes - offset) / stride;
    if (!fits) {
        return input_.fail(Code::truncated, at, "reaches past the " + std::to_string(size) + " bytes of its view");
    }
    data = view->bytes.data() + offset;
    if (!packed) {
        out.stride = stride;
        out.view = view;
        out.offset = offset;
    }
    return true;
}

bool AccessorReader::read_sparse(Ref json, Numbers& out) {
    const Ref sparse = input_.member(json, "sparse", Kind::object);
    if (!sparse) return input_.ok();
    const std::size_t views = input_.list("bufferViews").size();
    out.replaced = input_.whole(sparse, "count", 0);
    const Ref places = input_.member(sparse, "indices", Kind::object);
    const Ref values = input_.member(sparse, "values", Kind::object);
    if (!input_.ok()) return false;
    if (!places || !values) return input_.fail(Code::bad_value, sparse, "'indices' or 'values' is missing");
    if (out.replaced == 0) return true;
    if (out.replaced > out.count) return input_.fail(Code::bad_value, sparse, "more replacements than elements");
    const u64 component = input_.whole(places, "componentType", 0);
    const u32 places_view = input_.required_index(places, "bufferView", views);
    const u32 values_view = input_.required_index(values, "bufferView", views);
    const u64 places_offset = input_.whole(places, "byteOffset", 0);
    const u64 values_offset = input_.whole(values, "byteOffset", 0);
    if (!input_.ok()) return false;
    if (component != 5121 && component != 5123 && component != 5125) {
        return input_.fail(Code::bad_value, places, "indices that are not unsigned integers");
    }
    out.place_component = static_cast<Component>(component);
    return place(places, places_view, places_offset, out.replaced, bytes_of(out.place_component), true, out,
                 out.places) &&
           place(values, values_view, values_offset, out.replaced, bytes_of(out.component) * out.width, true, out,
                 out.replacements);
}

// Elements that are written next, a few at a time: what a list makes of new ones is still at hand when they are.
constexpr u64 next_few = 2048;

// All elements, those that a sparse accessor replaces included. `copy` takes (from, stride, count, to).
template <class T, class Copy>
bool AccessorReader::elements(const Numbers& n, std::vector<T>& out, const Copy& copy) {
    const u64 size = n.count * n.width;
    if (!input_.work(n.json, size)) return false;
    if (size > out.capacity() && !input_.charge(n.json, size * sizeof(T))) return false;
    out.clear();
    out.reserve(static_cast<std::size_t>(size));
    if (n.data == nullptr) out.resize(static_cast<std::size_t>(size));
    for (u64 first = 0; first < n.count && n.data != nullptr; first += next_few) {
        const u64 count = std::min(next_few, n.count - first);
        const std::size_t at = out.size();
        out.resize(at + static_cast<std::size_t>(count * n.width));
        copy(n.data + first * n.stride, n.stride, count, out.data() + at);
    }
    const u64 element_bytes = bytes_of(n.component) * n.width;
    for (u64 i = 0; i < n.replaced; ++i) {
        u32 at = 0;
        copy_integers(n.place_component, n.places + i * bytes_of(n.place_component), 0, 1, 1, &at);
        if (at >= n.count) {
            return input_.fail(Code::bad_index, n.json.find("sparse"),
                               "element " + std::to_string(at) + " of " + std::to_string(n.count) + " is replaced");
        }
        copy(n.replacements + i * element_bytes, element_bytes, u64{1}, out.data() + u64{at} * n.width);
    }
    return true;
}

bool AccessorReader::floats(const Numbers& n, std::vector<f32>& out) {
    const auto copy = [&](const u8* from, u64 stride, u64 count, f32* to) { copy_floats(n, from, stride, count, to); };
    if (!elements(n, out, copy)) return false;
    if (n.component != Component::f32) return true;
    u32 wrong = 0;
    for (const f32 v : out) wrong |= static_cast<u32>((std::bit_cast<u32>(v) & 0x7F800000u) == 0x7F800000u);
    if (wrong == 0) return true;
    u64 count = 0;
    for (f32& v : out) {
        if (std::isfinite(v)) continue;
        v = 0;
        ++count;
    }
    if (!reported_.insert(n.json.offset()).second) return true;  // an accessor may be read several times
    input_.note(issue::non_finite, n.json, "finite numbers",
                std::to_string(count) + " of " + std::to_string(out.size()));
    return true;
}

template <class Vector>
bool AccessorReader::vectors(const Numbers& n, std::vector<Vector>& out) {
    constexpr u64 bytes = sizeof(Vector);
    const bool plain = n.is_plain_floats() && n.stride == bytes && native_order == Order::little;
    if (plain && (!input_.work(n.json, n.count * n.width) || !input_.charge(n.json, n.count * bytes))) return false;
    out.clear();
    out.reserve(static_cast<std::size_t>(n.count));
    u32 wrong = 0;
    for (u64 first = 0; plain && first < n.count; first += next_few) {
        const u64 count = std::min(next_few, n.count - first);
        out.resize(static_cast<std::size_t>(first + count));
        void* to = out.data() + first;
        std::memcpy(to, n.data + first * bytes, static_cast<std::size_t>(count * bytes));
        wrong |= any_not_finite(n.data + first * bytes, count * n.width);
    }
    if (plain && wrong == 0) return true;
    std::vector<f32> values;
    if (!floats(n, values)) return false;
    out.resize(static_cast<std::size_t>(n.count));
    void* to = out.data();
    std::memcpy(to, values.data(), values.size() * sizeof(f32));
    return true;
}
template bool AccessorReader::vectors(const Numbers& n, std::vector<Vec2>& out);
template bool AccessorReader::vectors(const Numbers& n, std::vector<Vec3>& out);

bool AccessorReader::integers(const Numbers& n, std::vector<u32>& out) {
    if (n.component != Component::u8 && n.component != Component::u16 && n.component != Component::u32) {
        return input_.fail(Code::bad_value, n.json, "unsigned integers should be here");
    }
    return elements(n, out, [&](const u8* from, u64 stride, u64 count, u32* to) {
        copy_integers(n.component, from, stride, count, n.width, to);
    });
}

bool AccessorReader::fail(Code code, const Numbers& n, u64 element, std::string message) {
    if (n.view == nullptr || n.view->offset == no_offset) return input_.fail(code, n.json, std::move(message));
    return input_.fail_at(code, n.json, std::move(message), n.view->file,
                          n.view->offset + n.offset + element * n.stride);
}

}  // namespace thaw::gltf
