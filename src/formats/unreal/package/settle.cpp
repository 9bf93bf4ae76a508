// Which export of a package is described as what. A table says the class of each; whether its bytes are what that class
// has is tried out, so that one damaged object does not cost the others.
#include <algorithm>

#include "base/text.hpp"
#include "formats/unreal/package/layout.hpp"
#include "formats/unreal/package/sources.hpp"
#include "layout/reader.hpp"

namespace thaw::upackage {

namespace {

Shape shape_of(const Document& d, const Export& one) {
    const std::string_view kind = d.class_of(one);
    if (one.object_class.value() == 0) return Shape::class_type;
    const auto is = [&](std::string_view other) { return text::equal_ignoring_case(kind, other); };
    if (is("Palette")) return Shape::palette;
    if (is("Sound") || is("Music")) return Shape::sound;
    if (is("TextBuffer")) return Shape::text;
    // Images that a game computes go on after what all textures have.
    for (const char* word : {"Texture", "FireTexture", "IceTexture", "ScriptedTexture", "WaveTexture", "WetTexture"}) {
        if (is(word)) return Shape::texture;
    }
    if (is("Mesh") && has_known_meshes(d.version)) return Shape::mesh;
    if (is("LodMesh") && has_known_meshes(d.version)) return Shape::lod_mesh;
    return Shape::properties;
}

// The object as one of this shape, if its bytes allow; otherwise why not.
std::string try_as(Shape shape, Object& object, const Document& d, const Context& context) {
    object.shape = shape;
    object.is_settled = false;
    object.properties.clear();
    object.mesh = shape == Shape::mesh || shape == Shape::lod_mesh ? std::make_unique<MeshBody>() : nullptr;
    object.texture = shape == Shape::texture ? std::make_unique<TextureBody>() : nullptr;
    object.palette = shape == Shape::palette ? std::make_unique<PaletteBody>() : nullptr;
    object.class_body = shape == Shape::class_type ? std::make_unique<ClassBody>() : nullptr;
    object.sound = shape == Shape::sound ? std::make_unique<SoundBody>() : nullptr;
    object.text = shape == Shape::text ? std::make_unique<TextBody>() : nullptr;
    // Lists say where they end in the file, so that it is read from its start, but no farther than the object.
    Reader reader(d.image.slice(0, object.end), context);
    reader.order(Order::little);
    reader.at(object.start, [&] { describe_object(reader, object, d); });
    object.is_settled = true;
    if (reader.ok()) return {};
    const Error& error = *reader.error();
    return error.path + " at " + text::hex(error.offset) + ": " + error.message;
}

void settle_object(Object& object, Shape shape, const Document& d, const Context& context) {
    object.problem = try_as(shape, object, d, context);
    if (object.problem.empty()) return;
    // A class has none in front.
    if (shape != Shape::properties && shape != Shape::class_type &&
        try_as(Shape::properties, object, d, context).empty()) {
        return;
    }
    (void)try_as(Shape::bytes, object, d, context);
}

// Exports with bytes that no table and no other export has, from the front to the back.
std::vector<std::size_t> with_own_bytes(const Document& d) {
    const auto tables = d.tables();
    const auto extents = d.extents();
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < extents.size(); ++i) {
        const bool on_table = std::any_of(tables.begin(), tables.end(),
                                          [&](const archive::Extent& table) { return table.shares_with(extents[i]); });
        if (extents[i].size > 0 && extents[i].is_in(d.image) && !on_table) order.push_back(i);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return extents[a].start < extents[b].start; });
    u64 end = 0;
    std::erase_if(order, [&](std::size_t i) {
        if (extents[i].start < end) return true;
        end = extents[i].end();
        return false;
    });
    return order;
}

// Of several classes that show a mesh, the one of its name, else the first; and of the ways in which a class shows it,
// the first.
void find_showing_classes(Document& d) {
    for (std::size_t i = 0; i < d.objects.size(); ++i) {
        if (d.objects[i].shape != Shape::class_type) continue;
        for (const ShowingKey& key : showing_keys) {
            const Property* shown = d.objects[i].find(d, key.mesh);
            if (shown == nullptr || shown->type() != PropertyType::object ||
                d.object(shown->reference.value()) == nullptr) {
                continue;
            }
            const auto mesh = static_cast<std::size_t>(shown->reference.value()) - 1;
            const bool same_name =
                text::equal_ignoring_case(d.name_of(d.exports[i].name), d.name_of(d.exports[mesh].name));
            Showing& found = d.objects[mesh].shown_by;
            if (found.by == no_index || (same_name && found.by != i)) found = {static_cast<u32>(i), &key};
        }
    }
}

}  // namespace

void settle(Document& d, const Context& context) {
    d.objects = std::vector<Object>(d.exports.size());
    d.starts = std::vector<u32>(d.exports.size(), 0);
    for (const std::size_t i : with_own_bytes(d)) {
        if (context.cancelled()) return;
        Object& object = d.objects[i];
        const archive::Extent extent = d.exports[i].extent();
        object.start = extent.start;
        object.end = extent.end();
        object.has_frame = (d.exports[i].flags & has_stack_flag) != 0;
        d.starts[i] = static_cast<u32>(extent.start);
        settle_object(object, shape_of(d, d.exports[i]), d, context);
    }
    find_showing_classes(d);
    d.files = source_files(d);
}

}  // namespace thaw::upackage
