#include "edit.hpp"

#include <algorithm>
#include <bit>

#include <thaw/gltf.hpp>
#include <thaw/sink.hpp>

#include "base/endian.hpp"
#include "convert/export.hpp"
#include "convert/to_native.hpp"
#include "fixtures/fixtures.hpp"
#include "scene/check.hpp"
#include "target.hpp"

namespace thaw::fuzz {

namespace {

constexpr std::size_t header_bytes = 12, chunk_header_bytes = 8;
constexpr std::size_t largest_glb = 1u << 16;  // of larger ones most time would go into reading

struct Original {
    Bundle bundle{};
    std::vector<u8> glb{};
    std::vector<std::size_t> digits{};  // places in the JSON
    std::size_t binary = 0;             // its first byte
};

std::optional<Original> original_of(const Format& format, Bundle bundle) {
    const auto model = read(format, bundle);
    if (!model) return std::nullopt;
    Issues issues;
    const auto scene = scene_for_export(*model, {}, issues);
    if (!scene || scene->meshes.empty()) return std::nullopt;
    const GltfSource source = source_of(*model, {});
    BytesSink sink;
    if (!write_glb(*scene, {.source = &source}, sink) || sink.bytes.size() > largest_glb) return std::nullopt;
    Original out{.bundle = std::move(bundle), .glb = std::move(sink.bytes)};
    const std::size_t json = load<u32>(out.glb.data() + header_bytes, Order::little);
    out.binary = header_bytes + chunk_header_bytes + json + chunk_header_bytes;
    for (std::size_t i = header_bytes + chunk_header_bytes; i + chunk_header_bytes < out.binary; ++i) {
        if (out.glb[i] >= '0' && out.glb[i] <= '9') out.digits.push_back(i);
    }
    return out;
}

// The parts of a character are DDD files, whatever its body is.
void add_characters(std::vector<Bundle>& bundles) {
    std::vector<Blob> heads;
    for (const test::Fixture& fixture : test::all_fixtures()) {
        if (fixture.format->id == "ddd" && !fixture.error) heads.push_back(fixture.bundle.parts[0].bytes);
    }
    const std::size_t alone = bundles.size();
    for (std::size_t i = 0; i < alone; ++i) {
        Bundle character = bundles[i];
        character.parts.push_back({"part:HEAD", "HEAD0.DDD", heads[(i + 1) % heads.size()]});
        bundles.push_back(std::move(character));
    }
}

std::vector<Original> originals_of(const Format& format) {
    std::vector<Original> out;
    std::vector<Bundle> bundles;
    for (const test::Fixture& fixture : test::all_fixtures()) {
        if (fixture.format == &format && !fixture.error) bundles.push_back(fixture.bundle);
    }
    if (format.id == "ddd" || format.id == "rdy") add_characters(bundles);
    for (Bundle& bundle : bundles) {
        if (auto original = original_of(format, std::move(bundle))) out.push_back(std::move(*original));
    }
    return out;
}

// Four bytes an edit: what, where, and how much.
void change(std::vector<u8>& glb, const Original& original, Bytes four) {
    const std::size_t at = four[1] | std::size_t{four[2]} << 8;
    const std::size_t room = glb.size() > original.binary + 4 ? (glb.size() - original.binary) / 4 : 0;
    if (four[0] % 4 == 0) {
        if (original.digits.empty()) return;
        glb[original.digits[at % original.digits.size()]] = static_cast<u8>('0' + four[3] % 10);
        return;
    }
    if (room == 0) return;
    u8* word = glb.data() + original.binary + 4 * (at % room);
    if (four[0] % 4 == 1) word[four[0] / 4 % 4] = four[3];
    if (four[0] % 4 == 2) {  // as somebody who drags a vertex
        const f32 moved = load<f32>(word, Order::little) + (static_cast<f32>(four[3]) - 128) / 64;
        store<f32>(word, moved, Order::little);
    }
    if (four[0] % 4 == 3) std::copy_n(glb.data() + original.binary + 4 * (four[3] % room), 4, word);
}

// Read as what it is: a name and a few bytes do not always tell.
void require_sound_part(const Part& part) {
    const auto model = read(*find_format("ddd"), {{{"ddd", part.name, part.bytes}}});
    require(model.ok(), "a part is broken: " + (model.ok() ? "" : to_string(model.error())));
    Issues shown;
    const auto scene = to_scene(*model, {}, shown);
    require(!scene || check(*scene).empty(), "a part with a scene that does not keep its promises");
}

void go_back(const Format& format, const Original& original, const Model& edited, bool with_base) {
    std::optional<Model> base;
    ToNativeOptions options;
    options.build.name = "fuzz";
    if (with_base) {
        base = std::move(*read(format, original.bundle));
        options.base = &*base;
    }
    Issues issues;
    auto back = to_native(edited, format, options, issues);
    if (!back) {
        require(back.error().code != Code::internal, "an internal error: " + to_string(back.error()));
        return;
    }
    auto written = write(back->model);
    require(written.ok(), "cannot be written: " + (written.ok() ? "" : to_string(written.error())));
    const auto again = read(format, std::move(*written));
    require(again.ok(), "cannot be read: " + (again.ok() ? "" : to_string(again.error())));
    Issues shown;
    const auto scene = to_scene(*again, {}, shown);
    require(!scene || check(*scene).empty(), "a scene that does not keep its promises");
    for (const Part& part : back->companions) {
        if (part.role.starts_with("part:")) require_sound_part(part);
    }
}

}  // namespace

void edit_model(std::string_view format_id, Bytes input) {
    static const Format& format = *find_format(format_id);
    static const std::vector<Original> originals = originals_of(format);
    if (input.size() < 2 || originals.empty()) return;
    const Original& original = originals[input[0] % originals.size()];
    std::vector<u8> glb = original.glb;
    for (std::size_t i = 2; i + 4 <= input.size(); i += 4) change(glb, original, input.subspan(i, 4));
    const auto edited = read(*find_format("gltf"), {{{"gltf", "edited.glb", Blob::take(std::move(glb))}}});
    if (!edited) return;
    go_back(format, original, *edited, input[1] % 2 == 0);
}

}  // namespace thaw::fuzz
