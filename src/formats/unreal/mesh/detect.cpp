#include "formats/unreal/mesh/detect.hpp"
#include "formats/unreal/scripts/modeldef.hpp"

#include <algorithm>

#include "base/endian.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "formats/unreal/scripts/uc.hpp"

namespace thaw::unreal {

namespace {

constexpr u64 data_header_bytes = 48;
constexpr u64 poly_bytes = 16;
constexpr u64 aniv_header_bytes = 4;

enum class Hint : u8 { none, some_3d, data, aniv };

Hint hint_of(std::string_view name) {
    if (!text::ends_with_ignoring_case(name, ".3d")) return Hint::none;
    if (text::ends_with_ignoring_case(name, "_d.3d")) return Hint::data;
    if (text::ends_with_ignoring_case(name, "_a.3d")) return Hint::aniv;
    const std::string base = text::lower(text::file_name(name));
    if (base.starts_with("data")) return Hint::data;  // DATA51.3d next to ANIV51.3d
    if (base.starts_with("aniv")) return Hint::aniv;
    return Hint::some_3d;
}

// The word at an offset. Only after the caller has checked the size.
u32 word(const Blob& bytes, u64 at) { return load<u16>(bytes.data() + at, Order::little); }

struct PolyFit {
    u64 polys = 0;
    u64 odd = 0;  // with an index out of range, no area or an unknown style
    u64 max_index = 0;
};

PolyFit fit_polys(const Blob& bytes, u64 polys, u64 vertices) {
    PolyFit fit;
    fit.polys = polys;
    for (u64 i = 0; i < polys; ++i) {
        const u64 at = data_header_bytes + i * poly_bytes;
        const u64 a = word(bytes, at);
        const u64 b = word(bytes, at + 2);
        const u64 c = word(bytes, at + 4);
        const u8 type = bytes[static_cast<std::size_t>(at + 6)];
        const bool good = a < vertices && b < vertices && c < vertices && a != b && b != c && a != c && (type & 7) < 5;
        if (!good) ++fit.odd;
        fit.max_index = std::max({fit.max_index, a, b, c});
    }
    return fit;
}

Sniffed sniff_data(const Blob& bytes, Hint hint) {
    const bool named = hint == Hint::data;
    if (bytes.size() < data_header_bytes) return {Confidence::no, "data", "shorter than a data file's header"};
    const u64 declared = word(bytes, 0);
    const u64 vertices = word(bytes, 2);
    const u64 room = (bytes.size() - data_header_bytes) / poly_bytes;
    const Confidence poor = named ? Confidence::weak : Confidence::no;
    if (declared == 0 || vertices == 0) return {poor, "data", "declares no polygons or no vertices"};
    if (declared > room) return {poor, "data", "declares more polygons than it holds"};
    const PolyFit fit = fit_polys(bytes, declared, vertices);
    const u64 tail = bytes.size() - data_header_bytes - declared * poly_bytes;
    // Real tails are up to 48 bytes or about one byte a vertex; a real model uses most of its vertices.
    const bool usual_tail = tail <= 48 || tail <= 2 * vertices;
    const bool uses_vertices = 2 * (fit.max_index + 1) >= vertices;
    if (fit.odd == 0 && usual_tail && uses_vertices) {
        return {hint == Hint::none || hint == Hint::aniv ? Confidence::likely : Confidence::certain, "data",
                "every polygon uses vertices that exist"};
    }
    if (fit.odd * 10 <= fit.polys && uses_vertices) {
        return {named ? Confidence::likely : Confidence::weak, "data", "nearly every polygon uses vertices that exist"};
    }
    return {poor, "data", "polygons use vertices that do not exist"};
}

Sniffed sniff_aniv(const Blob& bytes, Hint hint) {
    const bool named = hint == Hint::aniv;
    const Confidence poor = named ? Confidence::weak : Confidence::no;
    if (bytes.size() < aniv_header_bytes) return {Confidence::no, "aniv", "shorter than an aniv file's header"};
    const u64 frames = word(bytes, 0);
    const u64 frame_size = word(bytes, 2);
    const u64 payload = bytes.size() - aniv_header_bytes;
    if (frames == 0 || frame_size == 0) return {poor, "aniv", "declares no frames or frames without bytes"};
    // Three vertices are the least that can be seen.
    if (payload == frames * frame_size && frame_size % 4 == 0 && frame_size >= 12) {
        return {named                   ? Confidence::certain
                : hint == Hint::some_3d ? Confidence::likely
                                        : Confidence::weak,
                "aniv", "frame count and frame size give the file's size"};
    }
    // U1: one frame whose size says 3 bytes a vertex.
    const bool three_quarters = frames == 1 && frame_size % 3 == 0 && payload == frame_size / 3 * 4;
    const bool nearly = payload + frame_size > frames * frame_size && payload < (frames + 1) * frame_size;
    if (three_quarters || nearly) {
        return {named                   ? Confidence::likely
                : hint == Hint::some_3d ? Confidence::weak
                                        : Confidence::no,
                "aniv", "frame count and frame size nearly give the file's size"};
    }
    return {poor, "aniv", "frame count and frame size do not give the file's size"};
}

bool looks_like_text(const Blob& bytes) {
    if (bytes.size() >= 2 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF))) {
        return true;
    }
    const Bytes start = bytes.bytes().first(std::min<std::size_t>(bytes.size(), 512));
    return !start.empty() && std::find(start.begin(), start.end(), u8{0}) == start.end();
}

Sniffed sniff_script(std::string_view name, const Blob& bytes) {
    if (!looks_like_text(bytes)) return {};
    const Script script = parse_scripts(std::span(&bytes, 1));
    if (script.meshes.empty()) return {};
    const bool named = text::ends_with_ignoring_case(name, ".uc");
    return {named ? Confidence::likely : Confidence::weak, "uc",
            "a class script with " + text::plural(script.meshes.size(), "MESH IMPORT line")};
}

// Its only mark is its name: MODELDEF, modeldef.weapons, modeldef.txt.
Sniffed sniff_modeldef(std::string_view name, const Blob& bytes) {
    if (!text::matches_pattern(name, "modeldef*") || !looks_like_text(bytes)) return {};
    const std::size_t models = models_of_modeldef({"modeldef", {}, bytes}).size();
    if (models == 0) return {};
    return {Confidence::likely, "modeldef", "a MODELDEF that shows " + text::plural(models, "vertex mesh")};
}

}  // namespace

Sniffed sniff(std::string_view name, const Blob& bytes, const Context& context) {
    if (bytes.size() > context.limits.input_bytes) return {Confidence::no, "data", "larger than the limit"};
    if (Sniffed script = sniff_script(name, bytes); script.confidence != Confidence::no) return script;
    if (Sniffed modeldef = sniff_modeldef(name, bytes); modeldef.confidence != Confidence::no) return modeldef;
    const Hint hint = hint_of(name);
    Sniffed data = sniff_data(bytes, hint);
    Sniffed aniv = sniff_aniv(bytes, hint);
    const bool is_data = data.confidence != aniv.confidence ? data.confidence > aniv.confidence : hint != Hint::aniv;
    return is_data ? std::move(data) : std::move(aniv);
}

}  // namespace thaw::unreal
